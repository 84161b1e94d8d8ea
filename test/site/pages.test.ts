import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RespostaEstatisticas, figuresOf } from '../../src/domain/answers/estatisticas.ts'
import type { RespostaPosto } from '../../src/domain/answers/posto.ts'
import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'
import type { RespostaSituacao } from '../../src/domain/answers/situacao-and-menus.ts'
import { slugs } from '../../src/domain/facts/fuels.ts'
import { municipios } from '../../src/domain/alagoas/municipalities.ts'
import { MINUTE } from '../../src/domain/basics/time.ts'
import { decimal } from '../../src/format/words/formatting.ts'
import { pedido } from '../../src/site/request/page-interfaces.ts'
import { type World, createWorld, worldToRead } from '../http/fixture.ts'
import { PAGES } from './addresses.ts'
import { slugOf } from '../../src/site/request/addresses.ts'
import { ask, linksOf, pricesOf } from './ask.ts'

let world: World
let cnpj: string
const page = (path: string) => ask(world.http, path)
/** A file that is there. */
const body = async (path: string) => {
  const { status, headers, text } = await page(path)
  expect(status).toBe(200)
  return { type: headers.get('content-type'), text }
}
const json = async <T>(path: string) => JSON.parse((await page(`/gasolina/api/${path}`)).text) as T

beforeAll(async () => {
  world = await createWorld()
  const { conteudo } = await world.query.postos({ municipio: 'maceio', limite: 1 })
  cnpj = conteudo[0]?.estabelecimento.cnpj ?? ''
})

describe('every page', () => {
  it.each(PAGES)('%s: canonical address, marked as demonstration, no third-party scripts', async (path) => {
    const { status, headers, text } = await page(path.replace('{cnpj}', cnpj))
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(text).toMatch(/^<!doctype html>/)
    expect(text).toContain('Postos e preços fictícios')
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(text).toContain(
      `<link rel="canonical" href="https://precos.example/base${path.split('?dias')[0]?.replace('{cnpj}', cnpj).replaceAll('&', '&amp;')}"`,
    )
    expect(text.match(/<h1>/g)).toHaveLength(1)
    // The reference documents null.
    expect(path.includes('/desenvolvedores/') ? text.replaceAll(/\bnull\b/g, '') : text).not.toMatch(
      / style=| on\w+="|<script(?! type="application\/ld\+json"| type="module" src=)|undefined|NaN|null/,
    )
  })
})

describe('numbers', () => {
  it('a list shows the prices of the JSON it links to, in its order', async () => {
    const shown = await page('/gasolina/gasolina-comum/maceio/')
    const answer = await json<RespostaPrecos>(
      'precos?combustivel=gasolina-comum&municipio=2704302&ordenar=provavel',
    )
    expect(pricesOf(shown)).toEqual(
      answer.conteudo.slice(0, 50).map(({ produto }) => produto.venda.valorDeclarado),
    )
    expect(linksOf(shown)).toContain(
      '/base/gasolina/api/precos?combustivel=gasolina-comum&municipio=2704302&ordenar=provavel',
    )
    const later = await Promise.all([2, 3].map((n) => page(`/gasolina/gasolina-comum/maceio/${n}/`)))
    const second =
      'precos?combustivel=gasolina-comum&municipio=2704302&ordenar=provavel&pagina=2&registrosPorPagina=50'
    expect(later[0] && linksOf(later[0])).toContain(`/base/gasolina/api/${second}`)
    expect(later[0] && pricesOf(later[0])).toEqual(
      (await json<RespostaPrecos>(second)).conteudo.map(({ produto }) => produto.venda.valorDeclarado),
    )
    expect([shown, ...later].flatMap(pricesOf)).toHaveLength(answer.totalPostos)
  })

  it('its sentence has minimum, maximum, median and count', async () => {
    const { text } = await page('/gasolina/alcool/arapiraca/')
    const { combustiveis } = await json<RespostaEstatisticas>('estatisticas?municipio=arapiraca')
    const { precoMinimo, precoMaximo, precoMediano, postos } = figuresOf(combustiveis, 'alcool')
    for (const value of [precoMinimo, precoMaximo, precoMediano])
      expect(text).toContain(`R$\u00A0${decimal(value ?? NaN, 2, 2)}`)
    expect(text).toContain(`${postos}\u00A0postos`)
  })

  it('a price of few sales below the usual one is marked, and ordered by the likely price', async () => {
    // The usual price comes from earlier sales.
    const { http, query } = await worldToRead({ history: true })
    const { conteudo } = await query.precos(pedido('precos', { combustivel: 'alcool', ordenar: 'provavel' }))
    const at = conteudo.findIndex((e) => e.precoProvavel > e.produto.venda.valorDeclarado)
    expect(at).toBeGreaterThanOrEqual(0)
    const { text } = await ask(http, `/gasolina/alcool/${at >= 50 ? `${Math.floor(at / 50) + 1}/` : ''}`)
    expect(text).toContain(`o usual é R$\u00A0${decimal(conteudo[at]?.usual?.valor ?? NaN, 2, 2)}`)
    expect(pricesOf({ text })[at % 50]).toBe(conteudo[at]?.produto.venda.valorDeclarado)
  })

  it('a district narrows the list, an order changes it', async () => {
    const town = await page('/gasolina/gasolina-comum/maceio/')
    const [, district = ''] = town.text.match(/<option>([^<]+)<\/option>/) ?? []
    const narrowed = await page(`/gasolina/gasolina-comum/maceio/?bairro=${encodeURIComponent(district)}`)
    const answer = await json<RespostaPrecos>(
      `precos?municipio=maceio&bairro=${encodeURIComponent(district)}&ordenar=provavel`,
    )
    expect(pricesOf(narrowed)).toEqual(answer.conteudo.map(({ produto }) => produto.venda.valorDeclarado))
    expect(pricesOf(narrowed).length).toBeLessThan(pricesOf(town).length)
    const recent = await page('/gasolina/gasolina-comum/maceio/?ordenar=recente')
    const times = [
      ...recent.text.slice(recent.text.indexOf('<ol')).matchAll(/<p class="why">.*?datetime="([^"]+)"/gs),
    ]
    const sold = times.map(([, at = '']) => at)
    expect(sold.length).toBe(50)
    expect(sold).toEqual(sold.toSorted().toReversed())
  })

  it('suspects are listed apart, each with its price and the reason', async () => {
    const all = await json<RespostaPrecos>('precos?combustivel=gnv&suspeitos=incluir')
    const suspects = all.conteudo.filter(({ suspeito }) => suspeito)
    const { text } = await page('/gasolina/gnv/')
    expect(suspects.length).toBeGreaterThan(0)
    const apart = text.slice(text.indexOf('class="suspects"'))
    for (const { produto } of suspects)
      expect(apart).toContain(`R$\u00A0${decimal(produto.venda.valorDeclarado, 2, 2)}`)
    expect(apart).toContain('da mediana do estado')
  })

  it('a station shows each of its prices with its rank', async () => {
    const answer = await json<RespostaPosto>(`posto/${cnpj}`)
    const { text } = await page(`/gasolina/posto/${cnpj}/`)
    const fuels = Object.values(answer.combustiveis)
    for (const { produto } of fuels) expect(text).toContain(`value="${produto.venda.valorDeclarado}">R$`)
    for (const { posicao } of fuels.filter(({ posicao }) => posicao && posicao.de > 1))
      expect(text).toContain(`${posicao?.colocacao}º mais barato de ${posicao?.de}`)
  })

  it('a station without a day of known sales says why it has no chart', async () => {
    const why = 'Sem gráfico: menos de um dia de vendas conhecidas neste período.'
    const { combustiveis } = await json<RespostaPosto>(`posto/${cnpj}`)
    const { text } = await page(`/gasolina/posto/${cnpj}/`)
    expect(text.split(why)).toHaveLength(Object.keys(combustiveis).length + 1)
    const { http } = await worldToRead({ history: true })
    const old = await ask(http, `/gasolina/posto/${cnpj}/`)
    expect(old.text).toContain('<svg class="chart"')
    expect(old.text).not.toContain(why)
  })

  it('an approximate place has no directions', async () => {
    const { conteudo } = await world.query.postos({})
    const vague = conteudo.find(({ estabelecimento: e }) => e.endereco.localizacao?.precisao === 'municipio')
    const { text } = await page(`/gasolina/posto/${vague?.estabelecimento.cnpj}/`)
    expect(text).toContain('Ponto aproximado')
    expect(text).not.toMatch(/geo:|waze|destination=|GeoCoordinates/)
  })
})

describe('towns', () => {
  it('each of the 102 has a page for each fuel, sold there or not', async () => {
    const { codigoIBGE, nome } = municipios.find(({ postos }) => postos === 0) ?? { codigoIBGE: 0, nome: '' }
    const { status } = await page(`/gasolina/gnv/${codigoIBGE}`)
    expect(status).toBe(308)
    for (const slug of slugs) {
      const answer = await page(`/gasolina/${slug}/${codigoIBGE}`)
      const { text } = await page((answer.headers.get('location') ?? '').slice('/base'.length))
      expect(text).toContain(`em ${nome.replace("'", '&#39;')} nos últimos dez dias`)
      expect(text).toContain('O mais perto:')
      expect(text).not.toContain('O posto mais perto que vende')
    }
    const { text } = await page(`/gasolina/municipio/${slugOf({ nome })}/`)
    expect(text.match(/O mais perto:\s*<a/g)).toHaveLength(slugs.length)
    expect(linksOf(await page('/gasolina/'))).toContain(`/base/gasolina/gasolina-comum/${slugOf({ nome })}/`)
  })
})

describe('addresses', () => {
  it.each([
    ['/gasolina/gasolina-comum', '/base/gasolina/gasolina-comum/'],
    ['/gasolina/etanol/maceio/', '/base/gasolina/alcool/maceio/'],
    ['/gasolina/gasolina-comum/2704302/', '/base/gasolina/gasolina-comum/maceio/'],
    ['/gasolina/gasolina-comum/Macei%C3%B3/', '/base/gasolina/gasolina-comum/maceio/'],
    [
      '/gasolina/gasolina-comum/olho-dagua-das-flores/',
      '/base/gasolina/gasolina-comum/olho-d-agua-das-flores/',
    ],
    ['/gasolina/gasolina-comum/maceio/1/', '/base/gasolina/gasolina-comum/maceio/'],
    [
      '/gasolina/gasolina-comum/maceio/?ordenar=recente&pagina=2',
      '/base/gasolina/gasolina-comum/maceio/2/?ordenar=recente',
    ],
    ['/gasolina/gasolina-comum/maceio/2/?pagina=1', '/base/gasolina/gasolina-comum/maceio/'],
    ['/gasolina/alcool/?pagina=3', '/base/gasolina/alcool/3/'],
    [
      '/gasolina/gasolina-comum/maceio?ordenar=recente',
      '/base/gasolina/gasolina-comum/maceio/?ordenar=recente',
    ],
    ['/gasolina/metodo', '/base/gasolina/metodo/'],
    ['/gasolina?origem=busca', '/base/gasolina/?origem=busca'],
    ['/gasolina/municipio/2704302?combustivel=alcool', '/base/gasolina/municipio/maceio/?combustivel=alcool'],
    ['/gasolina/busca?q=posto+s%C3%A3o', '/base/gasolina/busca/?q=posto+s%C3%A3o'],
    ['/gasolina/comparar?municipios=maceio,penedo', '/base/gasolina/comparar/?municipios=maceio%2Cpenedo'],
    ['/gasolina/posto/12345678000100?dias=90', '/base/gasolina/posto/12345678000100/?dias=90'],
  ])('%s is at %s', async (path, to) => {
    const { status, headers } = await page(path)
    expect([status, headers.get('location')]).toEqual([308, to])
  })

  it.each(['{cnpj}', '{punctuated}', '{encoded}'])(
    'a CNPJ as people write it, %s, leads to the station',
    async (form) => {
      const punctuated = cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
      const path = form
        .replace('{cnpj}', cnpj)
        .replace('{punctuated}', punctuated)
        .replace('{encoded}', encodeURIComponent(punctuated))
      const { status, headers } = await page(`/gasolina/posto/${path}`)
      expect([status, headers.get('location')]).toEqual([308, `/base/gasolina/posto/${cnpj}/`])
    },
  )
})

describe('a wrong address', () => {
  it.each([
    ['/gasolina/gasolna/', 404, 'Gasolina comum em Alagoas'],
    ['/gasolina/gasolina-comum/arapirca/', 404, 'Gasolina comum em Arapiraca'],
    ['/gasolina/gasolina-comum/maceio/99/', 404, 'páginas'],
    ['/gasolina/gasolina-comum/maceio/0/', 404, 'Maceió'],
    ['/gasolina/posto/12345678000100/', 404, 'CNPJ'],
    ['/gasolina/posto/123/', 400, 'CNPJ'],
    ['/gasolina/posto/', 400, 'CNPJ'],
    [
      '/gasolina/gasolina-comum/maceio/?ordenar=caro',
      400,
      '<a href="?ordenar=preco">Menor na última venda</a>',
    ],
    ['/gasolina/gasolina-comum/?ordenar=barato', 400, 'provavel'],
    ['/gasolina/gasolina-comum/maceio/?pagina=0', 400, 'um inteiro a partir de 1'],
    ['/gasolina/gas/', 404, 'o de cozinha não está aqui'],
    ['/gasolina/gas/maceio/', 404, 'GNV em Maceió'],
    ['/gasolina/comparar/?combustivel=gas', 400, 'o de cozinha não está aqui'],
    ['/gasolina/mapa/?combustivel=g%C3%A1s', 400, 'o gás natural dos carros'],
    ['/gasolina/comparar/?municipios=recife,maceio', 400, 'use o nome ou o código do IBGE'],
    ['/gasolina/posto/{cnpj}/?dias=7', 400, '“7” não é uma das escolhas desta página.'],
    ['/gasolina/perto/?perto=farol&raio=7', 400, '<a href="?perto=farol&amp;raio=10">10</a>'],
    [
      '/gasolina/comparar/?municipios=maceio&municipios=arapiraca&ordenar=x',
      400,
      '?municipios=maceio&amp;municipios=arapiraca&amp;ordenar=mediana"',
    ],
    ['/gasolina/a/b/c/d/', 404, 'início'],
    ['/gasolina/__proto__/', 404, 'início'],
    ['/gasolina/%ff/', 400, 'UTF-8'],
  ])('%s is a page with status %i and an explanation', async (path, status, words) => {
    const answer = await page(path.replace('{cnpj}', cnpj))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.text).toContain(words)
  })

  it('unknown parameters are ignored', async () => {
    expect((await page('/gasolina/gasolina-comum/maceio/?fbclid=x&utm_source=y')).status).toBe(200)
  })

  it.each([
    ['/nada', 'Gasolina comum em Alagoas'],
    ['/gasolna/', 'Gasolina comum em Alagoas'],
    ['/alcool/arapirca/', 'Álcool (etanol) em Arapiraca'],
    ['/posto/12345678000100/', 'Gasolina comum em Alagoas'],
  ])('%s, outside the site: a browser gets the page, a program its JSON', async (path, near) => {
    const asked = async (accept: string) => {
      const response = await world.http.router.request(path, { headers: { accept } })
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        text: await response.text(),
      }
    }
    const shown = await asked('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    expect([shown.status, shown.type]).toEqual([404, 'text/html; charset=utf-8'])
    expect(shown.text).toContain(`O endereço &#39;/base${path}&#39; não existe aqui.`)
    expect(shown.text).toContain('role="search"')
    expect(shown.text).toContain(near)
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9'])
      expect(await asked(accept)).toMatchObject({ status: 404, type: 'application/json; charset=utf-8' })
  })

  it('below the folders of programs even a browser gets JSON', async () => {
    for (const path of [
      '/gasolina/api/nada',
      '/gasolina/dados/nada',
      '/api/precos',
      '/mcp/nada',
      '/saude/nada',
    ]) {
      const response = await world.http.router.request(path, { headers: { accept: 'text/html' } })
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
    }
  })

  it('programs keep their JSON', async () => {
    for (const path of ['/gasolina/api/nada', '/gasolina/dados/nada', '/nada']) {
      const { status, headers } = await page(path)
      expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
    }
  })

  it('before the first collection a page says so and looks again by itself', async () => {
    const { http } = await createWorld({ collected: false })
    const { status, headers, text } = await ask(http, '/gasolina/')
    expect([status, headers.get('retry-after')]).toEqual([503, '30'])
    expect(text).toContain('<meta http-equiv="refresh" content="10">')
    expect((await ask(http, '/gasolina/metodo/')).status).toBe(200)
  })

  it('other methods are refused', async () => {
    expect((await world.http.router.request('/gasolina/', { method: 'POST' })).status).toBe(405)
  })
})

describe('files of the pages', () => {
  it('are cached for ever by an address with their digest', async () => {
    const { text } = await page('/gasolina/')
    const addresses = linksOf({ text }).filter((address) => address.includes('/estatico/'))
    expect(addresses.length).toBeGreaterThanOrEqual(2)
    for (const address of addresses) {
      const { status, headers } = await page(address.slice('/base'.length))
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    }
  })

  it('of another version are found, but not for ever', async () => {
    const { status, headers } = await page('/gasolina/estatico/style-0123456789.css')
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    expect((await page('/gasolina/estatico/nada.css')).status).toBe(404)
    expect((await page('/favicon.ico')).headers.get('cache-control')).toBe('public, max-age=60')
  })

  it('by a name without a digest keep their date, and get their smallest form as others do', async () => {
    const ask = async (more: Record<string, string> = {}) =>
      await world.http.router.request('/gasolina/sw.js', {
        headers: { 'accept-encoding': 'br, gzip', ...more },
      })
    const first = await ask()
    await expect.poll(async () => (await ask()).headers.get('content-encoding')).toBe('br')
    world.time.now += 5 * MINUTE
    const since = first.headers.get('last-modified') ?? ''
    expect((await ask({ 'if-modified-since': since })).status).toBe(304)
  })
})

describe('files for programs', () => {
  it('the nearby file has every believed price of the full file', async () => {
    const { type, text } = await body('/gasolina/dados/alcool.min.json')
    expect(type).toBe('application/json; charset=utf-8')
    const { campos, postos, demonstracao } = JSON.parse(text) as {
      campos: string[]
      postos: unknown[][]
      demonstracao: boolean
    }
    expect(demonstracao).toBe(true)
    const answer = await json<RespostaPrecos>('precos?combustivel=alcool')
    const column = (name: string) => postos.map((values) => values[campos.indexOf(name)])
    expect(column('preco')).toEqual(answer.conteudo.map(({ produto }) => produto.venda.valorDeclarado))
    expect(column('cnpj')).toEqual(answer.conteudo.map(({ estabelecimento }) => estabelecimento.cnpj))
    expect(text.length).toBeLessThan(JSON.stringify(answer).length / 4)
  })

  it('the sitemap names pages that exist, at their public address', async () => {
    const { text } = await body('/sitemap.xml')
    const addresses = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(900)
    expect(addresses.every((address) => address.startsWith('https://precos.example/base/gasolina/'))).toBe(
      true,
    )
    for (const address of addresses.filter((_, i) => i % 50 === 0))
      expect((await page(new URL(address).pathname.slice('/base'.length))).status).toBe(200)
  })

  it('fiction asks not to be indexed', async () => {
    expect((await body('/robots.txt')).text).toBe('User-agent: *\nDisallow: /base/\n')
  })

  it('crawlers of real prices are told where the sitemap is, under the prefix of the base', async () => {
    const { http } = await createWorld({ fonte: 'sefaz' })
    const { text } = await ask(http, '/robots.txt')
    expect(text).toMatch(/^User-agent: \*\nAllow: \/base\/\n/)
    const [, sitemap = ''] = /^Sitemap: https:\/\/precos\.example\/base(\/.*)$/m.exec(text) ?? []
    expect((await ask(http, sitemap)).text).toContain('<loc>https://precos.example/base/gasolina/</loc>')
  })

  it('an assistant finds the API and how to cite', async () => {
    const { text } = await body('/llms.txt')
    expect(text).toContain('https://precos.example/base/gasolina/api/openapi.json')
    expect(text).toContain('https://precos.example/base/mcp')
    expect(text).toContain('Cite:')
  })

  it('the manifest names icons that are there', async () => {
    const { icons } = JSON.parse((await body('/gasolina/manifest.webmanifest')).text) as {
      icons: { src: string }[]
    }
    for (const { src } of icons) expect((await page(src.slice('/base'.length))).status).toBe(200)
    expect((await body('/favicon.ico')).type).toBe('image/png')
  })

  it('the worker may change with the program: it is kept for a minute', async () => {
    const { status, headers } = await page('/gasolina/sw.js')
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
  })

  it('a message shows the price in its title, and a picture of ours', async () => {
    const { text } = await page('/gasolina/gasolina-comum/maceio/')
    expect(text).toMatch(
      /property="og:title" content="Demonstração: Gasolina comum em Maceió: desde R\$\u00A0\d+,\d\d \(coleta de 16\/04, 12:50\)"/,
    )
    const { combustiveis } = await json<RespostaEstatisticas>('estatisticas')
    const lowest = decimal(figuresOf(combustiveis, 'gasolina-comum').precoMinimoProvavel ?? NaN, 2, 2)
    expect((await page('/gasolina/')).text).toContain(
      `property="og:title" content="Demonstração: Preço dos combustíveis em Alagoas: gasolina comum desde R$\u00A0${lowest} (coleta de 16/04, 12:50)"`,
    )
    for (const [address, words] of [
      ['municipio/maceio/', 'Combustíveis em Maceió: gasolina comum desde R\\$ \\d,\\d\\d'],
      ['comparar/?municipios=maceio%2Carapiraca', 'Gasolina comum em .* e .*: desde R\\$ \\d,\\d\\d'],
      ['alcool-ou-gasolina/', 'Álcool ou gasolina\\? Compensa em \\d+ de \\d+ postos'],
      ['perto/?perto=aeroporto', 'Gasolina comum perto do Aeroporto .*: desde R\\$ \\d,\\d\\d'],
      ['mapa/', 'Gasolina comum em Alagoas, no mapa: desde R\\$ \\d,\\d\\d'],
    ])
      expect((await page(`/gasolina/${address}`)).text.replaceAll('\u00A0', ' ')).toMatch(
        new RegExp(`"og:title" content="Demonstração: ${words} \\(coleta de 16/04, 12:50\\)"`),
      )
    const [, picture = ''] = text.match(/property="og:image" content="([^"]+)"/) ?? []
    const { text: bytes } = await page(new URL(picture).pathname.slice('/base'.length))
    expect(bytes.length).toBeLessThan(100_000)
    expect(picture).toContain('/picture-gasolina-comum-')
    expect((await page('/gasolina/gnv/')).text).toContain('/picture-gnv-')
  })

  it('a list says how to cite it, with its own address and the hour of its collection', async () => {
    const { text } = await page('/gasolina/gasolina-comum/maceio/')
    expect(text).toContain(cited('Gasolina comum em Maceió', 'gasolina-comum/maceio/'))
    for (const [path, title] of [
      ['comparar/?municipios=maceio%2Cpenedo', 'Gasolina comum: Maceió e Penedo'],
      ['mapa/', 'Mapa de Alagoas: Gasolina comum'],
      ['municipio/maceio/', 'Combustíveis em Maceió'],
    ] as const)
      expect((await page(`/gasolina/${path}`)).text).toContain(cited(title, path))
    const second = await page('/gasolina/gasolina-comum/2/')
    expect(second.text).toContain(cited('Gasolina comum em Alagoas', 'gasolina-comum/2/'))
    expect(second.text.split('https://precos.example/base/gasolina/.')).toHaveLength(1)
  })

  it('the menu of a page of another fuel than the usual one keeps it, where the page takes one', async () => {
    const usual = await menuOf('/gasolina/gasolina-comum/maceio/')
    expect(usual).toContain('perto/')
    expect(usual.join(' ')).not.toContain('combustivel')
    const kept = usual.map((href) =>
      ['perto/', 'caminho/', 'mapa/', 'comparar/'].includes(href) ? `${href}?combustivel=alcool` : href,
    )
    for (const path of ['alcool/maceio/', 'perto/?combustivel=alcool', 'mapa/?combustivel=alcool'])
      expect(await menuOf(`/gasolina/${path}`)).toEqual(kept)
  })

  it('near me has the fuel of its address chosen, and offers the location only with a script', async () => {
    const { text } = await page('/gasolina/perto/?combustivel=gnv')
    expect(text).toMatch(/<option value="gnv"\s+selected>/)
    expect(text).toContain('<input type="hidden" name="combustivel" value="gnv" />')
    expect(text).toContain('<button type="submit" disabled>Usar minha localização</button>')
  })

  it('the files of a page are small', async () => {
    const { text } = await page('/gasolina/perto/')
    const files = linksOf({ text }).filter((link) => /\.(css|js)$/.test(link))
    expect(files.join()).toMatch(/client-\w+\.js.*near-\w+\.js/)
    expect((await page('/gasolina/')).text).not.toContain('near-')
    for (const address of files) {
      const { text: code } = await page(address.slice('/base'.length))
      expect(gzipSync(code).length).toBeLessThan((address.endsWith('.js') ? 8 : 7) * 1024)
    }
  })
})

/** Figures of the API for each town that sells the fuel. */
async function medians(combustivel: string) {
  const { grupos = [] } = await json<RespostaEstatisticas>(
    `estatisticas?por=municipio&combustivel=${combustivel}`,
  )
  return grupos.filter(({ postos }) => postos > 0)
}

describe('towns side by side', () => {
  it('table, ranking and map have every town that sells the fuel', async () => {
    const groups = await medians('gasolina-comum')
    const { text: table } = await page('/gasolina/comparar/')
    expect(table.match(/<th scope="row">/g)).toHaveLength(groups.length)
    const rows = [...table.matchAll(/<tr>.*?<\/tr>/gs)].slice(1)
    const inOrder = rows.map(([row]) => /<td>\s*(<b>)?(\d,\d\d)/.exec(row))
    // Towns of one or two stations come last.
    const ofFew = rows.flatMap(([row], at) => (/>[12]\u00A0postos?</.test(row) ? at : []))
    expect(ofFew[0]).toBe(rows.length - ofFew.length)
    const [lowest, ...others] = inOrder.slice(0, ofFew[0])
    expect(lowest?.[1]).toBe('<b>')
    for (const other of others) expect(other?.[1] !== undefined).toBe(other?.[2] === lowest?.[2])
    const { text: map } = await page('/gasolina/mapa/')
    const named = groups.map(
      ({ codigoIBGE }) => municipios.find((m) => m.codigoIBGE === codigoIBGE)?.nome ?? '',
    )
    for (const nome of named) expect(map).toContain(`>${nome.replaceAll("'", '&#39;')}</a`)
    const few = groups.filter(({ postos }) => postos < 3).length
    expect(map).toMatch(new RegExp(`1 ou 2 postos\\s*<span>${few}\u00A0cidades`))
    expect(map.match(/<title>/g)?.length).toBe(municipios.length + 1)
  })

  it('classes of the map are equally wide in reais, and every map leads to the towns', async () => {
    for (const address of ['/gasolina/', '/gasolina/gasolina-comum/', '/gasolina/mapa/']) {
      const { text } = await page(address)
      const [, figure = ''] = /<figure class="map"([\s\S]+?)<\/figure>/.exec(text) ?? []
      expect(figure.match(/<a href="[^"]*\/gasolina-comum\/[a-z-]+\/" aria-label=/g)).toHaveLength(
        municipios.length,
      )
      expect(figure).toMatch(/<text [^>]*>Maceió<\/text>/)
      const widths = [...figure.matchAll(/R\$\u00A0(\d,\d\d) a R\$\u00A0(\d,\d\d)/g)].map(
        ([, from = '', to = '']) =>
          Math.round(100 * (Number(to.replace(',', '.')) - Number(from.replace(',', '.')))),
      )
      expect(widths.length).toBeGreaterThan(1)
      expect(new Set(widths).size).toBe(1)
    }
  })

  it('a link puts the table in another order', async () => {
    const { text } = await page('/gasolina/comparar/?ordenar=minimo')
    const lowest = [...text.matchAll(/<tr>.*?<\/tr>/gs)].slice(1).map(([row]) => {
      const cells = [...row.matchAll(/<td>\s*(?:<b>)?(\d,\d\d)/g)]
      return Number(cells[1]?.[1]?.replace(',', '.'))
    })
    expect(lowest.length).toBeGreaterThan(50)
    expect(lowest).toEqual(lowest.toSorted((a, b) => a - b))
  })

  it('chosen towns are named in the title, their lowest figures stand out, and charts follow the table', async () => {
    const { text } = await page('/gasolina/comparar/?municipios=penedo,maceio,arapiraca')
    const rows = [...text.matchAll(/<th scope="row">\s*<a [^>]*>([^<]*)<\/a>/g)].map(([, name]) => name)
    const charts = [...text.matchAll(/<h3><a [^>]*>([^<]*)<\/a>/g)].map(([, name]) => name)
    expect(text).toContain(`<h1>Gasolina comum: ${rows[0]}, ${rows[1]} e ${rows[2]}</h1>`)
    expect(charts).toEqual(rows.filter((name) => charts.includes(name)))
    expect(text.match(/<td>\s*<b>\d,\d\d<\/b>/g)?.length).toBeGreaterThanOrEqual(3)
  })

  it('some towns alone, however they are ticked or written', async () => {
    for (const query of ['municipios=maceio,Arapiraca', 'municipios=maceio&municipios=2700300']) {
      const { text } = await page(`/gasolina/comparar/?${query}`)
      expect(text.match(/<th scope="row">/g)).toHaveLength(2)
    }
    expect((await page('/gasolina/comparar/?municipios=recife,maceio')).status).toBe(400)
    expect((await page('/gasolina/mapa/?combustivel=querosene')).status).toBe(400)
  })

  it('one town alone asks for a second, stays ticked, and shows all towns', async () => {
    const { status, text } = await page('/gasolina/comparar/?combustivel=alcool&municipios=maceio')
    expect(status).toBe(200)
    expect(text.replaceAll(/\s+/g, ' ')).toContain('marque duas cidades ou mais: só Maceió está marcada')
    expect(text).toMatch(/<details class="chooser" open/)
    expect(text.match(/<input[^>]*\schecked/g)).toEqual([expect.stringContaining('value="maceio"')])
    expect(text).toContain('/comparar/?combustivel=alcool&amp;municipios=maceio&amp;ordenar=nome')
    const { grupos = [] } = await json<RespostaEstatisticas>('estatisticas?por=municipio&combustivel=alcool')
    expect(text.match(/<th scope="row">/g)).toHaveLength(grupos.filter(({ postos }) => postos > 0).length)
    expect((await page('/gasolina/comparar/')).text).not.toContain('está marcada')
  })

  it('some towns alone have the figures that the API has of them', async () => {
    const search = 'combustivel=alcool&municipios=penedo,arapiraca,pilar'
    const { text } = await page(`/gasolina/comparar/?${search}`)
    const { grupos = [], combustiveis } = await json<RespostaEstatisticas>(`estatisticas?${search}`)
    const [head = '', table = ''] = text.slice(text.indexOf('aria-label="Combustível"')).split('<tbody>')
    expect(figuresIn(table.slice(0, table.indexOf('</tbody>')))).toEqual(
      written(grupos.flatMap((group) => [group.precoMediano, group.precoMinimo, group.precoMaximo])),
    )
    expect(figuresIn(head)).toEqual(
      written(Object.values(combustiveis).map(({ precoMinimo }) => precoMinimo)),
    )
  })

  it('the page of a town has all six fuels with its place among the towns', async () => {
    const { text } = await page('/gasolina/municipio/arapiraca/')
    const groups = await medians('gasolina-comum')
    const place = groups.find(({ codigoIBGE }) => codigoIBGE === 2700300)?.colocacao
    expect(text.match(/class="tile"/g)).toHaveLength(6)
    expect(text).toContain(`${place}ª mais barata de`)
    expect((await page('/gasolina/municipio/2700300')).headers.get('location')).toBe(
      '/base/gasolina/municipio/arapiraca/',
    )
    expect((await page('/gasolina/municipio/recife/')).status).toBe(404)
  })
})

function cited(title: string, path: string): string {
  return `Como citar: “${title}”, coleta de 16/04/2026, 12:50, https://precos.example/base/gasolina/${path}.`
}

/** Prices as written; changes in per cent have one decimal. */
function figuresIn(text: string): string[] {
  return text.match(/\d,\d\d\b/g) ?? []
}

/** Known values. */
function written(prices: readonly (number | null)[]): string[] {
  return prices.flatMap((price) => (price === null ? [] : [decimal(price, 2, 2)]))
}

/** Number of stations in which ethanol pays, on the page. */
async function paying(razao: string): Promise<number> {
  const { text } = await page(`/gasolina/alcool-ou-gasolina/?razao=${razao}`)
  return Number(text.match(/compensa em (\d+) de/)?.[1])
}

describe('the state of the data', () => {
  it('is a page for browsers, and JSON for programs', async () => {
    const { alertas } = await json<RespostaSituacao>('situacao')
    expect(alertas.join()).toContain('suspeitos=incluir')
    const { text } = await page('/gasolina/situacao/')
    expect(text).toContain('cada lista diz quais e por quê')
    expect(text).not.toContain('suspeitos=incluir')
  })
})

describe('ethanol or gasolina', () => {
  it('counts the same stations as the statistics; another ratio counts others', async () => {
    const { paridade } = await json<RespostaEstatisticas>('estatisticas')
    expect(await paying('0.7')).toBe(paridade.postosEmQueAlcoolCompensa)
    expect(await paying('1')).toBeGreaterThan(await paying('0,6'))
  })

  it('lists every station where it pays, page by page', async () => {
    const all = await paying('1')
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(all / 50) }, (_, i) =>
        page(`/gasolina/alcool-ou-gasolina/?razao=1&pagina=${i + 1}`),
      ),
    )
    const stations = pages.flatMap(({ text }) => text.match(/\/gasolina\/posto\/\w{14}\//g) ?? [])
    expect(new Set(stations).size).toBe(all)
  })

  it.each([
    ['4,99', '6,49', '', 'a gasolina compensa'],
    ['4,49', '6,49', '', 'o álcool compensa'],
    ['4,99', '6,49', '&razao=0,8', 'o álcool compensa'],
  ])('two prices of a pump, %s and %s%s: %s', async (alcool, gasolina, own, answer) => {
    const { text } = await page(
      `/gasolina/alcool-ou-gasolina/?bombaAlcool=${alcool}&bombaGasolina=${gasolina}${own}`,
    )
    expect(text).toContain(`<strong>${answer}</strong>`)
  })

  it.each([
    ['abc', '6', 'como 5,39: “abc” não vale.'],
    ['5', '600', 'como 5,39: “600” não vale.'],
    ['5', '', 'como 5,39.'],
  ])('prices of a pump %s and %s are refused beside the form', async (alcool, gasolina, answer) => {
    const { text } = await page(
      `/gasolina/alcool-ou-gasolina/?bombaAlcool=${alcool}&bombaGasolina=${gasolina}`,
    )
    expect(text).toContain(answer)
    expect(text).not.toContain('Na bomba')
  })

  it.each(['0.4', '2', 'x', '1e0'])(
    'a ratio of %s is none: said beside the form, on the page',
    async (razao) => {
      const { conteudo } = await json<RespostaPrecos>('precos?combustivel=alcool&municipio=maceio&limite=1')
      const cnpj = conteudo[0]?.estabelecimento.cnpj
      const usual = await paying('0.7')
      for (const address of ['alcool-ou-gasolina/', `posto/${cnpj}/`]) {
        const { status, text } = await page(`/gasolina/${address}?razao=${razao}`)
        expect(status).toBe(200)
        expect(text).toContain(`“${razao}” não vale: use um número de 0,5 a 1`)
        expect(text).toMatch(new RegExp(`value="${razao}"[^>]*aria-invalid="true"`))
      }
      expect(await paying(razao)).toBe(usual)
    },
  )

  it.each([
    ['abc', '12', 'abc'],
    ['8 km/l', '12', '8 km/l'],
    ['8,4', '-12', '-12'],
    ['8,4', '0', '0'],
    ['8,4', '', '8,4'],
    ['', '12', '12'],
  ])('kilometres a litre of %s and %s are refused beside the form', async (alcool, gasolina, refused) => {
    const search = new URLSearchParams({ alcool, gasolina, razao: '1' })
    const { text } = await page(`/gasolina/alcool-ou-gasolina/?${search}`)
    expect(text).toContain(`“${refused}” não vale: use um número de 0,5 a 1`)
    expect(text).toContain('Num flex comum, até 70\u00A0%')
  })

  it('a ratio in the address holds on the pages of the state, a town and a station, by the same prices', async () => {
    const { conteudo } = await json<RespostaPrecos>('precos?combustivel=alcool&municipio=maceio&limite=1')
    const own = ['', 'alcool/maceio/', `posto/${conteudo[0]?.estabelecimento.cnpj}/`]
    for (const address of own) {
      const [usual, mine] = await Promise.all(
        ['', '?razao=1'].map((search) => page(`/gasolina/${address}${search}`)),
      )
      const [, before] = usual?.text.match(/data-razao>([^]*?)<\/p>/) ?? []
      const [, after] = mine?.text.match(/data-razao>([^]*?)<\/p>/) ?? []
      expect(after).toContain('No seu carro, o álcool compensa até 100\u00A0%.')
      expect(after).not.toBe(before)
    }
    const { paridade } = await json<RespostaEstatisticas>('estatisticas?razao=1')
    expect((await page('/gasolina/?razao=1')).text).toContain(
      `O álcool compensa em ${paridade.postosEmQueCompensaProvavel} de`,
    )
  })
})

/** Where the menu of a page leads to. */
async function menuOf(path: string): Promise<string[]> {
  const [, menu = ''] = /<nav aria-label="Principal">([^]*?)<\/nav>/.exec((await page(path)).text) ?? []
  return [...menu.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replace('/base/gasolina/', ''))
}
