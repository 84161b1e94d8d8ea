import { z } from 'zod'
import { CHEAPER_PERCENT } from '../facts/rules.ts'
import { estabelecimentoSchema, instanteSchema, produtoSchema } from '../facts/sale-record.ts'
import {
  added,
  apoioShape,
  atribuicaoShape,
  centroSchema,
  contagem,
  lugarShape,
  nomePopular,
  object,
  optionalObject,
  outrosSchema,
  paginacaoShape,
  pontosDaRotaSchema,
  postoSchema,
  reais,
  sugestoes,
  suspeitoSchema,
} from './common.ts'

const custoSchema = object(
  'Abastecer ali, com a ida e a volta; só com litros, consumo, rota ou ordenar=custo',
  {
    abastecimento: reais.describe('litros × precoProvavel'),
    desvioKm: z.number().min(0).describe('Ida e volta, em km: a linha reta vezes fatorDeVia'),
    deslocamento: reais.describe('O combustível do desvio: desvioKm ÷ consumo × precoProvavel'),
    total: reais.describe('A soma dos dois, em reais'),
  },
)
export type Custo = z.infer<typeof custoSchema>

export const entradaSchema = z.object({
  produto: produtoSchema,
  outros: outrosSchema,
  suspeito: suspeitoSchema.optional(),
  estabelecimento: postoSchema,
  ...apoioShape,
  distanciaKm: z.number().min(0).optional().describe('Até o ponto pedido, em km; só com perto, ou lat e lon'),
  rota: optionalObject('Só com rota; em linha reta de ponto a ponto', {
    distanciaKm: z.number().min(0).describe('Até a linha da rota, em km'),
    kmDaRota: z.number().min(0).describe('Onde, ao longo dela, desde o início, em km'),
  }),
  custo: custoSchema.optional(),
})
export type Entrada = z.infer<typeof entradaSchema>

export const precosSchema = z.object({
  combustivel: z.string().describe('Nome do combustível'),
  nomePopular,
  totalPostos: contagem.describe('Postos no resultado, depois de limite'),
  totalEncontrados: contagem.describe('Postos que atendem aos filtros, antes de limite'),
  precoMinimo: reais
    .nullable()
    .describe('O menor desta lista, em reais: dos postos depois de limite, não do lugar todo; null se vazia'),
  atualizadoEm: instanteSchema.nullable().describe('Fim da última coleta que trouxe este combustível'),
  suspeitosOmitidos: contagem.describe('Preços suspeitos que os filtros manteriam e ficaram fora'),
  ...lugarShape,
  centro: centroSchema,
  pontosDaRota: pontosDaRotaSchema,
  sugestoes,
  contas: optionalObject('Com que os custos foram calculados', {
    litros: z.number().describe('Quanto se abastece'),
    consumo: z.number().describe('km por litro, ou por m³ de GNV'),
    fatorDeVia: z
      .number()
      .describe('Quanto o caminho passa da linha reta: uma estimativa, não uma rota calculada'),
  }),
  economia: optionalObject('O que se poupa indo ao primeiro da lista', {
    sobreMaisPerto: reais
      .nullable()
      .describe(
        'custo.total do posto mais perto (da rota, se houver) menos o do primeiro da lista; null sem postos, ou se o preço de um dos dois é suspeito',
      ),
    maisPerto: added(
      z
        .object({
          cnpj: estabelecimentoSchema.shape.cnpj,
          nomeFantasia: estabelecimentoSchema.shape.nomeFantasia,
          valorDeclarado: reais.describe('O preço dele, em reais'),
          precoProvavel: reais.describe('O que provavelmente se paga lá'),
        })
        .nullable()
        .describe('Esse posto; null sem postos'),
    ),
  }),
  logoDepois: entradaSchema
    .optional()
    .describe(
      `Pelos mesmos filtros, o primeiro posto sem suspeita além de raio e até o dobro dele, se custa mais de ${CHEAPER_PERCENT} % menos que o primeiro da lista; só na ordem de preco ou provavel, asc`,
    ),
  ...paginacaoShape,
  conteudo: z.array(entradaSchema).describe('Na ordem pedida'),
  ...atribuicaoShape,
})
export type RespostaPrecos = z.infer<typeof precosSchema>
