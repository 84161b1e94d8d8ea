import * as rules from '../../domain/facts/rules.ts'
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
  janela: rules.JANELA,
  perto: rules.PERTO,
  salto: rules.JUMP_PERCENT,
  coletasDoSalto: rules.written(rules.AGREEING_COLLECTIONS),
  poucasVendas: rules.POUCAS_VENDAS,
  atePoucasVendas: rules.ATE_POUCAS_VENDAS,
  maisVendasDoUsual: rules.written(rules.USUAL_MOST_SALES),
  menosVendasDoUsual: rules.written(rules.USUAL_FEWEST_SALES),
  horasDoUsual: rules.USUAL_HOURS,
  regraDosSuspeitos: rules.REGRA_DOS_SUSPEITOS,
  postosParaComparar: rules.written(rules.STATIONS_TO_COMPARE),
  horasSemFaixa: rules.STALE_HOURS,
  percentualComum: rules.ORDINARY_PERCENT,
  razaoUsual: percentOf(rules.USUAL_RATIO),
}

/** Door of the source, for what a station does not correct. */
export const TO_SOURCE = filled(parts.source, { FONTE_URL })

/** Where nobody is named who could correct it here. */
export const AT_SOURCE = filled(parts.atSource, { TO_SOURCE, JANELA: rules.JANELA })
