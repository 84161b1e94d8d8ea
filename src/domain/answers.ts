import { z } from 'zod'
import type { Slug } from './fuels.ts'
import { combustiveis, slugs } from './fuels.ts'
import {
  diaSchema,
  enderecoSchema,
  estabelecimentoSchema,
  instanteSchema,
  produtoSchema,
  slugSchema,
} from './model.ts'

/**
 * The answers, field by field. OpenAPI, the tools' output schemas and the tests' contract are made from these.
 * Money is in reais, distances in km, three decimals at most; percentages have one. null means unknown, never zero.
 */
const reais = z.number().describe('Em reais')
const contagem = z.number().int().min(0)

const atribuicaoShape = {
  fonte: z.string().describe('De onde vêm os dados'),
  licenca: z.string().describe('Condições de uso'),
  atribuicao: z.string().describe('A frase a citar ao usar os dados'),
  demonstracao: z.boolean().describe('true: postos e preços fictícios'),
  aviso: z.string().optional().describe('Só na demonstração: diz que nada aqui é real'),
}

export const localizacaoSchema = z
  .object({
    precisao: z
      .enum(['exata', 'bairro', 'municipio'])
      .describe('exata: a coordenada declarada; senão, o ponto mediano dos postos do bairro ou do município'),
    latitude: z.number(),
    longitude: z.number(),
  })
  .nullable()
  .describe('Ponto usado nas distâncias; null quando nem o município tem um')

const enderecoServidoSchema = enderecoSchema.extend({
  latitude: z.number().nullable().describe('Só quando a coordenada declarada é crível'),
  longitude: z.number().nullable().describe('Só quando a coordenada declarada é crível'),
  localizacao: localizacaoSchema,
})

export const postoSchema = estabelecimentoSchema.extend({ endereco: enderecoServidoSchema })

export const suspeitoSchema = z
  .object({
    motivo: z.enum(['muito_acima', 'muito_abaixo', 'sem_confirmacao']),
    referencia: reais.describe('A mediana com que o preço foi comparado, em reais'),
    desvio: z.number().describe('Distância da referência, em %'),
  })
  .describe('Por que o preço não merece confiança')

export const confirmacaoSchema = z
  .object({
    vendas: contagem.describe('Vendas seguidas do posto a até 2 % deste preço'),
    desde: instanteSchema.describe('dataVenda da primeira delas'),
  })
  .describe('O quanto o preço é sustentado por vendas')

export const entradaSchema = z.object({
  produto: produtoSchema,
  suspeito: suspeitoSchema.optional(),
  estabelecimento: postoSchema,
  confirmacao: confirmacaoSchema,
  distanciaKm: z.number().min(0).optional().describe('Até o ponto pedido, em km; só com lat e lon'),
})

const paginacaoShape = {
  totalRegistros: contagem.optional(),
  totalPaginas: contagem.optional(),
  pagina: contagem.optional(),
  registrosPorPagina: contagem.optional(),
  registrosPagina: contagem.optional(),
  primeiraPagina: z.boolean().optional(),
  ultimaPagina: z.boolean().optional(),
}

export const precosSchema = z.object({
  combustivel: z.string().describe('Nome do combustível'),
  totalPostos: contagem.describe('Postos no resultado, depois de limite'),
  totalEncontrados: contagem.describe('Postos que atendem aos filtros, antes de limite'),
  precoMinimo: reais.nullable().describe('Menor preço do resultado, em reais; null se vazio'),
  atualizadoEm: instanteSchema.nullable().describe('Fim da última coleta que trouxe este combustível'),
  suspeitosOmitidos: contagem.describe('Preços suspeitos que os filtros manteriam e ficaram fora'),
  sugestoes: z
    .array(z.string())
    .optional()
    .describe('Lugares de nome parecido, quando nenhum posto é do lugar pedido'),
  ...paginacaoShape,
  conteudo: z.array(entradaSchema).describe('Do mais barato ao mais caro'),
  ...atribuicaoShape,
})

export const variacaoSchema = z
  .object({ valor: reais.describe('Diferença em reais'), percentual: z.number().describe('Em %') })
  .nullable()

const serieDeMudancasSchema = z.object({
  codigo: z.string(),
  valorDeclarado: reais,
  de: instanteSchema.describe('Primeira venda a este preço'),
  ate: instanteSchema.describe('Última venda a este preço'),
  vendas: contagem.describe('Vendas distintas vistas'),
  suspeito: suspeitoSchema.optional(),
})

const serieDePeriodosSchema = z.object({
  periodo: diaSchema.describe('Primeiro dia do período'),
  minimo: reais,
  medio: reais,
  maximo: reais,
  vendas: contagem,
})

export const resumoSchema = z
  .object({
    minimo: reais,
    medio: reais,
    maximo: reais,
    atual: reais.describe('Preço da última venda do período, em reais'),
    ultimaMudanca: z
      .object({ em: instanteSchema, de: reais, para: reais })
      .nullable()
      .describe('null se o preço não mudou no período'),
    variacao: variacaoSchema.describe('Do primeiro ao último preço do período'),
  })
  .nullable()
  .describe('Sem os suspeitos; null se não há vendas')

const historicoDoCombustivelSchema = z.object({
  nome: z.string(),
  unidadeMedida: z.enum(combustiveis.map((c) => c.unidade)),
  serie: z.union([z.array(serieDeMudancasSchema), z.array(serieDePeriodosSchema)]),
  resumo: resumoSchema,
})

const historicoShape = {
  periodo: z.object({ desde: diaSchema, ate: diaSchema }),
  combustiveis: perSlug(historicoDoCombustivelSchema),
}

export const historicoSchema = z.object({
  estabelecimento: postoSchema,
  atualizadoEm: instanteSchema,
  ...historicoShape,
  ...atribuicaoShape,
})

export const posicaoSchema = z
  .object({
    colocacao: z.number().int().min(1).describe('1 é o mais barato; preços iguais dividem a colocação'),
    de: contagem.describe('Postos comparados'),
    diferencaDaMediana: z.number().describe('Preço menos mediana, em reais'),
    faixa: z.enum(['barato', 'normal', 'caro']),
    ambito: z
      .enum(['municipio', 'estado'])
      .describe('Comparado dentro do município, ou do estado se lá há menos de cinco'),
  })
  .nullable()
  .describe('null quando o preço é suspeito')

export const paridadeSchema = z
  .object({
    razao: z.number().describe('Álcool ÷ gasolina comum'),
    limite: z.literal(0.7),
    compensa: z.enum(['alcool', 'gasolina']),
  })
  .describe('Só quando o posto vende os dois')

const combustivelDoPostoSchema = z.object({
  nome: z.string(),
  codigoOrigem: z.number().int(),
  produto: produtoSchema,
  outros: z.array(produtoSchema).optional().describe('Outros produtos do posto sob o mesmo combustível'),
  suspeito: suspeitoSchema.optional(),
  confirmacao: confirmacaoSchema,
  posicao: posicaoSchema,
})

export const respostaPostoSchema = z.object({
  estabelecimento: postoSchema,
  atualizadoEm: instanteSchema,
  combustiveis: perSlug(combustivelDoPostoSchema).describe('Só os que têm venda nos últimos dez dias'),
  paridade: paridadeSchema.optional(),
  historico: z.object(historicoShape).describe('Os últimos 30 dias'),
  ...atribuicaoShape,
})

export const postosSchema = z.object({
  totalPostos: contagem,
  totalEncontrados: contagem,
  atualizadoEm: instanteSchema,
  sugestoes: z.array(z.string()).optional(),
  conteudo: z.array(z.object({ estabelecimento: postoSchema, combustiveis: z.array(slugSchema) })),
  ...atribuicaoShape,
})

const estatisticaSchema = z.object({
  nome: z.string(),
  codigoOrigem: z.number().int(),
  unidadeMedida: z.enum(combustiveis.map((c) => c.unidade)),
  postos: contagem.describe('Postos com preço não suspeito'),
  precoMinimo: reais.nullable(),
  precoMedio: reais.nullable(),
  precoMediano: reais.nullable(),
  precoMaximo: reais.nullable(),
  economia: z
    .object({
      porUnidade: reais.nullable().describe('precoMaximo − precoMinimo'),
      sobreMedia: reais.nullable().describe('precoMedio − precoMinimo'),
      tanque: z
        .object({ litros: z.number(), valor: reais.nullable().describe('litros × porUnidade') })
        .optional()
        .describe('Não há para GNV'),
    })
    .describe('O que se poupa entre o mais caro e o mais barato'),
  maisBarato: z.object({ estabelecimento: postoSchema, produto: produtoSchema }).nullable(),
  variacao: z
    .object({ dia: variacaoSchema, semana: variacaoSchema, mes: variacaoSchema })
    .describe(
      'Da mediana, contra 24 horas, 7 dias e 30 dias antes de atualizadoEm; null sem dados daquele tempo',
    ),
  suspeitos: contagem,
})

export const estatisticasSchema = z.object({
  atualizadoEm: instanteSchema,
  combustiveis: z.object(
    Object.fromEntries(slugs.map((s) => [s, estatisticaSchema])) as Record<Slug, typeof estatisticaSchema>,
  ),
  paridade: z.object({
    razaoMediana: z
      .number()
      .nullable()
      .describe('Mediana de álcool ÷ gasolina comum entre os postos que vendem os dois'),
    postosEmQueAlcoolCompensa: contagem,
    postos: contagem,
  }),
  regraDosSuspeitos: z.string().describe('Como os preços suspeitos são reconhecidos e excluídos'),
  sugestoes: z.array(z.string()).optional(),
  ...atribuicaoShape,
})

export const arquivoJsonSchema = z.object({
  combustivel: z.object({
    slug: slugSchema,
    nome: z.string(),
    codigoOrigem: z.number().int(),
    unidade: z.enum(combustiveis.map((c) => c.unidade)),
  }),
  atualizadoEm: instanteSchema.nullable(),
  totalPostos: contagem,
  conteudo: z.array(entradaSchema).describe('Todos, os suspeitos marcados'),
  ...atribuicaoShape,
})

export const catalogoSchema = z.object({
  atualizadoEm: instanteSchema,
  arquivos: z.array(
    z.object({
      combustivel: slugSchema,
      nome: z.string().describe('Nome do arquivo'),
      formato: z.enum(['json', 'csv']),
      url: z.url(),
      tipo: z.string().describe('Tipo de mídia'),
      bytes: contagem,
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      registros: contagem,
      atualizadoEm: instanteSchema.nullable(),
    }),
  ),
  ...atribuicaoShape,
})

export const situacaoSchema = z.object({
  commit: z.number().int().nullable().describe('Número do commit servido; null antes do primeiro'),
  atualizadoEm: instanteSchema.nullable(),
  proximaColeta: instanteSchema.nullable(),
  ultimaColeta: z
    .object({
      inicio: instanteSchema,
      fim: instanteSchema,
      resultado: z.enum(['completa', 'parcial', 'falhou']),
      motivo: z.string().optional(),
      pedidos: contagem,
      falhas: contagem,
    })
    .nullable(),
  vendaMaisRecente: instanteSchema.nullable(),
  cobertura: z.object({ municipios: contagem, postos: contagem, fatias: contagem, fatiasComFalha: contagem }),
  combustiveis: perSlug(
    z.object({ atualizadoEm: instanteSchema.nullable(), postos: contagem, suspeitos: contagem }),
  ),
  alertas: z.array(z.string()),
  ...atribuicaoShape,
})

export const documentacaoSchema = z.object({
  api: z.string(),
  versao: z.string(),
  site: z.url(),
  aberta: z.literal(true),
  autenticacao: z.string(),
  cors: z.string(),
  formato: z.string(),
  fonteUrl: z.url(),
  atualizacao: z.string(),
  endpoints: z.record(z.string(), z.string()),
  exemplos: z.array(z.url()),
  combustiveis: perSlug(
    z.object({
      nome: z.string(),
      codigoOrigem: z.number().int(),
      postos: contagem,
      precoMinimo: reais.nullable(),
      precoMedio: reais.nullable(),
      atualizadoEm: instanteSchema.nullable(),
      precos: z.url(),
      arquivoJson: z.url(),
      arquivoCsv: z.url(),
    }),
  ),
  ...atribuicaoShape,
})

export const erroSchema = z.object({
  timestamp: instanteSchema,
  message: z.string(),
  status: z.number().int(),
  codigo: z.string(),
  erros: z
    .array(
      z.object({
        parametro: z.string(),
        valor: z.string().optional(),
        aceitos: z.array(z.string()).optional(),
        sugestao: z.string().optional(),
      }),
    )
    .optional(),
})

export type Atribuicao = z.infer<z.ZodObject<typeof atribuicaoShape>>
export type Localizacao = z.infer<typeof localizacaoSchema>
export type PostoServido = z.infer<typeof postoSchema>
export type Suspeito = z.infer<typeof suspeitoSchema>
export type Confirmacao = z.infer<typeof confirmacaoSchema>
export type Entrada = z.infer<typeof entradaSchema>
export type Variacao = z.infer<typeof variacaoSchema>
export type Posicao = z.infer<typeof posicaoSchema>
export type Paridade = z.infer<typeof paridadeSchema>
export type Resumo = z.infer<typeof resumoSchema>
export type TrechoDeMudanca = z.infer<typeof serieDeMudancasSchema>
export type TrechoDePeriodo = z.infer<typeof serieDePeriodosSchema>
export type HistoricoDoCombustivel = z.infer<typeof historicoDoCombustivelSchema>
export type RespostaPrecos = z.infer<typeof precosSchema>
export type RespostaPosto = z.infer<typeof respostaPostoSchema>
export type RespostaPostos = z.infer<typeof postosSchema>
export type RespostaHistorico = z.infer<typeof historicoSchema>
export type RespostaEstatisticas = z.infer<typeof estatisticasSchema>
export type RespostaCatalogo = z.infer<typeof catalogoSchema>
export type RespostaSituacao = z.infer<typeof situacaoSchema>
export type RespostaDocumentacao = z.infer<typeof documentacaoSchema>
export type ArquivoJson = z.infer<typeof arquivoJsonSchema>
export type RespostaErro = z.infer<typeof erroSchema>

/** An object with a member for some of the six fuels. */
function perSlug<T extends z.ZodType>(value: T) {
  return z.partialRecord(slugSchema, value)
}
