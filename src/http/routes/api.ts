import type { Atribuicao } from '../../domain/answers/shared-schemas.ts'
import { type Pedido, parametros } from '../../domain/questions/parameters.ts'
import { invalidParameters } from '../../domain/questions/parameter-problems.ts'
import { bytesInTurns } from '../../domain/basics/event-loop.ts'
import { JSON_TYPE } from '../../format/json/answer-json.ts'
import { whole } from '../../format/json/list-text.ts'
import { historySheet, placeHistorySheet, statisticsSheet } from '../../format/files/series-sheets.ts'
import { fileName, type Sheet } from '../../format/files/sheet.ts'
import { pricesSheet, stationsSheet } from '../../format/files/station-sheets.ts'
import { type ApiForm, forms } from '../../format/forms.ts'
import type { LocalQuery } from '../../query/query.ts'
import { addressOf } from '../../domain/questions/question-url.ts'
import { type Reader, asked, fixedQuestion } from '../reply/read-question.ts'
import { type ServiceInfo, createOpenApi } from './openapi.ts'
import { type Body, FOR_A_MINUTE, fileHeaders, json } from '../reply/resource.ts'

/** The routes under `/gasolina/api/`, and `/saude`. */
export function createApi(query: LocalQuery, config: ServiceInfo) {
  let openApi: Body | undefined
  return {
    documentacao: fixedQuestion('documentacao', async () => json(await query.documentacao())),
    precos: asked('precos', async (pedido) => {
      if (formOf(pedido) === 'json') {
        const { checksum, totalPaginas, pieces } = await whole(query.precosText(pedido))
        return paged('precos', pedido, totalPaginas, { tipo: JSON_TYPE, pieces: await pieces(), checksum })
      }
      const answer = await query.precos(pedido)
      const body = await bodyIn(pedido, answer, () => pricesSheet(answer, pedido.combustivel))
      return paged('precos', pedido, answer.totalPaginas, body)
    }),
    posto: asked('posto', async (pedido) => json(await query.posto({ ...pedido, cnpj: cnpjOf(pedido) }))),
    postos: asked('postos', async (pedido) => {
      const answer = await query.postos(pedido)
      return bodyIn(pedido, answer, () => stationsSheet(answer))
    }),
    historico: asked('historico', async (pedido) => {
      const answer = await query.historico({ ...pedido, cnpj: cnpjOf(pedido) })
      return bodyIn(pedido, answer, () => historySheet(answer, pedido.granularidade))
    }),
    historicoDoLugar: asked('historicoDoLugar', async (pedido) => {
      const answer = await query.historicoDoLugar(pedido)
      const body = await bodyIn(pedido, answer, () => placeHistorySheet(answer))
      return paged('historicoDoLugar', pedido, answer.totalPaginas, body)
    }),
    estatisticas: asked('estatisticas', async (pedido) => {
      const answer = await query.estatisticas(pedido)
      return bodyIn(pedido, answer, () => statisticsSheet(answer))
    }),
    municipios: fixedQuestion('municipios', async () => json(await query.municipios())),
    bairros: asked('bairros', async (pedido) => json(await query.bairros(pedido))),
    combustiveis: fixedQuestion('combustiveis', async () => json(await query.combustiveis())),
    situacao: fixedQuestion(undefined, async () => json(await query.situacao(), FOR_A_MINUTE)),
    openapi: fixedQuestion(undefined, async () => (openApi ??= await json(createOpenApi(config)))),
    saude: () => ({ key: undefined, body: () => json(query.saude(), 'no-store') }),
  } satisfies Record<string, Reader>

  function paged<C extends 'precos' | 'historicoDoLugar'>(
    consulta: C,
    pedido: Pedido<C> & { pagina?: number },
    totalPaginas = 1,
    body: Body,
  ): Body {
    const { pagina = 1 } = pedido
    if (pagina >= totalPaginas) return body
    const next = config.urlBase + addressOf(consulta, { ...pedido, pagina: pagina + 1 })
    return { ...body, headers: [...(body.headers ?? []), ['link', `<${next}>; rel="next"`]] }
  }
}

type Wanted = Partial<Pick<Pedido<'precos'>, 'formato' | 'dialeto'>>

async function bodyIn(pedido: Wanted, answer: Atribuicao, sheetOf: () => Sheet): Promise<Body> {
  const form = forms[formOf(pedido)]
  const { tipo } = form
  if ('ofAnswer' in form) return { tipo, pieces: await bytesInTurns(form.ofAnswer(answer)) }
  const sheet = sheetOf()
  const nome = fileName(`${sheet.nome}.${form.extension}`, answer)
  return {
    tipo,
    pieces: await bytesInTurns(form.ofSheet(sheet, pedido.dialeto)),
    headers: fileHeaders(nome, answer.demonstracao),
  }
}

/** @throws {GasolinaError} `parametro_invalido` for a dialect of what is no CSV. */
function formOf({ formato = 'json', dialeto }: Wanted): ApiForm {
  if (formato === 'csv' || dialeto === undefined) return formato
  throw invalidParameters({
    frase: 'dialeto só vale junto com formato=csv.',
    erro: { parametro: 'dialeto', valor: dialeto, aceitos: ['dialeto junto com formato=csv'] },
  })
}

/** A CNPJ may be empty once decoded. */
function cnpjOf({ cnpj }: { cnpj?: string }): string {
  if (cnpj !== undefined) return cnpj
  const { aceita } = parametros.cnpj
  throw invalidParameters({
    frase: `Falta o CNPJ no endereço: use ${aceita}.`,
    erro: { parametro: 'cnpj', aceitos: [aceita] },
  })
}
