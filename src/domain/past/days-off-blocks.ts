import type { FimDeSemana } from '../answers/shared-schemas.ts'
import { isDayOff } from '../alagoas/holidays.ts'
import { ascending, fromThousandths, median, roundHalfAway } from '../basics/numbers.ts'
import { type Dia, addDays } from '../basics/time.ts'
import { NEAR_PERCENT } from '../facts/rules.ts'

/** A maximal run of days off, with the working days on either side. */
export interface Block {
  before: Dia
  days: Dia[]
  after: Dia
}

/** Prices in thousandths: of the working day before a block, of the block, of the working day after it. */
export type Reading = readonly [before: number, during: number, after: number]

/** Blocks of so many days before a commit count: some seventeen weekends. */
const COUNTED_DAYS = 120
/** Numbers of blocks with prices: those that make the figures, more than half of which must agree; the last of them, and how many of these must. */
const BLOCKS_COUNTED = 8
const NEWEST_BLOCKS = 4
const LEAST_AGREEING = 3

/** Blocks that count on `hoje`, oldest first: each with its working days over and collected, without its days that were not. */
export function blocksBefore(hoje: Dia, collected: readonly Dia[]): Block[] {
  const known = new Set(collected)
  const blocks: Block[] = []
  for (let after = addDays(hoje, -COUNTED_DAYS); after < hoje; after = addDays(after, 1)) {
    if (isDayOff(after) || !isDayOff(addDays(after, -1))) continue
    const days: Dia[] = []
    let before = addDays(after, -1)
    for (; isDayOff(before); before = addDays(before, -1)) if (known.has(before)) days.unshift(before)
    if (known.has(before) && known.has(after) && days.length > 0) blocks.push({ before, days, after })
  }
  return blocks
}

/** True on the two days before a block. */
export function isBeforeDaysOff(dia: Dia): boolean {
  const [tomorrow, next] = [addDays(dia, 1), addDays(dia, 2)]
  return isDayOff(tomorrow) ? !isDayOff(dia) : isDayOff(next)
}

/** Recurrence in readings, oldest first; undefined where prices do not move the same way most times. */
export function recurrenceOf(readings: readonly Reading[]): FimDeSemana | undefined {
  const recent = readings.slice(-BLOCKS_COUNTED)
  if (recent.length < LEAST_AGREEING) return undefined
  const directions = recent.map(directionOf)
  const deciding = directions.slice(-NEWEST_BLOCKS)
  for (const direction of [-1, 1]) {
    const vezes = deciding.filter((each) => each === direction).length
    // Three of four agree by chance, too, and then most of eight rarely do.
    const isUsual = directions.filter((each) => each === direction).length * 2 > directions.length
    if (vezes < LEAST_AGREEING || !isUsual) continue
    const changes = recent.map(([before, during, after]) => during - (before + after) / 2)
    const percents = recent.map(([before, , after], i) => ((changes[i] ?? 0) * 200) / (before + after))
    const percentual = roundHalfAway(middle(percents) * 10) / 10
    return { diferenca: fromThousandths(middle(changes)), percentual, vezes, de: deciding.length }
  }
  return undefined
}

/** −1 where the block lies more than 2 % below both working days, 1 where above both, else 0. */
function directionOf([before, during, after]: Reading): number {
  const [sinceBefore = 0, untilAfter] = [before, after].map((working) => {
    const away = during - working
    return Math.abs(away) * 100 > working * NEAR_PERCENT ? Math.sign(away) : 0
  })
  return sinceBefore === untilAfter ? sinceBefore : 0
}

function middle(values: readonly number[]): number {
  return median(ascending(values)) ?? 0
}
