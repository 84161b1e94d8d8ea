import type { z } from 'zod'
import type { NomeDeArquivo, NomeDeRota } from './routes.ts'
import { arquivoJsonSchema, catalogoSchema, pacoteSchema } from '../answers/downloads.ts'
import { estatisticasSchema } from '../answers/estatisticas.ts'
import { historicoDoLugarSchema, historicoSchema } from '../answers/historico.ts'
import { arquivoDeMudancasSchema, indiceDeMudancasSchema, mudancasSchema } from '../answers/mudancas.ts'
import { postosSchema, respostaPostoSchema } from '../answers/posto.ts'
import { precosSchema } from '../answers/precos.ts'
import type { Atribuicao } from '../answers/shared-schemas.ts'
import * as answers from '../answers/situacao-and-menus.ts'

/** Schema of the JSON body of each other route; apart from the routes, as a lookup needs none. */
const schemas = {
  documentacao: answers.documentacaoSchema,
  precos: precosSchema,
  posto: respostaPostoSchema,
  postos: postosSchema,
  historico: historicoSchema,
  historicoDoLugar: historicoDoLugarSchema,
  estatisticas: estatisticasSchema,
  municipios: answers.municipiosSchema,
  bairros: answers.bairrosSchema,
  combustiveis: answers.combustiveisSchema,
  mudancas: mudancasSchema,
  mudancasIndice: indiceDeMudancasSchema,
  mudancasArquivo: arquivoDeMudancasSchema,
  arquivoJson: arquivoJsonSchema,
  pacote: pacoteSchema,
  catalogo: catalogoSchema,
  situacao: answers.situacaoSchema,
  saude: answers.saudeSchema,
} as const satisfies Record<Exclude<NomeDeRota, NomeDeArquivo | 'openapi'>, z.ZodType>

export function schemaOf(nome: NomeDeRota): z.ZodType | undefined {
  const all: Partial<Record<NomeDeRota, z.ZodType>> = schemas
  return all[nome]
}

export type RespostaDe<N extends NomeDeRota> = N extends keyof typeof schemas
  ? z.infer<(typeof schemas)[N]>
  : never

/** Answer of a route before its attribution, which all answers share, is added. */
export type Unattributed<N extends NomeDeRota> = Omit<RespostaDe<N>, keyof Atribuicao>
