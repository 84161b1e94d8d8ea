/** Service worker: keeps pages seen for use without a network. Network first, as an old price must be marked as old. */

declare const self: ServiceWorkerGlobalScope

const CACHE = 'paginas'
/** Pages and files kept; the oldest go first. */
const MOST = 60
/** Milliseconds before the kept page is used on a slow network. */
const PATIENCE = 6000
/** Statuses of a server, or of one before it, that cannot answer now. */
const UNAVAILABLE = new Set([502, 503, 504])

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  const isOfPrograms = /\/(?:api|dados)\//.test(url.pathname) && !url.pathname.endsWith('.min.json')
  // The API is not cached: programs need an answer or an error.
  if (isOfPrograms) return
  event.respondWith(url.pathname.includes('/estatico/') ? keptFirst(request) : networkFirst(request))
})

async function keptFirst(request: Request): Promise<Response> {
  const kept = await find(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await keep(request, response.clone())
  return response
}

async function networkFirst(request: Request): Promise<Response> {
  const kept = await find(request)
  try {
    // Asked again: the browser's own cache would answer without a network, and without the notice.
    const response = await fetch(
      request,
      kept ? { cache: 'no-cache', signal: AbortSignal.timeout(PATIENCE) } : {},
    )
    if (kept && UNAVAILABLE.has(response.status)) return withNotice('O serviço não respondeu.', kept)
    if (response.ok && !response.redirected) await keep(request, response.clone())
    return response
  } catch (error) {
    if (kept) return withNotice(isTimeout(error) ? 'A rede está lenta.' : 'Sem conexão.', kept)
    if (request.mode !== 'navigate') throw error
    return offline().catch(() => failed(UNSTYLED))
  }
}

/** undefined also where storage is full or forbidden. Near me is one page for all fuels: `keepNear` keeps it at its address without one. */
async function find(request: Request): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  const isNearMe = pathname.endsWith('/perto/') && !searchParams.has('perto')
  const own = caches.match(request, { cacheName: CACHE })
  const kept = own.then(
    (found) => found ?? (isNearMe ? caches.match(pathname, { cacheName: CACHE }) : undefined),
  )
  return kept.catch(() => undefined)
}

async function keep(request: Request, response: Response): Promise<void> {
  // Body first: a body cut off is a network failure.
  const body = await response.blob()
  try {
    const cache = await caches.open(CACHE)
    await cache.put(request, new Response(body, response))
    const keys = await cache.keys()
    for (const key of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(key)
  } catch {
    // Storage full or forbidden: the page is only not there offline.
  }
}

/** Of `PATIENCE`. */
function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

async function withNotice(reason: string, kept: Response): Promise<Response> {
  if (!kept.headers.get('content-type')?.startsWith('text/html')) return kept
  const text = await kept.text()
  const served = new Date(kept.headers.get('date') ?? NaN)
  const when = Number.isNaN(served.getTime())
    ? 'guardada na sua última visita'
    : `como estava em ${served.toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Maceio' })}`
  const bar = `<aside class="demo" aria-label="Página guardada"><strong>${reason}</strong> Esta é a página ${when}.</aside>`
  return new Response(text.replace('<body>', `<body>${bar}`), { status: 200, headers: kept.headers })
}

const EXPLAINED =
  '<h1>Sem conexão</h1><p class="lead">Esta página ainda não foi guardada neste aparelho. As que você já viu abrem sem rede.</p>'
const UNSTYLED = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sem conexão</title></head><body><main>${EXPLAINED}</main></body></html>`

/** The frame of a kept page around the list of all kept pages, newest first; rejects where none is kept. */
async function offline(): Promise<Response> {
  const cache = await caches.open(CACHE)
  const links = new Map<string, string>()
  let frame = ''
  for (const request of (await cache.keys()).toReversed()) {
    const kept = await cache.match(request)
    if (!kept?.headers.get('content-type')?.startsWith('text/html')) continue
    frame = await kept.text()
    const [, title = ''] = /<title>(.*?)(?: · gasolina)?<\/title>/.exec(frame) ?? []
    // Views of one page under one title, such as two lists of favourites, are one link, to the newest.
    const page = `${new URL(request.url).pathname} ${title}`
    if (!links.has(page)) links.set(page, `<li><a href="${request.url}">${title}</a></li>`)
  }
  if (frame === '') throw new Error('no page is kept')
  const main = `<main id="conteudo"><div class="intro">${EXPLAINED}</div><ul class="plain">${[...links.values()].join('')}</ul></main>`
  return failed(
    frame
      .replace(/<main[^]*<\/main>/, () => main)
      .replace(/<a class="skip" href="#(?!conteudo).*?<\/a>/, '')
      .replace(/<title>[^<]*/, '<title>Sem conexão')
      .replaceAll(' aria-current="true"', ''),
  )
}

function failed(text: string): Response {
  return new Response(text, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
