import { z } from 'zod'
import { ATE_POUCAS_VENDAS, JANELA, NEAR_PERCENT } from '../facts/rules.ts'
import * as sale from '../facts/sale-record.ts'
import * as s from './shared-schemas.ts'

const periodo = s.object('Os dias de que a resposta trata', {
  desde: sale.diaSchema.describe('Primeiro dia'),
  ate: sale.diaSchema.describe('Último dia, incluído'),
})

const serieDeMudancasSchema = z.object({
  codigo: z.string().describe('Código do produto no cadastro do posto'),
  valorDeclarado: s.reais.describe('Preço em reais por unidadeMedida: litro, ou m³ no GNV'),
  de: sale.instanteSchema.describe('Primeira venda a este preço'),
  ate: sale.instanteSchema.describe('Última venda a este preço'),
  vendas: s.contagem.describe('Vendas distintas vistas'),
  suspeito: s.suspeitoSchema.optional(),
})
export type TrechoDeMudanca = z.infer<typeof serieDeMudancasSchema>

const serieDePeriodosSchema = z.object({
  periodo: sale.diaSchema.describe('Primeiro dia do período'),
  minimo: s.reais.describe('Menor preço, em reais'),
  medio: s.reais.describe('Preço médio, em reais'),
  maximo: s.reais.describe('Maior preço, em reais'),
  vendas: s.contagem.describe('Vendas distintas vistas'),
})
export type TrechoDePeriodo = z.infer<typeof serieDePeriodosSchema>

export const resumoSchema = s.nullableObject('Sem os suspeitos; null se não há vendas', {
  minimo: s.reais.describe('Menor preço do período, em reais'),
  medio: s.reais.describe('Preço médio das vendas do período, em reais'),
  maximo: s.reais.describe('Maior preço do período, em reais'),
  atual: s.reais.describe('Preço da última venda do período, em reais'),
  ultimaMudanca: s.nullableObject('null se o preço não mudou no período', {
    em: sale.instanteSchema.describe('Primeira venda ao preço novo'),
    de: s.reais.describe('Preço antigo, em reais'),
    para: s.reais.describe('Preço novo, em reais'),
  }),
  variacao: s.variacaoSchema.describe('Do primeiro ao último preço do período; null com uma só venda'),
})
export type Resumo = z.infer<typeof resumoSchema>

export const historicoDoCombustivelSchema = z.object({
  ...s.nomesDoCombustivel,
  unidadeMedida: s.unidade,
  serie: z
    .union([z.array(serieDeMudancasSchema), z.array(serieDePeriodosSchema)])
    .describe('Do mais antigo ao mais novo: trechos a um mesmo preço, ou dias, semanas ou meses'),
  resumo: resumoSchema,
  confirmacao: s.confirmacaoSchema.optional().describe('Da última venda; só com duvida'),
  duvida: s.duvidaSchema.optional().describe('De resumo.atual, se é da última venda, como em precos'),
})
export type HistoricoDoCombustivel = z.infer<typeof historicoDoCombustivelSchema>

export const historicoShape = {
  periodo,
  combustiveis: s.perSlug('Por combustível, os que tiveram venda', historicoDoCombustivelSchema),
  observacoes: z
    .array(z.string())
    .optional()
    .describe('Frases sobre o que os números não mostram, como vendas que podem faltar'),
}

export const historicoSchema = s.answer({
  estabelecimento: s.postoSchema,
  atualizadoEm: sale.instanteSchema,
  ...historicoShape,
})
export type RespostaHistorico = z.infer<typeof historicoSchema>

const trechoDoLugarSchema = z.object({
  periodo: sale.diaSchema.describe('O dia, ou o primeiro da semana ou do mês'),
  minimo: s.reais.describe('Menor preço, em reais'),
  mediana: s.reais.describe('Preço mediano, em reais; de semana e mês, a mediana das dos dias'),
  maximo: s.reais.describe('Maior preço, em reais'),
  postos: s.contagem.describe('Postos contados; de semana e mês, os do dia que mais teve'),
})
export type TrechoDoLugar = z.infer<typeof trechoDoLugarSchema>

export const historicoDoLugarDoCombustivelSchema = z.object({
  ...s.nomesDoCombustivel,
  unidadeMedida: s.unidade,
  serie: z
    .array(trechoDoLugarSchema)
    .describe(
      `Do mais antigo ao mais novo; um dia sem preço em que confiar não aparece, nem um em que ninguém coletou, a não ser nos ${JANELA} antes da primeira coleta, se então metade dos postos tem preço conhecido. Um preço é julgado também pelas vendas dos ${JANELA} seguintes`,
    ),
  resumo: s.nullableObject('null se não há preços', {
    minimo: s.reais.describe('Menor preço do período, em reais'),
    mediana: s.reais.describe('Mediana do último dia, semana ou mês, em reais'),
    maximo: s.reais.describe('Maior preço do período, em reais'),
    variacao: s.variacaoSchema.describe('Da primeira à última mediana do período; null com uma só'),
  }),
})
export type HistoricoDoLugar = z.infer<typeof historicoDoLugarDoCombustivelSchema>
export type ResumoDoLugar = HistoricoDoLugar['resumo']

const mudancaNoLugarSchema = z.object({
  combustivel: sale.slugSchema,
  ...sale.estabelecimentoSchema.pick({ cnpj: true, nomeFantasia: true }).shape,
  ...sale.enderecoSchema.pick({ bairro: true, municipio: true }).shape,
  de: s.reais.describe('Preço antigo, em reais'),
  para: s.reais.describe('Preço novo, em reais'),
  em: sale.instanteSchema.describe('Primeira venda ao preço novo'),
  vendas: s.contagem.describe('Vendas distintas vistas a ele no período, até outro preço'),
  confirmada: z
    .boolean()
    .describe(
      `false enquanto o preço novo é de uma só venda, ou de ${ATE_POUCAS_VENDAS} e a mais de ${NEAR_PERCENT} % do anterior, e de quem volta de um preço assim`,
    ),
  deConfirmado: s.reais
    .optional()
    .describe('Da confirmada, o último preço que vendas bastantes confirmam, antes do novo'),
  // Servers of earlier versions have none.
  codigo: serieDeMudancasSchema.shape.codigo.optional(),
})
export type MudancaNoLugar = z.infer<typeof mudancaNoLugarSchema>

export const historicoDoLugarSchema = s.answer({
  ...s.lugarShape,
  atualizadoEm: sale.instanteSchema,
  periodo,
  combustiveis: s.perSlug(
    'Por combustível, os que tiveram preço; vazio com granularidade=mudancas',
    historicoDoLugarDoCombustivelSchema,
  ),
  subiram: s.contagem.optional().describe('Postos com alguma alta, em todas as páginas; só com mudancas'),
  desceram: s.contagem.optional().describe('Postos com alguma queda, em todas as páginas; só com mudancas'),
  subiramConfirmados: s.contagem.optional().describe('Postos com alguma alta confirmada; só com mudancas'),
  desceramConfirmados: s.contagem.optional().describe('Postos com alguma queda confirmada; só com mudancas'),
  ficaramAcima: s.contagem
    .optional()
    .describe('Postos com algum preço maior ao fim do período que ao começo; só com mudancas'),
  ficaramAbaixo: s.contagem
    .optional()
    .describe('Postos com algum preço menor ao fim do período que ao começo; só com mudancas'),
  ...s.paginacaoShape,
  mudancas: z
    .array(mudancaNoLugarSchema)
    .optional()
    .describe(
      'Cada mudança de preço, da mais nova à mais velha, sem os suspeitos; só com granularidade=mudancas',
    ),
  sugestoes: s.sugestoes,
})
export type RespostaHistoricoDoLugar = z.infer<typeof historicoDoLugarSchema>
