import type { Config } from '../config.ts'
import type { RespostaEstatisticas, RespostaHistoricoDoLugar } from '../domain/answers.ts'
import type { Pedido } from '../domain/parameters.ts'
import { invalidParameters, parametros } from '../domain/parameters.ts'
import { fold } from '../domain/text.ts'
import { historyCsv, placeHistoryCsv } from '../format/csv.ts'
import { statisticsCsv, statisticsFileName } from '../format/statistics-csv.ts'
import type { LocalQuery } from '../query/query.ts'
import type { RotaDeMudancas } from './mudancas.ts'
import { createOpenApi } from './openapi.ts'
import { asked, fixed, volatile } from './question.ts'
import type { Readers } from './question.ts'
import type { Body } from './resource.ts'
import { JSON_TYPE } from './resource.ts'

export const CSV_TYPE = 'text/csv; charset=utf-8'

/** The routes under `/gasolina/api/`, and `/saude`. */
export function createApi(
  query: LocalQuery,
  config: Pick<Config, 'urlBase' | 'site' | 'fonte'>,
): Omit<Readers, 'arquivoJson' | 'arquivoCsv' | 'catalogo' | RotaDeMudancas> {
  let openApi: Body | undefined
  return {
    documentacao: fixed('documentacao', async () => json(await query.documentacao())),
    precos: asked('precos', 'precos', async (pedido) => {
      const text = query.precosText(pedido)
      return { tipo: JSON_TYPE, pieces: text.pieces(), checksum: text.checksum }
    }),
    posto: asked('posto', 'posto', async (pedido) => json(await query.posto({ cnpj: cnpjOf(pedido) }))),
    postos: asked('postos', 'postos', async (pedido) => json(await query.postos(pedido))),
    historico: asked('historico', 'historico', async (pedido) =>
      pedido.formato === 'csv' ? historyFile(query, pedido) : json(await history(query, pedido)),
    ),
    historicoDoLugar: asked('historicoDoLugar', 'historicoDoLugar', async (pedido) => {
      const answer = await query.historicoDoLugar(pedido)
      return pedido.formato === 'csv' ? placeHistoryFile(answer) : json(answer)
    }),
    estatisticas: asked('estatisticas', 'estatisticas', async (pedido) => {
      const answer = await query.estatisticas(pedido)
      return pedido.formato === 'csv' ? statisticsFile(answer) : json(answer)
    }),
    situacao: volatile(async () => ({
      ...json(await query.situacao()),
      cacheControl: 'public, max-age=60',
    })),
    openapi: volatile(async () => (openApi ??= json(createOpenApi(config)))),
    saude: () => ({
      key: undefined,
      body: async () => ({ ...json(query.saude()), cacheControl: 'no-store' }),
    }),
  }
}

export function json(answer: object): Body {
  return { tipo: JSON_TYPE, pieces: [Buffer.from(JSON.stringify(answer))] }
}

/** Headers of a CSV file: a browser saves it under its name, and a program can tell fiction from fact. */
export function fileHeaders(nome: string, demonstracao: boolean): [string, string][] {
  return [
    ['content-disposition', `attachment; filename="${nome}"`],
    ['x-gasolina-demonstracao', String(demonstracao)],
  ]
}

function history(query: LocalQuery, pedido: Pedido<'historico'>) {
  return query.historico({ ...pedido, cnpj: cnpjOf(pedido) })
}

async function historyFile(query: LocalQuery, pedido: Pedido<'historico'>): Promise<Body> {
  const answer = await history(query, pedido)
  const prefix = answer.demonstracao ? 'demonstracao-' : ''
  const nome = `${prefix}historico-${answer.estabelecimento.cnpj}.csv`
  return {
    tipo: CSV_TYPE,
    pieces: [Buffer.from(historyCsv(answer, pedido.granularidade))],
    headers: fileHeaders(nome, answer.demonstracao),
  }
}

function placeHistoryFile(answer: RespostaHistoricoDoLugar): Body {
  const prefix = answer.demonstracao ? 'demonstracao-' : ''
  const where = fold(answer.lugar.nome).toLowerCase().replaceAll(' ', '-').slice(0, 60)
  return {
    tipo: CSV_TYPE,
    pieces: [Buffer.from(placeHistoryCsv(answer))],
    headers: fileHeaders(`${prefix}historico-${where}.csv`, answer.demonstracao),
  }
}

function statisticsFile(answer: RespostaEstatisticas): Body {
  const prefix = answer.demonstracao ? 'demonstracao-' : ''
  return {
    tipo: CSV_TYPE,
    pieces: [Buffer.from(statisticsCsv(answer))],
    headers: fileHeaders(`${prefix}${statisticsFileName(answer)}`, answer.demonstracao),
  }
}

/** The path always has one, but it may be empty once decoded. */
function cnpjOf({ cnpj }: { cnpj?: string }): string {
  if (cnpj !== undefined) return cnpj
  const { aceita } = parametros.cnpj
  throw invalidParameters([
    { frase: `Falta o CNPJ no endereço: use ${aceita}.`, erro: { parametro: 'cnpj', aceitos: [aceita] } },
  ])
}
