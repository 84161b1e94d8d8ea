import { z } from 'zod'
import { instanteSchema, produtoSchema, slugSchema } from '../facts/sale-record.ts'
import { NA_JANELA, written, HISTORY_DAYS, ORDINARY_PERCENT, STATIONS_TO_COMPARE } from '../facts/rules.ts'
import {
  added,
  apoioShape,
  codigoOrigem,
  contagem,
  fimDeSemanaSchema,
  limiteDaParidade,
  listOf,
  lugarShape,
  nomesDoCombustivel,
  nullableObject,
  object,
  oneOf,
  ordinal,
  outrosSchema,
  perSlug,
  postoSchema,
  sugestoes,
  suspeitoSchema,
  answer,
} from './shared-schemas.ts'
import { historicoShape } from './historico.ts'

const posicaoSchema = nullableObject('null quando o preço é suspeito', {
  colocacao: ordinal.describe('1 é o mais barato; preços iguais dividem a colocação'),
  colocacaoProvavel: added(ordinal.describe('O mesmo pelo precoProvavel de todos')),
  empatados: added(contagem.describe('Quantos outros têm exatamente este preço')),
  de: contagem.describe('Postos comparados'),
  diferencaDaMediana: z.number().describe('Preço menos mediana, em reais'),
  faixa: oneOf(
    `barato: no quarto mais barato e mais de ${ORDINARY_PERCENT} % abaixo da mediana; caro: no mais caro e mais de ${ORDINARY_PERCENT} % acima`,
    ['barato', 'normal', 'caro'],
  ),
  ambito: oneOf(
    `Comparado dentro do município, ou do estado se lá há menos de ${written(STATIONS_TO_COMPARE)}`,
    ['municipio', 'estado'],
  ),
})
export type Posicao = z.infer<typeof posicaoSchema>

const paridadeSchema = object('Só quando o posto vende os dois', {
  razao: z.number().describe('Álcool ÷ gasolina comum'),
  limite: limiteDaParidade,
  compensa: oneOf('Qual sai mais barato por quilômetro', ['alcool', 'gasolina']),
  razaoAditivada: z
    .number()
    .optional()
    .describe(
      'Álcool ÷ gasolina aditivada, onde ela custa menos que a comum e o álcool só compensa contra a comum',
    ),
})
export type Paridade = z.infer<typeof paridadeSchema>

const combustivelDoPostoSchema = z.object({
  ...nomesDoCombustivel,
  codigoOrigem,
  produto: produtoSchema,
  outros: outrosSchema,
  suspeito: suspeitoSchema.optional(),
  ...apoioShape,
  posicao: posicaoSchema,
  fimDeSemana: fimDeSemanaSchema.optional(),
})

export const respostaPostoSchema = answer({
  estabelecimento: postoSchema,
  atualizadoEm: instanteSchema,
  combustiveis: perSlug(combustivelDoPostoSchema).describe(
    `Só os que têm venda ${NA_JANELA}; com combustivel, só ele`,
  ),
  paridade: paridadeSchema.optional(),
  historico: object(`Os últimos ${HISTORY_DAYS} dias`, historicoShape),
})
export type RespostaPosto = z.infer<typeof respostaPostoSchema>

export const postosSchema = answer({
  totalPostos: contagem.describe('Postos no resultado, depois de limite'),
  totalEncontrados: contagem.describe('Postos que atendem ao pedido, antes de limite'),
  atualizadoEm: instanteSchema,
  ...lugarShape,
  sugestoes: sugestoes.describe('Nomes parecidos, quando nenhum posto serve'),
  conteudo: listOf('Os postos achados', {
    estabelecimento: postoSchema,
    combustiveis: z.array(slugSchema).describe(`Os que o posto vendeu ${NA_JANELA}`),
  }),
})
export type RespostaPostos = z.infer<typeof postosSchema>
