import { combustiveis, fuelOf } from '../domain/facts/fuels.ts'
import { doubtOf } from '../format/words/doubt.ts'
import { count, decimal, perUnit, together } from '../format/words/formatting.ts'
import { shortTime, km, reais, trend } from '../site/words/page-figures.ts'
import { type Html, html, raw } from '../site/markup/html.ts'
import { GROUP_NAMES, titled, townOf, stationName } from '../format/words/names.ts'
import type { Compared, Figures, Group, Statistics } from './result.ts'

/** Places shown; the others open below. */
const SHOWN = 12

export function statisticsOf(answer: Statistics): Html {
  const { comparacao, grupos } = answer
  return comparacao && grupos ? placesOf(answer, comparacao, grupos) : fuelsOf(answer)
}

function fuelsOf({ combustiveis: figures, lugar, paridade }: Statistics): Html {
  const sold = combustiveis.flatMap(({ slug }) => figures[slug] ?? []).filter(({ postos }) => postos > 0)
  if (sold.length === 0)
    return html`<h1>${lugar.nome}</h1>
      <p>Nenhum preço conhecido.</p>`
  // Litres and cubic metres have no common axis.
  const byUnit = [...new Set(sold.map(({ unidadeMedida }) => unidadeMedida))]
  return html`<h1>${lugar.nome}</h1>
    ${byUnit.map(
      (unit, at) =>
        html`${at === 0 ? legendOf(perUnit(unit)) : html`<p class="why">Mediana, ${perUnit(unit)}.</p>`}
        ${spansOf(sold.filter(({ unidadeMedida }) => unidadeMedida === unit).flatMap(fuelSpan))}`,
    )}
    ${
      paridade.razaoMediana !== null &&
      html`<p class="why">
        O álcool custa ${decimal(paridade.razaoMediana)} da gasolina comum; compensa até
        ${decimal(paridade.limite)}.
      </p>`
    }`
}

function fuelSpan(figures: Figures) {
  const { nome, nomePopular = nome, postos, maisBarato } = figures
  const doubt = maisBarato && doubtOf(maisBarato)
  return spanOf(
    nomePopular,
    figures,
    html`<span>${range(figures)}; ${count(postos, 'posto', 'postos')}. ${trend(figures)}</span> ${
        maisBarato &&
        html`<span
          >O menor: ${stationName(maisBarato.estabelecimento)},
          ${titled(maisBarato.estabelecimento.endereco.bairro)},
          ${shortTime(maisBarato.produto.venda.dataVenda)}</span
        >`
      }
      ${doubt && html`<span class="care">${doubt}</span>`}`,
  )
}

function placesOf({ lugar }: Statistics, { por, combustivel }: Compared, grupos: readonly Group[]): Html {
  const { nomePopular, unidade } = fuelOf(combustivel)
  const spans = grupos.flatMap(placeSpan)
  const empty = grupos.length - spans.length
  const [seen, others] = [spans.slice(0, SHOWN), spans.slice(SHOWN)]
  return html`<h1>${nomePopular}, ${lugar.nome}</h1>
    ${
      spans.length === 0
        ? html`<p>Nenhum preço conhecido.</p>`
        : html`${legendOf(perUnit(unidade))} ${spansOf(seen)}`
    }
    ${
      others.length > 0 &&
      html`<details>
        <summary>Ver mais ${count(others.length, ...GROUP_NAMES[por])}</summary>
        ${spansOf(others)}
      </details>`
    }
    ${empty > 0 && html`<p class="why">Sem preço: ${count(empty, ...GROUP_NAMES[por])}.</p>`}`
}

function placeSpan(group: Group) {
  const { bairro, postos, distanciaKm, colocacao } = group
  return spanOf(
    group.bandeira ?? (bairro === undefined ? townOf(group) : titled(bairro)),
    group,
    html`<span
      >${together('; ', [
        colocacao !== null && `${colocacao}º`,
        range(group),
        count(postos, 'posto', 'postos'),
        distanciaKm && `a ${km(distanciaKm)}`,
      ])}</span
    >`,
  )
}

type Prices = Pick<Group, 'precoMinimo' | 'precoMediano' | 'precoMaximo'>

/** Lowest, median and highest price of a place or a fuel; `said`: number of stations and other words. */
function spanOf(name: string, { precoMinimo, precoMediano, precoMaximo }: Prices, said: Html) {
  if (precoMinimo === null || precoMediano === null || precoMaximo === null) return []
  return [{ name, low: precoMinimo, middle: precoMediano, high: precoMaximo, said }]
}

function range({ precoMinimo, precoMaximo }: Prices): string {
  if (precoMinimo === precoMaximo) return `só ${reais(precoMinimo ?? 0)}`
  return `de ${reais(precoMinimo ?? 0)} a ${reais(precoMaximo ?? 0)}`
}

function legendOf(unit: string): Html {
  return html`<p class="why">Mediana, ${unit}. Barra: do menor ao maior preço; traço: a mediana.</p>`
}

const [WIDTH, HEIGHT] = [400, 14]

function spansOf(spans: ReturnType<typeof spanOf>): Html {
  const [from, to] = [Math.min(...spans.map(({ low }) => low)), Math.max(...spans.map(({ high }) => high))]
  // Equal prices: the mark is in the middle.
  const x = (value: number) =>
    Math.round(to === from ? WIDTH / 2 : 2 + ((WIDTH - 4) * (value - from)) / (to - from))
  return html`<ul class="spans">
    ${spans.map(
      ({ name, low, middle, high, said }) =>
        html`<li>
          <b>${name}</b> <strong>${reais(middle)}</strong>
          <svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
            ${raw(
              `<path class="axis" d="M0 7H${WIDTH}"/><path class="range" d="M${x(low)} 2H${x(high)}V12H${x(low)}z"/><path class="line" d="M${x(middle)} 0V14"/>`,
            )}
          </svg>
          ${said}
        </li>`,
    )}
  </ul>`
}
