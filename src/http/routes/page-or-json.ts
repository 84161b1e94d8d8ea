import Negotiator from 'negotiator'

/** Whether somebody looks with a browser, which names HTML first; programs name JSON, anything or nothing. */
export function prefersPage(accept: string | null): boolean {
  if (accept === null) return false
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html'
}
