import type { Caminho, Entrada, RespostaPrecos } from '../../domain/answers/precos.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { exactPoint } from '../../format/words/directions.ts'
import { decimal } from '../../format/words/formatting.ts'
import { gapWords } from '../../format/words/way-text.ts'
import { type Html, html } from '../markup/html.ts'
import type { Addresses } from '../request/addresses.ts'
import { counted, km, reais } from '../words/figures.ts'
import { stationName, townName } from '../words/names.ts'
import { TO_ROWS } from './listing.ts'
import { row } from './rows.ts'

/** Stations shown: of each town that has any those of least cost. */
const SHOWN = 50

/** The stations in the order of the way, under the names of their towns, with its long stretches without one. */
export function journeyList(found: RespostaPrecos, links: Addresses): Html | undefined {
  const { conteudo, atualizadoEm, caminho, contas } = found
  if (conteudo.length === 0) return undefined
  const shown = leastOfEachTown(conteudo)
  const gaps = caminho?.semPosto ?? []
  const parts = [0, ...gaps.map(({ ate }) => ate)].map((from, i) => {
    const to = gaps[i]?.ate ?? Infinity
    const towns = groupBy(
      shown.filter((entrada) => kmOf(entrada) >= from && kmOf(entrada) < to),
      ({ estabelecimento }) => townName(estabelecimento),
    )
    const lists = [...towns].map(
      ([town, entries]) =>
        html`<h2>${town} <span class="why">km ${decimal(kmOf(entries[0]), 0, 0)}</span></h2>
          <ol class="rows">
            ${entries.map((entrada) => row({ entrada, posicao: null }, { links, withTown: false, agora: atualizadoEm, more: detourWords(entrada, contas) }))}
          </ol>`,
    )
    return html`${lists}${gaps[i] && html`<p class="care" id="trecho-${i + 1}">${gapWords(gaps[i])}: nenhum posto.</p>`}`
  })
  return html`<section class="stops" id="${TO_ROWS[0]}" aria-label="Postos na ordem do caminho">
    ${parts}
    ${conteudo.length > shown.length && html`<p class="note">Mostrados ${shown.length} de ${counted(conteudo.length, 'posto', 'postos')}: de cada cidade, os de menor custo.</p>`}
  </section>`
}

/** `Do km 26 ao 113 (87 km), nenhum posto com GNV perto da linha: abasteça antes.`, each stretch a link to its place in the list. */
export function gapWarning({ semPosto }: Caminho, fuel: string): Html | undefined {
  if (semPosto.length === 0) return undefined
  const stretches = semPosto.map((gap, i) => {
    const words = gapWords(gap)
    return html`${i > 0 && ' e '}<a href="#trecho-${i + 1}">${i > 0 ? words.replace('Do', 'do') : words}</a>`
  })
  return html`<p class="lead care">${stretches}, nenhum posto com ${fuel} perto da linha: abasteça antes.</p>`
}

/** In rounds over the towns, the cheapest of each first; in the order of the way. */
function leastOfEachTown(conteudo: readonly Entrada[]): Entrada[] {
  const towns = groupBy(conteudo, ({ estabelecimento }) => townName(estabelecimento))
  const rounds = [...towns.values()].flatMap((entries) =>
    entries.map((entrada, round) => ({ entrada, round })),
  )
  return rounds
    .toSorted((a, b) => a.round - b.round)
    .slice(0, SHOWN)
    .map(({ entrada }) => entrada)
    .toSorted((a, b) => kmOf(a) - kmOf(b))
}

function kmOf(entrada: Entrada | undefined): number {
  return entrada?.rota?.kmDaRota ?? 0
}

/** `O melhor: Posto X, Pilar, a R$ 6,29; desvio de 1,2 km (R$ 0,77), R$ 10,57 a menos que no mais perto da linha.` */
export function bestWords({ conteudo }: RespostaPrecos): string {
  const first = conteudo.find(isExact) ?? conteudo[0]
  if (!first) return 'Nenhum posto deste combustível perto da linha.'
  const { estabelecimento, precoProvavel } = first
  return `O melhor: ${stationName(estabelecimento)}, ${townName(estabelecimento)}, a ${reais(precoProvavel)}; ${[wayThere(first), saving(first, conteudo)].filter(Boolean).join(', ')}.`
}

/** The difference to the station nearest to the line; of an approximate place none is known. */
function saving(first: Entrada, conteudo: readonly Entrada[]): string | undefined {
  const [nearest] = conteudo
    .filter(isExact)
    .toSorted((a, b) => (a.rota?.distanciaKm ?? 0) - (b.rota?.distanciaKm ?? 0))
  if (!nearest?.custo || !first.custo) return undefined
  if (nearest === first) return 'o mais perto da linha'
  const saved = nearest.custo.total - first.custo.total
  const amount = saved < 0.005 ? 'o mesmo' : `${reais(saved)} a menos`
  return `${amount} que no mais perto da linha`
}

/** `km 117: desvio de 1,2 km (R$ 0,77); 40 L por R$ 252,37 ao todo`. */
function detourWords(entrada: Entrada, contas: RespostaPrecos['contas']): string {
  const { custo, produto } = entrada
  const unit = produto.unidadeMedida === 'M3' ? 'm³' : 'L'
  const total =
    custo && contas && isExact(entrada)
      ? `; ${decimal(contas.litros)} ${unit} por ${reais(custo.total)} ao todo`
      : ''
  return `km ${decimal(kmOf(entrada), 0, 0)}: ${wayThere(entrada)}${total}`
}

function wayThere(entrada: Entrada): string {
  const { custo } = entrada
  if (!custo || !isExact(entrada)) return 'ponto aproximado, o desvio não se sabe'
  return custo.desvioKm < 0.1
    ? 'sem desvio'
    : `desvio de ${km(custo.desvioKm)} (${reais(custo.deslocamento)})`
}

function isExact({ estabelecimento }: Entrada): boolean {
  return exactPoint(estabelecimento) !== null
}
