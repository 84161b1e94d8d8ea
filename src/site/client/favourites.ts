import { rounded } from '../../domain/basics/numbers.ts'
import { MOST_STATIONS } from '../../domain/facts/rules.ts'
import { reais } from '../words/page-figures.ts'
import { remember, remembered } from './memory.ts'
import { addAction, banded, buttonOf, focusOn, make } from './dom.ts'

/** Favourites: by CNPJ, the prices of the last visit by fuel. */
type Kept = Record<string, Record<string, number>>

const KEY = 'favoritos'
/** Of this tab: a selector of what gets the focus when the page is opened anew. */
const FOCUS = 'foco'

export function offerFavourite(): void {
  const station = document.querySelector<HTMLElement>('.fuels[data-cnpj]')
  const heading = document.querySelector('h1')
  const cnpj = station?.dataset['cnpj']
  if (!station || !heading || !cnpj) return
  asToggle(addAction(heading, ''), cnpj, station)
  showKept()
}

/** A button that keeps and forgets a station, with the prices shown within `block`: it does what its label says, whatever another tab did meanwhile. */
function asToggle(button: HTMLButtonElement, cnpj: string, block: Element): void {
  button.dataset['guarda'] = cnpj
  button.addEventListener('click', () => {
    const { [cnpj]: mine = pricesIn(block), ...others } = kept()
    remember(KEY, button.ariaPressed === 'true' ? others : { ...others, [cnpj]: mine })
    showKept()
  })
}

/** Labels of all buttons that keep a station, by what the device has. */
function showKept(): void {
  const stations = kept()
  for (const button of document.querySelectorAll<HTMLElement>('[data-guarda]')) {
    const isKept = (button.dataset['guarda'] ?? '') in stations
    const [sign, word] = isKept ? ['★', 'Guardado'] : ['☆', 'Guardar']
    const isStar = button.className === 'star'
    button.ariaPressed = String(isKept)
    button.textContent = isStar ? sign : `${sign} ${word}`
    if (!isStar) button.ariaLabel = `${word} nos favoritos`
  }
}

/** Other tabs change what is kept, and pages restored by Back show what was. */
export function followFavourites(): void {
  for (const event of ['storage', 'pageshow'])
    addEventListener(event, () => {
      showKept()
      offerOrder()
    })
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
    asToggle(star, cnpj, star)
    row.querySelector('.way')?.prepend(star)
  }
  showKept()
}

/** Opens the device's own list on the page of favourites, and marks changes since the last visit. */
export function listFavourites(): void {
  const page = document.querySelector('[data-favourites]')
  if (!page) return
  const stations = kept()
  const mine = Object.keys(stations)
  if (!new URLSearchParams(location.search).has('postos'))
    return mine.length > 0 ? location.replace(addressOf(mine)) : focusAgain()
  for (const block of page.querySelectorAll<HTMLElement>('[data-cnpj]')) {
    const cnpj = cnpjOf(block)
    const before = stations[cnpj]
    if (!before) continue
    for (const price of surePrices(block)) tellChange(price, before)
    stations[cnpj] = pricesIn(block)
  }
  remember(KEY, stations)
  offerOrder()
  focusAgain()
}

/** Keeps a changed list and shows it. It is read again at the click, as another tab may have changed it. */
function reopen(change: (cnpjs: readonly string[]) => readonly string[], focus: string): void {
  const stations = kept()
  const cnpjs = change(Object.keys(stations))
  remember(KEY, Object.fromEntries(cnpjs.map((cnpj) => [cnpj, stations[cnpj] ?? {}])))
  remember(FOCUS, focus, 'sessionStorage')
  location.replace(cnpjs.length > 0 ? addressOf(cnpjs) : location.pathname)
}

/** Buttons to move a station up in the device's list and to remove it, or else a word that it is not in there, and one to keep it. Blocks whose buttons are right keep them, and the focus on one. */
function offerOrder(): void {
  const stations = kept()
  const blocks = [...document.querySelectorAll<HTMLElement>('[data-favourites] [data-cnpj]')]
  for (const [at, block] of blocks.entries()) {
    const own = cnpjOf(block)
    const before = cnpjOf(blocks[at - 1])
    const state = `${own in stations} ${before in stations}`
    if (block.dataset['lista'] === state) continue
    block.dataset['lista'] = state
    const [name = '', place = ''] = ['h2', '.why'].map((part) =>
      block.querySelector(part)?.textContent.trim(),
    )
    const button = (sign: string, word: string, pressed: () => void) => {
      const made = buttonOf(sign + word, pressed)
      made.ariaLabel = `${word} ${name}, ${place}`
      return made
    }
    const actions = make('p', { className: 'actions' })
    const after = cnpjOf(blocks[at + 1]) || before
    const others = (cnpjs: readonly string[]) => cnpjs.filter((cnpj) => cnpj !== own)
    // Another tab may have removed either: then no order is left to change.
    const up = (cnpjs: readonly string[]) =>
      cnpjs.includes(own) && cnpjs.includes(before)
        ? others(cnpjs).flatMap((cnpj) => (cnpj === before ? [own, cnpj] : [cnpj]))
        : cnpjs
    const keep = () => {
      remember(KEY, { ...kept(), [own]: pricesIn(block) })
      offerOrder()
      focusOn(block.querySelector('.actions > :last-child'))
    }
    if (!(own in stations)) actions.append('Não está nos seus favoritos.', button('☆ ', 'Guardar', keep))
    else {
      if (before in stations)
        actions.append(button('↑ ', 'Subir', () => reopen(up, `[data-cnpj="${own}"] button`)))
      actions.append(
        button('', 'Remover', () => reopen(others, `[data-cnpj="${after}"] .actions > :last-child`)),
      )
    }
    block.querySelector('.actions')?.remove()
    block.append(actions)
  }
}

/** After the page was opened anew for a change of the list: at the button that was pressed, or the next one. */
function focusAgain(): void {
  const focus = remembered<string>(FOCUS, 'sessionStorage')
  if (!focus) return
  remember(FOCUS, null, 'sessionStorage')
  focusOn(document.querySelector(focus) ?? document.querySelector('h1'))
}

function addressOf(cnpjs: readonly string[]): string {
  return `?postos=${cnpjs.slice(0, MOST_STATIONS).join(',')}`
}

function cnpjOf(block: HTMLElement | undefined): string {
  return block?.dataset['cnpj'] ?? ''
}

function tellChange(price: HTMLDataElement, before: Record<string, number>): void {
  const old = before[fuelIn(price)]
  const difference = rounded(Number(price.value) - (old ?? NaN), 2)
  if (!difference) return
  const [faixa, change] = difference < 0 ? (['barato', 'caiu'] as const) : (['caro', 'subiu'] as const)
  price.after(' ', banded(faixa, `${change} ${reais(Math.abs(difference))} desde sua última visita`))
}

function pricesIn(root: ParentNode): Record<string, number> {
  return Object.fromEntries(surePrices(root).map((price) => [fuelIn(price), Number(price.value)]))
}

/** Without those to confirm or under suspicion: from or to them no change is known. */
function surePrices(root: ParentNode): HTMLDataElement[] {
  const prices = [...root.querySelectorAll<HTMLDataElement>('data[id]')]
  return prices.filter((price) => !price.closest('li, .fuel')?.querySelector('.care'))
}

/** `12345678000100-gasolina-comum` → `gasolina-comum`. */
function fuelIn({ id }: HTMLDataElement): string {
  return id.slice(id.indexOf('-') + 1)
}

function kept(): Kept {
  return remembered<Kept>(KEY) ?? {}
}
