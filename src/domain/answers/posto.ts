import { z } from 'zod'
import { instanteSchema, produtoSchema, slugSchema } from '../facts/sale-record.ts'
import { NA_JANELA, written, HISTORY_DAYS, ORDINARY_PERCENT, STATIONS_TO_COMPARE } from '../facts/rules.ts'
import * as s from './shared-schemas.ts'
import { historicoShape } from './historico.ts'

const posicaoSchema = s.nullableObject('null quando o preço é suspeito', {
  colocacao: s.ordinal.describe('1 é o mais barato; preços iguais dividem a colocação'),
  colocacaoProvavel: s.ordinal.describe('O mesmo pelo precoProvavel de todos'),
  empatados: s.contagem.describe('Quantos outros têm exatamente este preço'),
  de: s.contagem.describe('Postos comparados'),
  diferencaDaMediana: z.number().describe('Preço menos mediana, em reais'),
  faixa: s.oneOf(
    `barato: no quarto mais barato e mais de ${ORDINARY_PERCENT} % abaixo da mediana; caro: no mais caro e mais de ${ORDINARY_PERCENT} % acima`,
    ['barato', 'normal', 'caro'],
  ),
  ambito: s.oneOf(
    `Comparado dentro do município, ou do estado se lá há menos de ${written(STATIONS_TO_COMPARE)}`,
    ['municipio', 'estado'],
  ),
})
export type Posicao = z.infer<typeof posicaoSchema>

const paridadeShape = {
  razao: z.number().describe('Álcool ÷ gasolina comum'),
  compensa: s.oneOf('Qual sai mais barato por quilômetro', ['alcool', 'gasolina']),
  razaoAditivada: z
    .number()
    .optional()
    .describe(
      'Álcool ÷ gasolina aditivada, onde ela custa menos que a comum e o álcool só compensa contra a comum',
    ),
}
const paridadeSchema = s.object('Só quando o posto vende os dois', {
  ...paridadeShape,
  limite: s.limiteDaParidade,
  provavel: s.object('O mesmo pelo precoProvavel de cada um; gasolina em dúvida conta pelo usual', {
    ...paridadeShape,
    usualDaGasolina: s.usualDaGasolina,
  }),
})
export type Paridade = z.infer<typeof paridadeSchema>

const combustivelDoPostoSchema = z.object({
  ...s.nomesDoCombustivel,
  codigoOrigem: s.codigoOrigem,
  produto: produtoSchema,
  outros: s.outrosSchema,
  suspeito: s.suspeitoSchema.optional(),
  ...s.apoioShape,
  posicao: posicaoSchema,
  fimDeSemana: s.fimDeSemanaSchema.optional(),
})

export const respostaPostoSchema = s.answer({
  estabelecimento: s.postoSchema,
  atualizadoEm: instanteSchema,
  combustiveis: s.perSlug(
    `Só os que têm venda ${NA_JANELA}; com combustivel, só ele`,
    combustivelDoPostoSchema,
  ),
  paridade: paridadeSchema.optional(),
  historico: s.object(`Os últimos ${HISTORY_DAYS} dias`, historicoShape),
})
export type RespostaPosto = z.infer<typeof respostaPostoSchema>

export const postosSchema = s.answer({
  totalPostos: s.contagem.describe('Postos no resultado, depois de limite'),
  totalEncontrados: s.contagem.describe('Postos que atendem ao pedido, antes de limite'),
  atualizadoEm: instanteSchema,
  ...s.lugarShape,
  sugestoes: s.sugestoes.describe('Nomes parecidos, quando nenhum posto serve'),
  conteudo: s.listOf('Os postos achados', {
    estabelecimento: s.postoSchema,
    combustiveis: z.array(slugSchema).describe(`Os que o posto vendeu ${NA_JANELA}`),
  }),
})
export type RespostaPostos = z.infer<typeof postosSchema>
