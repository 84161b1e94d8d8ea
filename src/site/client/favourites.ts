import { rounded } from '../../domain/basics/numbers.ts'
import { MOST_STATIONS } from '../../domain/facts/rules.ts'
import { reais } from '../words/page-figures.ts'
import { remember, remembered } from './memory.ts'
import { addAction, banded, buttonOf, make } from './dom.ts'

/** Favourites: by CNPJ, the prices of the last visit by fuel. */
type Kept = Record<string, Record<string, number>>

const KEY = 'favoritos'

export function offerFavourite(): void {
  const station = document.querySelector<HTMLElement>('.fuels[data-cnpj]')
  const heading = document.querySelector('h1')
  const cnpj = station?.dataset['cnpj']
  if (!station || !heading || !cnpj) return
  const button = addAction(heading, '')
  const show = (isKept: boolean) => {
    button.textContent = isKept ? '★ Guardado' : '☆ Guardar'
    button.ariaLabel = isKept ? 'Guardado nos favoritos' : 'Guardar nos favoritos'
  }
  asToggle(button, cnpj, show, station)
}

/** A button that keeps and forgets a station, with the prices shown within `block`. */
function asToggle(button: HTMLButtonElement, cnpj: string, shown: (isKept: boolean) => void, block: Element) {
  const show = () => {
    const isKept = cnpj in kept()
    button.setAttribute('aria-pressed', String(isKept))
    shown(isKept)
  }
  button.addEventListener('click', () => {
    const { [cnpj]: mine, ...others } = kept()
    remember(KEY, mine ? others : { ...others, [cnpj]: pricesIn(block) })
    show()
  })
  show()
}

export function offerStars(): void {
  for (const row of document.querySelectorAll<HTMLElement>('.row[id^=posto-]')) {
    if (row.querySelector('.star')) continue
    const cnpj = row.id.slice('posto-'.length)
    // Stations of one name differ by district and street.
    const name = ['h3', '.who p'].map((part) => row.querySelector(part)?.textContent).join(', ')
    const star = make('button', {
      type: 'button',
      className: 'star',
      ariaLabel: `Guardar ${name.replaceAll(/\s+/g, ' ').trim()}`,
    })
    asToggle(star, cnpj, (isKept) => void (star.textContent = isKept ? '★' : '☆'), star)
    row.querySelector('.way')?.prepend(star)
  }
}

/** On the page of favourites: opens the device's own list, and marks changes since the last visit. */
export function listFavourites(): void {
  const page = document.querySelector('[data-favourites]')
  if (!page) return
  const mine = Object.keys(kept()).slice(0, MOST_STATIONS)
  if (!new URLSearchParams(location.search).has('postos')) {
    if (mine.length > 0) location.replace(`?postos=${mine.join(',')}`)
    return
  }
  const stations = kept()
  for (const block of page.querySelectorAll<HTMLElement>('[data-cnpj]')) {
    const cnpj = block.dataset['cnpj'] ?? ''
    const before = stations[cnpj]
    if (!before) continue
    for (const price of block.querySelectorAll<HTMLDataElement>('data[id]')) tellChange(price, before)
    stations[cnpj] = pricesIn(block)
  }
  remember(KEY, stations)
  offerOrder(page, stations)
}

/** Buttons to remove a station of the device's list, and to move it up. */
function offerOrder(page: Element, stations: Kept): void {
  const open = (cnpjs: readonly string[]) => {
    remember(KEY, Object.fromEntries(cnpjs.map((cnpj) => [cnpj, stations[cnpj] ?? {}])))
    location.replace(cnpjs.length > 0 ? `?postos=${cnpjs.join(',')}` : location.pathname)
  }
  for (const block of page.querySelectorAll<HTMLElement>('[data-cnpj]')) {
    const own = block.dataset['cnpj'] ?? ''
    if (!(own in stations)) continue
    const cnpjs = Object.keys(stations)
    const at = cnpjs.indexOf(own)
    const [name = '', place = ''] = ['h2', '.why'].map((part) =>
      block.querySelector(part)?.textContent.trim(),
    )
    const button = (sign: string, word: string, order: () => string[]) => {
      const made = buttonOf(sign + word, () => open(order()))
      made.ariaLabel = `${word} ${name}, ${place}`
      return made
    }
    const actions = make('p', { className: 'actions' })
    if (at > 0)
      actions.append(button('↑ ', 'Subir', () => cnpjs.toSpliced(at - 1, 2, own, cnpjs[at - 1] ?? '')))
    actions.append(button('', 'Remover', () => cnpjs.filter((cnpj) => cnpj !== own)))
    block.append(actions)
  }
}

function tellChange(price: HTMLDataElement, before: Record<string, number>): void {
  const old = before[fuelIn(price)]
  const difference = rounded(Number(price.value) - (old ?? NaN), 2)
  if (!difference) return
  const [faixa, change] = difference < 0 ? (['barato', 'caiu'] as const) : (['caro', 'subiu'] as const)
  price.after(' ', banded(faixa, `${change} ${reais(Math.abs(difference))} desde sua última visita`))
}

function pricesIn(root: ParentNode): Record<string, number> {
  const prices = [...root.querySelectorAll<HTMLDataElement>('data[id]')]
  return Object.fromEntries(prices.map((price) => [fuelIn(price), Number(price.value)]))
}

/** `12345678000100-gasolina-comum` → `gasolina-comum`. */
function fuelIn({ id }: HTMLDataElement): string {
  return id.slice(id.indexOf('-') + 1)
}

function kept(): Kept {
  return remembered<Kept>(KEY) ?? {}
}
