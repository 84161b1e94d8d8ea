import { createServer } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pedido } from '../../src/site/request/page-interfaces.ts'
import { type World, createWorld, worldToRead } from '../http/fixture.ts'
import { type Listening, listenOn } from '../listening.ts'
import { ask } from './ask.ts'
import { hasBrowser, launch, serve } from './browser.ts'

const CREDITO = 'Ruas de <b>exemplo</b> & cia'

describe('streets', () => {
  it('are offered only with a tile server', async () => {
    const { http } = await worldToRead()
    for (const path of ['/gasolina/mapa/', '/gasolina/gasolina-comum/maceio/', '/gasolina/privacidade/']) {
      const { text, headers } = await ask(http, path)
      expect(text).not.toMatch(/data-ruas|Ver ruas/)
      expect(headers.get('content-security-policy')).toContain("img-src 'self'")
      expect(headers.get('content-security-policy')).not.toContain('http')
    }
  })

  it('come from one other place, which the page names, and nothing else may', async () => {
    const mapa = { endereco: 'https://mapas.example/t/{z}/{x}/{y}.png?chave=1', credito: CREDITO }
    const { http } = await createWorld({ mapa })
    const { text, headers } = await ask(http, '/gasolina/mapa/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("img-src 'self' https://mapas.example")
    expect(policy.match(/https?:/g)).toHaveLength(1)
    expect(text).toContain('data-credito="Ruas de &lt;b&gt;exemplo&lt;/b&gt; &amp; cia"')
    expect((await ask(http, '/gasolina/privacidade/')).text).toContain('mapas.example')
  })
})

describe.skipIf(!hasBrowser)('streets in a real browser (Debian: chromium)', () => {
  let browser: Browser
  let world: World
  let served: Listening
  let tiles: Listening
  const asked: string[] = []
  const tileServer = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'image/png' })
    response.end(PIXEL)
  })

  beforeAll(async () => {
    tiles = await listenOn(tileServer)
    const endereco = `${tiles.base}/{z}/{x}/{y}.png`
    world = await createWorld({ urlBase: 'http://localhost', mapa: { endereco, credito: CREDITO } })
    served = await serve(world)
    browser = await launch()
  })

  afterAll(async () => {
    await browser?.close()
    served?.stop()
    tiles?.stop()
  })

  it('on a click alone: every station of a place of its own with its price, and choosing one shows its row', async () => {
    const page = await browser.newPage({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(`${served.base}/gasolina/gasolina-comum/arapiraca/`)
    const button = page.getByRole('button', { name: 'Ver ruas' })
    await button.waitFor()
    expect(asked).toEqual([])
    await button.click()
    await page.locator('.pin').first().waitFor()
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    expect(asked.every((path) => /^\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true)

    const { conteudo } = await world.query.precos(
      pedido('precos', { combustivel: 'gasolina-comum', municipio: 'arapiraca' }),
    )
    const exact = conteudo.filter(({ estabelecimento: e }) => e.endereco.localizacao?.precisao === 'exata')
    const shown = exact.map(({ produto }) => produto.venda.valorDeclarado.toFixed(2).replace('.', ','))
    expect((await page.locator('.pin').allTextContents()).toSorted()).toEqual(shown.toSorted())
    expect(await page.locator('.leaflet-control-attribution').textContent()).toBe(CREDITO)

    const cheapest = page.locator('.pin.first a')
    await cheapest.focus()
    await page.keyboard.press('Enter')
    const [first] = exact
    await expect.poll(() => page.url()).toContain(`#posto-${first?.estabelecimento.cnpj}`)
    await page.close()
    expect(faults).toEqual([])
  })
})

/** One transparent pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
