import { decimal } from '../../format/words/formatting.ts'
import { counted, reais, toCents } from '../words/page-figures.ts'
import { buttonOf, focusOn, make, showAges, timeOf } from './dom.ts'
import { remember, remembered } from './memory.ts'
import { type CompactStation, backing, linkTo, readStations } from './station-file.ts'

const KEY = 'alvos'

/** Prices wished for, in reais: `12345678000100-gnv` at a station, `Arapiraca-alcool` in a town, `Alagoas-gnv` anywhere. */
type Wishes = Record<string, number>

/** The file of the fuel's prices did not come. */
const UNKNOWN = 'Não deu para conferir'

interface Told {
  key: string
  most: number
  /** With the lowest likely price of the place. */
  station: CompactStation | undefined
  state: 'Já está' | 'Ainda não' | typeof UNKNOWN
}

/** Prices wished for are kept on the device and compared at each visit with the lowest likely price, the one lists are ordered by; no suspect price is among these. */
export function offerWishes(): void {
  for (const field of fields())
    field.addEventListener('change', () => {
      const text = field.value.replace(/[^\d,.]/g, '').replace(',', '.')
      field.setCustomValidity(text !== '' && Number(text) === 0 ? 'Um preço acima de zero, como 6,20' : '')
      if (field.reportValidity()) void keep(keyOf(field), Number(text))
    })
  void tell()
}

/** Zero is to forget. */
function keep(key: string, price: number): Promise<void> {
  const { [key]: _, ...others } = kept()
  remember(KEY, price > 0 ? { ...others, [key]: price } : others)
  return tell()
}

/** The focus goes to the line that comes in its place, or else to the last one. */
async function forget(key: string, button: HTMLElement): Promise<void> {
  const at = buttons().indexOf(button)
  await keep(key, 0)
  const left = buttons()
  focusOn(left[at] ?? left.at(-1) ?? document.querySelector('h1'))
}

/** Buttons that forget a wish. */
function buttons(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-avisos] button')]
}

let asked = 0

async function tell(): Promise<void> {
  const wishes = kept()
  for (const field of fields()) {
    const most = wishes[keyOf(field)]
    field.value = most === undefined ? '' : decimal(most, 2, 3)
  }
  const box = document.querySelector<HTMLElement>('[data-avisos]')
  if (!box) return
  const isOfPage = box.dataset['avisos'] === 'estes'
  const turn = ++asked
  const files = new Map<string, ReturnType<typeof stationsOf>>()
  const wished = Object.entries(wishes).filter(
    ([key]) => !isOfPage || fields().some((field) => keyOf(field) === key),
  )
  if (wished.length === 0) return box.replaceChildren()
  const list = isOfPage ? box : folded(box)
  const told = await Promise.all(
    wished.map(async ([key, most]): Promise<Told> => {
      const { place, fuel } = placeAndFuel(key)
      const stations = files.get(fuel) ?? stationsOf(fuel)
      files.set(fuel, stations)
      const there = await stations
      const station = there?.find(
        ({ cnpj, municipio }) => place === cnpj || place === municipio || place === 'Alagoas',
      )
      const isMet = station !== undefined && toCents(station.provavel) <= toCents(most)
      return { key, most, station, state: isMet ? 'Já está' : there ? 'Ainda não' : UNKNOWN }
    }),
  )
  // Outdated: a wish was changed meanwhile.
  if (turn !== asked) return
  const summary = list.querySelector('summary')
  if (summary) summary.textContent = inShort(told)
  list.classList.toggle(
    'met',
    told.some(({ state }) => state === 'Já está'),
  )
  list.replaceChildren(...(summary ? [summary] : []), ...told.map(line))
  showAges(box)
}

/** One line to open, which takes its place at once: the prices, fetched later, move nothing that was seen. */
function folded(box: Element): Element {
  const list = box.firstElementChild ?? make('details', {}, make('summary', {}, 'Conferindo os seus avisos…'))
  box.append(list)
  return list
}

/** `Já está: Gasolina comum a R$ 6,15, Arapiraca`, of the only wish that is met. */
function inShort(told: readonly Told[]): string {
  const [first, ...others] = told.filter(({ state }) => state === 'Já está')
  const all = counted(told.length, 'preço pedido', 'preços pedidos')
  const unknown = told.filter(({ state }) => state === UNKNOWN).length
  if (!first?.station && unknown > 0)
    return `${UNKNOWN} ${unknown < told.length ? `${unknown} de ` : ''}${all}`
  if (!first?.station) return `Ainda não: ${all}`
  if (others.length > 0) return `Já estão: ${others.length + 1} de ${all}`
  return `Já está: ${fuelName(placeAndFuel(first.key).fuel)} a ${reais(first.station.provavel)}, ${first.station.municipio}`
}

/** Stations with a price of the fuel, the lowest likely one first; undefined without an answer of the server where no file was kept. */
async function stationsOf(fuel: string): Promise<readonly CompactStation[] | undefined> {
  try {
    const { stations } = await readStations(fuel)
    return stations.toSorted((a, b) => a.provavel - b.provavel || a.duvida - b.duvida)
  } catch {
    return undefined
  }
}

/** The parts of a wish's key: a CNPJ, a town or the state, and a fuel, as in `12345678000100-gnv`. */
function placeAndFuel(key: string) {
  const [place = '', fuel = ''] = key.split(/-(.*)/)
  return { place, fuel }
}

/** `Já está: Gasolina comum a R$ 6,15 (só 1 venda) em Posto X, Arapiraca, há 3 h; você pediu até R$ 6,20.`, with a way to forget it. */
function line({ key, most, station, state }: Told): HTMLElement {
  const { place, fuel } = placeAndFuel(key)
  const name = fuelName(fuel)
  const found = station
    ? [
        `${name} a ${reais(station.provavel)} (${station.provavel > station.preco ? `provável; visto a ${reais(station.preco)}: ` : ''}${backing(station)}) em `,
        linkTo(station),
        `, ${station.municipio}, `,
        timeOf(station.dataVenda, 'sale'),
      ]
    : [`${name}, ${place}${state === UNKNOWN ? '' : ': sem preço agora'}`]
  const button = buttonOf('Esquecer', () => void forget(key, button))
  button.ariaLabel = `Esquecer ${name}, ${station && place === station.cnpj ? station.nome : place}`
  const wished = `; você pediu até ${reais(most)}. `
  const className = state === 'Já está' ? 'met' : ''
  return make('p', { className }, `${state}: `, ...found, wished, button)
}

/** As the footer has it. */
function fuelName(slug: string): string {
  return document.querySelector(`.foot a[href$="/${slug}/"]`)?.textContent ?? ''
}

function keyOf({ dataset }: HTMLElement): string {
  return dataset['alvo'] ?? ''
}

function fields(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('[data-alvo]')]
}

function kept(): Wishes {
  return remembered<Wishes>(KEY) ?? {}
}
