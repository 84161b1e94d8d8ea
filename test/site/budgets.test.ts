import { brotliCompressSync, constants } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { type World, worldToRead } from '../http/fixture.ts'
import { MOST_ELEMENTS, PAGES, addressesOf } from './addresses.ts'
import { ask, linksOf } from './ask.ts'

/** Bytes of a first visit, all files counted. */
const MOST_BYTES = 60_000
const MOST_REQUESTS = 10
/** Of the page itself. */
const MOST_HTML = 20_000

let world: World
let addresses: readonly (readonly [page: string, address: string])[]

beforeAll(async () => {
  // With thirty days of sales: charts and tables weigh most.
  world = await worldToRead({ history: true })
  const found = await addressesOf(world, PAGES)
  addresses = PAGES.map((page, i) => [page, found[i] ?? ''])
})

/** At the quality of the server's answers: the highest takes ten times as long. */
function compressedSize(bytes: string | Uint8Array): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).byteLength
}

/** Sizes of the files that pages load, most of them the same on every page. */
const sizes = new Map<string, Promise<number>>()

function sizeOf(address: string): Promise<number> {
  let size = sizes.get(address)
  if (!size) sizes.set(address, (size = measure(address)))
  return size
}

async function measure(address: string): Promise<number> {
  const response = await world.http.router.request(address.slice('/base'.length))
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return response.headers.get('content-type') === 'image/png' ? bytes.byteLength : compressedSize(bytes)
}

describe('a first visit', () => {
  it.each(PAGES)('%s: few bytes, few requests, few elements', async (page) => {
    const address = addresses.find(([name]) => name === page)?.[1] ?? ''
    const { text } = await ask(world.http, address)
    const head = text.slice(0, text.indexOf('</head>'))
    const loaded = linksOf({ text: head.replaceAll(/<link rel="canonical"[^>]*>/g, '') })
    const worker = text.match(/data-worker="([^"]+)"/)?.[1] ?? ''
    const files = [...new Set([...loaded, worker])]
    const html = compressedSize(text)
    let bytes = html
    for (const file of files) bytes += await sizeOf(file)
    expect(html).toBeLessThan(MOST_HTML)
    expect(bytes).toBeLessThan(MOST_BYTES)
    expect(1 + files.length).toBeLessThanOrEqual(MOST_REQUESTS)
    expect(text.match(/<[a-z]/g)?.length, 'MOST_ELEMENTS, test/site/addresses.ts').toBeLessThan(MOST_ELEMENTS)
  })
})
