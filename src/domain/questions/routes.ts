import { municipios } from '../alagoas/municipalities.ts'
import type { NomeDeConsulta } from './parameters.ts'
import labels from './route-labels.json' with { type: 'json' }
import texts from './routes.json' with { type: 'json' }
import { CHANGES_KEPT_DAYS } from '../facts/rules.ts'

/** Subjects of addresses: groups of every list of them, in this order. */
export const etiquetas: readonly { nome: string; frase: string }[] = labels

/** The tools of the MCP server, named as the routes that they answer like. */
export const ferramentas = ['precos', 'posto', 'historico', 'estatisticas'] as const

export type Ferramenta = (typeof ferramentas)[number]

export type NomeDeRota = keyof typeof texts

/** A public address. Router, documentation object, OpenAPI file and README are made from these rows. */
export interface Rota extends Contract {
  readonly nome: NomeDeRota
  /** One of `etiquetas`. */
  readonly etiqueta: string
  /** Path template; `{cnpj}`, `{slug}`, `{cursor}` and `{mes}` are parts of one segment. A path with a final slash answers without it too. */
  readonly caminho: string
  /** One Portuguese sentence, without a full stop. */
  readonly frase: string
  /** Query strings, or path values, that work on any data; `{cnpj}` is filled with a known station. */
  readonly exemplos: readonly string[]
}

interface Contract {
  /** The question whose parameters it takes; those in the path are among them. */
  readonly consulta?: NomeDeConsulta
  /** Media type of the body; JSON where it is absent. */
  readonly tipo?: string
}

/** Question and media type of rows of `routes.json`. */
const contracts = {
  precos: { consulta: 'precos' },
  posto: { consulta: 'posto' },
  postos: { consulta: 'postos' },
  historico: { consulta: 'historico' },
  historicoDoLugar: { consulta: 'historicoDoLugar' },
  estatisticas: { consulta: 'estatisticas' },
  bairros: { consulta: 'bairros' },
  mudancas: { consulta: 'mudancas' },
  mudancasArquivo: { consulta: 'mudancasArquivo' },
  mudancasAtom: { consulta: 'mudancasAtom', tipo: 'application/atom+xml' },
  arquivoCsv: { consulta: 'dados', tipo: 'text/csv' },
  arquivoGeojson: { tipo: 'application/geo+json' },
  todosCsv: { consulta: 'dados', tipo: 'text/csv' },
  vendasParquet: { consulta: 'vendasDoMes', tipo: 'application/vnd.apache.parquet' },
  vendasCsv: { consulta: 'vendasDoMes', tipo: 'application/gzip' },
  postosCsv: { tipo: 'text/csv' },
  somas: { tipo: 'text/plain' },
} as const satisfies Partial<Record<NomeDeRota, Contract>>

/** Routes whose body is no JSON. */
export type NomeDeArquivo = {
  [N in keyof typeof contracts]: (typeof contracts)[N] extends { tipo: string } ? N : never
}[keyof typeof contracts]

export const rotas: readonly Rota[] = (Object.keys(texts) as NomeDeRota[]).map(rotaDe)

/** The numbers of its sentence are filled in. */
export function rotaDe(nome: NomeDeRota): Rota {
  const frase = texts[nome].frase
    .replace('{municipios}', String(municipios.length))
    .replace('{dias}', String(CHANGES_KEPT_DAYS))
  const all: Partial<Record<NomeDeRota, Contract>> = contracts
  return { nome, ...texts[nome], frase, ...all[nome] }
}
