import { z } from 'zod'
import { TODOS, slugs } from '../facts/fuels.ts'
import { instanteSchema, slugSchema } from '../facts/sale-record.ts'
import * as s from './shared-schemas.ts'
import { entradaSchema } from './precos.ts'

export const arquivoJsonSchema = s.answer({
  combustivel: s.object('O combustível do arquivo', s.combustivelShape),
  atualizadoEm: instanteSchema.nullable().describe('Fim da última coleta que o trouxe; null antes dela'),
  totalPostos: s.contagem.describe('Postos no arquivo'),
  conteudo: z.array(entradaSchema).describe('Todos, os suspeitos marcados'),
})
export type ArquivoJson = z.infer<typeof arquivoJsonSchema>

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const campoSchema = z.object({
  name: z.string().describe('Nome da coluna'),
  type: z.string().describe('Tipo, pelo Table Schema'),
  description: z.string().describe('O que é'),
  constraints: z.record(z.string(), z.unknown()).optional().describe('O que vale para todo valor dela'),
})

export const pacoteSchema = s.answer({
  $schema: z.url().describe('O perfil que o arquivo segue: Data Package, versão 2'),
  name: z.string().describe('Nome do pacote'),
  title: z.string().describe('Título'),
  description: z.string().describe('O que há no pacote'),
  homepage: z.url().describe('O site'),
  created: instanteSchema.optional().describe('Quando o arquivo mais novo foi feito'),
  sources: s.listOf('De onde vêm os dados', {
    title: z.string().describe('De quem'),
    path: z.url().optional().describe('Onde a fonte publica'),
  }),
  licenses: s.listOf('Licença', {
    title: z.string().describe('O que se pode fazer'),
    path: z.url().describe('A quem citar'),
  }),
  resources: s.listOf('Os arquivos', {
    name: z.string().describe('Nome do recurso'),
    path: z.string().describe('O arquivo, nesta mesma pasta'),
    title: z.string().describe('Título'),
    description: z.string().describe('O que há nele, e se ainda pode mudar'),
    format: z.string().describe('Formato'),
    mediatype: z.string().describe('Tipo de mídia'),
    encoding: z.string().optional().describe('Codificação do texto'),
    bytes: s.contagem.describe('Tamanho'),
    hash: z.string().describe('sha256 do arquivo'),
    linhas: s.contagem.describe('Vendas ou postos no arquivo'),
    schema: s.object('Table Schema', {
      fields: z.array(campoSchema).describe('As colunas, em ordem'),
      primaryKey: z.array(z.string()).optional().describe('O que não se repete'),
      foreignKeys: s.optionalList('Como se junta com os postos', {
        fields: z.array(z.string()).describe('Colunas daqui'),
        reference: s.object('A que se ligam', {
          resource: z.string().describe('Recurso'),
          fields: z.array(z.string()).describe('Colunas de lá'),
        }),
      }),
    }),
  }),
})
export type RespostaPacote = z.infer<typeof pacoteSchema>

export const catalogoSchema = s.answer({
  atualizadoEm: instanteSchema,
  arquivos: s.listOf('Dois por combustível', {
    combustivel: s.oneOf('O combustível do arquivo; todos: os seis num só', [...slugs, TODOS]),
    nome: z.string().describe('Nome do arquivo'),
    formato: s.oneOf('Formato do arquivo', ['json', 'csv']),
    url: z.url().describe('Onde baixar'),
    tipo: z.string().describe('Tipo de mídia'),
    bytes: s.contagem.describe('Tamanho sem compressão'),
    sha256: sha256.describe('Soma do arquivo sem compressão'),
    registros: s.contagem.describe('Postos no arquivo'),
    atualizadoEm: instanteSchema.nullable().describe('Fim da última coleta que trouxe o combustível'),
  }),
  mapas: s.optionalList(
    'Os mesmos postos e preços em GeoJSON; sem coordenada em que se possa crer, sem ponto',
    {
      combustivel: slugSchema,
      formato: z.literal('geojson').describe('Formato do arquivo'),
      url: z.url().describe('Onde baixar'),
      tipo: z.string().describe('Tipo de mídia'),
    },
  ),
  historico: s.optionalList('Todas as vendas, mês a mês, e os postos', {
    nome: z.string().describe('Nome do arquivo'),
    formato: z.string().describe('Formato do arquivo: parquet, csv.gz ou csv'),
    mes: z.string().nullable().describe('O mês das vendas (AAAA-MM); null no arquivo dos postos'),
    fechado: z.boolean().describe('true: foi feito uma vez e nunca muda'),
    url: z.url().describe('Onde baixar; aceita range'),
    tipo: z.string().describe('Tipo de mídia'),
    bytes: s.contagem.describe('Tamanho'),
    sha256: sha256.describe('Soma do arquivo'),
    registros: s.contagem.describe('Vendas ou postos no arquivo'),
    feitoEm: instanteSchema.describe('Quando foi feito'),
  }),
})
export type RespostaCatalogo = z.infer<typeof catalogoSchema>
