import type { z } from 'zod'
import type { Atribuicao } from '../answers/shared-schemas.ts'
import { arquivoDeMudancasSchema, indiceDeMudancasSchema, mudancasSchema } from '../answers/mudancas.ts'
import { arquivoJsonSchema, catalogoSchema, pacoteSchema } from '../answers/downloads.ts'
import * as answers from '../answers/situacao-and-menus.ts'
import { estatisticasSchema } from '../answers/estatisticas.ts'
import { historicoDoLugarSchema, historicoSchema } from '../answers/historico.ts'
import { postosSchema, respostaPostoSchema } from '../answers/posto.ts'
import { precosSchema } from '../answers/precos.ts'
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
  /** Schema of its JSON body; absent when the body is not one of the answers. */
  readonly resposta?: z.ZodType
  /** Media type of the body; JSON where it is absent. */
  readonly tipo?: string
}

/** Question, answer and media type of each row of `routes.json`. */
const contracts = {
  documentacao: { resposta: answers.documentacaoSchema },
  precos: { consulta: 'precos', resposta: precosSchema },
  posto: { consulta: 'posto', resposta: respostaPostoSchema },
  postos: { consulta: 'postos', resposta: postosSchema },
  historico: { consulta: 'historico', resposta: historicoSchema },
  historicoDoLugar: { consulta: 'historicoDoLugar', resposta: historicoDoLugarSchema },
  estatisticas: { consulta: 'estatisticas', resposta: estatisticasSchema },
  municipios: { resposta: answers.municipiosSchema },
  bairros: { consulta: 'bairros', resposta: answers.bairrosSchema },
  combustiveis: { resposta: answers.combustiveisSchema },
  mudancas: { consulta: 'mudancas', resposta: mudancasSchema },
  mudancasIndice: { resposta: indiceDeMudancasSchema },
  mudancasArquivo: { consulta: 'mudancasArquivo', resposta: arquivoDeMudancasSchema },
  mudancasAtom: { consulta: 'mudancasAtom', tipo: 'application/atom+xml' },
  arquivoJson: { resposta: arquivoJsonSchema },
  arquivoCsv: { consulta: 'dados', tipo: 'text/csv' },
  arquivoGeojson: { tipo: 'application/geo+json' },
  todosCsv: { consulta: 'dados', tipo: 'text/csv' },
  vendasParquet: { consulta: 'vendasDoMes', tipo: 'application/vnd.apache.parquet' },
  vendasCsv: { consulta: 'vendasDoMes', tipo: 'application/gzip' },
  postosCsv: { tipo: 'text/csv' },
  pacote: { resposta: pacoteSchema },
  somas: { tipo: 'text/plain' },
  catalogo: { resposta: catalogoSchema },
  situacao: { resposta: answers.situacaoSchema },
  openapi: {},
  saude: { resposta: answers.saudeSchema },
} as const satisfies Record<NomeDeRota, Contract>

export type RespostaDe<N extends NomeDeRota> = (typeof contracts)[N] extends { resposta: infer S }
  ? z.infer<S>
  : never

/** The same before its attribution, which all answers share, is added. */
export type Unattributed<N extends NomeDeRota> = Omit<RespostaDe<N>, keyof Atribuicao>

export const rotas: readonly Rota[] = (Object.keys(texts) as NomeDeRota[]).map(rotaDe)

/** The numbers of its sentence are filled in. */
export function rotaDe(nome: NomeDeRota): Rota {
  const frase = texts[nome].frase
    .replace('{municipios}', String(municipios.length))
    .replace('{dias}', String(CHANGES_KEPT_DAYS))
  return { nome, ...texts[nome], frase, ...contracts[nome] }
}
