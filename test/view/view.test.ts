import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, createDemonstrationQuery, depsOf } from '../mcp/world.ts'
import { hasBrowser, launch } from '../site/browser.ts'
import type { Host } from './host.ts'
import { serveHost } from './host.ts'

const VIEW = 'ui://gasolina/precos.html'

let client: Client
let page: string

beforeAll(async () => {
  client = await connect(depsOf(await createDemonstrationQuery()))
  const { contents } = await client.readResource({ uri: VIEW })
  page = contents[0] && 'text' in contents[0] ? contents[0].text : ''
})

const call = async (name: string, args: object): Promise<CallToolResult> =>
  (await client.callTool({ name, arguments: { ...args } })) as CallToolResult

describe('the view', () => {
  it('is one light page, that names no address and is told to hosts alone', async () => {
    const { contents } = await client.readResource({ uri: VIEW })
    expect(contents).toMatchObject([{ uri: VIEW, mimeType: 'text/html;profile=mcp-app', _meta: { ui: {} } }])
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(40_000)
    expect(page).not.toMatch(/https?:|\bsrc=|\bimport\(|fetch\(|XMLHttpRequest/)
    const { tools } = await client.listTools()
    const shown = tools.filter(
      ({ _meta }) => (_meta?.['ui'] as { resourceUri?: string })?.resourceUri === VIEW,
    )
    expect(shown.map(({ name }) => name)).toEqual(['precos', 'historico'])
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).not.toContain(VIEW)
  })
})

describe.skipIf(!hasBrowser)('in a host, in a real browser', () => {
  let browser: Browser
  let host: Host

  beforeAll(async () => {
    host = await serveHost(page)
    browser = await launch()
  })

  afterAll(async () => {
    await browser?.close()
    host?.stop()
  })

  it('joins it, shows a list with its map, and says how high it is', async () => {
    const { tab, view, faults, close } = await open(browser, host)
    const result = await call('precos', { municipio: 'maceio' })
    await show(tab, { municipio: 'maceio' }, result)
    await view.waitForSelector('ol li')
    expect(await view.textContent('h1')).toBe('Gasolina comum, Maceió')
    const { conteudo } = result.structuredContent as unknown as { conteudo: { produto: unknown }[] }
    expect(await view.locator('ol li').count()).toBe(conteudo.length)
    expect(await view.textContent('ol li:first-child')).toMatch(
      /1\s*R\$\s5,79\s*Posto Ficticio Casa Nova do Sul\s*Pescaria, Maceió\s*16\/04, \d\d:\d\d;\s*13 vendas a esse preço/,
    )
    const exact = exactOf(result).length
    expect(await view.locator('circle').count()).toBe(exact)
    expect(await view.textContent('figcaption')).toContain(`Fora do mapa: ${conteudo.length - exact} posto`)
    expect(await view.textContent('main')).toContain('postos, CNPJs e preços são fictícios')
    expect(await view.textContent('footer')).toContain('precos.example')
    const height = await view.evaluate('document.body.getBoundingClientRect().height')
    await expect
      .poll(() => tab.evaluate('heights.at(-1)') as Promise<number>)
      .toBe(Math.ceil(height as number))
    expect(await tab.evaluate('view()')).toMatchObject({ name: 'gasolina' })
    expect(await tab.evaluate('leave()')).toEqual({})
    await close()
    expect(faults).toEqual([])
  })

  it('draws the dots where the stations stand: the northernmost is the highest', async () => {
    const { tab, view, close } = await open(browser, host)
    const result = await call('precos', { limite: 10 })
    await show(tab, {}, result)
    await view.waitForSelector('circle')
    const { conteudo } = result.structuredContent as unknown as {
      conteudo: { estabelecimento: { cnpj: string } }[]
    }
    const rank = (cnpj: string) =>
      String(conteudo.findIndex(({ estabelecimento }) => estabelecimento.cnpj === cnpj) + 1)
    const northToSouth = exactOf(result)
      .toSorted((a, b) => b[2] - a[2])
      .map(([cnpj]) => rank(cnpj))
    const highToLow = await view.$$eval('figure text', (texts) =>
      texts
        .map((text) => ({ y: Number(text.getAttribute('y')), rank: text.textContent ?? '' }))
        .toSorted((a, b) => a.y - b.y)
        .map(({ rank }) => rank),
    )
    expect(highToLow[0]).toBe(northToSouth[0])
    expect(highToLow.at(-1)).toBe(northToSouth.at(-1))
    await close()
  })

  it.each([
    ['historico', { municipio: 'maceio', combustivel: 'gasolina-comum' }, 1, '.range', 'Maceió'],
    ['historico', { municipio: 'maceio', combustivel: 'gnv', granularidade: 'semana' }, 1, '.line', 'Maceió'],
    [
      'historico',
      { nome: 'serrano central', municipio: 'maceio' },
      4,
      '.held',
      'Posto Ficticio Serrano Central',
    ],
    [
      'historico',
      { nome: 'serrano central', municipio: 'maceio', granularidade: 'dia' },
      4,
      '.range',
      'Posto',
    ],
  ])('draws the charts of %s %o', async (name, args, charts, mark, title) => {
    const { tab, view, faults, close } = await open(browser, host)
    await show(tab, args, await call(name, args))
    await view.waitForSelector('.chart')
    expect(await view.textContent('h1')).toContain(title)
    expect(await view.locator('.chart').count()).toBe(charts)
    expect(await view.locator(`.chart ${mark}`).count()).toBe(charts)
    expect(await view.textContent('figcaption')).toMatch(
      /^(De R\$\s[\d,]+ a|Sempre) R\$\s[\d,]+; R\$\s[\d,]+ no fim\./,
    )
    expect(await view.innerHTML('main')).not.toMatch(/NaN|undefined|Infinity/)
    await close()
    expect(faults).toEqual([])
  })

  it('shows the sentence of a refusal, of an answer it has no picture for, and that the question was cancelled', async () => {
    const { tab, view, faults, close } = await open(browser, host)
    await show(tab, {}, await call('precos', { combustivel: 'gasolna' }))
    await view.waitForSelector('text=Talvez gasolina-comum?')
    await show(tab, {}, await call('historico', { nome: 'maresia' }))
    await view.waitForSelector('text=postos servem ao nome pedido')
    await show(tab, {}, await call('precos', { municipio: 'recife' }))
    await view.waitForSelector('text=Nenhum posto atende ao pedido.')
    await tab.evaluate('cancel()')
    await view.waitForSelector('text=A pergunta foi cancelada.')
    await close()
    expect(faults).toEqual([])
  })

  it('takes a name for what it is, whatever stands in it', async () => {
    const { tab, view, faults, close } = await open(browser, host)
    const result = structuredClone(await call('precos', { municipio: 'maceio' }))
    const { conteudo } = result.structuredContent as unknown as {
      conteudo: { estabelecimento: { nomeFantasia: string } }[]
    }
    for (const { estabelecimento } of conteudo)
      estabelecimento.nomeFantasia = '<IMG SRC=X ONERROR=ALERT(1)></LI><SCRIPT>ALERT(1)</SCRIPT>'
    await show(tab, {}, result)
    await view.waitForSelector('ol li')
    expect(await view.locator('img, main script').count()).toBe(0)
    expect(await view.textContent('ol li:first-child')).toMatch(/<img src=x/i)
    await close()
    expect(faults).toEqual([])
  })

  it.each([
    ['light', 'light', 'light'],
    ['dark', 'light', 'dark'],
    ['light', 'dark', 'light'],
  ] as const)(
    'in the %s of a host, whatever the device prefers (%s), is legible',
    async (theme, colorScheme, ground) => {
      const { tab, view, faults, close } = await open(browser, host, { colorScheme })
      await tab.evaluate(`theme('${theme}')`)
      const near = { lat: -9.66, lon: -35.7, litros: 40 }
      await show(tab, near, await call('precos', near))
      await view.waitForSelector(`html[data-theme=${ground}] ol li`)
      expect(await view.locator('.here').count()).toBe(1)
      expect(await view.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
        ground === 'dark' ? 'rgb(15, 22, 28)' : 'rgb(251, 250, 247)',
      )
      await view.evaluate(axe.source)
      const found = (await view.evaluate('axe.run()')) as axe.AxeResults
      expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      await close()
      expect(faults).toEqual([])
    },
  )

  it('needs no more width than a phone has', async () => {
    const { tab, view, close } = await open(browser, host, { viewport: { width: 320, height: 700 } })
    await show(tab, {}, await call('precos', { lat: -9.66, lon: -35.7, litros: 40 }))
    await view.waitForSelector('ol li')
    expect(await view.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    await close()
  })
})

interface Opened {
  tab: Page
  /** The view's own frame. */
  view: Frame
  /** Messages on the console, errors nobody caught, what the policy refused, requests to others. */
  faults: string[]
  close(): Promise<void>
}

async function open(browser: Browser, host: Host, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 720, height: 900 },
    locale: 'pt-BR',
    ...options,
  })
  const faults: string[] = []
  await context.route('**', (route) => {
    const address = route.request().url()
    if (host.origins.some((origin) => address.startsWith(`${origin}/`))) return route.continue()
    faults.push(`request to ${address}`)
    return route.abort()
  })
  const tab = await context.newPage()
  // The bridge tells on the console what it sends.
  tab.on(
    'console',
    (message) => message.type() === 'debug' || faults.push(`${message.type()}: ${message.text()}`),
  )
  tab.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  await tab.goto(host.address)
  await tab.evaluate('ready.then(() => true)')
  const view = tab.frames().find((frame) => frame !== tab.mainFrame())
  if (!view) throw new Error('no frame')
  return { tab, view, faults, close: () => context.close() }
}

/** Stations whose place is believed. */
function exactOf({ _meta = {} }: CallToolResult): [cnpj: string, precisao: string, latitude: number][] {
  const { linhas } = _meta['gasolina/pontos'] as { linhas: [string, string, number, number][] }
  return linhas.flatMap(([cnpj, precisao, latitude]) =>
    precisao === 'exata' ? [[cnpj, precisao, latitude] as [string, string, number]] : [],
  )
}

function show(tab: Page, args: object, result: CallToolResult): Promise<unknown> {
  return tab.evaluate(`show(${JSON.stringify(args)}, ${JSON.stringify(result)})`)
}
