import { expect, it } from 'vitest'
import { holdBack } from '../../src/collect/merging/hold-back.ts'
import { merge } from '../../src/collect/merging/merge.ts'
import type { Registro } from '../../src/domain/facts/sale-record.ts'
import { type Atual, emptyEstado } from '../../src/domain/state/commit-state.ts'
import type { HeldBack } from '../../src/store/notes/note-files.ts'
import { AGORA, minutesBefore, sale } from './records.ts'

const STATIONS = 10

/** All stations at `preco`, sold so long ago. */
const all = (preco: number, minutosAntes: number, stations = STATIONS) =>
  Array.from({ length: stations }, (_, i) => sale({ posto: i + 1, preco, minutosAntes }))
const known = (stations = STATIONS) => stateOf(all(6, 600, stations))

it('a jump of 20 % is held twice and accepted the third time, with all that was held', async () => {
  const [first, second, third] = await inARow(await known(), [all(7.2, 90), all(7.2, 60), all(7.25, 30)])
  expect(first).toMatchObject({ admitted: [], retido: { vendas: 10, de: 6, para: 7.2, vezes: 1 } })
  expect(second).toMatchObject({ admitted: [], retido: { vendas: 20, de: 6, para: 7.2, vezes: 2 } })
  expect(third).toMatchObject({ held: null, retido: null })
  expect(third?.admitted).toHaveLength(30)
})

it('the same sales at other prices in the same second are a jump too', async () => {
  const verdicts = await inARow(await known(), [all(7.2, 600), all(7.2, 600), all(7.2, 600)])
  expect(verdicts.map(({ retido }) => retido?.vezes)).toEqual([1, 2, undefined])
})

it.each([
  ['exactly 15 % is no jump', 6.9, false],
  ['a thousandth more is one', 6.901, true],
  ['downwards it is the same', 5.09, true],
  ['and the same limit', 5.1, false],
])('%s', async (_, preco, held) => {
  const [verdict] = await inARow(await known(), [all(preco, 60)])
  expect(verdict?.held !== null).toBe(held)
  expect(verdict?.admitted).toHaveLength(held ? 0 : STATIONS)
})

it('a flicker is forgotten when the source shows the fuel as it was', async () => {
  const verdicts = await inARow(await known(), [all(7.2, 90), all(6, 600), all(7.2, 60)])
  expect(verdicts.map(({ retido }) => retido?.vezes)).toEqual([1, undefined, 1])
  expect(verdicts[1]).toMatchObject({ held: null, retido: null })
  expect(verdicts[2]?.retido?.vendas).toBe(10)
})

it('proposals more than 2 % apart do not add up', async () => {
  const sweeps = [all(7.2, 90), all(7.4, 60), all(7.2, 30), all(7.2, 20), all(7.2, 10)]
  const verdicts = await inARow(await known(), sweeps)
  expect(verdicts.map(({ retido }) => retido?.vezes)).toEqual([1, 1, 1, 2, undefined])
})

it('sales of an older proposal are dropped but for stations not shown since, so a restless source fills no disk', async () => {
  const sweeps = Array.from({ length: 30 }, (_, i) => all(i % 2 ? 9 : 12, 60 - i))
  const verdicts = await inARow(await known(), sweeps)
  expect(Math.max(...verdicts.map(({ held }) => held?.registros.length ?? 0))).toBe(STATIONS)
})

it('a collection that shows little says neither yes nor no; its sales wait too', async () => {
  const sweeps = [all(7.2, 90), all(6, 40).slice(0, 4), [], all(7.2, 30), all(7.2, 20)]
  const verdicts = await inARow(await known(), sweeps)
  expect(verdicts.map(({ retido }) => [retido?.vezes, retido?.vendas])).toEqual([
    [1, 10],
    [1, 14],
    [1, 14],
    [2, 24],
    [undefined, undefined],
  ])
  expect(verdicts.at(-1)?.admitted).toHaveLength(34)
})

it('fewer than eight stations hold nothing back', async () => {
  const [verdict] = await inARow(await known(7), [all(9, 60, 7)])
  expect(verdict).toMatchObject({ held: null, retido: null })
  expect(verdict?.admitted).toHaveLength(7)
})

it('collectors side by side count as one', async () => {
  const atuais = await known()
  const shown = all(7.2, 60)
  const common = { combustivel: 'gasolina-comum', atuais, shown, inicio: minutesBefore(30) } as const
  const one = holdBack({ ...common, before: null, fim: minutesBefore(20) })
  const other = holdBack({ ...common, before: one.held, fim: minutesBefore(19) })
  expect(other.retido?.vezes).toBe(1)
})

it('a note that was tampered with is passed over', async () => {
  const before: HeldBack = {
    proposals: [{ em: minutesBefore(99), mediana: 7.2 }],
    registros: [null, { combustivel: 'gnv' }, ...all(7.2, 90)],
  }
  const verdict = holdBack({
    combustivel: 'gasolina-comum',
    atuais: await known(),
    shown: all(7.2, 60),
    before,
    inicio: AGORA,
    fim: AGORA,
  })
  expect(verdict.retido).toMatchObject({ vezes: 2, vendas: 20 })
})

async function inARow(atuais: readonly Atual[], sweeps: readonly Registro[][]) {
  let before: HeldBack | null = null
  return sweeps.map((shown, i) => {
    const [inicio, fim] = [minutesBefore(200 - i * 2), minutesBefore(199 - i * 2)]
    const verdict = holdBack({ combustivel: 'gasolina-comum', atuais, shown, before, inicio, fim })
    // As it is kept between collections.
    before = verdict.held && (JSON.parse(JSON.stringify(verdict.held)) as HeldBack)
    return verdict
  })
}

async function stateOf(registros: readonly Registro[]): Promise<Atual[]> {
  const { estado } = merge(emptyEstado(), registros, AGORA)
  return estado.atuais['gasolina-comum']
}
