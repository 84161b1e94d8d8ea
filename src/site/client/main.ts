import { addAction, showAges } from './elements.ts'
import { listFavourites, offerFavourite, offerStars } from './favourites.ts'
import { keepRatio, offerLastVisit } from './last-visit.ts'
import { offerNear } from './near.ts'
import { offerReadings } from './readings.ts'
import { offerStreets } from './streets.ts'

showAges()
setInterval(showAges, 60_000)
submitOnChange()
showCurrent()
offerSharing()
offerFavourite()
offerStars()
listFavourites()
offerLastVisit()
keepRatio()
offerNear()
offerStreets()
offerReadings()
keepForOffline()

/** Forms are sent on change; the button is for browsers without scripts. */
function submitOnChange(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.filters[action]:not([data-keep])')) {
    form.querySelector('button')?.closest('p')?.setAttribute('hidden', '')
    form.addEventListener('change', () => form.requestSubmit())
  }
}

/** A share button, if the device can share. */
function offerSharing(): void {
  const heading = document.querySelector('h1')
  if (!heading || !('share' in navigator) || !document.querySelector('.rows, .fuels')) return
  addAction(heading, 'Compartilhar', () => {
    const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
    // Rejects when the reader closes the sheet.
    navigator.share({ title: document.title, url }).catch(() => {})
  })
}

/** Scrolls menu and fuels to the current entry. */
function showCurrent(): void {
  for (const here of document.querySelectorAll('nav [aria-current]')) {
    const row = here.closest('nav')
    const beyond = here.getBoundingClientRect().right - (row?.getBoundingClientRect().right ?? Infinity)
    if (beyond > 0) row?.scrollBy(beyond + 16, 0)
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
    .then(() => (isFirst ? navigator.serviceWorker.ready.then(keepThisPage) : undefined))
    .catch(() => {})
}

async function keepThisPage(): Promise<void> {
  const files = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>(
    'link[rel=stylesheet], script[src]',
  )
  const cache = await caches.open('paginas')
  await cache.addAll([location.href, ...[...files].map((file) => ('href' in file ? file.href : file.src))])
}
