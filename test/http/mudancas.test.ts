import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ArquivoJson } from '../../src/domain/answers/downloads.ts'
import type { Mudanca } from '../../src/domain/answers/mudancas.ts'
import type { RespostaDe } from '../../src/domain/questions/schemas-of-routes.ts'
import type { RespostaErro } from '../../src/domain/answers/shared-schemas.ts'
import { slugs } from '../../src/domain/facts/fuels.ts'
import { HOUR } from '../../src/domain/basics/time.ts'
import { createAsker } from './contract.ts'
import { type World, createWorld } from './fixture.ts'
import { type Prices, apply } from '../following.ts'

const API = '/gasolina/api/mudancas'
const COLLECTIONS = 5

let world: World
let ask: Awaited<ReturnType<typeof createAsker>>['ask']
/** The cursor after each collection, and the believed and doubted prices then. */
const states: { cursor: string; prices: Prices }[] = []

beforeAll(async () => {
  world = await createWorld()
  ask = (await createAsker(world.http)).ask
  for (let n = 0; n < COLLECTIONS; n++) {
    if (n > 0) {
      world.time.now += 6 * HOUR
      await world.collectNow()
    }
    states.push({ cursor: (await mudancas('?desde=agora')).ate, prices: await pricesNow() })
  }
})

async function mudancas(search = ''): Promise<RespostaDe<'mudancas'>> {
  const { status, json } = await ask(`${API}${search}`)
  expect(status).toBe(200)
  return json as unknown as RespostaDe<'mudancas'>
}

async function refusal(search: string): Promise<RespostaErro> {
  return (await ask(`${API}${search}`)).json as unknown as RespostaErro
}

/** Of every product, as `inicio` tells all that is known. */
async function pricesNow(): Promise<Prices> {
  return apply({}, (await mudancas('?desde=inicio&suspeitos=incluir')).mudancas)
}

describe('following what changes', () => {
  it('from any state that was published leads to the present one, prices and flags', async () => {
    for (const { cursor, prices } of states) {
      const { mudancas: changes, mais } = await mudancas(`?desde=${cursor}&suspeitos=incluir&limite=100000`)
      expect(mais).toBe(false)
      expect(apply(prices, changes)).toEqual(states.at(-1)?.prices)
    }
  })

  it('begins with inicio: every product that is known, its price as the files have it', async () => {
    const prices = states.at(-1)?.prices ?? {}
    let shown = 0
    for (const slug of slugs) {
      const { conteudo } = (await ask(`/gasolina/dados/${slug}.json`)).json as unknown as ArquivoJson
      for (const { produto, suspeito, estabelecimento } of conteudo) {
        const known = prices[`${slug} ${estabelecimento.cnpj} ${produto.codigo}`]
        expect(known).toEqual([produto.venda.valorDeclarado, suspeito !== undefined])
      }
      shown += conteudo.length
    }
    // Some stations sell two products under one fuel; the files have the newest.
    expect(Object.keys(prices).length).toBeGreaterThan(shown)
    expect(await mudancas('?desde=inicio&limite=1')).toMatchObject({
      desde: 'inicio',
      ate: states.at(-1)?.cursor,
      mais: false,
    })
  })

  it('goes page by page, each ending where a publication ends, to the same changes', async () => {
    const [first, last] = [states[0]?.cursor, states.at(-1)?.cursor]
    const whole = await mudancas(`?desde=${first}&limite=100000`)
    const pages: RespostaDe<'mudancas'>[] = []
    let desde = first
    for (let mais = true; mais;) {
      const page = await mudancas(`?desde=${desde}&limite=1`)
      pages.push(page)
      ;({ mais, ate: desde } = page)
    }
    expect(pages.map(({ ate }) => ate)).toEqual(states.slice(1).map(({ cursor }) => cursor))
    expect(pages.flatMap((page) => page.mudancas)).toEqual(whole.mudancas)
    expect(whole).toMatchObject({ desde: first, ate: last, mais: false })
  })

  it('begins a day back unless told, and at the present with agora', async () => {
    // Five collections six hours apart: the first is just a day old.
    expect(await mudancas('?limite=100000')).toEqual(
      await mudancas(`?desde=${states[0]?.cursor}&limite=100000`),
    )
    const cursor = states.at(-1)?.cursor
    expect(await mudancas('?desde=agora')).toMatchObject({
      desde: cursor,
      ate: cursor,
      mais: false,
      mudancas: [],
    })
    expect(await mudancas(`?desde=${cursor}`)).toEqual(await mudancas('?desde=agora'))
  })

  it('tells each filter as one would filter all oneself, whatever others stand beside it', async () => {
    const all = (await mudancas('?suspeitos=incluir&limite=100000')).mudancas
    const some = all.find(({ tipo }) => tipo === 'desceu')
    const rows: Record<string, (m: Mudanca) => boolean> = {
      'combustivel=gasolina-comum': (m) => m.combustivel === 'gasolina-comum',
      'municipio=maceio': (m) => m.codigoIBGE === 2704302,
      [`bairro=${encodeURIComponent(some?.bairro ?? '')}`]: (m) => m.bairro === some?.bairro,
      [`cnpj=${some?.cnpj}`]: (m) => m.cnpj === some?.cnpj,
      'tipo=desceu': (m) => m.tipo === 'desceu',
      'suspeitos=omitir': (m) => !m.suspeito || m.tipo === 'suspeita',
    }
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(Object.keys(rows)), async (filters) => {
        const shown = filters.some((f) => f.startsWith('suspeitos'))
          ? filters
          : [...filters, 'suspeitos=incluir']
        const told = await mudancas(`?limite=100000&${shown.join('&')}`)
        expect(told.mudancas).toEqual(all.filter((m) => filters.every((filter) => rows[filter]?.(m))))
      }),
      { numRuns: 40 },
    )
    const cheap = await mudancas('?combustivel=alcool&abaixo=4,5&limite=100000')
    expect(cheap.mudancas).toEqual(
      all.filter(
        (m) => m.combustivel === 'alcool' && (m.para ?? 9) < 4.5 && (!m.suspeito || m.tipo === 'suspeita'),
      ),
    )
    const near = await mudancas('?lat=-9.66&lon=-35.73&raio=4&limite=100000')
    expect(near.mudancas.length).toBeGreaterThan(0)
    expect(new Set(near.mudancas.map(({ municipio }) => municipio))).toEqual(new Set(['MACEIO']))
  })

  it('is a function of what is served: it has a tag, leaves zipped, and is not sent again where nothing changed', async () => {
    const path = `${API}?desde=${states[1]?.cursor}`
    const { headers, text } = await ask(path)
    const etag = headers.get('etag') ?? ''
    expect((await ask(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect(headers.get('cache-control')).toMatch(/^public, max-age=60, s-maxage=\d+/)
    const zipped = await world.http.router.request(path, { headers: { 'accept-encoding': 'gzip' } })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect((await world.http.router.request(`${path}&utm_source=x`)).headers.get('etag')).toBe(etag)
    expect(text).toContain('"demonstracao":true')
  })
})

describe('a cursor', () => {
  it.each([
    ['of a state nobody published', '?desde=1-000000000000'],
    ['of a number yet to come', '?desde=999-0123456789ab'],
  ])('%s is gone, with the way back', async (_, search) => {
    const { status, codigo, message, erros, recomecar } = await refusal(search)
    expect([status, codigo]).toEqual([410, 'cursor_vencido'])
    const cursor = states.at(-1)?.cursor
    expect(erros).toEqual([
      {
        parametro: 'desde',
        valor: search.slice(7),
        aceitos: ['inicio', 'agora', cursor],
        sugestao: 'inicio',
      },
    ])
    expect(message).toContain('Recomece com desde=inicio e os mesmos filtros')
    const back = recomecar?.replace('https://precos.example/base', '') ?? ''
    expect((await ask(back)).json).toMatchObject({ desde: 'inicio', ate: cursor })
  })

  it('is gone, and the way back keeps the other parameters, of the feed too', async () => {
    const rest = 'combustivel=alcool&municipio=maceio&suspeitos=incluir'
    const { recomecar = '' } = await refusal(`?desde=1-000000000000&${rest}`)
    expect(Object.fromEntries(new URL(recomecar).searchParams)).toEqual(
      Object.fromEntries(new URLSearchParams(`desde=inicio&${rest}`)),
    )
    const feed = await ask(`/gasolina/mudancas.atom?desde=1-000000000000&${rest}`)
    expect([feed.status, feed.json]).toMatchObject([410, { erros: [{ aceitos: [states.at(-1)?.cursor] }] }])
    const again = new URL((feed.json as { recomecar: string }).recomecar)
    expect(again.pathname).toBe('/base/gasolina/mudancas.atom')
    expect(Object.fromEntries(again.searchParams)).toEqual(Object.fromEntries(new URLSearchParams(rest)))
  })

  it.each([
    '?desde=ontem',
    '?desde=2026-04-16',
    '?desde=12',
    '?desde=12-3F9AD0C47B1E',
    '?desde=-1-3f9ad0c47b1e',
    '?abaixo=5.79',
    '?combustivel=gnv&abaixo=0',
    '?limite=0',
    '?tipo=mudou',
    '?raio=5',
    '?pagina=2',
  ])('or a parameter that is none is refused: %s', async (search) => {
    expect(await refusal(search)).toMatchObject({ status: 400, codigo: 'parametro_invalido' })
  })

  it('of a place: says which one was understood; of one that is not there, that there is none', async () => {
    expect((await mudancas('?municipio=maceyo')).lugar).toMatchObject({ ambito: 'municipio', nome: 'Maceió' })
    expect((await mudancas('?lat=-9.66&lon=-35.73&raio=4')).lugar).toMatchObject({ ambito: 'ponto' })
    expect((await mudancas('')).lugar).toMatchObject({ ambito: 'estado', nome: 'Alagoas' })
    expect(await mudancas('?municipio=qqqqqq')).toMatchObject({ mudancas: [], lugar: { municipios: [] } })
  })
})
