import type { Data } from './downloads.ts'
import { median, reais, rounded } from './numbers.ts'
import { type Place, townNamed, townsOf } from './pages.ts'
import { DAY } from './past.ts'
import { figuresAt } from './rules-past.ts'
import { fuelIn } from './rules-prices.ts'
import { type Rule, type Said, type Spot, rule, shows } from './sentences.ts'

const HOLIDAYS = new Set(
  '01-01 04-21 05-01 06-24 06-29 09-07 09-16 10-12 11-02 11-15 11-20 11-30 12-25'.split(' '),
)

/** Sentences about weekends and holidays of a town. */
export const WEEKEND: Rule[] = [
  rule(
    '(?<town>[^:;,()]+?) \\({p:money} a (?<way>menos|mais), em {k:int} dos últimos {n:int}\\)',
    (spot, said) => {
      const name = (said['town'] ?? '').replace(/^.*costuma ser outro em /, '').trim()
      checkHabit(spot, townNamed(spot.data, name), said)
    },
  ),
  rule('¤ e mais {n:int}\\.?$', (spot, { n }) => {
    const habits = townsOf(spot.data).filter((town) => hasHabit(blocksOf(spot.data, fuelIn(spot), town)))
    shows(spot, 'more towns with a habit', n, habits.length - NAMED)
  }),
  rule('costuma custar {p:money} a (?<way>menos|mais), em {k:int} dos últimos {n:int}', (spot, said) =>
    spot.cnpj ? undefined : checkHabit(spot, spot.page.place, said),
  ),
]

/** Towns told by number after the three that are named. */
const NAMED = 3

/** Three of the last four blocks or more, and more than half of the last eight, count the same way. */
function hasHabit(blocks: readonly Block[]): boolean {
  return [isLower, isHigher].some(
    (counts) =>
      blocks.length >= 3 &&
      blocks.slice(-4).filter(counts).length >= 3 &&
      blocks.slice(-8).filter(counts).length * 2 > blocks.slice(-8).length,
  )
}

function isLower({ price, before, after }: Block): boolean {
  return price < before * 0.98 && price < after * 0.98
}

function isHigher({ price, before, after }: Block): boolean {
  return price > before * 1.02 && price > after * 1.02
}

function checkHabit(spot: Spot, place: Place | undefined, { p, way, k, n }: Said): void {
  const blocks = place ? blocksOf(spot.data, fuelIn(spot), place) : []
  const four = blocks.slice(-4)
  const [lower, higher] = [four.filter(isLower).length, four.filter(isHigher).length]
  const away = median(blocks.slice(-8).map(({ price, before, after }) => price - (before + after) / 2)) ?? 0
  shows(spot, 'difference of the weekend', p, reais(Math.abs(away)))
  spot.ledger.same('way', way, away < 0 ? 'menos' : 'mais')
  shows(spot, 'blocks that count', k, away < 0 ? lower : higher)
  shows(spot, 'blocks', n, four.length)
}

interface Block {
  price: number
  before: number
  after: number
}

/** Days of the past that are read. */
const DAYS = 40

/** Runs of days off among the days before today, with the working day on either side. */
function blocksOf(data: Data, fuel: string, place: Place): Block[] {
  const last = Date.parse(`${data.collectedAt.slice(0, 10)}T12:00:00Z`)
  const days = Array.from({ length: DAYS }, (_, i) =>
    new Date(last - (DAYS - i) * DAY).toISOString().slice(0, 10),
  )
  const middles = days.map((day) => {
    const { mediana } = figuresAt(data, fuel, place, day)
    return mediana === null ? null : rounded(mediana, 0)
  })
  const blocks: Block[] = []
  for (let from = 1; from < days.length; from++) {
    if (!isOff(days[from] ?? '') || isOff(days[from - 1] ?? '')) continue
    let to = from
    while (to + 1 < days.length && isOff(days[to + 1] ?? '')) to++
    const [before, after] = [middles[from - 1], middles[to + 1]]
    const price = median(middles.slice(from, to + 1).filter((middle) => middle !== null))
    if (typeof before === 'number' && typeof after === 'number' && price !== null)
      blocks.push({ price, before, after })
  }
  return blocks
}

function isOff(day: string): boolean {
  const date = new Date(`${day}T12:00:00Z`)
  const goodFriday = new Date(easter(date.getUTCFullYear()) - 2 * DAY).toISOString().slice(0, 10)
  return [0, 6].includes(date.getUTCDay()) || HOLIDAYS.has(day.slice(5)) || day === goodFriday
}

/** Gauss's rule for the years 1900 to 2099. */
function easter(year: number): number {
  const d = (19 * (year % 19) + 24) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + 5) % 7
  const late = (d === 29 && e === 6) || (d === 28 && e === 6 && year % 19 > 10) ? 7 : 0
  return Date.UTC(year, 2, 22 + d + e - late, 12)
}
