import { HOUR } from '../../domain/basics/time.ts'
import { fold } from '../../domain/basics/text.ts'
import { USUAL_FUEL } from '../../domain/facts/rules.ts'
import { addAction, buttonOf, make, pageAt, showAges } from './dom.ts'
import { followFavourites, listFavourites, offerFavourite, offerStars } from './favourites.ts'
import { keepRatio, offerLastVisit } from './last-visit.ts'
import { remembered } from './memory.ts'
import { offerReadings } from './readings.ts'
import { offerStreets } from './streets.ts'
import { offerWishes } from './wishes.ts'

showAges()
setInterval(showAges, 60_000)
submitOnChange()
showCurrent()
offerSharing()
offerCopy()
offerChoice()
offerFavourite()
offerStars()
listFavourites()
followFavourites()
offerWishes()
offerLastVisit()
void keepRatio()
addEventListener('pageshow', ({ persisted }) => {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (persisted || opened?.type !== 'navigate') showOwnChoices()
  // Pages restored by Back run no script: the ratio may have changed since.
  if (persisted) void keepRatio()
})
offerStreets()
offerReadings()
keepForOffline()

/** A choice made by touch or mouse is sent at once. Arrow keys change a menu at each step: from the first key on, the form is sent by its button, which narrow screens show then. */
function submitOnChange(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.filters[action]:not([data-keep])')) {
    form.classList.add('sent')
    form.addEventListener('keydown', () => form.classList.remove('sent'))
    form.addEventListener('change', () => form.classList.contains('sent') && form.requestSubmit())
  }
}

/** Browsers restore on Back and reload what was chosen last: forms show the choices of the page's list again. A form to fill in, on a page without a list, keeps what was written. */
function showOwnChoices(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.filters[action]'))
    if (location.search !== '' || !('keep' in form.dataset)) form.reset()
}

/** A field that narrows long lists of checkboxes. */
function offerChoice(): void {
  const checks = document.querySelector('.checks')
  if (!checks) return
  const labels = [...checks.querySelectorAll('label')]
  const field = make('input', {
    type: 'search',
    placeholder: 'Procurar cidade',
    ariaLabel: 'Procurar cidade',
  })
  field.addEventListener('input', () => {
    for (const label of labels) label.hidden = !fold(label.textContent ?? '').includes(fold(field.value))
  })
  checks.before(field)
}

function offerSharing(): void {
  const heading = document.querySelector('h1')
  if (!heading || !('share' in navigator) || !document.querySelector('.rows, .fuels')) return
  addAction(heading, 'Compartilhar', () => {
    const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
    const text = document.querySelector<HTMLMetaElement>('meta[property="og:title"]')?.content ?? ''
    // Rejects when the reader closes the sheet.
    navigator.share({ title: document.title, text, url }).catch(() => {})
  })
}

/** A button to copy the address of a feed, for readers of feeds that no link opens. */
function offerCopy(): void {
  const link = document.querySelector<HTMLAnchorElement>('.told a[href^="feed:"]')
  if (!link || !('clipboard' in navigator)) return
  const button = buttonOf('Copiar o endereço', () => {
    navigator.clipboard.writeText(link.href.slice('feed:'.length)).then(
      () => (button.textContent = 'Copiado'),
      () => {},
    )
  })
  link.after(button)
}

/** Scrolls menu and fuels to the current entry. */
function showCurrent(): void {
  for (const here of document.querySelectorAll('nav [aria-current]')) {
    const row = here.closest('nav')
    if (!row) continue
    const [entry, view] = [here.getBoundingClientRect(), row.getBoundingClientRect()]
    // An entry wider than the row is shown from its start.
    if (entry.right > view.right)
      row.scrollBy(Math.min(entry.right - view.right + 16, entry.left - view.left - 16), 0)
  }
}

/** Registers the service worker, served beside the pages to have them in its scope. */
function keepForOffline(): void {
  const address = document.documentElement.dataset['worker']
  if (!address || !('serviceWorker' in navigator)) return
  const isFirst = !navigator.serviceWorker.controller
  void navigator.serviceWorker
    .register(address)
    // The first page was loaded before the worker: it is cached explicitly.
    .then(() => navigator.serviceWorker.ready)
    .then(() => (isFirst ? keepThisPage() : undefined))
    .then(keepNear)
    .catch(() => {})
}

async function keepThisPage(): Promise<void> {
  const files = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>(
    'link[rel=stylesheet], script[src]',
  )
  const cache = await caches.open('paginas')
  await cache.addAll([location.href, ...[...files].map((file) => ('href' in file ? file.href : file.src))])
}

/** Hours after which the file of the stations nearby is kept anew. */
const NEAR_HOURS = 3

/** "Perto de mim" works without a network, also for a reader who never opened it: its page, its script and the file of the usual fuel. */
async function keepNear(): Promise<void> {
  const fuel = remembered<string>('combustivel') ?? USUAL_FUEL
  const [page, file] = ['perto/', `dados/${fuel}.min.json`].map(pageAt) as [string, string]
  const cache = await caches.open('paginas')
  const kept = await cache.match(file)
  if (Date.now() - Date.parse(kept?.headers.get('date') ?? '') < NEAR_HOURS * HOUR) return
  await cache.add(page)
  const text = await (await cache.match(page))?.text()
  // The file last: with it, all is kept.
  await cache.addAll([...(text?.match(/[^"]+\/near-\w+\.js/g) ?? []), file])
}
