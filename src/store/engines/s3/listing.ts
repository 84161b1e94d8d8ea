/** One page of a bucket's listing. */
export interface Page {
  objects: string[]
  /** Where the next page begins; undefined after the last. */
  next: string | undefined
}

/** Objects on a page at most. */
export const PAGE_SIZE = 1000

/** Reads `ListObjectsV2` asked with `encoding-type=url`; null when it is something else, whatever its status was. */
export function parsePage(xml: string): Page | null {
  if (!/<ListBucketResult[\s>]/.test(xml) || !xml.includes('</ListBucketResult>')) return null
  // One expression over all of it would take hours where 4 MB of `<Contents>` hold no key.
  const objects = xml
    .split('<Contents>')
    .slice(1)
    .map((entry) => decode(/<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? ''))
  if (objects.length > PAGE_SIZE) return null
  const isTruncated = /<IsTruncated>\s*true\s*</.test(xml)
  const next = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1]
  // A page that says there are more, and not where, would be taken for all there is.
  if (isTruncated && next === undefined) return null
  return { objects, next: isTruncated && next !== undefined ? unescape(next) : undefined }
}

/** Some services encode a space as `+`, some leave `/` alone. */
function decode(name: string): string {
  const text = unescape(name)
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescape(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
    decimal || hex
      ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(String(hex), 16))
      : (ENTITIES[String(name)] ?? whole),
  )
}
