import { z } from 'zod'
import { type Slug, perFuel } from '../facts/fuels.ts'
import { cnpjSchema, instanteSchema, produtoSchema, slugSchema } from '../facts/sale-record.ts'
import { PAYING_STATIONS_TOLD, PERTO, STATIONS_TO_RANK, written } from '../facts/rules.ts'
import * as s from './shared-schemas.ts'

const cheapestSchema = z
  .object({ estabelecimento: s.postoSchema, produto: produtoSchema, ...s.apoioShape })
  .nullable()

const economiaShape = {
  porUnidade: s.reais.nullable().describe('precoMaximo − precoMinimo'),
  sobreMedia: s.reais.nullable().describe('precoMedio − precoMinimo'),
  sobreMediana: s.reais.nullable().describe('precoMediano − precoMinimo'),
  tanque: s.optionalObject('Não há para GNV', {
    litros: z.number().describe('Tamanho do tanque na conta'),
    valor: s.reais.nullable().describe('litros × porUnidade: do mais caro ao mais barato, não da média'),
  }),
}

/** A station at an end of a group's prices. */
const pontaSchema = z
  .object({
    cnpj: cnpjSchema,
    nomeFantasia: z.string().describe('Nome comercial'),
    vendas: s.contagem.describe(`Vendas seguidas a até ${PERTO} desse preço`),
    nestePreco: s.contagem.describe('Delas, as mais novas exatamente nesse preço'),
    precoProvavel: s.reais.describe('O que provavelmente se paga lá'),
    vendidoEm: instanteSchema.describe('dataVenda desse preço'),
    duvida: s.duvidaSchema.optional(),
  })
  .nullable()

export const estatisticaSchema = z.object({
  ...s.nomesDoCombustivel,
  codigoOrigem: s.codigoOrigem,
  unidadeMedida: s.unidade,
  postos: s.contagem.describe('Postos com preço não suspeito'),
  precoMinimo: s.reais.nullable().describe('Menor preço, em reais; null sem postos'),
  precoMedio: s.reais.nullable().describe('Preço médio, em reais; null sem postos'),
  precoMediano: s.reais.nullable().describe('Preço mediano, em reais; null sem postos'),
  precoMaximo: s.reais.nullable().describe('Maior preço, em reais; null sem postos'),
  economia: s.object('O que se poupa entre o mais caro e o mais barato', {
    ...economiaShape,
    provavel: s.object('As mesmas contas sobre o precoProvavel dos postos', economiaShape),
  }),
  maisBarato: cheapestSchema.describe(
    'Quem declarou o menor preço: entre iguais, um sem duvida, senão o de mais vendas; null sem postos. Se precoProvavel é maior, dificilmente se paga',
  ),
  maisCaro: cheapestSchema.describe(
    'Quem declarou o maior preço: entre iguais, um sem duvida, senão o de mais vendas; null sem postos',
  ),
  maisBaratoProvavel: cheapestSchema.describe(
    'O primeiro pelo precoProvavel, como em ordenar=provavel; o mesmo de maisBarato onde nada é duvidoso',
  ),
  precoMinimoProvavel: s.reais.nullable().describe('O menor precoProvavel, em reais; null sem postos'),
  variacao: s.object(
    'Da mediana, contra 24 horas, 7 dias e 30 dias antes de atualizadoEm; null onde menos da metade dos postos tem preço conhecido daquele tempo, ou não se conhece venda no estado depois dele',
    {
      dia: s.variacaoDaMedianaSchema,
      semana: s.variacaoDaMedianaSchema,
      mes: s.variacaoDaMedianaSchema,
      desde: s.variacaoDesdeSchema,
    },
  ),
  fimDeSemana: s.fimDeSemanaSchema.optional(),
  suspeitos: s.contagem.describe('Preços suspeitos, fora de todos os números'),
})

export const grupoSchema = z.object({
  nome: z.string().describe('O lugar, como as pessoas e os menus o escrevem'),
  municipioNome: z.string().describe('O município, como as pessoas o escrevem'),
  municipio: z.string().describe('Município, em maiúsculas e sem acentos'),
  codigoIBGE: z.number().int().describe('Código do município no IBGE'),
  bairro: z.string().optional().describe('Só com por=bairro, como um dos seus postos o escreve'),
  bandeira: z.string().nullable().optional().describe('Só com por=bandeira; null: não se sabe'),
  centro: s.nullableObject(
    'Ponto mediano dos postos de coordenada crível; num município sem eles, o da cidade',
    s.pontoShape,
  ),
  distanciaKm: s.km
    .optional()
    .describe('Do ponto pedido, ou do centro do município pedido, em linha reta; só com perto ou raio'),
  postos: s.contagem.describe('Postos com preço não suspeito'),
  precoMinimo: s.reais.nullable().describe('Menor preço, em reais; null sem postos'),
  precoMediano: s.reais.nullable().describe('Preço mediano, em reais; null sem postos'),
  precoMaximo: s.reais.nullable().describe('Maior preço, em reais; null sem postos'),
  variacao: s.object(
    'Da mediana, contra 7 dias antes de atualizadoEm; null onde menos da metade dos postos tem preço conhecido daquele tempo, ou não se conhece venda no estado depois dele',
    { semana: s.variacaoDaMedianaSchema, desde: s.variacaoDesdeSchema },
  ),
  maisBarato: pontaSchema.describe(
    'Quem declarou o menor preço; null sem postos. Se precoProvavel é maior, dificilmente se paga',
  ),
  maisCaro: pontaSchema.describe('Quem vende pelo maior preço; null sem postos'),
  maisBaratoProvavel: pontaSchema.describe(
    'O posto de precoMinimoProvavel; o mesmo de maisBarato onde nada é duvidoso',
  ),
  precoMinimoProvavel: s.reais
    .nullable()
    .describe('O menor precoProvavel dos postos de lá: por ele se diz onde vale a viagem'),
  fimDeSemana: s.fimDeSemanaSchema.optional(),
  suspeitos: s.contagem.describe('Preços suspeitos, fora de todos os números'),
  colocacao: s.ordinal
    .nullable()
    .describe(
      `Pela mediana, 1 é o mais barato, entre todos os lugares com ${written(STATIONS_TO_RANK)} postos ou mais; null com menos`,
    ),
})
export type Grupo = z.infer<typeof grupoSchema>

export const estatisticasSchema = s.answer({
  atualizadoEm: instanteSchema,
  combustiveis: s.object(
    'Os seis, também sem postos; com combustivel, sem comparar lugares, só ele',
    perFuel(() => estatisticaSchema.optional()),
  ),
  paridade: s.object('Álcool ou gasolina comum', {
    limite: s.limiteDaParidade,
    razaoMediana: z
      .number()
      .nullable()
      .describe('Mediana de álcool ÷ gasolina comum entre os postos que vendem os dois'),
    postosEmQueAlcoolCompensa: s.contagem.describe('Postos em que a razão vai até limite'),
    postosEmQueCompensaProvavel: s.contagem.describe(
      'O mesmo pelo precoProvavel dos dois; gasolina em dúvida conta pelo usual',
    ),
    postosQueCompensam: s.listOf(`Quais são, da menor razão à maior, até ${written(PAYING_STATIONS_TOLD)}`, {
      cnpj: cnpjSchema,
      nomeFantasia: z.string().describe('Nome comercial'),
      razao: z.number().describe('álcool ÷ gasolina comum, pelos mesmos preços'),
    }),
    postos: s.contagem.describe('Postos que vendem os dois'),
    lugar: s.nullableObject(
      'O álcool mais barato do lugar contra a gasolina mais barata, em postos quaisquer; null sem os dois',
      {
        alcool: s.reais.describe('Menor precoProvavel do álcool'),
        gasolina: s.reais.describe('Menor precoProvavel da gasolina comum'),
        usualDaGasolina: s.usualDaGasolina,
        razao: z.number().describe('álcool ÷ gasolina'),
        compensa: s.oneOf('Qual sai mais barato por quilômetro', ['alcool', 'gasolina']),
      },
    ),
  }),
  diferencas: s.listOf('Quanto um combustível custa a mais que outro nos mesmos postos', {
    combustivel: slugSchema.describe('O de que se diz quanto custa a mais'),
    sobre: slugSchema.describe('O outro'),
    mediana: s.reais.nullable().describe('Mediana das diferenças, em reais; null sem postos'),
    media: s.reais.nullable().describe('Média das diferenças, em reais; null sem postos'),
    postos: s.contagem.describe('Postos que vendem os dois'),
  }),
  regraDosSuspeitos: z.string().describe('Como os preços suspeitos são reconhecidos e excluídos'),
  comparacao: s.optionalObject('Do que tratam os grupos; só com por, municipios ou raio', {
    por: s.oneOf('O que é comparado', ['municipio', 'bairro', 'bandeira']),
    combustivel: slugSchema.describe('O combustível comparado'),
    colocados: s.contagem.describe(
      `Lugares com ${written(STATIONS_TO_RANK)} postos ou mais: entre eles se conta colocacao`,
    ),
  }),
  grupos: z
    .array(grupoSchema)
    .optional()
    .describe(
      'Um por lugar, da menor mediana à maior; com raio ou perto, do mais perto ao mais longe; ao contrário com ordem=desc',
    ),
  ...s.lugarShape,
  postoMaisPerto: s.postoMaisPertoSchema,
  centro: s.centroSchema,
  sugestoes: s.sugestoes,
})
export type RespostaEstatisticas = z.infer<typeof estatisticasSchema>
export type Estatistica = z.infer<typeof estatisticaSchema>

/** Figures of a fuel that the question asks for. @throws {Error} for another, which the answer leaves out. */
export function figuresOf(combustiveis: RespostaEstatisticas['combustiveis'], slug: Slug): Estatistica {
  const figures = combustiveis[slug]
  if (!figures) throw new Error(`statistics without ${slug}`)
  return figures
}
