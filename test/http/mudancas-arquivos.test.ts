import { parseAtomFeed } from 'feedsmith'
import { districtOf, stationName, townOf } from '../../src/format/words/names.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Mudanca } from '../../src/domain/answers/mudancas.ts'
import type { RespostaDe } from '../../src/domain/questions/schemas-of-routes.ts'
import { HOUR } from '../../src/domain/basics/time.ts'
import { createAsker } from './contract.ts'
import { URL_BASE, type World, createWorld } from './fixture.ts'

const FEED = '/gasolina/mudancas.atom'

let world: World
let ask: Awaited<ReturnType<typeof createAsker>>['ask']
let index: RespostaDe<'mudancasIndice'>

/** Six collections, eight hours apart, over three days. */
beforeAll(async () => {
  world = await createWorld()
  ask = (await createAsker(world.http)).ask
  for (let n = 0; n < 5; n++) {
    world.time.now += 8 * HOUR
    await world.collectNow()
  }
  index = (await ask('/gasolina/dados/mudancas/index.json')).json as unknown as RespostaDe<'mudancasIndice'>
})

async function changes(search: string): Promise<Mudanca[]> {
  const answer = (await ask(`/gasolina/api/mudancas?limite=100000&${search}`))
    .json as unknown as RespostaDe<'mudancas'>
  return answer.mudancas
}

describe('the files of changes', () => {
  it('are one for each publication, each since the one before, and together what the API tells', async () => {
    const whole = await changes(`desde=${index.desde}&suspeitos=incluir`)
    const files: RespostaDe<'mudancasArquivo'>[] = []
    for (const { cursor, desde, publicadoEm, mudancas, url } of index.arquivos) {
      const file = (await ask(url.slice(URL_BASE.length))).json as unknown as RespostaDe<'mudancasArquivo'>
      expect(file).toMatchObject({ desde, ate: cursor, publicadoEm, demonstracao: true })
      expect(file.mudancas).toHaveLength(mudancas)
      files.push(file)
    }
    expect(files).toHaveLength(5)
    expect([index.desde, ...files.map(({ ate }) => ate)]).toEqual([
      ...files.map(({ desde }) => desde),
      index.ate,
    ])
    expect(files.flatMap(({ mudancas }) => mudancas)).toEqual(whole)
  })

  it('never change: kept a year, with the same bytes and tag when more was published, and no address inside', async () => {
    const path = index.arquivos[0]?.url.slice(URL_BASE.length) ?? ''
    const before = await ask(path)
    await world.collectNow()
    const after = await ask(path)
    expect(after.text).toBe(before.text)
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
    expect(after.headers.get('last-modified')).toBe(before.headers.get('last-modified'))
    expect(after.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(after.text).not.toMatch(/https?:/)
  })

  it.each([
    ['a cursor that is gone', '1-000000000000.json', 410],
    ['a name that is no cursor', 'ontem.json', 400],
    ['another ending', '1-000000000000.csv', 404],
    ['a parameter', '1-000000000000.json?limite=1', 400],
  ])('of %s: refused', async (_, name, status) => {
    expect((await ask(`/gasolina/dados/mudancas/${name}`)).status).toBe(status)
  })
})

/** A document of the feed, read by a parser that others wrote. */
async function feed(address: string) {
  const { status, headers, text } = await ask(address.replace(URL_BASE, ''))
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const document = parseAtomFeed(text)
  const linkOf = (rel: string) => document.links?.find((link) => link.rel === rel)?.href
  return {
    text,
    document,
    entries: document.entries ?? [],
    linkOf,
    isArchive: text.includes('<fh:archive/>'),
  }
}

describe('the feed', () => {
  it('tells what the last publications changed, newest first, each entry with what Atom asks of it', async () => {
    const { document, entries, linkOf } = await feed(`${FEED}?combustivel=gasolina-comum&municipio=maceio`)
    const wanted = (
      await changes(`desde=${index.desde}&combustivel=gasolina-comum&municipio=maceio`)
    ).toReversed()
    expect(entries.length).toBeGreaterThan(3)
    expect(entries.length).toBeLessThanOrEqual(200)
    expect(entries.map(({ title }) => title?.value)).toEqual(
      wanted
        .slice(0, entries.length)
        .map((m) => expect.stringContaining(`${stationName(m)}, ${districtOf(m)}, Maceió`)),
    )
    for (const { id, title, updated, links, summary } of entries) {
      expect(id).toMatch(/^tag:precos\.example,2026:\/gasolina\/mudancas\//)
      expect([title?.value, updated, summary?.value, links?.[0]?.href].every(Boolean)).toBe(true)
    }
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
    expect(document).toMatchObject({ updated: entries[0]?.updated, authors: [{ name: 'gasolina' }] })
    expect(document.id).toMatch(/^tag:/)
    expect(linkOf('self')).toBe(`${URL_BASE}${FEED}?combustivel=gasolina-comum&municipio=maceio`)
    expect(document.title?.value).toMatch(/^Demonstração: /)
  })

  it.each(['', '?combustivel=gasolina-comum', '?municipio=arapiraca&tipo=subiu&suspeitos=incluir'])(
    'with its archives holds every change once%s, and each archive stays as it is',
    async (search) => {
      const subscribed = await feed(`${FEED}${search}`)
      const archives: Awaited<ReturnType<typeof feed>>[] = []
      for (
        let next = subscribed.linkOf('prev-archive');
        next;
        next = archives.at(-1)?.linkOf('prev-archive')
      ) {
        const archive = await feed(next)
        expect(archive.linkOf('self')).toBe(next)
        expect(archive.linkOf('current')).toBe(subscribed.linkOf('self'))
        expect(archive.isArchive).toBe(true)
        archives.push(archive)
      }
      expect(subscribed.isArchive).toBe(false)
      const documents = [subscribed, ...archives]
      expect(Math.max(...documents.map(({ entries }) => entries.length))).toBeLessThanOrEqual(200)
      const ids = documents.flatMap(({ entries }) => entries.map(({ id }) => id))
      const wanted = await changes(`desde=${index.desde}&${search.slice(1)}`)
      expect(ids).toHaveLength(wanted.length)
      expect(new Set(ids).size).toBe(ids.length)
      for (const [at, archive] of archives.slice(1).entries())
        expect(archive.linkOf('next-archive')).toBe(archives[at]?.linkOf('self'))
      const oldest = archives.at(-1)
      world.time.now += HOUR
      await world.collectNow()
      expect((await feed(oldest?.linkOf('self') ?? `${FEED}${search}`)).entries).toEqual(
        oldest?.entries ?? (await feed(`${FEED}${search}`)).entries,
      )
    },
  )

  it('divides a publication of many changes: its documents go by cursor and page, and one that is full never changes', async () => {
    // After some days nearly every station has another price.
    world.time.now += 96 * HOUR
    await world.collectNow()
    const { arquivos } = (await ask('/gasolina/dados/mudancas/index.json'))
      .json as unknown as RespostaDe<'mudancasIndice'>
    const last = arquivos.at(-1)
    expect(last?.mudancas).toBeGreaterThan(200)
    expect((await feed(FEED)).entries.length).toBeLessThanOrEqual(200)
    const first = await feed(`${FEED}?desde=${last?.desde}&suspeitos=incluir`)
    const second = await feed(first.linkOf('next-archive') ?? '')
    expect(second.linkOf('self')).toMatch(/[?&]pagina=2$/)
    expect(second.linkOf('prev-archive')).toBe(first.linkOf('self'))
    const told = [...second.entries, ...first.entries].toReversed()
    const changed = (await changes(`desde=${last?.desde}&suspeitos=incluir`)).slice(0, told.length)
    expect(told.map(({ id }) => id)).toEqual(
      changed.map(
        ({ combustivel, cnpj, codigo, tipo }) =>
          `tag:precos.example,2026:/gasolina/mudancas/${[last?.cursor, combustivel, cnpj, codigo, tipo].join('/')}`,
      ),
    )
    await world.collectNow()
    expect((await feed(second.linkOf('self') ?? '')).entries).toEqual(second.entries)
  })

  it('marks as archived only a document that will never change', async () => {
    await world.collectNow()
    const cursor = (await ask('/gasolina/api/mudancas?desde=agora')).json['ate']
    const open = await feed(`${FEED}?desde=${cursor}`)
    expect([open.isArchive, open.linkOf('next-archive')]).toEqual([false, undefined])
    expect((await feed(open.linkOf('prev-archive') ?? '')).linkOf('self')).toBeDefined()
  })

  it.each([
    ['that is not there', (cursor: string) => `?desde=${cursor}&pagina=999`, /cabe em \d+/],
    ['without the cursor it is counted from', () => '?pagina=2', /junto com desde/],
  ])('refuses a page %s', async (_, search, message) => {
    const { status, json } = await ask(`${FEED}${search(index.desde)}`)
    expect([status, json['message']]).toEqual([400, expect.stringMatching(message)])
  })

  it('refuses what is no cursor, and tells of one that is gone', async () => {
    expect((await ask(`${FEED}?desde=agora`)).status).toBe(400)
    expect((await ask(`${FEED}?desde=1-000000000000`)).status).toBe(410)
    expect((await ask(`${FEED}?limite=3`)).status).toBe(400)
  })
})

function written(price: number | null): string {
  return `R$ ${(price ?? NaN).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 3 })}`
}

describe('a feed', () => {
  it('tells of each step both prices, the hour of the sale, and how many sales in a row had exactly this price', async () => {
    const search = 'combustivel=gasolina-comum&municipio=maceio'
    const steps = (await changes(`desde=${index.desde}&${search}`)).toReversed()
    const { entries } = await feed(`${FEED}?${search}`)
    const moved = entries.flatMap(({ title, summary }, i) => {
      const step = steps[i]
      return step && ['subiu', 'desceu'].includes(step.tipo) ? [{ title, summary, step }] : []
    })
    expect(moved.length).toBeGreaterThan(2)
    for (const { title, summary, step } of moved) {
      const { tipo, de, para, dataVenda, confirmacao } = step
      const way = tipo === 'desceu' ? 'caiu' : tipo
      const who = `${stationName(step)}, ${districtOf(step)}, ${townOf(step)}`
      expect(title?.value).toContain(`: ${way} de ${written(de)} para ${written(para)} — ${who}`)
      const [day, month, year] = [dataVenda.slice(8, 10), dataVenda.slice(5, 7), dataVenda.slice(0, 4)]
      const sales = confirmacao.nestePreco === 1 ? '1 venda' : `${confirmacao.nestePreco} vendas seguidas`
      expect(summary?.value).toContain(
        `Venda de ${day}/${month}/${year}, ${dataVenda.slice(11, 16)}; ${sales} a este preço.`,
      )
    }
  })

  it('says its filters in its title, leads to pages of stations, and is linked by the pages of its view', async () => {
    const { text } = await ask(`${FEED}?combustivel=diesel&municipio=maceio&tipo=desceu`)
    expect(text).toMatch(/<title>[^<]*mudanças de preço de diesel S10 em Maceió, só quedas</)
    const all = await ask(FEED)
    expect(all.text).toMatch(/<title>[^<]*mudanças de preço de combustíveis em Alagoas</)
    expect(all.text).toMatch(
      /<link rel="alternate" type="text\/html" href="[^"]+\/gasolina\/posto\/\d{14}\/"/,
    )
    const page = await ask('/gasolina/diesel-aditivado/maceio/')
    expect(page.text).toMatch(
      /<link\s+rel="alternate"\s+type="application\/atom\+xml"[^>]+mudancas\.atom\?combustivel=diesel-aditivado&amp;municipio=2704302"/,
    )
  })
})

it('the file before the oldest step is none, and its cursor leads on', async () => {
  const { json } = await ask(`/gasolina/dados/mudancas/${index.desde}.json`)
  expect(json).toMatchObject({ codigo: 'rota_nao_encontrada' })
  expect((await ask(`/gasolina/api/mudancas?desde=${index.desde}`)).status).toBe(200)
})

it('a first state, which no step leads to, has no file before or after the next', async () => {
  const first = await createWorld()
  const { ask: askFirst } = await createAsker(first.http)
  const { ate } = (await askFirst('/gasolina/dados/mudancas/index.json')).json as { ate: string }
  const path = `/gasolina/dados/mudancas/${ate}.json`
  const before = await askFirst(path)
  expect([before.status, before.json['codigo']]).toEqual([404, 'rota_nao_encontrada'])
  first.time.now += HOUR
  await first.collectNow()
  const after = await askFirst(path)
  expect([after.status, after.json['message']]).toEqual([404, before.json['message']])
})
