import { stationName, townOf } from '../../format/words/names.ts'
import type { Caminho, Entrada, RespostaPrecos } from '../../domain/answers/precos.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { exactPoint } from '../../format/words/directions.ts'
import { doubtInBrackets, ofLikely } from '../../format/words/doubt.ts'
import { decimal } from '../../format/words/formatting.ts'
import { gapWords } from '../../format/words/journey-text.ts'
import { type Html, html } from '../markup/html.ts'
import type { Addresses } from '../request/addresses.ts'
import { counted, differenceInReais, km, reais, toCents } from '../words/page-figures.ts'
import { TO_ROWS } from './listing.ts'
import { price, row } from './rows.ts'

const SHOWN = 50

/** The stations in the order of the way, under the names of their towns, with its long stretches without one. */
export function journeyList(found: RespostaPrecos, links: Addresses): Html | undefined {
  const { conteudo, atualizadoEm, caminho, contas } = found
  if (conteudo.length === 0) return undefined
  const shown = leastOfEachTown(conteudo)
  const gaps = caminho?.semPosto ?? []
  const parts = [0, ...gaps.map(({ ate }) => ate)].map((from, i) => {
    const to = gaps[i]?.ate ?? Infinity
    const stretch = shown.filter((entrada) => kmOf(entrada) >= from && kmOf(entrada) < to)
    const lists = [...byTown(stretch)].map(
      ([town, entries]) =>
        html`<h2>${town} <span class="why">km ${decimal(kmOf(entries[0]), 0, 0)}</span></h2>
          <ol class="rows">
            ${entries.map((entrada) => row(entrada, { links, posicao: null, withTown: false, agora: atualizadoEm, more: detourWords(entrada, contas) }))}
          </ol>`,
    )
    return html`${lists}${gaps[i] && html`<p class="care" id="trecho-${i + 1}">${gapWords(gaps[i])}: nenhum posto.</p>`}`
  })
  return html`<section class="stops" id="${TO_ROWS[0]}" aria-label="Postos na ordem do caminho">
    ${parts}
    ${conteudo.length > shown.length && html`<p class="note">Mostrados ${shown.length} de ${counted(conteudo.length, 'posto', 'postos')}: de cada cidade, os de menor custo.</p>`}
  </section>`
}

/** Distance from the line at which a stretch without stations may have one. */
export const WIDER_KM = 5

/** `Sem GNV perto da linha do km 26 ao 113 e do 140 ao 210: abasteça antes, ou procure a até 5 km dela.`, each stretch a link to its place in the list. */
export function gapWarning({ semPosto }: Caminho, fuel: string, wider: string | false): Html | undefined {
  if (semPosto.length === 0) return undefined
  const stretches = semPosto.map(
    ({ de, ate }, i) =>
      html`${i > 0 && (i < semPosto.length - 1 ? ', ' : ' e ')}<a href="#trecho-${i + 1}"
          >do ${i === 0 && 'km '}${decimal(de, 0, 0)} ao ${decimal(ate, 0, 0)}</a
        >`,
  )
  return html`<p class="lead care">
    Sem ${fuel} perto da linha ${stretches}: abasteça
    antes${wider && html`, ou <a href="${wider}">procure a até ${WIDER_KM} km dela</a>`}.
  </p>`
}

/** Stations taken in rounds over the towns, the cheapest of each first; in the order of the way. */
function leastOfEachTown(conteudo: readonly Entrada[]): Entrada[] {
  return [...byTown(conteudo).values()]
    .flatMap((entries) => entries.map((entrada, round) => ({ entrada, round })))
    .toSorted((a, b) => a.round - b.round)
    .slice(0, SHOWN)
    .map(({ entrada }) => entrada)
    .toSorted((a, b) => kmOf(a) - kmOf(b))
}

function byTown(entries: readonly Entrada[]) {
  return groupBy(entries, ({ estabelecimento }) => townOf(estabelecimento.endereco))
}

function kmOf(entrada: Entrada | undefined): number {
  return entrada?.rota?.kmDaRota ?? 0
}

/** `O melhor: Posto X, Pilar, a R$ 6,29; desvio de 1,2 km (R$ 0,77); 40 L por R$ 10,57 a menos que em Posto Y (R$ 6,55), o mais perto da linha, no km 12.`; in a line its price is one. */
export function bestWords({ conteudo, contas }: RespostaPrecos, links: Addresses) {
  const first = conteudo.find(isExact) ?? conteudo[0]
  const none = 'Nenhum posto deste combustível perto da linha.'
  if (!first) return { text: none, line: html`${none}` }
  const { estabelecimento, precoProvavel } = first
  const name = stationName(estabelecimento)
  const link = html`<a href="${links.station(estabelecimento.cnpj)}">${name}</a>`
  const at = `, ${townOf(estabelecimento.endereco)}, a `
  const after = `; ${[wayThere(first), saving(first, conteudo, contas)].filter(Boolean).join('; ')}.${cheaperThan(first, conteudo)}`
  return {
    text: `O melhor: ${name}${at}${reais(precoProvavel)}${after}`,
    line: html`O melhor: ${link}${at}<strong>${price(precoProvavel)}</strong>${after}`,
  }
}

/** The cheapest of approximate place, where it costs less than the `best` of an exact one. */
function cheaperThan(best: Entrada, conteudo: readonly Entrada[]): string {
  const [least] = conteudo
    .filter((entrada) => !isExact(entrada))
    .toSorted((a, b) => a.precoProvavel - b.precoProvavel)
  if (!least || toCents(least.precoProvavel) >= toCents(best.precoProvavel)) return ''
  const { estabelecimento, precoProvavel } = least
  return ` Mais barato, mas de ponto aproximado, sem desvio conhecido: ${stationName(estabelecimento)}, ${townOf(estabelecimento.endereco)}, a ${reais(precoProvavel)}.`
}

/** The difference to the station nearest to the line; of an approximate place none is known. */
function saving(first: Entrada, conteudo: readonly Entrada[], contas: RespostaPrecos['contas']) {
  const [nearest] = conteudo
    .filter(isExact)
    .toSorted((a, b) => (a.rota?.distanciaKm ?? 0) - (b.rota?.distanciaKm ?? 0))
  if (!nearest?.custo || !first.custo || !contas) return undefined
  if (nearest === first) return 'o mais perto da linha'
  const where = `o mais perto da linha, no km ${decimal(kmOf(nearest), 0, 0)}`
  const isSaving = toCents(nearest.custo.total) > toCents(first.custo.total)
  // Against a price over the usual that few sales confirm, a saving would be that of the doubt.
  const doubt = doubtInBrackets(ofLikely(nearest))
  if (doubt && isSaving)
    return `${stationName(nearest.estabelecimento)}, ${where}, a ${reais(nearest.precoProvavel)}${doubt}`
  const amount = isSaving
    ? `por ${differenceInReais(nearest.custo.total, first.custo.total)} a menos`
    : 'pelo mesmo'
  return `${filled(first, contas)} ${amount} que em ${stationName(nearest.estabelecimento)} (${reais(nearest.precoProvavel)}), ${where}`
}

/** `km 117: desvio de 1,2 km (R$ 0,77); 40 L por R$ 252,37 ao todo`. */
function detourWords(entrada: Entrada, contas: RespostaPrecos['contas']): string {
  const { custo } = entrada
  const total =
    custo && contas && isExact(entrada)
      ? `; ${filled(entrada, contas)} por ${reais(custo.total)} ao todo`
      : ''
  return `km ${decimal(kmOf(entrada), 0, 0)}: ${wayThere(entrada)}${total}`
}

function filled({ produto }: Entrada, { litros }: NonNullable<RespostaPrecos['contas']>): string {
  return `${decimal(litros)} ${produto.unidadeMedida === 'M3' ? 'm³' : 'L'}`
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
