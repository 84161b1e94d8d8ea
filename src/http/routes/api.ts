import type { Config } from '../../config.ts'
import type { Atribuicao } from '../../domain/answers/common.ts'
import type { RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import type { RespostaPrecos } from '../../domain/answers/precos.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { invalidParameters } from '../../domain/questions/parameter-problems.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import { fold } from '../../domain/basics/text.ts'
import { historyCsv, placeHistoryCsv, pricesCsv } from '../../format/files/csv.ts'
import { CSV_TYPE, JSON_TYPE } from '../../format/files/media-types.ts'
import { stationsCsv } from '../../format/files/stations-csv.ts'
import { statisticsCsv, statisticsFileName } from '../../format/files/statistics-csv.ts'
import { fileName } from '../../query/files/download.ts'
import type { LocalQuery } from '../../query/query.ts'
import { addressOf } from '../../domain/questions/question-url.ts'
import type { Reader } from '../reply/bound-question.ts'
import { asked, fixed } from '../reply/bound-question.ts'
import { createOpenApi } from './openapi.ts'
import type { Body } from '../reply/resource.ts'
import { FOR_A_MINUTE, fileHeaders, json } from '../reply/resource.ts'

/** The routes under `/gasolina/api/`, and `/saude`. */
export function createApi(query: LocalQuery, config: Pick<Config, 'urlBase' | 'site' | 'fonte'>) {
  let openApi: Body | undefined
  return {
    documentacao: fixed('documentacao', async () => json(await query.documentacao())),
    precos: asked('precos', 'precos', async (pedido) => {
      if (wantsCsv(pedido)) {
        const answer = await query.precos(pedido)
        const { headers = [], ...file } = pricesFile(answer, pedido)
        return { ...file, headers: [...headers, ...linkToNext(pedido, answer.totalPaginas)] }
      }
      const { checksum, totalPaginas, pieces } = query.precosText(pedido)
      return { tipo: JSON_TYPE, pieces: pieces(), checksum, headers: linkToNext(pedido, totalPaginas) }
    }),
    posto: asked('posto', 'posto', async (pedido) =>
      json(await query.posto({ ...pedido, cnpj: cnpjOf(pedido) })),
    ),
    postos: asked('postos', 'postos', async (pedido) => {
      const answer = await query.postos(pedido)
      return wantsCsv(pedido) ? csvFile('postos', stationsCsv(answer, pedido.dialeto), answer) : json(answer)
    }),
    historico: asked('historico', 'historico', async (pedido) =>
      wantsCsv(pedido) ? historyFile(query, pedido) : json(await history(query, pedido)),
    ),
    historicoDoLugar: asked('historicoDoLugar', 'historicoDoLugar', async (pedido) => {
      const answer = await query.historicoDoLugar(pedido)
      return wantsCsv(pedido) ? placeHistoryFile(answer, pedido) : json(answer)
    }),
    estatisticas: asked('estatisticas', 'estatisticas', async (pedido) => {
      const answer = await query.estatisticas(pedido)
      return wantsCsv(pedido)
        ? csvFile(statisticsFileName(answer), statisticsCsv(answer, pedido.dialeto), answer)
        : json(answer)
    }),
    municipios: fixed('municipios', async () => json(await query.municipios())),
    bairros: asked('bairros', 'bairros', async (pedido) => json(await query.bairros(pedido))),
    combustiveis: fixed('combustiveis', async () => json(await query.combustiveis())),
    situacao: fixed(undefined, async () => ({
      ...json(await query.situacao()),
      cacheControl: FOR_A_MINUTE,
    })),
    openapi: fixed(undefined, async () => (openApi ??= json(createOpenApi(config)))),
    saude: () => ({
      key: undefined,
      body: async () => ({ ...json(query.saude()), cacheControl: 'no-store' }),
    }),
  } satisfies Record<string, Reader>

  /** `link` to the next page of a list. */
  function linkToNext(pedido: Pedido<'precos'>, totalPaginas = 1): [string, string][] {
    const { pagina = 1 } = pedido
    if (pagina >= totalPaginas) return []
    const next = addressOf('precos', 'precos', { ...pedido, pagina: pagina + 1 })
    return [['link', `<${config.urlBase}${next}>; rel="next"`]]
  }
}

function history(query: LocalQuery, pedido: Pedido<'historico'>) {
  return query.historico({ ...pedido, cnpj: cnpjOf(pedido) })
}

async function historyFile(query: LocalQuery, pedido: Pedido<'historico'>): Promise<Body> {
  const answer = await history(query, pedido)
  const csv = historyCsv(answer, pedido.granularidade, pedido.dialeto)
  return csvFile(`historico-${answer.estabelecimento.cnpj}`, csv, answer)
}

function placeHistoryFile(answer: RespostaHistoricoDoLugar, { dialeto }: Pedido<'historicoDoLugar'>): Body {
  const where = fold(answer.lugar.nome).toLowerCase().replaceAll(' ', '-').slice(0, 60)
  return csvFile(`historico-${where}`, placeHistoryCsv(answer, dialeto), answer)
}

function pricesFile(answer: RespostaPrecos, pedido: Pedido<'precos'>): Body {
  const viagem = answer.contas !== undefined
  const csv = pricesCsv(answer.conteudo, pedido.dialeto, { distancia: true, viagem })
  return csvFile(`precos-${pedido.combustivel}`, csv, answer)
}

function csvFile(nome: string, csv: string, { demonstracao }: Atribuicao): Body {
  return {
    tipo: CSV_TYPE,
    pieces: [Buffer.from(csv)],
    headers: fileHeaders(fileName(`${nome}.csv`, { demonstracao }), demonstracao),
  }
}

/** @throws {GasolinaError} `parametro_invalido` for a dialect of what is no CSV. */
function wantsCsv({ formato, dialeto }: { formato?: string; dialeto?: string }): boolean {
  if (formato === 'csv') return true
  if (dialeto === undefined) return false
  const aceitos = ['dialeto junto com formato=csv']
  throw invalidParameters({
    frase: 'dialeto só vale junto com formato=csv.',
    erro: { parametro: 'dialeto', valor: dialeto, aceitos },
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
