import { expect, it } from 'vitest'
import {
  countAnswer,
  createSweepResult,
  dueSlices,
  rememberSlices,
} from '../../src/collect/asking/sweep-result.ts'
import { sweep } from '../../src/collect/asking/sweep.ts'
import { type MemoriaDaFatia, emptyEstado } from '../../src/domain/state/commit-state.ts'
import { type Fatia, type Source, RequestFailure } from '../../src/sources/source.ts'
import { AGORA, minutesBefore, sale } from './records.ts'

const DAY = 24 * 60
const slice = (n: number): Fatia => ({ codigoIBGE: 2700000 + n, municipio: `M${n}`, combustivel: 'alcool' })
const slices = (n: number) => Array.from({ length: n }, (_, i) => slice(i))

it('asks in order, a few at once, and counts requests, failures and answers', async () => {
  const asked: number[] = []
  let atOnce = 0
  let most = 0
  const { result, cause } = await run(slices(30), async ({ codigoIBGE }, _, __, tally) => {
    asked.push(codigoIBGE)
    most = Math.max(most, ++atOnce)
    await Promise.resolve()
    atOnce--
    const isDown = codigoIBGE % 10 === 3
    Object.assign(tally, isDown ? { pedidos: 4, falhas: 4 } : { pedidos: 2, falhas: 1 })
    if (isDown) throw new RequestFailure('Caiu.')
    return { registros: [] }
  })
  expect(asked).toEqual(slices(30).map((s) => s.codigoIBGE))
  expect(most).toBe(4)
  expect(cause).toBeUndefined()
  expect(result).toMatchObject({ pedidos: 27 * 2 + 3 * 4, falhas: 27 + 3 * 4 })
  expect(result.answered.size).toBe(27)
  expect(result.failed.map(({ motivo }) => motivo)).toEqual(['Caiu.', 'Caiu.', 'Caiu.'])
})

it('ends after twenty failures in a row, with the reason', async () => {
  const { result, cause } = await run(slices(200), async ({ codigoIBGE }) => {
    if (codigoIBGE < 2700050 && codigoIBGE % 10 === 0) return nothing
    throw new RequestFailure('A conexão caiu.')
  })
  expect(cause).toBe('20 consultas seguidas falharam; a última: A conexão caiu.')
  expect(result.failed.length).toBeGreaterThanOrEqual(36 + 20)
  expect(result.failed.length).toBeLessThan(36 + 29)
})

it('ends at once when no other request would fare better', async () => {
  let asked = 0
  const { cause } = await run(slices(200), async () => {
    asked++
    throw new RequestFailure('O token foi recusado.', { fatal: true })
  })
  expect(cause).toBe('O token foi recusado.')
  expect(asked).toBeLessThanOrEqual(4)
})

it('ends when the source shows more than is to be kept in memory, with the reason', async () => {
  const raw = { produto: sale().produto, estabelecimento: sale().estabelecimento }
  const { result, cause } = await run(slices(100), async (_, __, read) => {
    const record = read(raw)
    return { registros: Array.from({ length: 25_000 }, () => record) }
  })
  expect(cause).toBe('A fonte mostrou mais de 200 mil registros, e a coleta parou aí.')
  expect(result.registros.length).toBeLessThanOrEqual(200_000 + 4 * 25_000)
})

it('drops unfinished slices on abort: they are neither answered nor failed', async () => {
  const ending = new AbortController()
  const { result, cause } = await run(
    slices(50),
    ({ codigoIBGE }, signal) => {
      if (codigoIBGE < 2700005) return Promise.resolve(nothing)
      if (codigoIBGE === 2700008) ending.abort()
      return new Promise((_, reject) => {
        const fail = () => reject(new RequestFailure('Interrompida.'))
        if (signal.aborted) fail()
        else signal.addEventListener('abort', fail)
      })
    },
    ending.signal,
  )
  expect(cause).toBeUndefined()
  expect(result.answered.size).toBe(5)
  expect(result.failed).toEqual([])
})

it('lets a bug through', async () => {
  await expect(run(slices(5), () => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug')
})

it('refuses records one by one, counted by reason', async () => {
  const { result } = await run(slices(3), async (_, __, read) => ({
    registros: [null, 1, {}].map(read),
  }))
  expect(result.recusados.invalidos).toBe(9)
  expect(Object.values(result.recusados.motivos)).toEqual([9])
})

it.each([
  ['never asked', undefined, true],
  ['with records last time, long ago', memory({ dados: 9 * DAY, registros: 3 }), true],
  ['empty for two days', memory({ dados: 2 * DAY, consulta: 60 }), true],
  ['empty for three days, asked an hour ago', memory({ dados: 3 * DAY, consulta: 60 }), false],
  ['empty for three days, asked a day ago', memory({ dados: 3 * DAY, consulta: DAY }), true],
])('a slice %s', (_, known, due) => {
  const fatias = [slice(0)]
  expect(dueSlices(fatias, rememberSlices(known ? [known] : []), AGORA)).toEqual(due ? fatias : [])
})

it('a slice that never had records rests from the third day of asking on', () => {
  const first = createSweepResult()
  countAnswer(first, slice(0), nothing, minutesBefore(3 * DAY))
  const result = createSweepResult({ estado: emptyEstado(), fatias: [...first.memory.values()] })
  countAnswer(result, slice(0), nothing, minutesBefore(60))
  const [known] = result.memory.values()
  expect(known).toMatchObject({ comDadosEm: minutesBefore(3 * DAY), consultadaEm: minutesBefore(60) })
  expect(dueSlices([slice(0)], result.memory, AGORA)).toEqual([])
})

const nothing = { registros: [] }

function memory({ dados, consulta = 60, registros = 0 }: Record<string, number>): MemoriaDaFatia {
  return {
    codigoIBGE: slice(0).codigoIBGE,
    combustivel: 'alcool',
    consultadaEm: minutesBefore(consulta),
    comDadosEm: minutesBefore(dados ?? 0),
    registros,
  }
}

async function run(fatias: Fatia[], fetch: Source['fetch'], signal = new AbortController().signal) {
  const source: Source = { fatias, firstCommitAfter: 0, fetch }
  const result = createSweepResult()
  const cause = await sweep(fatias, { source, result, signal, now: () => AGORA })
  return { result, cause }
}
