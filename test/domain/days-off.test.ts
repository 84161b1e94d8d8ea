import { describe, expect, it } from 'vitest'
import { isDayOff, isHoliday } from '../../src/domain/alagoas/holidays.ts'
import { addDays } from '../../src/domain/basics/time.ts'
import {
  type Reading,
  blocksBefore,
  isBeforeDaysOff,
  recurrenceOf,
} from '../../src/domain/past/days-off-blocks.ts'
import { chance } from '../../src/sources/demonstration/chance.ts'

/** Good Friday, as calendars have it. */
const GOOD_FRIDAYS = [
  '2020-04-10',
  '2021-04-02',
  '2022-04-15',
  '2023-04-07',
  '2024-03-29',
  '2025-04-18',
  '2026-04-03',
  '2027-03-26',
  '2028-04-14',
  '2029-03-30',
]
const FIXED = '01-01 04-21 05-01 06-24 06-29 09-07 09-16 10-12 11-02 11-15 11-20 11-30 12-25'.split(' ')

function between(from: string, to: string): string[] {
  const days: string[] = []
  for (let dia = from; dia <= to; dia = addDays(dia, 1)) days.push(dia)
  return days
}

describe('holidays of Alagoas', () => {
  it.each(GOOD_FRIDAYS)('of the year of %s are the fixed ones and Good Friday', (goodFriday) => {
    const year = goodFriday.slice(0, 4)
    const wanted = [...FIXED.map((date) => `${year}-${date}`), goodFriday].toSorted()
    expect(between(`${year}-01-01`, `${year}-12-31`).filter(isHoliday)).toEqual(wanted)
  })

  it('and weekends are days off; Carnival, Corpus Christi and Ash Wednesday are not', () => {
    expect(['2026-04-18', '2026-04-19', '2026-04-21', '2026-04-03'].filter(isDayOff)).toHaveLength(4)
    expect(['2026-04-17', '2026-04-20', '2026-02-17', '2026-02-18', '2026-06-04'].filter(isDayOff)).toEqual(
      [],
    )
  })
})

describe('blocks of days off', () => {
  it('are maximal runs between two working days that are collected and over', () => {
    expect(blocksBefore('2026-04-23', between('2026-04-01', '2026-04-23'))).toEqual([
      { before: '2026-04-02', days: ['2026-04-03', '2026-04-04', '2026-04-05'], after: '2026-04-06' },
      { before: '2026-04-10', days: ['2026-04-11', '2026-04-12'], after: '2026-04-13' },
      { before: '2026-04-17', days: ['2026-04-18', '2026-04-19'], after: '2026-04-20' },
      { before: '2026-04-20', days: ['2026-04-21'], after: '2026-04-22' },
    ])
    expect(blocksBefore('2026-04-22', between('2026-04-11', '2026-04-22'))).toEqual([
      { before: '2026-04-17', days: ['2026-04-18', '2026-04-19'], after: '2026-04-20' },
    ])
  })

  it('count without a day that was not collected, and not without both working days', () => {
    expect(blocksBefore('2026-04-15', ['2026-04-10', '2026-04-12', '2026-04-13'])).toEqual([
      { before: '2026-04-10', days: ['2026-04-12'], after: '2026-04-13' },
    ])
    expect(blocksBefore('2026-04-15', ['2026-04-11', '2026-04-12', '2026-04-13'])).toEqual([])
    expect(blocksBefore('2026-04-15', ['2026-04-10', '2026-04-13'])).toEqual([])
  })

  it('are announced on the two days before them', () => {
    expect(between('2026-04-13', '2026-04-23').filter(isBeforeDaysOff)).toEqual([
      '2026-04-16',
      '2026-04-17',
      '2026-04-19',
      '2026-04-20',
      '2026-04-23',
    ])
  })
})

describe('a recurrence on days off', () => {
  const [lower, same]: [Reading, Reading] = [
    [6000, 5700, 6000],
    [6000, 6000, 6000],
  ]

  it('is said when three of the last four agree, and more than half of the last eight', () => {
    expect(recurrenceOf([same, lower, lower, lower])).toMatchObject({ vezes: 3, de: 4 })
    expect(recurrenceOf([lower, lower, same, same, same, lower, lower, lower])).toMatchObject({ vezes: 3 })
    expect(recurrenceOf([lower, same, same, same, same, lower, lower, lower])).toBeUndefined()
    // Of the blocks before the last eight none counts.
    expect(
      recurrenceOf([lower, lower, lower, same, same, same, same, same, lower, lower, lower]),
    ).toBeUndefined()
  })

  it('is said of fewer than one station in 150 that sells four fuels at a price for each day of the week, in any order', () => {
    const stations = 1500
    const found = Array.from({ length: stations }, (_, station) =>
      [0, 1, 2, 3].some((fuel) => recurrenceOf(weeksInAnyOrder(station, fuel)) !== undefined),
    )
    expect(found.filter(Boolean).length).toBeLessThan(stations / 150)
  })
})

/** Eight weeks of the same seven prices, each week's in an order of its own, the same for all fuels. */
function weeksInAnyOrder(station: number, fuel: number): Reading[] {
  const days = [0, 1, 2, 3, 4, 5, 6]
  const prices = days.map((day) => Math.round(6000 * (0.97 + 0.06 * chance(station, fuel, day))))
  return Array.from({ length: 8 }, (_, week) => {
    const [before = 0, saturday = 0, sunday = 0, after = 0] = days
      .toSorted((a, b) => chance(station, week * 7 + a, 99) - chance(station, week * 7 + b, 99))
      .map((day) => prices[day] ?? 0)
    return [before, (saturday + sunday) / 2, after]
  })
}
