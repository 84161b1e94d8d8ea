import type { Estatistica, RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import { doubtInBrackets, doubtOf } from '../../format/words/doubt.ts'
import {
  hourOf,
  bothChanges,
  count,
  day,
  decimal,
  money,
  together,
  wholeCents,
} from '../../format/words/formatting.ts'
import { differenceWords, gasolineOfPlace, weekendHabit } from '../../format/words/comparisons.ts'
import { UNKNOWN_BEFORE } from '../../format/words/group-words.ts'
import { leanDearest } from './groups.ts'
import { ofText, rows, whoAndWhere } from './tool-result.ts'
import { PAY_THE_USUAL, only, placeSentences, unitPrice, without } from './text.ts'

type Paridade = RespostaEstatisticas['paridade']
type Figures = Estatistica

type OfFuels = readonly (readonly [slug: string, figures: Figures])[]
type Cheapest = NonNullable<Figures['maisBarato']>

/** `isCounted`: the sentences of the status count the suspects already. */
export function statisticsSentences(resposta: RespostaEstatisticas, withParity: boolean, isCounted: boolean) {
  const { paridade } = resposta
  const fuels = Object.values(resposta.combustiveis)
  const differences = differenceWords(resposta)
  return [
    ...fuels.map((figures) => figuresLine(figures, isCounted)),
    withParity && paritySaid(paridade),
    differences.length > 0 && `Nos mesmos postos: ${differences.join('; ')}.`,
    ...placeSentences(resposta),
    ...figuresNotes(fuels),
  ]
}

/** Undefined without a station that sells both. */
export function paritySaid(paridade: Paridade): string | undefined {
  const { limite, razaoMediana, postosEmQueCompensaProvavel: paying, postos } = paridade
  if (razaoMediana === null) return undefined
  return `Álcool ou gasolina: ${ofCheapest(paridade)}na mediana o álcool custa ${decimal(razaoMediana)} da gasolina comum; compensa em ${paying} de ${count(postos, 'posto', 'postos')} (até ${decimal(limite)}; preços prováveis, gasolina em dúvida pelo usual).`
}

export function figuresLine(figures: Figures, isCounted: boolean) {
  return ofText(`- ${fuelSentence(figures, isCounted)}`)
}

/** Sentences after the lines of figures: where to go instead of a doubtful lowest price, and why a change is missing. */
export function figuresNotes(fuels: readonly Figures[]) {
  return [
    fuels.some(isDoubtful) && `${PAY_THE_USUAL} ${WHERE_TO_GO}`,
    fuels.some(({ postos, variacao }) => postos > 0 && Object.values(variacao).includes(null)) &&
      UNKNOWN_BEFORE,
  ]
}

/** The answer to the question, before the median of all stations, which may favour the other fuel. */
function ofCheapest({ lugar }: Paridade): string {
  if (!lugar) return ''
  const { alcool, compensa } = lugar
  return `pelos mais baratos (${money(alcool)} e ${gasolineOfPlace(lugar)}), compensa ${compensa === 'alcool' ? 'o álcool' : 'a gasolina'}; `
}

function isDoubtful({ maisBarato }: Figures): boolean {
  return maisBarato !== null && doubtOf(maisBarato) !== undefined
}

/** The figures, with the cheapest station shortened; `posto` has the rest. The likeliest is the first of `precos`. */
export function leanFuels(fuels: OfFuels) {
  return Object.fromEntries(
    fuels.map(([slug, fuel]) => {
      const kept = without(fuel, 'precoMinimoProvavel')
      const { nomePopular, economia, maisCaro, maisBarato, maisBaratoProvavel, ...figures } = kept
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

/** The tank by the likely prices, as the text has it. */
function leanSavings({ provavel, ...declared }: Figures['economia']): object {
  return provavel.tanque
    ? { ...only(declared, 'porUnidade', 'sobreMedia'), provavel: only(provavel, 'porUnidade', 'tanque') }
    : declared
}

function shortest({ estabelecimento, precoProvavel }: Cheapest) {
  return { estabelecimento: only(estabelecimento, 'cnpj', 'nomeFantasia'), precoProvavel }
}

/** The cheapest station with the number of sales behind the price: the lowest price is often of a single receipt. */
function leanCheapest({ estabelecimento, produto, confirmacao, precoProvavel, duvida }: Cheapest) {
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
  const { nomePopular: nome, unidadeMedida, postos, suspeitos } = figures
  const { precoMinimo, precoMediano, precoMedio, precoMaximo } = figures
  const left =
    suspeitos > 0 && !isCounted && `${count(suspeitos, 'suspeito fora', 'suspeitos fora')} da conta`
  if (precoMinimo === null || precoMediano === null || precoMedio === null || precoMaximo === null)
    return together('; ', [`${nome}: sem preço`, left])
  const { tanque } = figures.economia.provavel
  return together('; ', [
    `${nome}, ${count(postos, 'posto', 'postos')}: de ${money(precoMinimo)}${doubtInBrackets(figures.maisBarato)} a ${unitPrice(precoMaximo, unidadeMedida)}${precoMaximo > precoMinimo ? doubtInBrackets(figures.maisCaro) : ''}, mediana ${money(precoMediano)}, média ${money(precoMedio)}`,
    likelyRange(figures),
    tanque?.valor && `poupa até ${wholeCents(tanque.valor)} em ${decimal(tanque.litros)} L`,
    changes(figures.variacao),
    figures.fimDeSemana && weekendHabit(figures.fimDeSemana),
    left,
  ])
}

/** `provável de R$ 6,39 a R$ 7,99`, of which the saving is the difference. */
function likelyRange({ precoMinimoProvavel: least, economia }: Figures): string | undefined {
  const width = economia.provavel.porUnidade
  return least && width ? `provável de ${money(least)} a ${money(least + width)}` : undefined
}

function changes({ dia, semana, mes, desde }: Figures['variacao']): string {
  const spans = {
    'em 1 dia': dia,
    'em 1 semana': semana,
    'em 1 mês': mes,
    [`desde ${day(desde?.dia ?? '')}`]: desde,
  }
  const said = Object.entries(spans).flatMap(([span, change]) =>
    change ? `${change.valor === 0 ? 'igual' : bothChanges(change)} ${span}` : [],
  )
  return said.length > 0 ? `mediana ${said.join(', ')}` : 'variação desconhecida'
}

/** Names the members of the structure and the rows of the text. */
const WHERE_TO_GO =
  'Onde se deve pagar menos: maisBaratosProvaveis (na estrutura, maisBaratoProvavel; sem ele, maisBarato).'

export function cheapest(fuels: OfFuels): object {
  return rows(
    fuels.flatMap(([slug, { maisBaratoProvavel: found }]) => {
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

/** Stations named in the text where ethanol pays; the structure has more. */
const PAYING_NAMED = 3

export function payingNamed({ postosQueCompensam, postosEmQueCompensaProvavel: all }: Paridade): object {
  const postos = postosQueCompensam
    .slice(0, PAYING_NAMED)
    .map(({ nomeFantasia: posto, cnpj }) => ({ posto, cnpj }))
  return { mostrados: `${postos.length} de ${all}`, postos }
}
