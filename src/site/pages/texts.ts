import {
  AGREEING_COLLECTIONS,
  ATE_POUCAS_VENDAS,
  JANELA,
  JUMP_PERCENT,
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
import { html, type Values, filled } from '../markup/html.ts'
import type { Content, Sources } from '../request/page-interfaces.ts'
import { percentOf } from '../parts/forms.ts'
import prose from './texts.json' with { type: 'json' }

const { parts, ...pages } = prose

/** Pages of text: method, about, privacy, accessibility. Their prose is in `texts.json`, with values and parts of ours in braces. */
export function textPage(sources: Sources, page: keyof typeof pages): Content {
  const { title, description, body } = pages[page]
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
  const { query, attribution, links, contato, mapa } = sources
  return {
    ...OF_RULES,
    origem: query.source().origin,
    fonte: attribution.fonte,
    licenca: attribution.licenca,
    atribuicao: attribution.atribuicao,
    desenvolvedores: links.page('desenvolvedores/'),
    contato: contato
      ? filled(parts.contact, { contato, nome: contato.replace(/^(?:mailto:|https:\/\/)/, '') })
      : AT_SOURCE,
    barreira: contato ? filled(parts.barrier, { contato }) : AT_SOURCE,
    ruas: mapa ? filled(parts.streets, { host: new URL(mapa.endereco).host }) : '',
  }
}

const OF_RULES: Values = {
  janela: JANELA,
  perto: PERTO,
  salto: JUMP_PERCENT,
  coletasDoSalto: written(AGREEING_COLLECTIONS),
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
export const TO_SOURCE = filled(parts.source, { FONTE_URL })

/** Where nobody is named who could correct it here. */
export const AT_SOURCE = filled(parts.atSource, { TO_SOURCE, JANELA })
