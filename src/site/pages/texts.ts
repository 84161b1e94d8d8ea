import {
  ATE_POUCAS_VENDAS,
  JANELA,
  ORDINARY_PERCENT,
  PERTO,
  POUCAS_VENDAS,
  REGRA_DOS_SUSPEITOS,
  STALE_HOURS,
  STATIONS_TO_COMPARE,
  USUAL_FEWEST_SALES,
  USUAL_HOURS,
  USUAL_MOST_SALES,
  USUAL_RATIO,
  written,
} from '../../domain/facts/rules.ts'
import { FONTE_URL } from '../../format/words/source-words.ts'
import { type Html, html } from '../markup/html.ts'
import { type Values, filled } from '../markup/elements.ts'
import type { Content, Sources } from '../request/page-interfaces.ts'
import { percentOf } from '../parts/forms.ts'
import prose from './texts.json' with { type: 'json' }

/** Pages of text: method, about, privacy, accessibility. Their prose is in `texts.json`, with values and parts of ours in braces. */
export function textPage(sources: Sources, page: keyof typeof prose): Content {
  const { title, description, body } = prose[page]
  return {
    title,
    description,
    path: sources.links.page(`${page}/`),
    main: html`<article class="text">
      <h1>${title}</h1>
      ${filled(body, valuesFrom(sources))}
    </article>`,
  }
}

function valuesFrom(sources: Sources): Values {
  const { query, attribution, links, contato } = sources
  return {
    ...OF_RULES,
    origem: query.source().origin,
    fonte: attribution.fonte,
    licenca: attribution.licenca,
    atribuicao: attribution.atribuicao,
    desenvolvedores: links.page('desenvolvedores/'),
    contato: contato ? contactIn(contato) : AT_SOURCE,
    barreira: contato ? barrierTo(contato) : AT_SOURCE,
    ruas: sources.mapa ? streetsOf(sources.mapa) : '',
  }
}

const OF_RULES: Values = {
  janela: JANELA,
  perto: PERTO,
  poucasVendas: POUCAS_VENDAS,
  atePoucasVendas: ATE_POUCAS_VENDAS,
  maisVendasDoUsual: written(USUAL_MOST_SALES),
  menosVendasDoUsual: written(USUAL_FEWEST_SALES),
  horasDoUsual: USUAL_HOURS,
  regraDosSuspeitos: REGRA_DOS_SUSPEITOS,
  postosParaComparar: written(STATIONS_TO_COMPARE),
  horasSemFaixa: STALE_HOURS,
  percentualComum: ORDINARY_PERCENT,
  razaoUsual: percentOf(USUAL_RATIO),
}

/** Door of the source, for what a station does not correct. */
export const TO_SOURCE = html`O que ele não corrige se leva à SEFAZ/AL, no
  <a href="${FONTE_URL}" rel="noreferrer">Economiza Alagoas</a>.`

/** Where nobody is named who could correct it here. */
export const AT_SOURCE = html`<h2>Achou um dado errado?</h2>
  <p>
    Ele se corrige na fonte: o preço, o nome e o endereço são os que o posto declara nas notas que emite. Peça
    a ele, e a próxima coleta traz a correção. ${TO_SOURCE} Um posto que fechou sai das listas sozinho:
    ${JANELA} depois da última venda.
  </p>`

function contactIn(contato: string): Html {
  return html`<h2>Contato</h2>
    <p><a href="${contato}">${contato.replace(/^(?:mailto:|https:\/\/)/, '')}</a></p>`
}

function barrierTo(contato: string): Html {
  return html`<h2>Achou uma barreira?</h2>
    <p>
      <a href="${contato}">Conte a quem mantém este serviço</a> qual página era, o que tentou fazer e com que
      aparelho.
    </p>`
}

function streetsOf({ endereco: tiles }: NonNullable<Sources['mapa']>): Html {
  return html`<h2>Ver ruas</h2>
    <p>
      Os mapas são desenhados aqui. Só quando você toca em “Ver ruas” as imagens das ruas vêm de
      ${new URL(tiles).host}, que fica sabendo do seu endereço na internet e de que parte do mapa você olha.
    </p>`
}
