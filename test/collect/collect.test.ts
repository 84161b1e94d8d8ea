import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type CollectOptions, type Collected, FIRST_COMMIT, collect } from '../../src/collect/collect.ts'
import type { Atual, Commit, Progress } from '../../src/domain/state/commit-state.ts'
import { combustiveis, perFuel } from '../../src/domain/facts/fuels.ts'
import { type Venda, identityOf } from '../../src/domain/facts/sale-record.ts'
import { DAY, HOUR, type Instante, MINUTE, SECOND, instante } from '../../src/domain/basics/time.ts'
import { createDemonstration } from '../../src/sources/demonstration/demonstration-source.ts'
import { createSefaz } from '../../src/sources/sefaz/sefaz-source.ts'
import type { Source } from '../../src/sources/source.ts'
import { AGORA, demonstrationFiles } from '../demonstration.ts'
import { memory } from '../memory.ts'
import { type Store, createStore } from '../../src/store/store.ts'
import { collectGarbage } from '../garbage.ts'
import { testCnpj } from '../source-server-data.ts'
import type { Fault } from '../source-server-faults.ts'
import { type SourceServer, startSourceServer } from '../source-server.ts'

const SALES = 62
/** The four municipalities of the test server and two where nothing is sold: enough for a sweep, and quick. */
const SLICES = 6 * 6

let server: SourceServer
let driver: ReturnType<typeof memory>
let store: Store
let source: Source

beforeEach(async () => {
  server = await startSourceServer()
  driver = memory()
  store = createStore(driver, 'sefaz', () => server.now)
  const whole = createSefaz({
    url: server.url,
    token: server.token,
    userAgent: 'Teste',
    delay: async () => {},
  })
  const towns = new Set(server.stations.map(({ endereco }) => endereco.codigoIBGE))
  const idle = whole.fatias.filter(({ codigoIBGE }) => !towns.has(codigoIBGE)).slice(-2 * 6)
  source = { ...whole, fatias: [...whole.fatias.filter((f) => towns.has(f.codigoIBGE)), ...idle] }
})
afterEach(() => server.close())

describe('a first collection', () => {
  it('holds each station, price and time the source shows, two products of one station both', async () => {
    const { commit, coleta } = await run()
    expect(shownBy(commit)).toEqual(asSales(server))
    expect(coleta).toMatchObject({
      resultado: 'completa',
      fatias: SLICES,
      pedidos: SLICES,
      falhas: 0,
      registros: SALES,
      vendasNovas: SALES,
    })
    expect(commit?.estado.postos).toHaveLength(20)
    expect(await logged()).toEqual(asSales(server))
  })

  it.each([
    ['after the largest municipalities', 4 * SECOND, 12],
    ['after some municipalities more, once ten seconds are over', SECOND / 2, 24],
  ])('of a slow source commits %s, then at its end', async (_, answerTime, asked) => {
    const { fetch } = slow(answerTime)
    let early: Commit | undefined
    const phases: string[] = []
    const { commit } = await run({
      onProgress: ({ phase }) => void (phases.at(-1) !== phase && phases.push(phase)),
      source: {
        ...source,
        async fetch(...question) {
          early ??= (await store.commits.load())?.commit
          return fetch(...question)
        },
      },
    })
    // A server looks for a commit at each.
    expect(phases).toEqual(['coletando', 'publicando', 'coletando', 'publicando', 'concluindo'])
    const { registros, motivo, pedidos } = early?.cabecalho.coleta ?? {}
    expect([motivo, pedidos]).toEqual([FIRST_COMMIT, asked])
    expect(registros).toBeLessThanOrEqual(SALES)
    expect(registros).toBeGreaterThan(0)
    expect(commit?.cabecalho).toMatchObject({ seq: 2, prev: 1, coleta: { vendasNovas: SALES } })
    expect(shownBy(commit)).toEqual(asSales(server))
  })

  it('of a quick one commits once, at its end', async () => {
    const { commit } = await run({ source: slow(SECOND / 10) })
    expect(await store.commits.list()).toEqual([1])
    expect(commit?.cabecalho).toMatchObject({ seq: 1, prev: null, coleta: { vendasNovas: SALES } })
  })

  it('reports its progress, slice by slice', async () => {
    const steps: Progress[] = []
    let published: Promise<number[]> | undefined
    await run({
      onProgress(progress) {
        steps.push(progress)
        if (progress.phase === 'concluindo') published = store.commits.list()
      },
    })
    expect(await published).toEqual([1])
    expect(steps.at(0)).toEqual({ phase: 'coletando', done: 0, total: SLICES })
    expect(steps.at(-1)).toEqual({ phase: 'concluindo', done: SLICES, total: SLICES })
    expect(steps.filter(({ phase }) => phase === 'coletando')).toHaveLength(SLICES + 1)
  })

  it('lives through earlier sales day by day where the source can tell them', async () => {
    server.now = AGORA
    const demo = createStore(memory(await demonstrationFiles()), 'demonstracao')
    const { commit } = (await demo.commits.load()) ?? {}
    const { medianas, atuais } = commit?.estado ?? { medianas: undefined, atuais: undefined }
    expect(medianas?.['gasolina-comum'].length).toBeGreaterThan(28)
    expect(medianas?.['gasolina-comum'].at(-1)?.dia).toBe('2026-04-16')
    const cnpj = atuais?.['gasolina-comum'][0]?.cnpj ?? ''
    const sales = await demo.sales.ofStation(cnpj, '2026-03-15', '2026-04-16')
    expect(new Set(sales.map(({ dataVenda }) => dataVenda.slice(0, 7)))).toEqual(
      new Set(['2026-03', '2026-04']),
    )
    const again = await run({ source: createDemonstration({ clock: () => server.now }), store: demo })
    expect(again.coleta.vendasNovas).toBe(0)
    expect(commit?.cabecalho.coleta.vendasNovas).toBeGreaterThan(10_000)
  })
})

describe('the next collection', () => {
  it('logs exactly the sales that became visible', async () => {
    await run()
    const later = server.now + 30 * MINUTE
    const news = [0, 3, 7].map((n) => ({
      cnpj: testCnpj(n),
      combustivel: 'alcool' as const,
      codigo: '101',
      em: later,
      valorDeclarado: 5.1 + n / 100,
    }))
    server.sales.push(...news)
    server.now += HOUR
    const { commit, coleta } = await run()
    expect(coleta).toMatchObject({ resultado: 'completa', vendasNovas: 3, registros: SALES })
    expect(shownBy(commit)).toEqual(asSales(server))
    expect(await logged()).toHaveLength(SALES + 3)
  })

  it.each([
    ['when it was due', 0, 60],
    ['after nobody came for an interval', HOUR, undefined],
  ])('keeps %s the interval that the collector noted', async (_, late, kept) => {
    const { coleta } = await run()
    await store.notes.writeLastAttempt({ coleta, proxima: instante(server.now + HOUR), intervalo: 60 })
    server.now += HOUR + late
    await run()
    expect((await store.notes.readLastAttempt())?.intervalo).toBe(kept)
  })

  it('logs nothing where nothing moved, and still moves atualizadoEm', async () => {
    const first = await run()
    server.now += HOUR
    const { commit, coleta } = await run()
    expect(coleta.vendasNovas).toBe(0)
    expect(commit?.estado).toEqual(first.commit?.estado)
    expect(commit?.cabecalho.atualizadoEm).toBe(instante(server.now))
  })

  it('keeps unchanged records as the same objects', async () => {
    const first = await run()
    server.now += HOUR
    sellAgain()
    const moved = server.stations[1]
    if (moved) moved.nomeFantasia = 'POSTO DE NOME NOVO'
    const { commit } = await run()
    const [before, after] = [first.commit, commit].map((one) => one?.estado.postos ?? [])
    const changed = after?.filter(
      ({ estabelecimento }, n) => estabelecimento !== before?.[n]?.estabelecimento,
    )
    expect(changed).toMatchObject([{ estabelecimento: { nomeFantasia: 'POSTO DE NOME NOVO' } }])
    const known = new Set(combustiveis.flatMap(({ slug }) => first.commit?.estado.atuais[slug] ?? []))
    const news = combustiveis.flatMap(
      ({ slug }) => commit?.estado.atuais[slug].filter((a) => !known.has(a)) ?? [],
    )
    expect(news.map(({ cnpj }) => cnpj)).toEqual([testCnpj(0)])
  })

  it('returns the commit that a reader of the disk loads', async () => {
    await run()
    for (const fault of [
      null,
      { tipo: 'fator', valor: 1.2, tipos: [1] },
      { tipo: 'tipos' },
    ] satisfies (Fault | null)[]) {
      server.fault = fault
      server.now += HOUR
      sellAgain()
      const { commit } = await run()
      const read = await createStore(driver, 'sefaz').commits.load()
      const [own, stored] = [await withChanges(commit), await withChanges(read?.commit)]
      expect(JSON.stringify(own)).toBe(JSON.stringify(stored))
      expect(own).toStrictEqual(stored)
    }
  })

  it('rests slices that are long empty, and asks them once a day', async () => {
    await run()
    server.now += 3 * DAY
    await run()
    server.requests.length = 0
    server.now += HOUR
    await run()
    const awake = 3 * 4 + 1
    expect(server.requests).toHaveLength(awake)
    server.requests.length = 0
    server.now += DAY
    await run()
    expect(server.requests).toHaveLength(SLICES)
  })

  it('moves atualizadoEm only for fuels that answered with a valid record', async () => {
    await run()
    const before = instante(server.now)
    server.now += HOUR
    server.fault = { tipo: 'vazio', tipos: [3] }
    const { commit } = await run()
    expect(commit?.cabecalho.atualizadoPorCombustivel).toMatchObject({
      'gasolina-comum': instante(server.now),
      alcool: before,
      'diesel-comum': null,
    })
  })
})

describe('whatever the source does, nothing disappears and it is told', () => {
  const half = { aCada: 2 }
  it.each<[string, Fault, object]>([
    ['some answers empty', { tipo: 'vazio', municipios: [2704302] }, { fatiasVazias: 4 }],
    ['some answers cut short', { tipo: 'parcial', municipios: [2704302] }, { fatiasParciais: 3 }],
    ['wrong types', { tipo: 'tipos' }, { resultado: 'completa', registros: SALES }],
    ['a frozen source', { tipo: 'congelado' }, { resultado: 'completa', vendasNovas: 0 }],
    ['every other answer HTML', { tipo: 'html', ...half }, {}],
    ['every other answer truncated', { tipo: 'truncado', ...half }, {}],
    ['every other connection dropped', { tipo: 'corte', ...half }, {}],
    ['every other answer 503', { tipo: 'erro503', ...half }, {}],
    ['every other answer 429', { tipo: 'limite', ...half }, {}],
    ['pages without end', { tipo: 'semFim', municipios: [2704302] }, { resultado: 'parcial' }],
    ['one fuel always failing', { tipo: 'erro503', tipos: [6] }, { resultado: 'parcial' }],
  ])('%s', async (_, fault, told) => {
    const before = await run()
    server.fault = fault
    server.now += HOUR
    const { commit, coleta } = await run()
    expect(shownBy(commit)).toEqual(shownBy(before.commit))
    expect(commit?.estado.postos).toHaveLength(20)
    expect(coleta).toMatchObject({ vendasNovas: 0, ...told })
    expect(coleta.falhas >= (fault.aCada ? 20 : 0)).toBe(true)
    expect(await logged()).toHaveLength(SALES)
  })

  it.each<[string, Fault, RegExp, number]>([
    ['every answer empty', { tipo: 'vazio' }, /sem nenhuma venda/, SLICES],
    ['HTML only', { tipo: 'html' }, /^20 consultas seguidas falharam/, 100],
    ['truncated only', { tipo: 'truncado' }, /^20 consultas seguidas falharam/, 100],
    ['every connection dropped', { tipo: 'corte' }, /^20 consultas seguidas falharam/, 100],
    ['503 only', { tipo: 'erro503' }, /^20 consultas seguidas falharam/, 100],
    ['a bad token', { tipo: 'token' }, /./, 4],
    ['the firewall', { tipo: 'waf' }, /./, 4],
    ['every sale in the future', { tipo: 'futuro' }, /62 registros e nenhum vale.*futuro/, SLICES],
  ])('%s: the collection fails with the reason and the commit stands', async (_, fault, motivo, most) => {
    const before = await run()
    server.fault = fault
    server.requests.length = 0
    server.now += HOUR
    const { commit, coleta } = await run()
    expect(commit).toBeNull()
    expect(coleta.resultado).toBe('falhou')
    expect(coleta.motivo).toMatch(motivo)
    expect(coleta.motivo).not.toContain(server.token)
    expect((await store.commits.load())?.commit).toEqual(before.commit)
    expect((await store.notes.readLastAttempt())?.coleta).toEqual(coleta)
    expect(server.requests.length).toBeLessThanOrEqual(most)
    expect(await logged()).toHaveLength(SALES)
  })

  it('sales in the future are refused and counted, the others kept', async () => {
    await run()
    server.fault = { tipo: 'futuro', tipos: [1] }
    const { coleta } = await run()
    expect(coleta.recusados).toMatchObject({ futuros: 20, invalidos: 0 })
    expect(coleta.registros).toBe(SALES - 20)
  })

  it('a jump of 20 % in one fuel is held twice, neither served nor logged, and accepted the third time', async () => {
    const before = await run()
    server.fault = { tipo: 'fator', valor: 1.2, tipos: [1] }
    for (const vezes of [1, 2]) {
      server.now += HOUR
      const { commit, coleta } = await run()
      expect(coleta.retidos).toMatchObject([{ combustivel: 'gasolina-comum', vendas: 20, vezes }])
      expect(shownBy(commit)).toEqual(shownBy(before.commit))
      expect(await logged()).toHaveLength(SALES)
    }
    server.now += HOUR
    const { commit, coleta } = await run()
    expect(coleta).toMatchObject({ retidos: [], vendasNovas: 20 })
    expect(shownBy(commit)).not.toEqual(shownBy(before.commit))
    expect(await store.notes.readHeldBack('gasolina-comum')).toBeNull()
    // The sales are those of before at the same seconds: corrected, not others.
    expect(await logged()).toHaveLength(SALES)
  })
})

describe('the clock of this machine', () => {
  const YEARS = 10 * 365 * DAY

  it.each([
    ['a day behind', -DAY, '15/04/2026 12:00'],
    ['two hours ahead', 2 * HOUR, '16/04/2026 14:00'],
    ['years behind', -YEARS, '18/04/2016 12:00'],
    ['years ahead', YEARS, '13/04/2036 12:00'],
  ])('%s of the source is not believed: nothing is kept, and it is told', async (_, off, told) => {
    const before = await run()
    server.requests.length = 0
    const { commit, coleta } = await run({ clock: () => server.now + off })
    expect(commit).toBeNull()
    expect(coleta.motivo).toBe(
      `O relógio desta máquina marca ${told} e o da fonte, 16/04/2026 12:00: acerte-o, se o errado é este. Nada do que veio foi guardado, e a próxima coleta tenta de novo.`,
    )
    expect((await store.commits.load())?.commit).toEqual(before.commit)
    expect((await store.notes.readLastAttempt())?.coleta).toEqual(coleta)
    expect(await logged()).toHaveLength(SALES)
    expect((await run()).coleta.resultado).toBe('completa')
  })

  it('that is wrong makes no first commit, and the source is not asked for all', async () => {
    source = { ...source, firstCommitAfter: 12 }
    const { commit } = await run({ clock: () => server.now + YEARS })
    expect(commit).toBeNull()
    expect(await store.commits.list()).toEqual([])
    expect(server.requests).toHaveLength(12)
  })

  it.each([
    ['half an hour behind', -HOUR / 2],
    ['half an hour ahead', HOUR / 2],
  ])('%s is believed, and times do not go back', async (_, off) => {
    const before = await run()
    const { commit } = await run({ clock: () => server.now + off })
    const latest = instante(server.now + Math.max(0, off))
    expect(commit?.cabecalho).toMatchObject({ seq: 2, atualizadoEm: latest })
    expect(shownBy(commit)).toEqual(shownBy(before.commit))
  })

  it('is believed where the source shows sales later than its own clock', async () => {
    server.dateHeader = -3 * HOUR
    expect((await run()).coleta.resultado).toBe('completa')
  })

  it('is believed where one of the servers of the source bears it out', async () => {
    const { fetch } = source
    let asked = 0
    source = {
      ...source,
      fetch(...question) {
        server.dateHeader = ++asked === 30 ? 0 : -YEARS
        return fetch(...question)
      },
    }
    expect((await run()).coleta.resultado).toBe('completa')
  })

  it('is believed before the sales: a source may tell of months ago', async () => {
    server.dateHeader = 200 * DAY
    const { commit } = await run({ clock: () => server.now + 200 * DAY })
    expect(commit?.cabecalho.atualizadoEm).toBe(instante(server.now + 200 * DAY))
    expect(shownBy(commit)).toEqual(asSales(server))
  })

  it('is measured by the sales where the source does not tell the time', async () => {
    server.dateHeader = null
    expect((await run({ clock: () => server.now + 9 * DAY })).coleta.resultado).toBe('completa')
    const { commit, coleta } = await run({ clock: () => server.now + YEARS })
    expect(commit).toBeNull()
    expect(coleta.motivo).toMatch(/marca 13.04.2036 12:00 e a venda mais recente é de 16.04.2026 11:00/)
  })
})

describe('a store that a wrong clock wrote to', () => {
  const LATER = 10 * 365 * DAY

  /** As a collection left it whose clock was ten years ahead: times, day median, memories of slices, month of the log. */
  async function poison(): Promise<void> {
    const { commit } = await run()
    if (!commit) throw new Error('nothing was published')
    const { cabecalho, estado } = commit
    const em = instante(server.now + LATER)
    const [sold] = estado.atuais['gasolina-comum']
    const [known] = estado.postos
    if (!sold || !known) throw new Error('nothing was sold')
    server.sales.push({ ...sold, ...saleOf(sold), combustivel: 'gasolina-comum', em: server.now - MINUTE })
    await store.sales.append('2036-04', [{ ...saleOf(sold), dataVenda: instante(server.now - MINUTE) }])
    await store.commits.publish({
      coleta: cabecalho.coleta,
      prev: cabecalho.seq,
      publicadoEm: em,
      atualizadoEm: em,
      atualizadoPorCombustivel: perFuel(() => em),
      estado: {
        ...estado,
        atuais: { ...estado.atuais, gnv: estado.atuais.gnv.map((atual) => soldAt(atual, em)) },
        postos: [{ ...known, ultimaVenda: em }, ...estado.postos.slice(1)],
        medianas: perFuel(({ slug }) => [
          ...estado.medianas[slug],
          { dia: em.slice(0, 10), mediana: 9, postos: 20 },
        ]),
      },
      fatias: commit.fatias.map((fatia) =>
        Object.assign({}, fatia, { comDadosEm: '2026-01-01T00:00:00-03:00', consultadaEm: em }),
      ),
    })
  }

  it('heals at the next good collection', async () => {
    await poison()
    server.now += HOUR
    server.requests.length = 0
    const { commit, coleta } = await run()
    expect(coleta).toMatchObject({ resultado: 'completa', fatias: SLICES })
    expect(commit?.cabecalho).toMatchObject({ seq: 3, atualizadoEm: instante(server.now) })
    expect(shownBy(commit)).toEqual(asSales(server))
    expect(JSON.stringify(commit)).not.toContain('2036-')
    expect(await logged()).toHaveLength(SALES + 1)
    expect((await driver.getKeys('')).filter((key) => key.includes('2036-'))).toEqual([])
  })

  it('keeps its data while the clock is unconfirmed', async () => {
    await poison()
    server.dateHeader = null
    server.fault = { tipo: 'futuro', tipos: [3] }
    const before = await store.commits.load()
    const { commit, coleta } = await run()
    expect(commit).toBeNull()
    expect(coleta.motivo).toMatch(/marca 16.04.2026 12:00 e o último commit, 13.04.2036 12:00/)
    expect(await store.commits.load()).toEqual(before)
    expect((await driver.getKeys('')).filter((key) => key.includes('vendas:2036-'))).toHaveLength(1)
  })

  it('gives the time of its newest sale for a fuel not seen since', async () => {
    await poison()
    server.fault = { tipo: 'vazio', tipos: [3, 6] }
    const { commit } = await run()
    expect(commit?.cabecalho.atualizadoPorCombustivel).toMatchObject({
      'gasolina-comum': instante(server.now),
      alcool: instante(server.now - HOUR - MINUTE),
      gnv: null,
    })
  })
})

describe('ending early', () => {
  it.each([
    ['its deadline', () => void vi.advanceTimersByTime(HOUR), /^A coleta parou no prazo com 6 de 36/],
    ['a signal', (stop: AbortController) => stop.abort(), /^A coleta foi interrompida com 6 de 36/],
  ])('%s publishes whole slices only', async (_, end, motivo) => {
    standTimersStill()
    const stop = new AbortController()
    let waiting = 0
    const ends = (signal: AbortSignal) =>
      new Promise<never>((__, reject) => {
        signal.addEventListener('abort', () => reject(new Error('ended')))
        if (++waiting === 4) end(stop)
      })
    const options = { source: stalling(ends), signal: stop.signal, deadlineMs: HOUR }
    const { commit, coleta } = await run(options)
    expect(coleta).toMatchObject({
      resultado: 'parcial',
      fatias: 6,
      fatiasComFalha: [],
      registros: 12 * 3 + 2,
    })
    expect(coleta.motivo).toMatch(motivo)
    expect(shownBy(commit)).toHaveLength(12 * 3 + 2)
  })

  it('is published at the deadline though the source never answers, also after a garbage collection', async () => {
    standTimersStill()
    let waiting = 0
    const never = () => {
      if (++waiting === 4)
        setImmediate(() => {
          collectGarbage()
          vi.advanceTimersByTime(HOUR)
        })
      return new Promise<never>(() => {})
    }
    const { coleta } = await run({ source: stalling(never), deadlineMs: HOUR })
    expect(coleta).toMatchObject({ resultado: 'parcial', fatias: 6, registros: 12 * 3 + 2 })
    expect(coleta.motivo).toMatch(/^A coleta parou no prazo com 6 de 36/)
  })
})

describe('several collectors', () => {
  it('the second asks nothing while the first is at it', async () => {
    const unlock = await store.tryLock()
    const { commit, emAndamento, coleta } = await run()
    expect({ commit, emAndamento }).toEqual({ commit: null, emAndamento: true })
    expect(coleta.motivo).toMatch(/em andamento/)
    expect(server.requests).toEqual([])
    await unlock?.()
    expect((await run()).emAndamento).toBe(false)
  })

  it.each([2, 3])('%i at once: one commit per number, nothing lost, nothing twice', async (collectors) => {
    await run()
    server.now += HOUR
    const newer = { em: server.now - 10 * MINUTE }
    server.sales.push(...server.sales.map((sale) => Object.assign({}, sale, newer)))
    // As where one was taken for dead: each believes that the lock is its own.
    const unlocked = { ...store, tryLock: async () => async () => {} }
    const results = await Promise.all(Array.from({ length: collectors }, () => run({ store: unlocked })))
    const numbers = results.map(({ commit }) => commit?.cabecalho.seq)
    expect(new Set(numbers).size).toBe(collectors)
    expect(await store.commits.list()).toEqual([1, ...numbers.toSorted((a = 0, b = 0) => a - b)])
    expect(shownBy((await store.commits.load())?.commit ?? null)).toEqual(asSales(server))
    expect(await logged()).toHaveLength(SALES * 2)
    expect(results.map(({ coleta }) => coleta.vendasNovas).toSorted()).toEqual(
      [SALES, 0, 0].slice(0, collectors).toSorted(),
    )
  })
})

function run(options: Partial<CollectOptions> = {}): Promise<Collected> {
  return collect({ source, store, clock: () => server.now, ...options })
}

/** Each answer takes so many milliseconds, by the clock of the tests. */
function slow(milliseconds: number): Source {
  const { fetch } = source
  return {
    ...source,
    fetch(...question) {
      server.now += milliseconds
      return fetch(...question)
    },
  }
}

/** A deadline comes when the test says so. */
function standTimersStill(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Answers six slices, then none. */
function stalling(fetch: (signal: AbortSignal) => Promise<never>): Source {
  let asked = 0
  return {
    ...source,
    firstCommitAfter: 0,
    fetch: (fatia, signal, ...told) => (++asked <= 6 ? source.fetch(fatia, signal, ...told) : fetch(signal)),
  }
}

function saleOf({ cnpj, produto }: Atual): Venda {
  return { cnpj, combustivel: 'gasolina-comum', codigo: produto.codigo, ...produto.venda }
}

function soldAt(atual: Atual, dataVenda: Instante): Atual {
  return { ...atual, produto: { ...atual.produto, venda: { ...atual.produto.venda, dataVenda } } }
}

/** Station 0 sells half an hour ago what it sold first. */
function sellAgain(): void {
  const [sale] = server.sales
  if (sale) server.sales.push({ ...sale, em: server.now - 30 * MINUTE })
}

/** Every current sale of a commit, in one order. */
function shownBy(commit: Commit | null): string[] {
  const sales = combustiveis.flatMap(({ slug }) =>
    (commit?.estado.atuais[slug] ?? []).map(({ cnpj, produto }): Venda =>
      Object.assign({ cnpj, combustivel: slug, codigo: produto.codigo }, produto.venda),
    ),
  )
  return sales.map(identityOf).toSorted()
}

/** What a direct sweep of the source would show: the newest sale per station, fuel and product. */
function asSales({ sales }: SourceServer): string[] {
  const newest = new Map<string, Venda>()
  for (const { cnpj, combustivel, codigo, em, valorDeclarado, valorVenda = valorDeclarado } of sales) {
    const key = `${cnpj}|${combustivel}|${codigo}`
    const venda = { cnpj, combustivel, codigo, dataVenda: instante(em), valorDeclarado, valorVenda }
    if ((newest.get(key)?.dataVenda ?? '') < venda.dataVenda) newest.set(key, venda)
  }
  return [...newest.values()].map(identityOf).toSorted()
}

async function logged(): Promise<string[]> {
  const perStation = await Promise.all(
    Array.from({ length: 20 }, (_, n) => store.sales.ofStation(testCnpj(n), '2026-04-01', '2026-04-30')),
  )
  return perStation.flat().map(identityOf).toSorted()
}

async function withChanges(commit: Commit | null | undefined) {
  return { ...commit, mudancas: { ...commit?.mudancas, read: await commit?.mudancas?.read() } }
}
