import { make } from './elements.ts'
import { forget, remember, remembered } from './memory.ts'

/** The last list of a town stands first on the front page of this device, until it is forgotten. */
export function offerLastVisit(home: Element | null = document.querySelector('.ways.home')): void {
  const list = document.querySelector('.list .rows')
  const title = document.querySelector('h1')?.textContent
  if (list && title && /\/gasolina\/[^/]+\/[^/]+\/$/.test(location.pathname))
    remember('ultima', { href: location.pathname, title })
  const last = remembered<{ href: string; title: string }>('ultima')
  // Only an address of this site, whatever the storage has.
  if (!home || !last?.href.startsWith('/') || last.href.startsWith('//')) return
  const link = make('a', { href: last.href }, last.title)
  const button = make('button', { type: 'button', ariaLabel: 'Esquecer a última cidade' }, '×')
  button.addEventListener('click', () => {
    forget('ultima')
    link.remove()
    button.remove()
  })
  home.prepend(link, button)
}

/** The ratio of one's own car is kept for the next page that asks for it. */
export function keepRatio(): void {
  const field = document.querySelector<HTMLInputElement>('#razao')
  if (!field) return
  const given = new URLSearchParams(location.search)
  if (['razao', 'alcool', 'gasolina'].some((name) => given.has(name))) remember('razao', field.value)
  const own = remembered<string>('razao')
  if (!own || own === field.value) return
  // The list of stations depends on it.
  if (location.pathname.endsWith('/alcool-ou-gasolina/') && location.search === '')
    location.replace(`?razao=${encodeURIComponent(own)}`)
  else field.value = own
}
