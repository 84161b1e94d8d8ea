import { describe, expect, it } from 'vitest'
import {
  HOUR,
  addDays,
  addMs,
  dayOf,
  endOfDay,
  instante,
  isDay,
  monthOf,
  parseInstante,
  startOfDay,
  toMs,
} from '../../src/domain/basics/time.ts'

describe("a source's time", () => {
  it.each([
    ['2026-04-16T11:35:39Z', '2026-04-16T08:35:39-03:00'],
    ['2026-04-16T02:59:59Z', '2026-04-15T23:59:59-03:00'],
    ['2026-04-16T11:35:39.000+00:00', '2026-04-16T08:35:39-03:00'],
    ['2026-04-16T03:00:00Z', '2026-04-16T00:00:00-03:00'],
    ['2026-04-16T23:59:59Z', '2026-04-16T20:59:59-03:00'],
    ['2026-01-01T00:00:00Z', '2025-12-31T21:00:00-03:00'],
    ['2026-04-16T08:35:39-0300', '2026-04-16T08:35:39-03:00'],
    ['2026-04-16T11:35:39', undefined],
    ['2026-02-31T11:35:39Z', undefined],
    ['2026-02-29T23:35:39Z', undefined],
    ['2026-04-16T11:60:39Z', undefined],
    ['2026-04-16', undefined],
    ['ontem', undefined],
  ])('%s', (text, expected) => {
    expect(parseInstante(text)).toBe(expected)
  })
})

it('an instant is whole seconds at the constant offset, there and back', () => {
  const ms = Date.UTC(2026, 0, 1, 2, 59, 59, 999)
  expect(instante(ms)).toBe('2025-12-31T23:59:59-03:00')
  expect(toMs(instante(ms))).toBe(ms - 999)
  expect(addMs('2025-12-31T23:59:59-03:00', HOUR)).toBe('2026-01-01T00:59:59-03:00')
})

it('days and months are those of Maceió', () => {
  const late = '2026-04-30T23:59:59-03:00'
  expect([dayOf(late), monthOf(late)]).toEqual(['2026-04-30', '2026-04'])
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
  expect([startOfDay('2026-04-30'), endOfDay('2026-04-30')]).toEqual(['2026-04-30T00:00:00-03:00', late])
})

it.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['2100-02-29', false],
  ['2026-12-31', true],
  ['2026-04-31', false],
  ['2026-04-00', false],
  ['2026-00-10', false],
  ['2026-13-01', false],
  ['2026-4-1', false],
  ['2026-04-01 ', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})
