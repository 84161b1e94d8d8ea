import type { Ponto } from '../domain/geo/distances.ts'
import type { Entrada, RespostaPrecos } from '../domain/answers/precos.ts'
import type { Estatistica, Grupo, RespostaEstatisticas } from '../domain/answers/estatisticas.ts'
import type { RespostaHistorico, RespostaHistoricoDoLugar } from '../domain/answers/historico.ts'
import type { RespostaPosto } from '../domain/answers/posto.ts'
import type { PostoServido } from '../domain/answers/shared-schemas.ts'
import type { Slug } from '../domain/facts/fuels.ts'

/** A tool's result, passed on by the host. */
export interface ToolResult {
  content?: { type: string; text?: string }[]
  structuredContent?: unknown
  isError?: boolean
  _meta?: Record<string, unknown>
}

export interface AnyAnswer {
  demonstracao: boolean
  aviso?: string
  atribuicao: string
  observacoes?: string[]
}

/** Members of an entry of the tool `precos` that the view reads: `localizacao` only if approximate, and then no `custo`. */
export type Row = Pick<
  Entrada,
  'produto' | 'confirmacao' | 'duvida' | 'distanciaKm' | 'suspeito' | 'rota' | 'custo'
> & {
  estabelecimento: Pick<PostoServido, 'cnpj' | 'nomeFantasia'> & {
    endereco: Pick<PostoServido['endereco'], 'bairro' | 'municipio' | 'localizacao'>
  }
}

export type Prices = AnyAnswer &
  Pick<RespostaPrecos, 'nomePopular' | 'lugar' | 'totalEncontrados'> & { conteudo: Row[] }

/** Figures of the tool `estatisticas`, which has less of the cheapest station than the API. */
export type Figures = Omit<
  Estatistica,
  'maisBarato' | 'maisBaratoProvavel' | 'precoMinimoProvavel' | 'nomePopular'
> & {
  /** Only where it is not `nome`. */
  nomePopular?: string
  maisBarato: Pick<Row, 'produto' | 'confirmacao' | 'duvida' | 'estabelecimento'> | null
}

export type Group = Omit<Grupo, 'centro'>

export type Compared = NonNullable<RespostaEstatisticas['comparacao']>

export type Statistics = AnyAnswer &
  Pick<RespostaEstatisticas, 'lugar' | 'comparacao' | 'paridade'> & {
    combustiveis: Partial<Record<Slug, Figures>>
    grupos?: Group[]
    regraDosSuspeitos: string
  }

type StationAnswer = AnyAnswer & RespostaPosto

export type Past = AnyAnswer & (RespostaHistorico | RespostaHistoricoDoLugar)

export type ToolAnswer = Prices | Past | StationAnswer | Statistics

/** Models write numbers as text, too. */
export function pointIn({ lat, lon }: Record<string, unknown>): Ponto | undefined {
  const [latitude, longitude] = [lat, lon].map((value) =>
    Number(String(value ?? '').replace(',', '.') || NaN),
  )
  return Number.isFinite(latitude) && Number.isFinite(longitude)
    ? ({ latitude, longitude } as Ponto)
    : undefined
}

/** Points of stations by CNPJ, from `_meta`, as models do not need them. */
export function readPoints({ _meta }: ToolResult): Map<string, Ponto & { precisao: string }> {
  const { linhas = [] } = (_meta?.['gasolina/pontos'] ?? {}) as {
    linhas?: [string, string, number, number][]
  }
  return new Map(
    linhas.map(([cnpj, precisao, latitude, longitude]) => [cnpj, { precisao, latitude, longitude }]),
  )
}
