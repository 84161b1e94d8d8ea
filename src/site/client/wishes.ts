import { decimal } from '../../format/words/formatting.ts'
import { reais, toCents } from '../words/page-figures.ts'
import { buttonOf, make, showAges, timeOf } from './dom.ts'
import { remember, remembered } from './memory.ts'
import { type CompactStation, backing, linkTo, readStations } from './station-file.ts'

const KEY = 'alvos'

/** Prices wished for, in reais: `12345678000100-gnv` at a station, `Arapiraca-alcool` in a town, `Alagoas-gnv` anywhere. */
type Wishes = Record<string, number>

/** Prices wished for are kept on the device and compared at each visit with the lowest likely price, the one lists are ordered by; no suspect price is among these. */
export function offerWishes(): void {
  for (const field of fields())
    field.addEventListener('change', () => {
      const text = field.value.replace(/[^\d,.]/g, '').replace(',', '.')
      field.setCustomValidity(text !== '' && Number(text) === 0 ? 'Um preço acima de zero, como 6,20' : '')
      if (field.reportValidity()) keep(keyOf(field), Number(text))
    })
  void tell()
}

/** Zero is to forget. */
function keep(key: string, price: number): void {
  const { [key]: _, ...others } = kept()
  remember(KEY, price > 0 ? { ...others, [key]: price } : others)
  void tell()
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
  const which = box.dataset['avisos']
  const turn = ++asked
  const files = new Map<string, Promise<readonly CompactStation[]>>()
  const lines = Object.entries(wishes)
    .filter(([key]) => which !== 'estes' || fields().some((field) => keyOf(field) === key))
    .map(async ([key, most]) => {
      const { place, fuel } = placeAndFuel(key)
      const stations = files.get(fuel) ?? stationsOf(fuel)
      files.set(fuel, stations)
      const station = (await stations).find(
        ({ cnpj, municipio }) => place === cnpj || place === municipio || place === 'Alagoas',
      )
      const isMet = station !== undefined && toCents(station.provavel) <= toCents(most)
      return which === 'chegaram' && !isMet ? [] : line(key, most, station, isMet)
    })
  const told = (await Promise.all(lines)).flat()
  // Outdated: a wish was changed meanwhile.
  if (turn !== asked) return
  box.replaceChildren(...told)
  showAges(box)
}

/** Stations with a price of the fuel, the lowest likely one first; none without a network where none were kept. */
async function stationsOf(fuel: string): Promise<readonly CompactStation[]> {
  try {
    const { stations } = await readStations(fuel)
    return stations.toSorted((a, b) => a.provavel - b.provavel || a.duvida - b.duvida)
  } catch {
    return []
  }
}

/** The parts of a wish's key: a CNPJ, a town or the state, and a fuel, as in `12345678000100-gnv`. */
function placeAndFuel(key: string) {
  const [place = '', fuel = ''] = key.split(/-(.*)/)
  return { place, fuel }
}

/** `Já está: Gasolina comum a R$ 6,15 (só 1 venda) em Posto X, Arapiraca, há 3 h; você pediu até R$ 6,20.`, with a way to forget it. */
function line(key: string, most: number, station: CompactStation | undefined, isMet: boolean): HTMLElement {
  const { place, fuel } = placeAndFuel(key)
  const name = document.querySelector(`.foot a[href$="/${fuel}/"]`)?.textContent ?? ''
  const found = station
    ? [
        `${name} a ${reais(station.provavel)} (${station.provavel > station.preco ? `provável; visto a ${reais(station.preco)}: ` : ''}${backing(station)}) em `,
        linkTo(station),
        `, ${station.municipio}, `,
        timeOf(station.dataVenda, 'sale'),
      ]
    : [`${name}, ${place}: sem preço agora`]
  const forget = buttonOf('Esquecer', () => keep(key, 0))
  forget.ariaLabel = `Esquecer ${name}, ${station && place === station.cnpj ? station.nome : place}`
  const wished = `; você pediu até ${reais(most)}. `
  const [className, state] = isMet ? ['met', 'Já está: '] : ['', 'Ainda não: ']
  return make('p', { className }, state, ...found, wished, forget)
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
