import type { Entrada, RespostaPrecos } from '../domain/answers/precos.ts'
import type { Grupo, RespostaEstatisticas } from '../domain/answers/estatisticas.ts'
import type { RespostaHistorico, RespostaHistoricoDoLugar } from '../domain/answers/historico.ts'
import type { RespostaPosto } from '../domain/answers/posto.ts'
import type { Slug } from '../domain/facts/fuels.ts'

/** A tool's result, as the host hands it on. */
export interface Shown {
  content?: { type: string; text?: string }[]
  structuredContent?: unknown
  isError?: boolean
  _meta?: Record<string, unknown>
}

/** What every answer says of itself. */
export interface Told {
  demonstracao: boolean
  aviso?: string
  atribuicao: string
  observacoes?: string[]
}

/** Of an entry what `precos` hands to models: where a price is beyond doubt, nothing is said of the usual one. */
export type Row = Pick<Entrada, 'confirmacao' | 'distanciaKm'> & {
  produto: { unidadeMedida: 'L' | 'M3'; venda: { dataVenda: string; valorDeclarado: number } }
  estabelecimento: {
    cnpj: string
    nomeFantasia: string
    /** `localizacao` only where it is the middle of a district or a town. */
    endereco: { bairro: string; municipio: string; localizacao?: object }
  }
  usual?: Entrada['usual']
  precoProvavel?: number
  suspeito?: object
  rota?: { kmDaRota: number }
  custo?: { total: number }
}

export type Prices = Told &
  Pick<RespostaPrecos, 'combustivel' | 'lugar' | 'totalEncontrados'> & { conteudo: Row[] }

type OfFuel = RespostaEstatisticas['combustiveis']['gnv']

/** Of who asks the least models are told what names it, and what is usual only where there is a doubt. */
export type Figures = Omit<OfFuel, 'maisBarato'> & {
  maisBarato:
    | (Pick<Row, 'confirmacao' | 'usual' | 'precoProvavel' | 'estabelecimento'> & {
        produto: { venda: { dataVenda: string; valorDeclarado: number } }
      })
    | null
}

export type Group = Omit<Grupo, 'centro'>

export type Compared = NonNullable<RespostaEstatisticas['comparacao']>

export type Statistics = Told &
  Pick<RespostaEstatisticas, 'lugar' | 'comparacao' | 'paridade'> & {
    combustiveis: Record<Slug, Figures>
    grupos?: Group[]
  }

export type Station = Told & RespostaPosto

export type Past = Told & (RespostaHistorico | RespostaHistoricoDoLugar)

/** `precos` has rows with prices; a list of candidates has none. */
export function isPrices(answer: object): answer is Prices {
  return 'conteudo' in answer && 'combustivel' in answer
}

export function isPast(answer: object): answer is Past {
  return 'periodo' in answer && 'combustiveis' in answer
}

export function isStation(answer: object): answer is Station {
  return 'estabelecimento' in answer && 'historico' in answer
}

export function isStatistics(answer: object): answer is Statistics {
  return 'regraDosSuspeitos' in answer
}

export interface Point {
  latitude: number
  longitude: number
}

/** Models write numbers as texts, too. */
export function pointIn({ lat, lon }: Record<string, unknown>): Point | undefined {
  const [latitude, longitude] = [lat, lon].map((value) =>
    Number(String(value ?? '').replace(',', '.') || NaN),
  )
  return Number.isFinite(latitude) && Number.isFinite(longitude)
    ? ({ latitude, longitude } as Point)
    : undefined
}

/** Where the stations stand, by CNPJ: models are not told. */
export function pointsOf({ _meta }: Shown): Map<string, Point & { precisao: string }> {
  const { linhas = [] } = (_meta?.['gasolina/pontos'] ?? {}) as {
    linhas?: [string, string, number, number][]
  }
  return new Map(
    linhas.map(([cnpj, precisao, latitude, longitude]) => [cnpj, { precisao, latitude, longitude }]),
  )
}
