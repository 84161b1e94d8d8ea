import type { RespostaPosto } from '../domain/answers/posto.ts'
import { combustiveis as fuels } from '../domain/facts/fuels.ts'
import { NA_JANELA } from '../domain/facts/rules.ts'
import { doubtOf, salesAtPrice } from '../format/words/doubt.ts'
import { perUnit } from '../format/words/formatting.ts'
import { paritySentence, standing } from '../format/words/comparisons.ts'
import { shortTime, reais } from '../site/words/page-figures.ts'
import { type Html, html, raw } from '../site/markup/html.ts'
import { type Outlines, onMap } from '../site/maps/drawing.ts'
import { streetOf, titled, stationName, townOf } from '../format/words/names.ts'
import { chartsOf } from './past.ts'

type Fuel = NonNullable<RespostaPosto['combustiveis'][keyof RespostaPosto['combustiveis']]>

export function stationOf(answer: RespostaPosto, outlines: Outlines): Html {
  const { estabelecimento, combustiveis, paridade, historico } = answer
  const { endereco } = estabelecimento
  const sold = fuels.flatMap(({ slug }) => combustiveis[slug] ?? [])
  return html`<h1>${stationName(estabelecimento)}</h1>
    <p class="why">${[streetOf(estabelecimento), titled(endereco.bairro), townOf(endereco)].join(', ')}</p>
    <div class="beside">
      <div>
        ${sold.length === 0 && html`<p>Nenhuma venda ${NA_JANELA}.</p>`}
        <ol class="fuels">
          ${sold.map(fuelRow)}
        </ol>
        ${paridade && html`<p class="why">${paritySentence(paridade)}</p>`}
      </div>
      ${pinOf(answer, outlines)}
    </div>
    ${chartsOf(historico)}`
}

function fuelRow(fuel: Fuel): Html {
  const { nomePopular, produto, confirmacao, suspeito } = fuel
  const { valorDeclarado, dataVenda } = produto.venda
  const doubt = doubtOf(fuel)
  return html`<li>
    <strong>${reais(valorDeclarado)}</strong>
    <div>
      <b>${nomePopular}</b>
      <span
        >${produto.unidadeMedida === 'M3' && `${perUnit('M3')}; `}${shortTime(dataVenda)};
        ${salesAtPrice(confirmacao)}</span
      >
      ${fuel.posicao && html`<span>${standing(fuel, fuel.posicao)}</span>`}
      ${doubt && html`<span class="care">${doubt}</span>`}
      ${suspeito && html`<span class="care">preço suspeito de erro</span>`}
    </div>
  </li>`
}

/** Map of the state with the town, and a pin if the place is exact. */
function pinOf({ estabelecimento: { endereco } }: RespostaPosto, outlines: Outlines): Html | undefined {
  const { codigoIBGE, localizacao } = endereco
  const town = outlines[codigoIBGE]
  if (!town) return undefined
  const point = localizacao?.precisao === 'exata' && onMap(localizacao)
  const pin =
    point && `<circle class="first" cx="${Math.round(point.x)}" cy="${Math.round(point.y)}" r="14"/>`
  return html`<figure>
    <svg class="state" viewBox="0 0 800 435" role="img" aria-label="Onde o posto fica em Alagoas">
      ${raw(
        `<path class="ground" d="${Object.values(outlines).join('')}"/><path class="town" d="${town}"/>${pin || ''}`,
      )}
    </svg>
    ${!point && html`<figcaption>Só o município: o lugar exato não é conhecido.</figcaption>`}
  </figure>`
}
