import { z } from 'zod'
import * as sale from '../facts/sale-record.ts'
import * as rules from '../facts/rules.ts'

/** An answer: its members, and its attribution last. */
export function answer<const S extends z.ZodRawShape>(shape: S) {
  return z.object({ ...shape, ...atribuicaoShape })
}

export function object<const S extends z.ZodRawShape>(descricao: string, shape: S) {
  return z.object(shape).describe(descricao)
}

export function nullableObject<const S extends z.ZodRawShape>(descricao: string, shape: S) {
  return z.object(shape).nullable().describe(descricao)
}

export function listOf<const S extends z.ZodRawShape>(descricao: string, shape: S) {
  return z.array(z.object(shape)).describe(descricao)
}

export function optionalObject<const S extends z.ZodRawShape>(descricao: string, shape: S) {
  return object(descricao, shape).optional().describe(descricao)
}

export function optionalList<const S extends z.ZodRawShape>(descricao: string, shape: S) {
  return listOf(descricao, shape).optional().describe(descricao)
}

export function oneOf<const O extends readonly string[]>(descricao: string, options: O) {
  return z.enum(options).describe(descricao)
}

/** Fields that several answers share. Money is in reais, distances in km, three decimals at most, percentages with one; null is unknown, not zero. */
export const reais = z.number().describe('Em reais')
export const contagem = z.number().int().min(0)
export const km = z.number().min(0)
export const ordinal = z.number().int().min(1)
export const nomePopular = z.string().describe('Como os motoristas o chamam')
export const nomesDoCombustivel = { nome: z.string().describe('Nome do combustível'), nomePopular }
export const codigoOrigem = z.number().int().describe('Código do combustível na fonte, de 1 a 6')
export const unidade = sale.produtoSchema.shape.unidadeMedida
export const combustivelShape = { slug: sale.slugSchema, ...nomesDoCombustivel, codigoOrigem, unidade }
export const pontoShape = {
  latitude: z.number().describe('Em graus decimais'),
  longitude: z.number().describe('Em graus decimais'),
}

export const sugestoes = z
  .array(z.string())
  .optional()
  .describe('Lugares de nome parecido, quando nenhum posto é do lugar pedido')

export const lugarSchema = object('O lugar que se entendeu da pergunta', {
  ambito: oneOf('De que tamanho é o lugar; rota: ao longo de um caminho', [
    'estado',
    'municipio',
    'bairro',
    'ponto',
    'rota',
  ]),
  nome: z.string().describe('Como as pessoas o escrevem; se nada foi entendido, como veio na pergunta'),
  bairros: z.array(z.string()).describe('Bairros entendidos; vazio: o lugar não se limita a bairros'),
  municipios: listOf('Municípios de que a resposta trata; vazio: o estado todo, ou nenhum', {
    nome: z.string().describe('Município'),
    codigoIBGE: z.number().int().describe('Código no IBGE'),
  }),
})
export type Lugar = z.infer<typeof lugarSchema>

const observacoes = z
  .array(z.string())
  .describe(
    'Frases sobre o que os números não mostram: o que se entendeu do lugar, poucos postos para comparar',
  )

export const lugarShape = { lugar: lugarSchema, observacoes }

/** Its name and district are the station's own texts: sentences have its CNPJ. */
export const postoMaisPertoSchema = optionalObject(
  'O posto mais perto de que fala uma frase de observacoes',
  {
    cnpj: sale.cnpjSchema,
    nomeFantasia: z.string().describe('Nome comercial'),
    bairro: z.string().describe('Bairro, como o posto o declara'),
    municipio: z.string().describe('Município, em maiúsculas e sem acento'),
  },
)

export const atribuicaoShape = {
  fonte: z.string().describe('De onde vêm os dados'),
  licenca: z.string().describe('Condições de uso'),
  atribuicao: z.string().describe('A frase a citar ao usar os dados'),
  demonstracao: z.boolean().describe('true: postos e preços fictícios'),
  aviso: z.string().optional().describe('Só na demonstração: diz que nada aqui é real'),
  cadastro: optionalObject('De onde vêm as bandeiras, e pontos de postos que não declaram um', {
    fonte: z.string().describe('Quem o publica'),
    origem: z.string().describe('O endereço ou o arquivo'),
    dia: sale.diaSchema.describe('O dia em que foi tomado'),
  }),
}
export type Atribuicao = z.infer<z.ZodObject<typeof atribuicaoShape>>

export const localizacaoSchema = nullableObject(
  'Ponto usado nas distâncias; null quando nem o município tem um',
  {
    precisao: oneOf(
      'exata: a coordenada declarada, ou a do cadastro; senão, o ponto mediano dos postos do bairro ou do município, ou o meio de um bairro de Maceió',
      ['exata', 'bairro', 'municipio'],
    ),
    ...pontoShape,
    origem: oneOf('De quem é o ponto: do posto, do cadastro da ANP, ou o mediano', [
      'declarada',
      'anp',
      'aproximada',
    ]),
  },
)
export type Localizacao = z.infer<typeof localizacaoSchema>

const grauCrivel = z.number().nullable().describe('Só quando a coordenada declarada é crível')

export const postoSchema = sale.estabelecimentoSchema.extend({
  endereco: sale.enderecoSchema
    .extend({ latitude: grauCrivel, longitude: grauCrivel, localizacao: localizacaoSchema })
    .describe('Onde fica o posto, como ele declarou'),
  bandeira: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Pelo cadastro da ANP: branca é não ter, null não se saber; ausente onde não se tomou o cadastro',
    ),
  bandeiraNome: z.string().nullable().optional().describe('A bandeira como as pessoas a conhecem'),
})
export type PostoServido = z.infer<typeof postoSchema>

const lugarEntendidoSchema = z.object({
  nome: z.string().describe('O lugar que se entendeu'),
  tipo: oneOf('marco: aeroporto, praia, hospital… da tabela de marcos; ponto: veio em graus', [
    'bairro',
    'municipio',
    'cep',
    'posto',
    'marco',
    'ponto',
  ]),
  ...pontoShape,
  precisao: oneOf('bairro, municipio: o ponto é o meio dos postos de lá, ou o do lugar', [
    'exata',
    'bairro',
    'municipio',
  ]),
})

export const centroSchema = lugarEntendidoSchema.optional().describe('De onde se mede; só com perto')
export const pontosDaRotaSchema = z
  .array(lugarEntendidoSchema)
  .optional()
  .describe('Os pontos da rota na sua ordem, como se entenderam; só com nomes em rota')
export type Centro = NonNullable<z.infer<typeof centroSchema>>

export const paginacaoShape = {
  totalRegistros: contagem.optional().describe('Registros em todas as páginas; só quando se pede paginação'),
  totalPaginas: contagem.optional().describe('Quantas páginas há'),
  pagina: contagem.optional().describe('Esta página, a partir de 1'),
  registrosPorPagina: contagem.optional().describe('Registros que cabem numa página'),
  registrosPagina: contagem.optional().describe('Registros nesta página'),
  primeiraPagina: z.boolean().optional().describe('Se esta é a primeira página'),
  ultimaPagina: z.boolean().optional().describe('Se esta é a última página'),
}

export const motivosDeSuspeita = ['muito_acima', 'muito_abaixo', 'sem_confirmacao'] as const

export const suspeitoSchema = object('Por que o preço não merece confiança', {
  motivo: oneOf('Longe demais da mediana, ou longe dela e sem vendas que o confirmem', motivosDeSuspeita),
  referencia: reais.describe('A mediana com que o preço foi comparado, em reais'),
  desvio: z.number().describe('Distância da referência, em %'),
})
export type Suspeito = z.infer<typeof suspeitoSchema>

export const confirmacaoSchema = object('O quanto o preço é sustentado por vendas', {
  vendas: contagem.describe(`Vendas seguidas do posto a até ${rules.PERTO} deste preço`),
  desde: sale.instanteSchema.describe('dataVenda da primeira delas'),
  nestePreco: contagem.describe('Delas, as últimas seguidas a exatamente este preço'),
  nestePrecoDesde: sale.instanteSchema.describe('dataVenda da primeira destas'),
})
export type Confirmacao = z.infer<typeof confirmacaoSchema>

export const usualSchema = z.object({
  valor: reais.describe('A mediana delas, em reais'),
  vendas: contagem.describe(`Quantas são, de ${rules.USUAL_FEWEST_SALES} a ${rules.USUAL_MOST_SALES}`),
})
export type Usual = z.infer<typeof usualSchema>

export const duvidaSchema = object(
  `Só se o preço fica a mais de ${rules.PERTO} do usual e ${rules.ATE_POUCAS_VENDAS} o sustentam`,
  {
    motivo: oneOf('De que lado do usual o preço fica', ['abaixo_do_usual', 'acima_do_usual']),
    usual: reais.describe('usual.valor'),
    vendas: contagem.describe('confirmacao.vendas'),
  },
)
export type Duvida = z.infer<typeof duvidaSchema>

/** Fields beside every price. */
export const apoioShape = {
  confirmacao: confirmacaoSchema,
  usual: usualSchema
    .nullable()
    .describe(
      `O preço do posto nas vendas deste produto antes da mais recente: até ${rules.written(rules.USUAL_MOST_SALES)}, das ${rules.USUAL_HOURS} horas antes dela; null com menos de ${rules.written(rules.USUAL_FEWEST_SALES)}`,
    ),
  precoProvavel: reais.describe(
    `O que mais provavelmente se paga: usual.valor se o preço fica mais de ${rules.PERTO} abaixo dele e só ${rules.ATE_POUCAS_VENDAS} o sustentam; senão, o preço`,
  ),
  duvida: duvidaSchema.optional(),
}

/** Products of a station under one fuel beside the one whose price is shown. */
export const outrosSchema = z
  .array(
    sale.produtoSchema.extend({
      produto: sale.produtoSchema.describe('Os mesmos campos, como na entrada do posto'),
      suspeito: suspeitoSchema.optional(),
      ...apoioShape,
    }),
  )
  .optional()
  .describe('Outros produtos do posto sob o mesmo combustível, cada um julgado por si')
export type OutroProduto = NonNullable<z.infer<typeof outrosSchema>>[number]

export const variacaoSchema = z
  .object({ valor: reais.describe('Diferença em reais'), percentual: z.number().describe('Em %') })
  .nullable()
export type Variacao = z.infer<typeof variacaoSchema>

export const variacaoDaMedianaSchema = variacaoSchema
  .unwrap()
  .extend({ postos: contagem.describe('Postos com preço conhecido daquele tempo') })
  .nullable()
export type VariacaoDaMediana = z.infer<typeof variacaoDaMedianaSchema>

export const variacaoDesdeSchema = variacaoDaMedianaSchema
  .unwrap()
  .extend({ dia: sale.diaSchema.describe('O dia pedido em desde') })
  .nullable()
  .optional()
  .describe(
    'Desde o fim do dia pedido em desde; null se menos da metade dos postos tem preço conhecido dele, ou não se conhece venda depois dele',
  )

export const fimDeSemanaSchema = object(
  `Só onde o preço muda mais de ${rules.PERTO}, para o mesmo lado, quase todo fim de semana e feriado, e volta`,
  {
    diferenca: reais.describe('Mediana das diferenças contra os dias úteis ao lado, em reais'),
    percentual: z.number().describe('A mesma em %'),
    vezes: contagem.describe('Quantos dos últimos blocos de folga a confirmam'),
    de: contagem.describe('Quantos são esses últimos: quatro, ou três'),
  },
)
export type FimDeSemana = z.infer<typeof fimDeSemanaSchema>

export const usualDaGasolina = z
  .number()
  .optional()
  .describe(
    `O usual do posto da gasolina comum, que conta em lugar do preço dela onde este está acima dele em ${rules.ATE_POUCAS_VENDAS}`,
  )

export const limiteDaParidade = z.number().describe('Razão até a qual o álcool compensa: a pedida, ou 0,7')

export const erroSchema = z.object({
  timestamp: sale.instanteSchema.describe('Quando aconteceu'),
  message: z.string().describe('O que houve e como corrigir, numa frase'),
  status: z.number().int().describe('O mesmo da resposta HTTP'),
  codigo: z.string().describe('O tipo de erro, para programas: parametro_invalido, posto_nao_encontrado…'),
  erros: optionalList('Um por parâmetro errado', {
    parametro: z.string().describe('Nome do parâmetro errado'),
    valor: z.string().optional().describe('O que veio, talvez encurtado'),
    aceitos: z.array(z.string()).optional().describe('O que vale no lugar'),
    sugestao: z.string().optional().describe('O que talvez se quisesse dizer'),
  }),
  tente: z.string().optional().describe('Uma pergunta parecida que se responde: o endereço dela'),
  recomecar: z
    .string()
    .optional()
    .describe('Só em cursor_vencido: o endereço com tudo o que se sabe agora e o cursor de onde seguir'),
})
export type RespostaErro = z.infer<typeof erroSchema>

/** An object with a member for some of the six fuels. */
export function perSlug<T extends z.ZodType>(descricao: string, value: T) {
  return z.partialRecord(sale.slugSchema, value).describe(descricao)
}
