import { describe, expect, it, onTestFinished } from 'vitest'
import { collect } from '../../src/collect/collect.ts'
import { rebuildInMemory } from '../../src/collect/publishing/rebuild.ts'
import { publishRegistry } from '../../src/collect/registry/publish-registry.ts'
import { combustiveis, slugs } from '../../src/domain/facts/fuels.ts'
import type { Commit } from '../../src/domain/state/commit-state.ts'
import { HOUR, MINUTE, instante } from '../../src/domain/basics/time.ts'
import { createDataset } from '../../src/query/current/dataset.ts'
import { createQuery } from '../../src/query/query.ts'
import { createSefaz } from '../../src/sources/sefaz/sefaz-source.ts'
import { followCommits } from '../../src/store/follow.ts'
import { AGORA, demonstrationFiles } from '../demonstration.ts'
import { memory } from '../memory.ts'
import { createStore } from '../../src/store/store.ts'
import { startSourceServer } from '../source-server.ts'

const STATIONS = 20
const PARTS = [...slugs, 'postos', 'medianas', 'fatias']

/** A source of twenty stations, collected so often an hour apart, and ways to damage what was kept. */
async function collected(times: number) {
  const server = await startSourceServer()
  onTestFinished(() => server.close())
  const driver = memory()
  const open = () => createStore(driver, 'sefaz', () => server.now)
  const { url, token } = server
  const whole = createSefaz({ url, token, userAgent: 'Teste', delay: async () => {} })
  const towns = new Set(server.stations.map(({ endereco }) => endereco.codigoIBGE))
  const fatias = whole.fatias.filter((f) => towns.has(f.codigoIBGE))
  const source = { ...whole, fatias, firstCommitAfter: 0 }
  const items = driver.getInstance()
  const collectNow = () => collect({ source, store: open(), clock: () => server.now })
  const damage = (key: string) => items.set(key, { bytes: Buffer.from('x'), mtime: new Date() })
  const commits = () => [...items.keys()].filter((key) => key.startsWith('sefaz:commits:'))
  const partes = (key: string) =>
    (JSON.parse(String(items.get(key)?.bytes).slice(65)) as { partes: Record<string, { sha256: string }> })
      .partes
  for (let n = 0; n < times; n++) {
    if (n > 0) server.now += HOUR
    const [sale] = server.sales
    if (sale && n > 0)
      server.sales.push({ ...sale, em: server.now - 30 * MINUTE, valorDeclarado: 6 + n / 100 })
    await collectNow()
  }
  return {
    server,
    open,
    collectNow,
    newest: async () => (await open().commits.load())?.commit as Commit,
    rebuilt: () => rebuildInMemory(open(), instante(server.now)),
    damageCommits: () => commits().forEach(damage),
    /** Of every commit the part of that name. */
    damagePart(name: string) {
      for (const key of commits()) damage(`sefaz:partes:${partes(key)[name]?.sha256}.json`)
    },
    /** Turns one bit over in the part of that name, shared by all commits; gives the number of its bits. */
    flip(name: string, bit: number): number {
      const key = `sefaz:partes:${partes(commits()[0] ?? '')[name]?.sha256}.json`
      const bytes = Buffer.from(items.get(key)?.bytes ?? [])
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      items.set(key, { bytes, mtime: new Date() })
      return bytes.length * 8
    },
    damageLog: () => [...items.keys()].filter((key) => key.includes(':vendas:')).forEach(damage),
  }
}

/** Each product's newest sale, and the sales that confirm it. */
function pricesOf(commit: Commit | null): string[] {
  return combustiveis.flatMap(({ slug }) =>
    (commit?.estado.atuais[slug] ?? []).map(({ cnpj, produto, corrida }) =>
      JSON.stringify([slug, cnpj, produto.codigo, produto.venda, corrida]),
    ),
  )
}

describe('what is rebuilt where no commit is whole', () => {
  it.each(PARTS.filter((name) => name !== 'postos'))(
    'is every price and what confirms it, though the part %s of all commits is damaged',
    async (name) => {
      const { newest, rebuilt, damagePart, open } = await collected(2)
      const before = await newest()
      damagePart(name)
      await expect(open().commits.load()).rejects.toThrow(/íntegro/)
      const after = await rebuilt()
      expect(pricesOf(after)).toEqual(pricesOf(before))
      expect(after?.estado.postos).toEqual(before.estado.postos)
      const { atualizadoEm, atualizadoPorCombustivel } = before.cabecalho
      expect(after?.cabecalho).toMatchObject({ atualizadoEm, atualizadoPorCombustivel })
    },
  )

  it('is the very state, descriptions and all, where only the commits themselves are damaged', async () => {
    const { newest, rebuilt, damageCommits } = await collected(3)
    const { estado, fatias } = await newest()
    damageCommits()
    const after = await rebuilt()
    expect(after?.estado).toEqual(estado)
    expect(after?.fatias).toEqual(fatias)
  })

  it.each(['only the commits', 'gnv', 'cadastro'])(
    'has the registry of stations, where its part is whole: damaged %s',
    async (damaged) => {
      const { newest, rebuilt, damageCommits, damagePart, open, server, collectNow } = await collected(1)
      const cadastro = {
        origem: 'cadastro.csv',
        em: instante(server.now),
        recusadas: 0,
        postos: [{ cnpj: '12345678000100', distribuidora: 'IPIRANGA', latitude: null, longitude: null }],
      }
      await publishRegistry(open(), cadastro, { forcar: false, agora: instante(server.now) })
      server.now += HOUR
      await collectNow()
      expect((await newest()).cadastro).toEqual(cadastro)
      if (damaged === 'only the commits') damageCommits()
      else damagePart(damaged)
      const after = await rebuilt()
      expect(after?.cadastro).toEqual(damaged === 'cadastro' ? undefined : cadastro)
      expect(after?.estado.postos).toHaveLength(STATIONS)
    },
  )

  it('adds later sales of the log to an older part', async () => {
    const { newest, rebuilt, damageCommits, open, server, collectNow } = await collected(1)
    const first = await newest()
    server.now += HOUR
    const news = { ...server.sales[0], em: server.now - 30 * MINUTE, valorDeclarado: 6.66 }
    server.sales.push(news as (typeof server.sales)[0])
    await collectNow()
    const second = await newest()
    expect(pricesOf(second)).not.toEqual(pricesOf(first))
    damageCommits()
    const newestParts = await open().commits.recover(async () => () => undefined)
    expect(newestParts.estado.postos).toHaveLength(STATIONS)
    expect(pricesOf(await rebuilt())).toEqual(pricesOf(second))
  })

  it('has the content of the parts, where the log is damaged too', async () => {
    const { newest, rebuilt, damagePart, damageLog } = await collected(2)
    const before = await newest()
    damagePart('gnv')
    damageLog()
    const after = await rebuilt()
    expect(after?.estado.atuais).toEqual({ ...before.estado.atuais, gnv: [] })
  })

  it('has all stations but one, and no other, where one bit of the only part with them is turned over', async () => {
    const { newest, rebuilt, flip, open } = await collected(1)
    const { estado } = await newest()
    const known = new Map(estado.postos.map((posto) => [posto.estabelecimento.cnpj, JSON.stringify(posto)]))
    const bits = flip('postos', 0)
    flip('postos', 0)
    for (let bit = 1; bit < bits; bit += 3001) {
      flip('postos', bit)
      await expect(open().commits.load()).rejects.toThrow(/íntegro/)
      const postos = (await rebuilt())?.estado.postos ?? []
      expect(postos.length).toBeGreaterThanOrEqual(STATIONS - 1)
      const altered = postos.filter(
        (posto) => known.get(posto.estabelecimento.cnpj) !== JSON.stringify(posto),
      )
      expect(altered.length).toBeLessThanOrEqual(1)
      for (const { estabelecimento } of altered) expect([...known.keys()]).toContain(estabelecimento.cnpj)
      flip('postos', bit)
    }
  })

  it('is null without stations, or without sales', async () => {
    const one = await collected(1)
    one.damagePart('postos')
    expect(await one.rebuilt()).toBeNull()
    const two = await collected(1)
    for (const slug of slugs) two.damagePart(slug)
    two.damageLog()
    expect(await two.rebuilt()).toBeNull()
  })

  it('is as good for the demonstration, whose commit may be the only one', async () => {
    const driver = memory(await demonstrationFiles())
    const { commit } = (await createStore(driver, 'demonstracao', () => AGORA).commits.load()) ?? {}
    if (!commit) throw new Error('the demonstration gave nothing')
    for (const key of driver.getInstance().keys() ?? [])
      if (key.includes(':commits:'))
        driver.getInstance().set(key, { bytes: Buffer.from('x'), mtime: new Date() })
    const reader = createStore(driver, 'demonstracao', () => AGORA)
    const after = await rebuildInMemory(reader, instante(AGORA))
    expect(pricesOf(after)).toEqual(pricesOf(commit))
    expect(after?.estado).toEqual(commit.estado)
  })
})

describe('a collection where no commit is whole', () => {
  it('of a source that shows a third keeps all stations, and says so until one is complete', async () => {
    const { server, collectNow, newest, damageCommits } = await collected(2)
    const before = await newest()
    damageCommits()
    server.now += HOUR
    server.fault = { tipo: 'parcial' }
    const rebuiltAt = instante(server.now)
    for (let hour = 0; hour < 2; hour++) {
      const { commit, coleta } = await collectNow()
      expect(pricesOf(commit)).toEqual(pricesOf(before))
      expect(commit?.estado.postos).toHaveLength(STATIONS)
      expect(coleta.vendasNovas).toBe(0)
      expect(commit?.cabecalho.reconstruidoEm).toBe(rebuiltAt)
      server.now += HOUR
    }
    server.fault = null
    const { commit } = await collectNow()
    expect(commit?.estado).toEqual(before.estado)
    expect(commit?.cabecalho.reconstruidoEm).toBeUndefined()
  })

  it('restores the descriptions of products, where only the log had them', async () => {
    const { collectNow, newest, damageCommits, damagePart, rebuilt } = await collected(2)
    const before = await newest()
    for (const slug of slugs) damagePart(slug)
    damageCommits()
    const [product] = (await rebuilt())?.estado.atuais['diesel-aditivado'] ?? []
    expect(product?.produto).toMatchObject({ descricao: 'DIESEL ADITIVADO', unidadeMedida: 'L' })
    const { commit, coleta } = await collectNow()
    expect(coleta.vendasNovas).toBe(0)
    expect(commit?.estado.atuais).toEqual(before.estado.atuais)
  })

  it('publishes the rebuilt commit before it asks the source, which may be away', async () => {
    const { server, collectNow, open, newest, damageCommits } = await collected(2)
    const before = await newest()
    damageCommits()
    server.fault = { tipo: 'erro500' }
    const { commit } = await collectNow()
    expect(commit).toBeNull()
    const loaded = await open().commits.load()
    expect(loaded).toMatchObject({ damaged: [], commit: { cabecalho: { seq: 3, prev: null } } })
    expect(loaded?.commit.cabecalho.reconstruidoEm).toBe(instante(server.now))
    expect(pricesOf(loaded?.commit ?? null)).toEqual(pricesOf(before))
  })

  it('takes the older commit that is whole rather than rebuild', async () => {
    const { collectNow, open, damagePart } = await collected(2)
    const [, second] = await open().commits.list()
    expect(second).toBe(2)
    damagePart('nada')
    const { commit } = await collectNow()
    expect(commit?.cabecalho.reconstruidoEm).toBeUndefined()
  })

  it('writes damaged parts again, so that unchanged ones are intact too', async () => {
    const { collectNow, open, damagePart } = await collected(1)
    for (const name of ['gnv', 'alcool']) damagePart(name)
    await collectNow()
    expect(await open().commits.load()).toMatchObject({ damaged: [] })
    const store = open()
    await store.inspect(Infinity)
    expect(store.damaged()).toEqual([])
  })
})

describe('a server where no commit is whole', () => {
  it('serves the rebuilt commit and reports it, until the next commit', async () => {
    const { server, open, collectNow, rebuilt, damageCommits } = await collected(2)
    damageCommits()
    const store = open()
    const follow = followCommits(store, { onError: () => {}, rebuild: rebuilt })
    await follow.refresh()
    const dataset = createDataset({ store, follow, clock: () => server.now, intervaloMinutos: 60 })
    const query = createQuery({ dataset, urlBase: 'http://localhost', site: 'http://localhost/' })
    const situacao = await query.situacao()
    expect(situacao).toMatchObject({ commit: 0, cobertura: { postos: STATIONS } })
    expect(situacao.alertas.join()).toMatch(/Nenhum commit .* íntegro .*o estado foi reconstruído/s)
    const held = follow.current()
    await follow.refresh()
    expect(follow.current()).toBe(held)
    server.now += HOUR
    await collectNow()
    expect(await follow.refresh()).toBe(true)
    const after = await query.situacao()
    expect(after).toMatchObject({ commit: 4, cobertura: { postos: STATIONS } })
    expect(after.alertas.join()).not.toMatch(/reconstruído|íntegro/)
  })

  it('has nothing to serve where nothing could be rebuilt', async () => {
    const { open, damagePart } = await collected(1)
    damagePart('postos')
    const follow = followCommits(open(), { onError: () => {}, rebuild: async () => null })
    await follow.refresh()
    expect(follow.current()).toBeNull()
    expect(follow.problem()).toMatchObject({ codigo: 'dados_indisponiveis' })
  })
})
