import type { Slug } from '../domain/fuels.ts'

/** What to ask instead when nobody in a place sells a fuel; undefined when nothing is as good. */
export function insteadOf(slug: Slug): string | undefined {
  return slug === 'diesel-comum'
    ? 'Diesel comum é o S500, e a maioria dos postos vende o S10: procure diesel-aditivado.'
    : undefined
}
