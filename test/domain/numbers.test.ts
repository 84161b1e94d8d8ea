import { describe, expect, it } from 'vitest'
import {
  ascending,
  fromThousandths,
  mean,
  median,
  percentBetween,
  quantile,
  roundHalfAway,
  toThousandths,
} from '../../src/domain/basics/numbers.ts'

describe('rounding', () => {
  it.each([
    [0.5, 1],
    [-0.5, -1],
    [1.5, 2],
    [2.5, 3],
    [0.49999, 0],
    [-0.2, 0],
    [1.005 * 100, 101],
    [2.675 * 100, 268],
  ])('%d to %d, half away from zero', (x, expected) => {
    expect(roundHalfAway(x)).toBe(expected)
    expect(Object.is(roundHalfAway(x), -0)).toBe(false)
  })

  it.each([6.37, 6.371, 0.001, 4.19, 1234.567])('%d keeps its thousandths', (value) => {
    expect(fromThousandths(toThousandths(value))).toBe(value)
  })

  it.each([
    [4000, 5000, 25],
    [3000, 2000, -33.3],
    [7, 7, 0],
    [800, 801, 0.1],
  ])('the change from %d to %d is %d %', (from, to, expected) => {
    expect(percentBetween(from, to)).toBe(expected)
  })
})

describe('figures of a list', () => {
  it.each([
    [[], null, null, null],
    [[5], 5, 5, 5],
    [[1, 2], 1.5, 1.25, 1.75],
    [[1, 2, 3, 4, 5], 3, 2, 4],
    [[1, 2, 3, 4], 2.5, 1.75, 3.25],
    [[7, 7, 7], 7, 7, 7],
  ])('%j', (values, middle, first, third) => {
    expect([median(values), quantile(values, 0.25), quantile(values, 0.75)]).toEqual([middle, first, third])
  })

  it('sorts numbers as numbers', () => {
    expect(ascending([10, 9, 2])).toEqual([2, 9, 10])
  })

  it('the mean of nothing is unknown', () => {
    expect(mean([])).toBeNull()
    expect(mean([1, 2])).toBe(1.5)
  })
})
