import { stationName, townOf, districtOf } from '../../format/words/names.ts'
import type { Posicao } from '../../domain/answers/posto.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { type Combustivel, combustiveis } from '../../domain/facts/fuels.ts'
import { MOST_STATIONS, NA_JANELA } from '../../domain/facts/rules.ts'
import { care, suspicionWords, doubtsOf } from '../words/page-doubts.ts'
import { saleMoment } from '../words/page-figures.ts'
import { html, intro } from '../markup/html.ts'
import { invalid, listIn, readCnpjParam } from '../request/read-params.ts'
import { type Asked, type Content, type Sources, type View, pedido } from '../request/page-interfaces.ts'
import { badge, price, wayTo } from '../parts/rows.ts'
import { tellMe, wishField, wishesTold } from '../parts/tell-me.ts'

/** `?postos=`: CNPJs by comma, from the device or a shared link. */
export function readFavourites({ search, sources }: Asked): View {
  const texts = listIn(search.get('postos'))
  if (texts.length > MOST_STATIONS)
    throw invalid(`postos traz ${texts.length} CNPJs: use até ${MOST_STATIONS}, separados por vírgula.`)
  const cnpjs = [...new Set(texts.map(readCnpjParam))]
  return { key: `favoritos ${cnpjs.join()}`, write: () => favouritesPage(sources, cnpjs) }
}

const HOW_TO_KEEP = html`<p class="lead">
  Guarde um posto com a ☆ de uma lista ou da página dele, e ele aparece aqui com o que mudou desde a sua
  última visita. Um preço para uma cidade se pede no fim da lista dela, em “Avise-me quando mudar”.
</p>`

/** Chosen stations side by side. The device keeps the choice; the address contains it, so it can be shared. */
async function favouritesPage({ query, links }: Sources, cnpjs: readonly string[]): Promise<Content> {
  const { conteudo, atualizadoEm } = await query.postos(pedido('postos', {}))
  const stations = cnpjs.flatMap(
    (cnpj) => conteudo.find(({ estabelecimento }) => estabelecimento.cnpj === cnpj) ?? [],
  )
  const lists = await Promise.all(
    combustiveis.map(async (fuel) => {
      const asked = pedido('precos', { combustivel: fuel.slug, suspeitos: 'incluir' })
      const { conteudo: entries } = await query.precos({ ...asked, cnpj: cnpjs.join(',') })
      return { fuel, entries }
    }),
  )
  const linesOf = (cnpj: string) => {
    const lines = lists.flatMap(({ fuel, entries }) =>
      entries
        .filter(({ estabelecimento }) => estabelecimento.cnpj === cnpj)
        .map((entry) => line(fuel, entry, query.posicao(fuel.slug, entry), atualizadoEm)),
    )
    return lines.length > 0 ? lines : html`<li>Sem venda ${NA_JANELA}.</li>`
  }
  return {
    title: 'Favoritos',
    description: 'Os preços dos postos que você escolheu, lado a lado.',
    path: links.page('favoritos/', { postos: cnpjs.join(',') }),
    atualizadoEm,
    unlisted: cnpjs.length > 0,
    waitsForScripts: true,
    main: html` ${intro('Favoritos', stations.length === 0 ? HOW_TO_KEEP : undefined)} ${wishesTold('todos')}
      <div class="fuels" data-favourites>
        ${stations.map(
          ({ estabelecimento }) =>
            html`<section class="fuel" data-cnpj="${estabelecimento.cnpj}">
              <h2><a href="${links.station(estabelecimento.cnpj)}">${stationName(estabelecimento)}</a></h2>
              <p class="why">
                ${[districtOf(estabelecimento.endereco), townOf(estabelecimento.endereco)].filter(Boolean).join(' · ')}
              </p>
              <ul class="plain">
                ${linesOf(estabelecimento.cnpj)}
              </ul>
              <p class="ways">${wayTo(estabelecimento)}</p>
            </section>`,
        )}
      </div>
      ${cnpjs.length > 0 && tellMe(links, { cnpj: cnpjs.join(',') }, {})}
      <p class="note">
        <a href="${links.page('busca/')}">Procurar um posto</a>. A lista e os preços que você pedir ficam
        neste aparelho; da lista, o endereço desta página leva uma cópia: o servidor a recebe, e quem o abrir
        vê os mesmos postos.
      </p>`,
  }
}

function line({ slug, nomePopular }: Combustivel, entrada: Entrada, posicao: Posicao, agora: string | null) {
  const { estabelecimento, produto, suspeito } = entrada
  const key = `${estabelecimento.cnpj}-${slug}`
  const doubts = suspeito ? undefined : doubtsOf(entrada)
  const { valorDeclarado, dataVenda } = produto.venda
  return html`<li>
    <span>${nomePopular}</span> ${price(valorDeclarado, key)} ${posicao && badge(posicao, entrada, agora)}
    <span class="why"
      >${saleMoment(dataVenda, agora)}${suspeito && html` <span class="care">· ${suspicionWords(entrada)}</span>`}${doubts && html` · ${care(doubts)}`}</span
    >
    ${wishField(key, 'Avisar até R$', {
      of: [nomePopular, stationName(estabelecimento), districtOf(estabelecimento.endereco)]
        .filter(Boolean)
        .join(', '),
    })}
  </li>`
}
