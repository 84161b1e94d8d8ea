import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import type { Variacao } from '../../domain/answers/common.ts'
import { isOfParity } from '../../domain/facts/rules.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { doubtOf, doubtOfHighest } from '../../format/words/doubt.ts'
import { bothChanges, count, day, decimal, money, wholeCents } from '../../format/words/formatting.ts'
import { differenceWords, weekendHabit } from '../../format/words/comparisons.ts'
import { inputSchema, readArguments, toolParameters } from './arguments.ts'
import { firstThatFits } from '../words/fit-size.ts'
import {
  comparedSchema,
  firstGroups,
  groupRows,
  groupSentences,
  leanDearest,
  leanGroups,
  wholeGroups,
} from '../words/groups.ts'
import { STATUS, asksStatus, leanStatus, situacaoArgument, statusSentences } from './status.ts'
import {
  PAY_THE_USUAL,
  type Sentence,
  hourOf,
  inBothViews,
  ofText,
  only,
  placeOf,
  placeSentences,
  registryTold,
  rows,
  unitPrice,
  updated,
  whoAndWhere,
} from '../words/text.ts'
import type { Tool } from './tool.ts'

/** Figures of one brand are in the groups of por=bandeira. */
const accepted = toolParameters('estatisticas').filter((name) => name !== 'bandeira')

export const estatisticas: Tool = {
  title: 'Médias, economia, tendência e comparação de lugares',
  purpose: 'dá médias, economia, tendência, comparação de lugares, álcool ou gasolina e a situação dos dados',
  description: `Resumo dos preços dos seis combustíveis em Alagoas, ou num bairro ou município: menor, médio, mediano, maior, quanto se poupa, variação em um dia, uma semana, um mês ou desde um dia, e se o álcool compensa. Fuel price statistics for Alagoas, Brazil: average, trend, cheapest city, ethanol versus gasoline, how fresh the data is.
Use para “está caro”, “subiu ou baixou”, “quanto economizo num tanque”, “álcool ou gasolina”, “em que cidade é mais barato”, “vale ir à cidade vizinha”, “de quando são os dados” (situacao). Não use para a lista de postos (precos) nem para um posto (posto, historico).
Para comparar: por=municipio, por=bairro com municipio, municipios=a,b,c, ou municipio e raio. Vêm em grupos; colocacao é pela mediana, entre lugares de três postos ou mais.
Preços suspeitos de erro ficam fora dos números. Lugar sem posto dá null e sugestoes; variacao é null sem dados daquele tempo.
maisBarato é por preço declarado; maisBaratoProvavel vem onde é outro. economia.porUnidade vai do mais caro ao mais barato (provavel, pelos prováveis); tanque: vezes litros. paridade.razaoMediana até limite (razao, ou 0,7) favorece o álcool.`,
  inputSchema: inputSchema(
    accepted,
    { litros: 'Padrão 50', combustivel: 'Só este; ao comparar lugares, padrão gasolina-comum' },
    'estatisticas',
  ).extend({ situacao: situacaoArgument }),
  outputSchema: comparedSchema,
  async handler(args, { query }) {
    const { [STATUS]: _, ...asked } = args
    const situacao = asksStatus(args) ? await query.situacao() : undefined
    const pedido = readArguments('estatisticas', asked, accepted)
    const resposta = {
      ...(await query.estatisticas(pedido)),
      ...(situacao && { situacao: leanStatus(situacao) }),
    }
    const status = situacao ? statusSentences(situacao) : []
    return resposta.comparacao && resposta.grupos
      ? compared(resposta, resposta.comparacao, resposta.grupos, pedido, status)
      : summarized(resposta, pedido, status)
  },
}

/** Stations named in the text where ethanol pays; the structure has more. */
const PAYING_NAMED = 3

function summarized(
  resposta: RespostaEstatisticas,
  { combustivel }: Pedido<'estatisticas'>,
  status: readonly Sentence[],
): Promise<CallToolResult> {
  const said = [...status, ...sentences(resposta, isOfParity(combustivel), status.length > 0)]
  const paying = isOfParity(combustivel) ? leanParity(resposta).postosQueCompensam : undefined
  const result = (data: object, cut?: string): CallToolResult =>
    inBothViews({
      sentences: [...said, cut],
      data: { ...placeOf(resposta), ...data },
      structured: {
        ...resposta,
        paridade: leanParity(resposta),
        combustiveis: leanFuels(Object.entries(resposta.combustiveis)),
      },
    })
  // Without the table for six names of the greatest length, which would not fit.
  return firstThatFits([
    () =>
      result({
        maisBaratosProvaveis: cheapest(resposta),
        ...(paying &&
          paying.length > 0 && {
            alcoolCompensaEm: payingNamed(resposta.paridade),
          }),
      }),
    () => result({}, 'O mais barato de cada combustível não coube: pergunte por um só.'),
  ])
}

/** Says how many there are: three of 73 are not all. */
function payingNamed({ postosQueCompensam, postosEmQueCompensaProvavel: all }: Paridade): object {
  const postos = postosQueCompensam.slice(0, PAYING_NAMED).map(({ nomeFantasia }) => nomeFantasia)
  return { mostrados: `${postos.length} de ${all}`, postos }
}

/** Whole, else without coordinates and without places that have no price, else the first ones. */
function compared(
  resposta: RespostaEstatisticas,
  comparacao: NonNullable<RespostaEstatisticas['comparacao']>,
  all: NonNullable<RespostaEstatisticas['grupos']>,
  pedido: Pedido<'estatisticas'>,
  status: readonly Sentence[],
): Promise<CallToolResult> {
  // The difference of two fuels is no comparison of places.
  const { diferencas: _, combustiveis, paridade, ...about } = resposta
  const parity = only(paridade, 'limite', 'razaoMediana', 'postosEmQueAlcoolCompensa', 'postos')
  const { combustivel } = comparacao
  const shown = firstGroups(comparacao, all, pedido)
  const result = (grupos: ReturnType<typeof leanGroups>, note?: string): CallToolResult =>
    inBothViews({
      sentences: [
        ...status,
        ...groupSentences(comparacao, all, pedido),
        shown.note,
        note,
        comparacao.por === 'bandeira' && registryTold(resposta),
        ...placeSentences(resposta),
        updated(resposta.atualizadoEm),
      ],
      data: { ...placeOf(resposta), ...groupRows(grupos) },
      structured: {
        ...about,
        paridade: parity,
        combustiveis: leanFuels([[combustivel, combustiveis[combustivel]]]),
        grupos,
      },
    })
  const lean = leanGroups(shown.grupos)
  return firstThatFits(
    [
      () => result(wholeGroups(shown.grupos)),
      () =>
        result(
          lean,
          lean.length < shown.grupos.length ? 'Lugares sem preço ficaram fora da lista.' : undefined,
        ),
    ],
    (n) => result(lean.slice(0, n), `Couberam os ${n} primeiros: para outros, diga quais em municipios.`),
    lean.length,
  )
}

type Paridade = RespostaEstatisticas['paridade']
type Figures = RespostaEstatisticas['combustiveis'][keyof RespostaEstatisticas['combustiveis']]

/** `isCounted`: the sentences of the status count the suspects already. */
function sentences(resposta: RespostaEstatisticas, withParity: boolean, isCounted: boolean): Sentence[] {
  const { paridade, atualizadoEm } = resposta
  const fuels = Object.values(resposta.combustiveis)
  const { limite, razaoMediana, postosEmQueCompensaProvavel: paying, postos } = paridade
  const differences = differenceWords(resposta)
  return [
    ...fuels.map((figures) => ofText(`- ${fuelSentence(figures, isCounted)}`)),
    withParity &&
      razaoMediana !== null &&
      `Álcool ou gasolina: ${ofCheapest(paridade)}na mediana o álcool custa ${decimal(razaoMediana)} da gasolina comum; compensa em ${paying} de ${count(postos, 'posto', 'postos')} (até ${decimal(limite)}; preços prováveis).`,
    differences.length > 0 && `Nos mesmos postos: ${differences.join('; ')}.`,
    ...placeSentences(resposta),
    fuels.some(isDoubtful) && `${PAY_THE_USUAL} ${WHERE_TO_GO}`,
    fuels.some(lacksPast) &&
      'Onde falta a variação de um dia, uma semana ou um mês, menos da metade dos postos tem preço conhecido daquele tempo.',
    updated(atualizadoEm),
  ]
}

/** The answer to the question, before the median of all stations, which may favour the other fuel. Absent from an older server's answer. */
function ofCheapest({ lugar }: Partial<Paridade>): string {
  if (!lugar) return ''
  const { alcool, gasolina, compensa } = lugar
  return `pelos mais baratos (${money(alcool)} e ${money(gasolina)}), compensa ${compensa === 'alcool' ? 'o álcool' : 'a gasolina'}; `
}

function isDoubtful({ maisBarato }: Figures): boolean {
  return maisBarato !== null && doubtOf(maisBarato) !== undefined
}

function lacksPast({ postos, variacao }: Figures): boolean {
  return postos > 0 && Object.values(variacao).includes(null)
}

/** The figures, with the cheapest station shortened; `posto` has the rest. The likeliest is the first of `precos`. */
function leanFuels(fuels: readonly [string, Figures][]) {
  return Object.fromEntries(
    fuels.map(([slug, fuel]) => {
      const {
        maisBarato,
        maisCaro,
        nomePopular,
        economia,
        maisBaratoProvavel,
        precoMinimoProvavel: _,
        ...figures
      } = fuel
      return [
        slug,
        {
          ...figures,
          economia: leanSavings(economia),
          ...(nomePopular !== figures.nome && { nomePopular }),
          maisBarato: maisBarato && leanCheapest(maisBarato),
          ...(isDoubtful(fuel) && maisBaratoProvavel && { maisBaratoProvavel: shortest(maisBaratoProvavel) }),
          ...leanDearest(maisCaro),
        },
      ]
    }),
  )
}

function leanParity({ paridade }: RespostaEstatisticas) {
  const paying: typeof paridade.postosQueCompensam | undefined = paridade.postosQueCompensam
  return {
    ...paridade,
    ...(paying && { postosQueCompensam: paying.map((one) => only(one, 'nomeFantasia', 'razao')) }),
  }
}

/** The tank by the likely prices, as the text has it; by the declared ones of an older server. */
function leanSavings({ provavel, ...declared }: Figures['economia']): object {
  const likely: typeof provavel | undefined = provavel
  return likely?.tanque
    ? { ...only(declared, 'porUnidade', 'sobreMedia'), provavel: only(likely, 'porUnidade', 'tanque') }
    : declared
}

function shortest({ estabelecimento, precoProvavel }: NonNullable<Figures['maisBarato']>) {
  return { estabelecimento: only(estabelecimento, 'cnpj', 'nomeFantasia'), precoProvavel }
}

/** With the number of sales behind the price: the lowest price is often of a single receipt. */
function leanCheapest({
  estabelecimento,
  produto,
  confirmacao,
  precoProvavel,
  duvida,
}: NonNullable<Figures['maisBarato']>) {
  return {
    estabelecimento: {
      ...only(estabelecimento, 'cnpj', 'nomeFantasia'),
      endereco: only(estabelecimento.endereco, 'bairro', 'municipio'),
    },
    produto: { venda: only(produto.venda, 'dataVenda', 'valorDeclarado') },
    confirmacao: only(confirmacao, 'vendas', 'nestePreco'),
    ...(precoProvavel !== produto.venda.valorDeclarado && { precoProvavel }),
    ...(duvida && { duvida }),
  }
}

function fuelSentence(figures: Figures, isCounted: boolean): string {
  const {
    nomePopular: nome,
    unidadeMedida,
    postos,
    precoMinimo,
    precoMediano,
    precoMedio,
    precoMaximo,
    suspeitos,
  } = figures
  const left =
    suspeitos > 0 && !isCounted && `${count(suspeitos, 'suspeito fora', 'suspeitos fora')} da conta`
  if (precoMinimo === null || precoMediano === null || precoMedio === null || precoMaximo === null)
    return [`${nome}: sem preço`, left].filter(Boolean).join('; ')
  const doubt = figures.maisBarato && doubtOf(figures.maisBarato)
  const { tanque } =
    (figures.economia.provavel as typeof figures.economia.provavel | undefined) ?? figures.economia
  return [
    `${nome}, ${count(postos, 'posto', 'postos')}: de ${money(precoMinimo)}${doubt ? ` (${doubt})` : ''} a ${unitPrice(precoMaximo, unidadeMedida)}, mediana ${money(precoMediano)}, média ${money(precoMedio)}`,
    likelyRange(figures),
    tanque?.valor &&
      `poupa até ${wholeCents(tanque.valor)} em ${decimal(tanque.litros)} L${doubtOfHighest(figures.maisCaro)}`,
    changes(figures.variacao),
    figures.fimDeSemana && weekendHabit(figures.fimDeSemana),
    left,
  ]
    .filter(Boolean)
    .join('; ')
}

/** `provável de R$ 6,39 a R$ 7,99`, of which the saving is the difference, told alone by an older server. */
function likelyRange({ precoMinimoProvavel: least, economia }: Figures): string | undefined {
  const { porUnidade } = (economia.provavel as typeof economia.provavel | undefined) ?? {}
  return least && porUnidade ? `provável de ${money(least)} a ${money(least + porUnidade)}` : undefined
}

function changes({ dia, semana, mes, desde }: Figures['variacao']): string {
  const said = [
    change(dia, 'em 1 dia'),
    change(semana, 'em 1 semana'),
    change(mes, 'em 1 mês'),
    desde && change(desde, `desde ${day(desde.dia)}`),
  ].filter(Boolean)
  return said.length > 0 ? `mediana ${said.join(', ')}` : 'sem dados antigos'
}

function change(variacao: Variacao, span: string): string | undefined {
  if (!variacao) return undefined
  return variacao.valor === 0 ? `igual ${span}` : `${bothChanges(variacao)} ${span}`
}

/** Names the members of the structure and the rows of the text. */
const WHERE_TO_GO =
  'Onde se deve pagar menos: maisBaratosProvaveis (na estrutura, maisBaratoProvavel; sem ele, maisBarato).'

/** The station of each fuel's lowest likely price; of an older server, that of the lowest price. */
function cheapest({ combustiveis }: RespostaEstatisticas): object {
  return rows(
    Object.entries(combustiveis).flatMap(([slug, figures]) => {
      const likeliest: typeof figures.maisBarato | undefined = figures.maisBaratoProvavel
      const found = likeliest ?? figures.maisBarato
      if (!found) return []
      const { valorDeclarado, dataVenda } = found.produto.venda
      const duvida = doubtOf(found)
      return [
        {
          combustivel: slug,
          preco: valorDeclarado,
          nestePreco: found.confirmacao.nestePreco,
          venda: hourOf(dataVenda),
          ...whoAndWhere(found.estabelecimento),
          ...(duvida !== undefined && { duvida }),
        },
      ]
    }),
  )
}
