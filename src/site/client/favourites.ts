import { rounded } from '../../domain/basics/numbers.ts'
import { reais } from '../words/figures.ts'
import { remember, remembered } from './memory.ts'
import { addAction, make } from './elements.ts'

/** Favourites: by CNPJ, the prices of the last visit by fuel. */
type Kept = Record<string, Record<string, number>>

const KEY = 'favoritos'
/** Limit of the page of favourites. */
const MOST = 20

/** A button on a station's page, to add or remove it. */
export function offerFavourite(): void {
  const station = document.querySelector<HTMLElement>('.fuels[data-cnpj]')
  const heading = document.querySelector('h1')
  const cnpj = station?.dataset['cnpj']
  if (!station || !heading || !cnpj) return
  const show = () => {
    const isKept = cnpj in kept()
    button.setAttribute('aria-pressed', String(isKept))
    button.textContent = isKept ? '★ Guardado' : '☆ Guardar'
    button.ariaLabel = isKept ? 'Guardado nos favoritos' : 'Guardar nos favoritos'
  }
  const button = addAction(heading, '', () => {
    const { [cnpj]: mine, ...others } = kept()
    remember(KEY, mine ? others : { ...others, [cnpj]: pricesIn(station) })
    show()
  })
  show()
}

/** On the page of favourites: opens the device's own list, and marks changes since the last visit. */
export function listFavourites(): void {
  const page = document.querySelector('[data-favourites]')
  if (!page) return
  const mine = Object.keys(kept()).slice(0, MOST)
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
}

function tellChange(price: HTMLDataElement, before: Record<string, number>): void {
  const old = before[fuelIn(price)]
  const difference = rounded(Number(price.value) - (old ?? NaN), 2)
  if (!difference) return
  const [className, change] = difference < 0 ? ['band barato', '▼ caiu'] : ['band caro', '▲ subiu']
  const words = `${change} ${reais(Math.abs(difference))} desde sua última visita`
  price.after(' ', make('span', { className }, words))
}

/** Prices shown within, by fuel. */
function pricesIn(root: ParentNode): Record<string, number> {
  return Object.fromEntries(
    [...root.querySelectorAll<HTMLDataElement>('data[id]')].map((price) => [
      fuelIn(price),
      Number(price.value),
    ]),
  )
}

/** `12345678000100-gasolina-comum` → `gasolina-comum`. */
function fuelIn({ id }: HTMLDataElement): string {
  return id.slice(id.indexOf('-') + 1)
}

function kept(): Kept {
  return remembered<Kept>(KEY) ?? {}
}
