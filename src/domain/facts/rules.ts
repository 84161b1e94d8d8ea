import { fromThousandths } from '../basics/numbers.ts'
import { DAY, HOUR } from '../basics/time.ts'
import type { Slug } from './fuels.ts'

/** Rules used in several modules, or told in sentences. Any other rule is defined in the one module that uses it. */

/** The source shows sales of ten days, so a sale leaves the state once it is so much older than the newest of all. */
export const WINDOW_DAYS = 10
export const WINDOW_HOURS = WINDOW_DAYS * 24
export const WINDOW = WINDOW_HOURS * HOUR

/** Least number of prices for a median others are judged by: of three, one wrong receipt would be the median. */
export const PRICES_FOR_A_MEDIAN = 8

/** The fuel of a question or a page that names none. Here, as scripts of pages hold no table of fuels. */
export const USUAL_FUEL = 'gasolina-comum' satisfies Slug

/** Radius in km around the point of `perto`, where `estatisticas` is told no other. */
export const RAIO_DA_COMPARACAO = 40

/** Prices, or medians, so near one another count as the same. */
export const NEAR_PERCENT = 2
export const NEAR = NEAR_PERCENT / 100

/** Largest deviation from the state's median, in percent. A price beyond it is never believed, however often declared. */
export const ABSURD_PERCENT = 35
/** Deviation from which a price needs confirmation: so many sales in a row, so many hours from the first to the last. */
export const UNUSUAL_PERCENT = 20
export const CONFIRMING_SALES = 3
export const CONFIRMING_HOURS = 6

/** Sales whose median is a station's usual price: enough to outvote a discount or two, recent enough to exclude last week's price. */
export const USUAL_MOST_SALES = 9
export const USUAL_HOURS = 72
export const USUAL_FEWEST_SALES = 3
/** Most sales in a row at a deviating price that still leave it in doubt. */
export const DOUBTFUL_SALES = 3

/** Least number of stations for a position among them. */
export const STATIONS_TO_COMPARE = 5
/** Distance from the median, in percent, within which a price is neither cheap nor dear. */
export const ORDINARY_PERCENT = 1

/** Change of a fuel's median that is held back until so many collections in a row propose it. */
export const JUMP_PERCENT = 15
export const AGREEING_COLLECTIONS = 3

/** Hours after which a sale is marked as old, and after which its price is no longer called cheap or dear. */
export const OLD_HOURS = 24
export const STALE_HOURS = 72

/** Age of the newest sale from which a source counts as stopped: its batches are two hours apart and their newest sale is 1.3 h old in the median. */
export const STOPPED_HOURS = 6

/** Places with fewer stations get no rank: the median of one or two is one station's price. */
export const STATIONS_TO_RANK = 3

/** Minimum saving, in percent, for which a station beyond the radius is worth naming. */
export const CHEAPER_PERCENT = 1

/** Least stretch of a journey without a station, in km, of which drivers are warned. */
export const LONG_GAP_KM = 60

/** Days of the past that `posto` and `historico` show by themselves. */
export const HISTORY_DAYS = 30

/** Longest period of which the changes of a whole place are told. */
export const CHANGES_DAYS = 31

/** Days for which changes are kept. An older cursor must start again. */
export const CHANGES_KEPT_DAYS = 30
export const CHANGES_KEPT = CHANGES_KEPT_DAYS * DAY

/** The source's batches appear near :35, so hourly collections begin at :45. */
export const MINUTE_OF_HOUR = 45

/** Ratio of prices up to which ethanol pays in a common flex car: its yield per litre against gasoline. */
export const USUAL_RATIO = 0.7

export const PAYING_STATIONS_TOLD = 10

/** Prices of both at one station, in thousandths of a real. */
export interface Pair {
  alcool: number
  gasolina: number
}

/** True if a question about this fuel, or about all of them, is told whether ethanol pays. */
export function isOfParity(combustivel: Slug | undefined): boolean {
  return combustivel === undefined || combustivel === 'alcool' || combustivel === 'gasolina-comum'
}

/** Scale that turns a ratio into a whole number: six decimals. */
const RATIO_SCALE = 1_000_000

/** Compares whole numbers, so a price at exactly the ratio still pays. */
export function ethanolPays({ alcool, gasolina }: Pair, razao: number): boolean {
  return alcool * RATIO_SCALE <= gasolina * Math.round(razao * RATIO_SCALE)
}

export function parityOf(pair: Pair, limite: number): { razao: number; compensa: keyof Pair } {
  return {
    razao: fromThousandths((pair.alcool * 1000) / pair.gasolina),
    compensa: ethanolPays(pair, limite) ? 'alcool' : 'gasolina',
  }
}

/** The rules in the words of every face, made from their numbers. */

const WORDS = ['três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez', 'onze', 'doze']

/** `dez`. One and two, which have a gender, and numbers beyond twelve stay figures. */
export function written(n: number): string {
  return WORDS[n - 3] ?? String(n)
}

/** Stations of a list by CNPJ, as written: one given twice counts twice; favourites of a device too. */
export const MOST_STATIONS = 20

export const JANELA = `${written(WINDOW_DAYS)} dias`
export const NA_JANELA = `nos últimos ${JANELA}`

export const PERTO = `${NEAR_PERCENT} %`

export const ATE_POUCAS_VENDAS = `até ${written(DOUBTFUL_SALES)} vendas`
export const POUCAS_VENDAS = `uma a ${written(DOUBTFUL_SALES)} vendas`

export const REGRA_DOS_SUSPEITOS =
  `Ficam fora os preços a mais de ${ABSURD_PERCENT} % da mediana estadual do combustível e, entre ${UNUSUAL_PERCENT} % e ` +
  `${ABSURD_PERCENT} %, os que o posto não sustentou com ao menos ${CONFIRMING_SALES} vendas seguidas a até ${PERTO} deles, ao longo de ` +
  `${CONFIRMING_HOURS} horas ou mais.`
