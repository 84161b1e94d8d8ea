import { z } from 'zod'
import { instanteSchema } from '../facts/sale-record.ts'
import { atribuicaoShape, combustivelShape, contagem, lugarShape, sugestoes } from './common.ts'

const comPreco = contagem.describe('Postos com preço agora, suspeitos à parte')

export const municipiosSchema = z.object({
  atualizadoEm: instanteSchema,
  conteudo: z
    .array(
      z.object({
        nome: z.string().describe('Como as pessoas o escrevem'),
        codigoIBGE: z.number().int().describe('Código no IBGE; vale em municipio, e não muda'),
        postos: comPreco,
      }),
    )
    .describe('Todos, por nome'),
  ...atribuicaoShape,
})
export type RespostaMunicipios = z.infer<typeof municipiosSchema>

export const bairrosSchema = z.object({
  atualizadoEm: instanteSchema,
  ...lugarShape,
  sugestoes,
  conteudo: z
    .array(
      z.object({
        nome: z.string().describe('Como as pessoas o escrevem; vale em bairro, junto com o município'),
        municipio: z.string().describe('Município'),
        codigoIBGE: z.number().int().describe('Código do município no IBGE'),
        postos: comPreco,
      }),
    )
    .describe('Os que os postos conhecidos declaram, por nome; os de municípios diferentes, um a um'),
  ...atribuicaoShape,
})
export type RespostaBairros = z.infer<typeof bairrosSchema>

export const combustiveisSchema = z.object({
  atualizadoEm: instanteSchema,
  conteudo: z
    .array(
      z.object({
        ...combustivelShape,
        apelidos: z.array(z.string()).describe('Outros nomes que valem em combustivel'),
        postos: comPreco,
        atualizadoEm: instanteSchema
          .nullable()
          .describe('Fim da última coleta que o trouxe; null antes dela'),
      }),
    )
    .describe('Os seis, na ordem da fonte'),
  ...atribuicaoShape,
})
export type RespostaCombustiveis = z.infer<typeof combustiveisSchema>
