import type { Http } from '../../src/http/create-http.ts'

/** A page as served. */
export interface Page {
  status: number
  headers: Headers
  text: string
}

export async function ask({ router }: Pick<Http, 'router'>, path: string): Promise<Page> {
  const response = await router.request(path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Every address a page links to, as written. */
export function linksOf({ text }: Pick<Page, 'text'>): string[] {
  return [...text.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )
}

/** Prices of the rows of a list, in order: each after the name, as they are read aloud. */
export function pricesOf({ text }: Pick<Page, 'text'>): number[] {
  return [
    ...text.matchAll(/<li class="row"[^>]*>\s*<h3>.*?<\/h3>\s*<p class="price"><data value="([\d.]+)"/g),
  ].map(([, value]) => Number(value))
}
