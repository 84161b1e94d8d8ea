import type { Entrada } from '../../domain/answers/precos.ts'
import { NA_JANELA, USUAL_RATIO } from '../../domain/facts/rules.ts'
import { care, doubtsOf } from '../words/doubts.ts'
import { counted, reais } from '../words/figures.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'
import { stationName, townName } from '../words/names.ts'
import { percentOf, ratioForm } from '../parts/forms.ts'
import { readRatio } from '../request/read-params.ts'
import type { Asked, Content, Sources, View } from '../request/view.ts'
import { pedido } from '../request/view.ts'
import type { Pair } from '../towns/parity.ts'
import { byTown, pairsOf } from '../towns/parity.ts'

const STATIONS_SHOWN = 20

export function readParity({ search, sources }: Asked): View {
  const razao = readRatio(search.get('razao'))
  return { key: `paridade ${razao}`, write: () => parityPage(sources, razao) }
}

/** Stations where ethanol pays, for a car that goes `razao` times as far on it. */
async function parityPage(sources: Sources, razao: number): Promise<Content> {
  const { links, query } = sources
  const pairs = await pairsOf(sources, razao)
  const { atualizadoEm } = await query.precos(pedido('precos', { combustivel: 'alcool', limite: 1 }))
  const paying = pairs.filter(({ pays }) => pays)
  const answer =
    pairs.length === 0
      ? `Nenhum posto vendeu os dois ${NA_JANELA}.`
      : `O álcool compensa em ${paying.length} de ${counted(pairs.length, 'posto que vende', 'postos que vendem')} os dois.`
  return {
    title: 'Álcool ou gasolina?',
    description: answer,
    path: links.page('alcool-ou-gasolina/', { razao: razao === USUAL_RATIO ? undefined : razao }),
    atualizadoEm,
    unlisted: razao !== USUAL_RATIO,
    main: html` <div class="intro">
        <h1>Álcool ou gasolina?</h1>
        <p class="lead">${answer}</p>
        <p class="note">
          Num carro flex comum o álcool compensa até ${percentOf(USUAL_RATIO)} do preço da gasolina. No seu
          pode ser outro tanto: os km por litro com álcool divididos pelos km por litro com gasolina.
        </p>
      </div>
      ${ratioForm(links.page('alcool-ou-gasolina/'), razao)}
      <div class="columns">
        <section>
          <h2>${paying.length > 0 ? 'Onde o álcool compensa' : 'Onde o álcool mais se aproxima'}</h2>
          <ol class="ranking pairs">
            ${(paying.length > 0 ? paying : pairs).slice(0, STATIONS_SHOWN).map((pair) => station(pair, links))}
          </ol>
          ${paying.length > STATIONS_SHOWN && html`<p class="note">E mais ${paying.length - STATIONS_SHOWN}.</p>`}
        </section>
        <section>
          <h2>Por cidade</h2>
          <p class="note">Quanto o álcool custa da gasolina comum, no posto do meio de cada cidade.</p>
          <ol class="ranking">
            ${byTown(pairs).map(
              ({ municipio, postos, paying: here, razao: middle }) =>
                html`<li>
                  <span>${percentOf(middle)}</span>
                  <a href="${links.town('alcool', municipio)}">${municipio.nome}</a>
                  <span
                    >${here === 0 ? 'não compensa ·' : `compensa em ${here} de`}
                    ${counted(postos, 'posto', 'postos')}</span
                  >
                </li>`,
            )}
          </ol>
        </section>
      </div>`,
  }
}

function station({ alcool, gasolina, razao }: Pair, links: Sources['links']): Html {
  const { estabelecimento } = alcool
  return html`<li>
    <span>${percentOf(razao)}</span>
    <a href="${links.station(estabelecimento.cnpj)}">${stationName(estabelecimento)}</a>
    <span>${townName(estabelecimento)} · álcool ${marked(alcool)}, gasolina ${marked(gasolina)}</span>
  </li>`
}

function marked(entrada: Entrada): Html {
  const doubts = doubtsOf(entrada)
  return html`${reais(entrada.produto.venda.valorDeclarado)}${doubts && html` (${care(doubts)})`}`
}
