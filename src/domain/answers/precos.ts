import { z } from 'zod'
import { CHEAPER_PERCENT, LONG_GAP_KM } from '../facts/rules.ts'
import { estabelecimentoSchema, instanteSchema, produtoSchema } from '../facts/sale-record.ts'
import * as s from './shared-schemas.ts'

const custoSchema = s.object(
  'Abastecer ali, com a ida e a volta; só com litros, consumo, rota ou ordenar=custo',
  {
    abastecimento: s.reais.describe('litros × precoProvavel'),
    desvioKm: s.km.describe('Ida e volta, em km: a linha reta vezes fatorDeVia'),
    deslocamento: s.reais.describe('O combustível do desvio: desvioKm ÷ consumo × precoProvavel'),
    total: s.reais.describe('A soma dos dois, em reais'),
  },
)
export type Custo = z.infer<typeof custoSchema>

export const entradaSchema = z.object({
  produto: produtoSchema,
  outros: s.outrosSchema,
  suspeito: s.suspeitoSchema.optional(),
  estabelecimento: s.postoSchema,
  ...s.apoioShape,
  distanciaKm: s.km.optional().describe('Até o ponto pedido, em km; só com perto, ou lat e lon'),
  rota: s.optionalObject('Só com rota; em linha reta de ponto a ponto', {
    distanciaKm: s.km.describe('Até a linha da rota, em km'),
    kmDaRota: s.km.describe('Onde, ao longo dela, desde o início, em km'),
  }),
  custo: custoSchema.optional(),
})
export type Entrada = z.infer<typeof entradaSchema>

const kmDaRota = s.km.describe('Do início da rota, em km')

const caminhoSchema = s.optionalObject(
  'A rota entre lugares ditos por nome: de cidade em cidade, em linha reta; só com nomes em rota',
  {
    km: s.km.describe('A soma das linhas retas: menos do que se roda'),
    lugares: s.listOf('Por onde passa, com as duas pontas', {
      nome: z.string().describe('Cidade, bairro da capital ou ponta'),
      codigoIBGE: z.number().int().describe('O município em que fica'),
      ...s.pontoShape,
      km: kmDaRota,
    }),
    outros: s.listOf('Outros caminhos que fazem sentido, se a rota só tem duas pontas', {
      por: z.string().describe('A cidade a pôr entre as duas pontas'),
      km: s.km.describe('A soma das linhas retas dele'),
    }),
    semPosto: s.listOf(
      `Trechos de ${LONG_GAP_KM} km ou mais sem posto que venda o combustível a até desvio km`,
      { de: kmDaRota, ate: kmDaRota },
    ),
  },
)
export type Caminho = NonNullable<z.infer<typeof caminhoSchema>>

export const precosSchema = s.answer({
  combustivel: z.string().describe('Nome do combustível'),
  nomePopular: s.nomePopular,
  totalPostos: s.contagem.describe('Postos no resultado, depois de limite'),
  totalEncontrados: s.contagem.describe('Postos que atendem aos filtros, antes de limite'),
  precoMinimo: s.reais
    .nullable()
    .describe('O menor desta lista, em reais: dos postos depois de limite, não do lugar todo; null se vazia'),
  atualizadoEm: instanteSchema.nullable().describe('Fim da última coleta que trouxe este combustível'),
  suspeitosOmitidos: s.contagem.describe('Preços suspeitos que os filtros manteriam e ficaram fora'),
  ...s.lugarShape,
  postoMaisPerto: s.postoMaisPertoSchema,
  centro: s.centroSchema,
  pontosDaRota: s.pontosDaRotaSchema,
  caminho: caminhoSchema,
  sugestoes: s.sugestoes,
  contas: s.optionalObject('Com que os custos foram calculados', {
    litros: z.number().describe('Quanto se abastece'),
    consumo: z.number().describe('km por litro, ou por m³ de GNV'),
    fatorDeVia: z
      .number()
      .describe('Quanto o caminho passa da linha reta: uma estimativa, não uma rota calculada'),
  }),
  economia: s.optionalObject('O que se poupa indo ao primeiro da lista', {
    sobreMaisPerto: s.reais
      .nullable()
      .describe(
        'custo.total do posto mais perto (da rota, se houver), entre os de lugar conhecido, menos o do primeiro da lista; null sem postos, se o preço de um dos dois é suspeito, se o do mais perto passa do usual e falta confirmar, ou se o lugar do primeiro é aproximado',
      ),
    maisPerto: s.nullableObject('Esse posto; null sem postos', {
      cnpj: estabelecimentoSchema.shape.cnpj,
      nomeFantasia: estabelecimentoSchema.shape.nomeFantasia,
      valorDeclarado: s.reais.describe('O preço dele, em reais'),
      precoProvavel: s.reais.describe('O que provavelmente se paga lá'),
    }),
  }),
  logoDepois: entradaSchema
    .optional()
    .describe(
      `Pelos mesmos filtros, o primeiro posto sem suspeita além de raio e até o dobro dele, se custa mais de ${CHEAPER_PERCENT} % menos que o primeiro da lista; só na ordem de preco ou provavel, asc`,
    ),
  ...s.paginacaoShape,
  conteudo: z.array(entradaSchema).describe('Na ordem pedida'),
})
export type RespostaPrecos = z.infer<typeof precosSchema>
