import { buttonOf, focusOn, make } from './dom.ts'
import { remember, remembered } from './memory.ts'

/** The last list of a town stands first on the front page of this device, until it is forgotten. */
export function offerLastVisit(): void {
  const home = document.querySelector('.ways.home')
  const list = document.querySelector('.list .rows')
  const title = document.querySelector('h1')?.textContent
  // With the district and the order, which the title tells. A number is a page of the state's list.
  if (list && title && /\/gasolina\/[^/]+\/[^/\d][^/]*\/$/.test(location.pathname))
    remember('ultima', { href: location.pathname + location.search, title })
  const last = remembered<{ href: string; title: string }>('ultima')
  // Only an address of this site, whatever the storage has.
  if (!home || !last?.href.startsWith('/') || last.href.startsWith('//')) return
  const link = make('a', { href: last.href }, last.title)
  const button = buttonOf('×', () => {
    remember('ultima', null)
    link.remove()
    button.remove()
    focusOn(home.querySelector('a'))
  })
  button.ariaLabel = 'Esquecer a última cidade'
  home.prepend(link, button)
}

/** The ratio of one's own car is kept, and what pages say of ethanol is for it. */
export async function keepRatio(): Promise<void> {
  const field = document.querySelector<HTMLInputElement>('#razao')
  const address = new URL(location.href)
  const isGiven = ['razao', 'alcool', 'gasolina'].some((name) => address.searchParams.has(name))
  if (field && isGiven && !field.hasAttribute('aria-invalid')) remember('razao', field.value)
  const own = remembered<string>('razao')
  if (!own || isGiven) return
  address.searchParams.set('razao', own)
  // The list of stations depends on it.
  if (address.pathname.endsWith('/alcool-ou-gasolina/') && location.search === '')
    return location.replace(address.search)
  // The default too, which a reset of the form shows.
  if (field) field.defaultValue = field.value = own
  const told = [...document.querySelectorAll<HTMLElement>('[data-razao]')]
  if (told.length === 0) return
  // Not shown for a usual car meanwhile, as other pages are for one's own.
  const show = (isShown: boolean) => {
    for (const { style } of told) style.visibility = isShown ? '' : 'hidden'
  }
  show(false)
  try {
    const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html')
    for (const [at, words] of page.querySelectorAll('[data-razao]').entries()) told[at]?.replaceWith(words)
  } catch {
    // Offline: they stay those for a usual car, and say so.
    show(true)
  }
}
