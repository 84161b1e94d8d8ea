import type { HistoricoDoCombustivel, RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import type { Mudanca } from '../../domain/answers/mudancas.ts'
import { JANELA, STATIONS_TO_RANK } from '../../domain/facts/rules.ts'
import { doubtIn, doubtInBrackets } from './doubt.ts'
import { count, day, decimal, isStale, money, together } from './formatting.ts'
import { districtOf, stationName, townOf } from './names.ts'
import type { RespostaPosto } from '../../domain/answers/posto.ts'
import { rounded } from '../../domain/basics/numbers.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import type { FimDeSemana } from '../../domain/answers/shared-schemas.ts'
import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'

/** `Gasolina comum: caiu de R$ 6,09 para R$ 5,79, Posto X, Centro, Maceió`; `separator`: between price and station; `mark`: after the new price. */
export function changeSentence(mudanca: Mudanca, separator: string, mark = ''): string {
  const { combustivel, tipo, de, para } = mudanca
  const where = together(', ', [stationName(mudanca), districtOf(mudanca), townOf(mudanca)])
  return `${fuelOf(combustivel).nomePopular}: ${CHANGES[tipo](money(de ?? 0), `${money(para ?? 0)}${mark}`, de === para)}${separator}${where}`
}

const CHANGES: Record<Mudanca['tipo'], (de: string, para: string, isSame: boolean) => string> = {
  novo: (_, para) => para,
  subiu: (de, para) => `subiu de ${de} para ${para}`,
  desceu: (de, para) => `caiu de ${de} para ${para}`,
  saiu: (de) => `sem venda há ${JANELA} (era ${de})`,
  trocou: (de, para) => `${para}, de outro produto do posto, em vez de ${de}`,
  suspeita: (_, para) => `preço suspeito de ${para}`,
  confirmada: (de, para, isSame) =>
    isSame ? `${para} já não é suspeito` : `${para}, e não mais ${de}, que era suspeito`,
}

type Fuel = NonNullable<RespostaPosto['combustiveis'][keyof RespostaPosto['combustiveis']]>
type Priced = Pick<Fuel, 'produto' | 'precoProvavel'>

/** `pelo preço mais provável do álcool e o usual da gasolina, R$ 6,89`. */
export function parityPrices({ provavel }: NonNullable<RespostaPosto['paridade']>): string {
  const { usualDaGasolina: usual } = provavel
  return usual === undefined
    ? 'pelo preço mais provável de cada um'
    : `pelo preço mais provável do álcool e o usual da gasolina, ${money(usual)}`
}

/** `R$ 7,96, que conta pelo usual, R$ 6,85`: the cheapest gasoline of a place, beside its ethanol. */
export function gasolineOfPlace({ gasolina, usualDaGasolina: usual }: Cheapest): string {
  return usual === undefined ? money(gasolina) : `${money(gasolina)}, que conta pelo usual, ${money(usual)}`
}

type Cheapest = NonNullable<RespostaEstatisticas['paridade']['lugar']>

/** `Aqui compensa a gasolina: o álcool custa 0,781 da gasolina comum (limite 0,7).`; by the likely prices. */
export function paritySentence(
  paridade: NonNullable<RespostaPosto['paridade']>,
  write: (ratio: number) => string = decimal,
): string {
  const { razao, compensa, razaoAditivada, usualDaGasolina } = paridade.provavel
  const isDeclared = razao === paridade.razao && usualDaGasolina === undefined
  const likely = isDeclared ? '' : `, ${parityPrices(paridade)}`
  const additive =
    razaoAditivada === undefined
      ? ''
      : `; da aditivada, que ali custa menos, ${write(razaoAditivada)}, e contra ela não compensa`
  return `Aqui compensa ${compensa === 'alcool' ? 'o álcool' : 'a gasolina'}: o álcool custa ${write(razao)} da gasolina comum (limite ${write(paridade.limite)})${likely}${additive}.`
}

/** A price below the station's usual is a bargain of few sales: no word calls it cheap. */
export function isBelowUsual({ produto, precoProvavel }: Priced): boolean {
  return precoProvavel > produto.venda.valorDeclarado
}

/** After the price of a period with a single sale, which says nothing of changes. */
export const ONE_SALE = 'na única venda conhecida do período; não se sabe se o preço mudou'

export function isOneSale({ serie }: Pick<HistoricoDoCombustivel, 'serie'>): boolean {
  const [step, ...others] = serie
  return others.length === 0 && step?.vendas === 1
}

/** `na última venda`, after the last believed price, and the doubt in it; `na última venda não suspeita` unless it is known to be the newest: summaries of days do not tell. */
export function onLastSale(fuel: HistoricoDoCombustivel): string {
  const runs = fuel.serie.flatMap((step) => ('de' in step ? [step] : []))
  const [last] = runs.toSorted((a, b) => compareTexts(b.ate, a.ate))
  return `na última venda${last && !last.suspeito ? '' : ' não suspeita'}${doubtInBrackets(fuel)}`
}

/** `barato`, `normal` or `caro`; `a confirmar`, of a doubtful price, which is none of them; undefined for an old one. */
export function bandWord(
  { faixa }: NonNullable<Fuel['posicao']>,
  price: Pick<Fuel, 'duvida' | 'produto'>,
  agora: string | null,
) {
  if (isStale(price.produto.venda.dataVenda, agora)) return undefined
  return doubtIn(price) ? 'a confirmar' : faixa
}

/**
 * The declared price less the median of its market, both to the centavo, in reais. The rank is by likely prices: undefined where the
 * price ranked is not the declared one, and where the two contradict each other, as in third of six and above the middle.
 */
export function awayFromMedian(fuel: Priced, posicao: NonNullable<Fuel['posicao']>): number | undefined {
  const { colocacaoProvavel, de, diferencaDaMediana } = posicao
  const { valorDeclarado } = fuel.produto.venda
  const away = rounded(rounded(valorDeclarado, 2) - rounded(valorDeclarado - diferencaDaMediana, 2), 2)
  const isContrary = away > 0 ? colocacaoProvavel <= de / 2 : away < 0 && colocacaoProvavel > (de + 1) / 2
  return isContrary || isBelowUsual(fuel) ? undefined : away
}

/** `10º mais barato de 114 no município, com mais 42 a R$ 6,79 na última venda, R$ 0,07 abaixo da mediana`, by the likely price. */
export function standing(
  fuel: Priced,
  posicao: NonNullable<Fuel['posicao']>,
  where = posicao.ambito === 'municipio' ? 'no município' : 'no estado',
): string {
  const { colocacaoProvavel, empatados, de } = posicao
  const tied =
    empatados === 0
      ? ''
      : `, com mais ${decimal(empatados)} a ${money(fuel.produto.venda.valorDeclarado)} na última venda`
  const away = awayFromMedian(fuel, posicao)
  const distance =
    away === undefined
      ? ''
      : away === 0
        ? ', na mediana'
        : `, ${money(Math.abs(away))} ${away > 0 ? 'acima' : 'abaixo'} da mediana`
  const rank = `${decimal(colocacaoProvavel)}º mais barato de ${decimal(de)} ${where}`
  return isBelowUsual(fuel)
    ? `pelo usual, ${money(fuel.precoProvavel)}, ${rank}`
    : `${rank}${tied}${distance}`
}

/** `no fim de semana costuma custar R$ 0,30 a menos, em 4 dos últimos 4`; holidays are counted as weekends. */
export function weekendHabit({ diferenca, vezes, de }: FimDeSemana): string {
  return `no fim de semana costuma custar ${howMuch(diferenca)}, em ${vezes} dos últimos ${de}`
}

/** `R$ 0,30 a menos`. */
export function howMuch(diferenca: number): string {
  return `${money(rounded(Math.abs(diferenca), 2))} a ${diferenca < 0 ? 'menos' : 'mais'}`
}

/** `Gasolina aditivada custa R$ 0,15 a mais que Gasolina comum, na mediana de 340 postos`. */
export function differenceWords({ diferencas }: Pick<RespostaEstatisticas, 'diferencas'>): string[] {
  return diferencas.flatMap(({ combustivel, sobre, mediana, postos }) =>
    mediana === null || postos < STATIONS_TO_RANK
      ? []
      : `${fuelOf(combustivel).nomePopular} custa ${rounded(mediana, 2) === 0 ? 'o mesmo' : howMuch(mediana)} que ${fuelOf(sobre).nomePopular}, na mediana de ${count(postos, 'posto', 'postos')}`,
  )
}

/** `Maceió, em 16/04/2026: algum preço subiu em 12 postos e caiu em 3; com os ainda por confirmar, em 20 e em 9`. */
export function changesHeadline(resposta: RespostaHistoricoDoLugar): string {
  return `${resposta.lugar.nome}, ${changesSaid(resposta)}`
}

/** A station may be among both. */
export function changesSaid({ periodo: { desde, ate }, ...changes }: RespostaHistoricoDoLugar): string {
  const { subiram = 0, desceram = 0, subiramConfirmados: up = 0, desceramConfirmados: down = 0 } = changes
  const when = desde === ate ? `em ${day(ate)}` : `de ${day(desde)} a ${day(ate)}`
  if (subiram + desceram === 0) return `${when}: não se conhece mudança de preço`
  const others =
    up === subiram && down === desceram
      ? ''
      : `; com os ainda por confirmar, em ${decimal(subiram)} e em ${decimal(desceram)}`
  return `${when}: algum preço subiu em ${count(up, 'posto', 'postos')} e caiu em ${decimal(down)}${others}`
}
