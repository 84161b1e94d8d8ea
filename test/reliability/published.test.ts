import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collect } from '../../src/collect/collect.ts'
import { stationMedian } from '../../src/collect/merging/day-medians.ts'
import { precosSchema } from '../../src/domain/answers/precos.ts'
import { situacaoSchema } from '../../src/domain/answers/situacao-and-menus.ts'
import { registroSchema } from '../../src/domain/facts/sale-record.ts'
import type { Commit } from '../../src/domain/state/commit-state.ts'
import { clean } from '../../src/domain/basics/text.ts'
import { HOUR, MINUTE, addMs, instante, toMs } from '../../src/domain/basics/time.ts'
import { createDataset } from '../../src/query/current/dataset.ts'
import { anyCharacter } from '../any-character.ts'
import { still } from '../still.ts'
import { createQuery } from '../../src/query/query.ts'
import { type Fatia, type Source, RequestFailure } from '../../src/sources/source.ts'
import { memory } from '../memory.ts'
import { createStore } from '../../src/store/store.ts'
import { storageError } from '../../src/store/bytes/storage-errors.ts'

const BEGIN = Date.parse('2026-04-16T15:00:00Z')
const FUEL = 'gasolina-comum'
const STATIONS = 10
const slice = (codigoIBGE: number, municipio: string): Fatia => ({ codigoIBGE, municipio, combustivel: FUEL })
const fatias = [slice(2704302, 'MACEIO'), slice(2700300, 'ARAPIRACA'), slice(2706703, 'PENEDO')]

/** Where a record may be broken, and what it may be broken with. */
const FIELDS = [
  ['produto', 'venda', 'valorDeclarado'],
  ['produto', 'venda', 'valorVenda'],
  ['produto', 'venda', 'dataVenda'],
  ['produto', 'venda'],
  ['produto', 'codigo'],
  ['produto', 'descricao'],
  ['produto', 'unidadeMedida'],
  ['produto'],
  ['estabelecimento', 'cnpj'],
  ['estabelecimento', 'nomeFantasia'],
  ['estabelecimento', 'endereco', 'latitude'],
  ['estabelecimento', 'endereco', 'codigoIBGE'],
  ['estabelecimento', 'endereco'],
  ['estabelecimento'],
]
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.double(),
  fc.constantFrom('6,37', '2026-04-16T14:00:00Z', '2099-01-01T00:00:00Z', '1e999', -1, 0, 1e12, '__proto__'),
)
const slip = fc.record({
  station: fc.nat(STATIONS - 1),
  path: fc.constantFrom(...FIELDS),
  value: anything,
  removed: fc.boolean(),
})
const sweep = fc.record({
  factor: fc.constantFrom(1, 1, 1.05, 1.3, 1.3, 0.5),
  slips: fc.array(slip, { maxLength: 12 }),
  answers: fc.array(fc.constantFrom('whole', 'whole', 'whole', 'empty', 'fails', 'fatal'), {
    minLength: 3,
    maxLength: 3,
  }),
  /** Which write to the store fails; most often none does. */
  failingWrite: fc.oneof(fc.constant(Infinity), fc.constant(Infinity), fc.nat(12)),
})
type Sweep = typeof sweep extends fc.Arbitrary<infer T> ? T : never

describe('whatever the source shows and whichever write fails', () => {
  it('what is published passed every check, and what is refused leaves the old bytes', async () => {
    const seen = { published: 0, refused: 0, held: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(sweep, { minLength: 1, maxLength: 5 }), async (sweeps) => {
        const world = createWorld()
        let before: Commit | null = null
        for (const [n, one] of sweeps.entries()) {
          const old = world.bytes()
          const after = await world.collectOnce(n, one)
          if (after === null) {
            seen.refused++
            intact(world.bytes(), old)
            continue
          }
          seen.published++
          seen.held += after.cabecalho.coleta.retidos.length
          intact(world.bytes(), old)
          await expectSound(after, before)
          before = after
        }
      }),
      { numRuns: 100 },
    )
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
  })
})

/** A store in memory and a clock that goes on an hour from one collection to the next. */
function createWorld() {
  const driver = memory()
  let writesLeft = Infinity
  let now = BEGIN
  const failing: typeof driver = {
    ...driver,
    setItemRaw: (key, bytes) => write(key, () => driver.setItemRaw(key, bytes)),
    create: (key, bytes) => write(key, () => driver.create(key, bytes)),
  }
  const store = createStore(failing, 'sefaz', () => now)

  async function write<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (writesLeft-- === 0)
      throw storageError('gravar', key, Object.assign(new Error('no'), { code: 'ENOSPC' }))
    return work()
  }

  const items = () => driver.getInstance()

  return { bytes, collectOnce }

  /** Of the commits; parts that none of them names yet, notes and the lock stand beside. */
  function bytes(): Map<string, string> {
    const commits = [...items()].filter(([key]) => key.startsWith('sefaz:commits:'))
    return new Map(commits.map(([key, { bytes }]) => [key, bytes.toString('base64')]))
  }

  async function collectOnce(n: number, shown: Sweep): Promise<Commit | null> {
    now = BEGIN + n * HOUR
    writesLeft = shown.failingWrite
    const before = await store.commits.list()
    const source = sourceOf(shown, now)
    const collected = await collect({ source, store, clock: () => now }).catch((error: unknown) => {
      expect(error).toMatchObject({ codigo: 'armazenamento_falhou' })
      return null
    })
    writesLeft = Infinity
    if (!collected?.commit) {
      expect(await store.commits.list()).toEqual(before)
      return null
    }
    const loaded = await store.commits.load()
    expect(loaded).toMatchObject({ damaged: [], commit: { cabecalho: { seq: before.length + 1 } } })
    return loaded?.commit ?? null
  }
}

async function expectSound(commit: Commit, before: Commit | null): Promise<void> {
  const { cabecalho, estado } = commit
  const postos = new Map(estado.postos.map(({ estabelecimento }) => [estabelecimento.cnpj, estabelecimento]))
  const atuais = estado.atuais[FUEL]
  expect(postos.size).toBe(estado.postos.length)
  expect(new Set(atuais.map(({ cnpj, produto }) => `${cnpj} ${produto.codigo}`)).size).toBe(atuais.length)
  for (const { cnpj, produto } of atuais) {
    const shown = { produto, estabelecimento: postos.get(cnpj), combustivel: FUEL }
    const { estabelecimento } = registroSchema.parse(shown)
    const { dataVenda, valorDeclarado } = produto.venda
    expect(dataVenda <= addMs(cabecalho.publicadoEm, 10 * MINUTE)).toBe(true)
    expect(valorDeclarado).toBeLessThanOrEqual(10_000)
    expect(Math.round(valorDeclarado * 1000) / 1000).toBe(valorDeclarado)
    for (const text of [produto.descricao, produto.codigo, estabelecimento.nomeFantasia])
      expect(clean(text)).toBe(text)
  }
  for (const { estabelecimento } of before?.estado.postos ?? [])
    expect(postos.has(estabelecimento.cnpj)).toBe(true)
  const [was, is] = [before, commit].map((one) => stationMedian(one?.estado.atuais[FUEL] ?? [])?.mediana)
  const jumped = was && is && Math.abs(is / was - 1) > 0.1501
  expect(jumped ? before?.cabecalho.coleta.retidos[0]?.vezes : 2).toBe(2)

  const store = createStore(memory(), 'sefaz')
  const dataset = createDataset({
    store,
    follow: still({ commit, damaged: [] }),
    clock: () => toMs(commit.cabecalho.atualizadoEm),
    intervaloMinutos: 60,
  })
  const query = createQuery({ dataset, urlBase: 'http://localhost', site: 'http://localhost/' })
  precosSchema.parse(await query.precos({ combustivel: FUEL, suspeitos: 'incluir' }))
  situacaoSchema.parse(await query.situacao())
}

/** What was there is there, byte by byte. */
function intact(now: Map<string, string>, old: Map<string, string>): void {
  for (const [key, bytes] of old) expect(now.get(key)).toBe(bytes)
}

function sourceOf({ factor, slips, answers }: Sweep, now: number): Source {
  const records = Array.from({ length: STATIONS }, (_, n) => record(n, now, factor))
  for (const { station, path, value, removed } of slips)
    put(records[station], path, removed ? undefined : value)
  return {
    fatias,
    firstCommitAfter: 0,
    async fetch(fatia, _, read) {
      const at = fatias.indexOf(fatia)
      const answer = answers[at]
      if (answer === 'fails' || answer === 'fatal')
        throw new RequestFailure('A fonte está com problemas (503).', { fatal: answer === 'fatal' })
      const registros = answer === 'empty' ? [] : records.filter((_, n) => (n < 8 ? at === 0 : at === n - 7))
      return { registros: registros.map(read) }
    },
  }
}

function record(n: number, now: number, factor: number): Record<string, unknown> {
  const { codigoIBGE, municipio } = fatias[Math.max(0, n - 7)] ?? slice(0, '')
  const valorDeclarado = Math.round((6 + n / 100) * factor * 1000) / 1000
  const dataVenda = instante(now - 30 * MINUTE)
  return {
    produto: { codigo: '1', descricao: 'GASOLINA', unidadeMedida: 'L', venda: { dataVenda, valorDeclarado } },
    estabelecimento: {
      cnpj: `97${String(n).padStart(10, '0')}00`,
      razaoSocial: `Posto ${n}`,
      endereco: { bairro: 'CENTRO', codigoIBGE, municipio },
    },
  }
}

/** Sets or removes what the path leads to, as far as it leads. */
function put(target: unknown, [first = '', ...rest]: string[], value: unknown): void {
  if (typeof target !== 'object' || target === null) return
  if (rest.length > 0) put((target as Record<string, unknown>)[first], rest, value)
  else if (value === undefined) Reflect.deleteProperty(target, first)
  else Object.assign(target, { [first]: value })
}
