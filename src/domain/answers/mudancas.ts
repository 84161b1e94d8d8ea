import { z } from 'zod'
import { enderecoSchema, estabelecimentoSchema, instanteSchema, slugSchema } from '../facts/sale-record.ts'
import { BEGINNING, CURSOR, tiposDeMudanca } from '../facts/published-changes.ts'
import { WINDOW_HOURS } from '../facts/rules.ts'
import * as s from './shared-schemas.ts'

const { cnpj, nomeFantasia } = estabelecimentoSchema.shape
const { bairro, municipio, codigoIBGE } = enderecoSchema.shape

export const mudancaSchema = s.object(
  'O que mudou de um produto de um posto entre um estado publicado e o seguinte',
  {
    combustivel: slugSchema,
    cnpj,
    codigo: z.string().describe('Código do produto no cadastro do posto'),
    tipo: s.oneOf(
      `novo: produto que não se conhecia; subiu, desceu: outro preço; saiu: sem venda há ${WINDOW_HOURS} horas; suspeita, confirmada: o preço deixou de ser crível, ou passou a ser; trocou: o preço que precos mostra do posto passa a ser o deste produto, e de é o do outro`,
      tiposDeMudanca,
    ),
    de: s.reais.nullable().describe('Preço antes, em reais; null se o produto não se conhecia'),
    para: s.reais.nullable().describe('Preço depois, em reais; null se o produto saiu'),
    dataVenda: instanteSchema.describe('Quando foi a venda que mostrou o preço de depois; se saiu, a última'),
    nomeFantasia,
    bairro,
    municipio,
    codigoIBGE,
    suspeito: s.suspeitoSchema.optional().describe('Presente quando o preço de depois não é crível'),
    confirmacao: s.confirmacaoSchema
      .partial({ nestePreco: true, nestePrecoDesde: true })
      .describe('nestePreco e nestePrecoDesde faltam nas mudanças de versões anteriores'),
  },
)
export type Mudanca = z.infer<typeof mudancaSchema>

const cursorSchema = z
  .string()
  .regex(CURSOR)
  .describe('Um estado publicado: o número dele e o começo do seu sha256')

export const mudancasSchema = s.answer({
  desde: z.union([cursorSchema, z.literal(BEGINNING)]).describe('O estado a partir do qual se conta'),
  ate: cursorSchema.describe('O estado a que estas mudanças levam: use-o em desde, na próxima vez'),
  mais: z.boolean().describe('true: há mais mudanças depois de ate, que é a próxima página'),
  ...s.lugarShape,
  centro: s.centroSchema,
  sugestoes: s.sugestoes,
  mudancas: z.array(mudancaSchema).describe('Na ordem em que foram publicadas'),
})

const passoShape = {
  desde: cursorSchema.describe('O estado anterior'),
  publicadoEm: instanteSchema.describe('Quando o estado foi publicado'),
}

export const indiceDeMudancasSchema = s.answer({
  desde: cursorSchema.describe('O estado mais antigo a partir do qual se pode seguir'),
  ate: cursorSchema.describe('O estado de agora'),
  arquivos: s.listOf('Na ordem em que foram publicados', {
    cursor: cursorSchema.describe('O estado a que as mudanças levam'),
    ...passoShape,
    mudancas: s.contagem.describe('Quantas mudanças há no arquivo'),
    url: z.string().describe('Endereço do arquivo'),
  }),
})

export const arquivoDeMudancasSchema = z.object({
  ...passoShape,
  ate: cursorSchema.describe('O estado a que as mudanças levam'),
  mudancas: z.array(mudancaSchema).describe('Todas, as de preços suspeitos também'),
  demonstracao: s.atribuicaoShape.demonstracao,
  aviso: s.atribuicaoShape.aviso,
})
