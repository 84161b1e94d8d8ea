import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connect, demonstrationQuery, depsOf } from '../mcp/world.ts'
import { hasBrowser, launch, violations } from '../site/browser.ts'
import { type Host, serveHost } from './host.ts'

const VIEW = 'ui://gasolina/precos.html'

let client: Client
let page: string
let csp: object | undefined

beforeAll(async () => {
  client = await connect(depsOf(await demonstrationQuery()))
  const { contents } = await client.readResource({ uri: VIEW })
  page = contents[0] && 'text' in contents[0] ? contents[0].text : ''
  const declared = contents[0]?._meta?.['ui'] as { csp?: object } | undefined
  csp = declared?.csp
})

const call = async (name: string, args: object): Promise<CallToolResult> =>
  (await client.callTool({ name, arguments: { ...args } })) as CallToolResult

describe('the view', () => {
  it('is one light page that names no address, listed as it is read', async () => {
    const { contents } = await client.readResource({ uri: VIEW })
    expect(contents).toMatchObject([{ uri: VIEW, mimeType: 'text/html;profile=mcp-app', _meta: { ui: {} } }])
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(40_000)
    expect(page).not.toMatch(/https?:|\bsrc=|\bimport\(|fetch\(|XMLHttpRequest/)
    const { tools } = await client.listTools()
    expect(tools.map(({ name, _meta }) => [name, _meta])).toEqual(
      ['precos', 'posto', 'historico', 'estatisticas'].map((name) => [
        name,
        { ui: { resourceUri: VIEW }, 'ui/resourceUri': VIEW },
      ]),
    )
    const { resources } = await client.listResources()
    expect(resources).toContainEqual(
      expect.objectContaining({ uri: VIEW, mimeType: 'text/html;profile=mcp-app' }),
    )
  })
})

describe.skipIf(!hasBrowser)('in a host, in a real browser (Debian: chromium)', () => {
  let browser: Browser
  let host: Host
  /** One conversation, for all tests but those that change or end it. */
  let shared: Opened

  beforeAll(async () => {
    host = await serveHost({ html: page, csp })
    browser = await launch()
    shared = await open(browser, host)
  })
  afterEach(() => {
    if (shared.faults.length > 0) throw new Error(`faults of the shared tab: ${shared.faults.join('; ')}`)
  })

  afterAll(async () => {
    await browser?.close()
    host?.stop()
  })

  it('joins it, shows a list with its map, and says how high it is', async () => {
    const { tab, view, faults, close } = await open(browser, host)
    const result = await call('precos', { municipio: 'maceio' })
    await show({ tab, view }, { municipio: 'maceio' }, result)
    await view.waitForSelector('ol li')
    expect(await view.textContent('h1')).toBe('Gasolina comum, Maceió')
    const { conteudo } = result.structuredContent as unknown as { conteudo: { produto: unknown }[] }
    expect(await view.locator('ol li').count()).toBe(conteudo.length)
    expect(await view.textContent('ol li:first-child')).toMatch(
      /1\s*R\$\s5,79\s*Posto Ficticio Casa Nova do Sul\s*Pescaria, Maceió\s*16\/04, \d\d:\d\d;\s*\d+ vendas seguidas a este preço/,
    )
    const exact = exactOf(result).length
    expect(await view.locator('circle').count()).toBe(exact)
    expect(await view.textContent('figcaption')).toContain(`Fora do mapa: ${conteudo.length - exact} posto`)
    expect(await view.textContent('main')).toContain('postos, CNPJs e preços são fictícios')
    // No price breaks after the currency sign, in sentences of the answer either.
    expect(await view.textContent('details')).toMatch(/R\$\u00A0\d/)
    expect(await view.textContent('main')).not.toContain('R$ ')
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

  it('has no origin, no storage and no network', async () => {
    const { view, faults, close } = await open(browser, host)
    expect(await view.evaluate('origin')).toBe('null')
    await expect(view.evaluate('localStorage.length')).rejects.toThrow('SecurityError')
    const elsewhere = `fetch('${host.origins[1]}/').then(() => 'came', () => 'refused')`
    expect(await view.evaluate(elsewhere)).toBe('refused')
    expect(faults.filter((fault) => !fault.includes('Content Security Policy'))).toEqual([])
    await close()
  })

  it('shows a station: prices with their confirmation, a pin, and charts', async () => {
    const { tab, view } = shared
    await show({ tab, view }, {}, await call('posto', { nome: 'serrano central', municipio: 'maceio' }))
    await view.waitForSelector('.fuels li')
    expect(await view.textContent('h1')).toBe('Posto Ficticio Serrano Central')
    expect((await view.textContent('.why'))?.trim()).toBe('Praça da Matriz, 628, Serraria, Maceió')
    expect(await view.textContent('.fuels li:first-child')).toMatch(
      /R\$\s5,92\s*Gasolina comum\s*16\/04, 10:26;\s*só a última venda a este preço\s*pelo usual, R\$\s6,239, 5º mais barato de 110 no município\s*só 1 venda; o usual é R\$\s6,239/,
    )
    expect(await view.locator('circle.first').count()).toBe(1)
    expect(await view.locator('.town').count()).toBe(1)
    expect(await view.locator('.chart .line').count()).toBe(4)
    expect(await view.textContent('main')).toContain('postos, CNPJs e preços são fictícios')
    expect(await view.innerHTML('main')).not.toMatch(/NaN|undefined|Infinity/)
  })

  it.each([
    [
      { municipio: 'maceio' },
      'Maceió',
      5,
      /Gasolina comum\s*R\$\s6,59\s*de R\$\s5,79 a R\$\s7,09; 110 postos\..*O menor: Posto Ficticio Casa Nova do Sul/s,
    ],
    [{ bairro: 'levada' }, 'Levada, Maceió', 5, /Gasolina comum.*só 1 venda; o usual é R\$\s6,49/s],
    [
      { municipios: 'maceio,arapiraca' },
      'Gasolina comum, Maceió e Arapiraca',
      2,
      /Maceió\s*R\$\s6,59\s*1º; de R\$\s5,79 a R\$\s7,09; 110 postos/,
    ],
    [
      { por: 'municipio', combustivel: 'gnv' },
      'GNV, Alagoas',
      9,
      /Mediana, por m³.*Penedo\s*R\$\s4,09\s*só R\$\s4,09; 1 posto/s,
    ],
  ])(
    'draws the prices of estatisticas %o from the lowest to the highest, with how many',
    async (args, title, bars, said) => {
      const { tab, view } = shared
      await show({ tab, view }, {}, await call('estatisticas', args))
      await view.waitForSelector('.spans')
      expect(await view.textContent('h1')).toBe(title)
      expect(await view.locator('.spans .range').count()).toBe(bars)
      expect(await view.textContent('main')).toMatch(said)
      expect(await view.innerHTML('main')).not.toMatch(/NaN|undefined|Infinity/)
    },
  )

  it('shows the ratio of the question up to which ethanol pays', async () => {
    const { tab, view } = shared
    await show({ tab, view }, {}, await call('estatisticas', { municipio: 'maceio', razao: 0.78 }))
    await view.waitForSelector('.spans')
    expect(await view.textContent('main')).toMatch(
      /O álcool custa 0,76 da gasolina comum; compensa até\s*0,78\./,
    )
  })

  it('draws bars as long as prices lie apart, with the median where it is among them', async () => {
    const { tab, view } = shared
    const result = await call('estatisticas', { municipios: 'maceio,arapiraca' })
    await show({ tab, view }, {}, result)
    await view.waitForSelector('.spans')
    const ends = await view.$$eval('.spans .range', (paths) =>
      paths.map((path) =>
        [...(path.getAttribute('d') ?? '').matchAll(/[MH](\d+)/g)].map(([, x]) => Number(x)),
      ),
    )
    const marks = await view.$$eval('.spans .line', (paths) =>
      paths.map((path) => Number(/M(\d+)/.exec(path.getAttribute('d') ?? '')?.[1])),
    )
    const { grupos } = result.structuredContent as unknown as { grupos: Record<string, number>[] }
    const [first, second] = grupos.map(({ precoMinimo = 0, precoMediano = 0, precoMaximo = 0 }, i) => {
      const [left = 0, right = 0] = ends[i] ?? []
      return {
        perReal: (right - left) / (precoMaximo - precoMinimo),
        at: ((marks[i] ?? 0) - left) / (right - left),
        among: (precoMediano - precoMinimo) / (precoMaximo - precoMinimo),
      }
    })
    expect(first?.perReal).toBeCloseTo(second?.perReal ?? 0, -1)
    expect(first?.at).toBeCloseTo(first?.among ?? 0, 1)
    expect(second?.at).toBeCloseTo(second?.among ?? 0, 1)
  })

  it("takes the host's own colours and letters", async () => {
    const { tab, view, faults, close } = await open(browser, host)
    const variables = {
      '--color-background-primary': 'light-dark(rgb(250, 240, 230), rgb(20, 30, 40))',
      '--color-text-primary': 'light-dark(rgb(10, 10, 10), rgb(240, 240, 240))',
      '--font-sans': 'Georgia',
    }
    await tab.evaluate(`look(${JSON.stringify({ theme: 'dark', styles: { variables } })})`)
    await view.waitForSelector('html[style*="color-scheme: dark"]')
    const worn =
      'body => { const { backgroundColor, color, fontFamily } = getComputedStyle(body); return [backgroundColor, color, fontFamily] }'
    expect(await view.evaluate(`(${worn})(document.body)`)).toEqual([
      'rgb(20, 30, 40)',
      'rgb(240, 240, 240)',
      'Georgia, sans-serif',
    ])
    await close()
    expect(faults).toEqual([])
  })

  it('draws stations by their coordinates: the northernmost is the highest', async () => {
    const { tab, view } = shared
    const result = await call('precos', { limite: 10 })
    await show({ tab, view }, {}, result)
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
    const { tab, view } = shared
    await show({ tab, view }, args, await call(name, args))
    await view.waitForSelector('.chart')
    expect(await view.textContent('h1')).toContain(title)
    expect(await view.locator('.chart').count()).toBe(charts)
    expect(await view.locator(`.chart ${mark}`).count()).toBe(charts)
    expect(await view.textContent('figcaption')).toMatch(
      /^(De R\$\s[\d,]+ a|Sempre) R\$\s[\d,]+; R\$\s[\d,]+ no fim\./,
    )
    expect(await view.innerHTML('main')).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('shows the sentence of a refusal, of an answer it has no picture for, and that the question was cancelled', async () => {
    const { tab, view } = shared
    await show({ tab, view }, {}, await call('precos', { combustivel: 'gasolna' }))
    await view.waitForSelector('text=Talvez gasolina-comum?')
    await show({ tab, view }, {}, await call('historico', { nome: 'maresia' }))
    await view.waitForSelector('text=postos servem ao nome pedido')
    await show({ tab, view }, {}, await call('precos', { municipio: 'recife' }))
    await view.waitForSelector('text=Nenhum posto atende ao pedido.')
    await show({ tab, view }, {}, await call('historico', { municipio: 'penedo', granularidade: 'mudancas' }))
    await view.waitForSelector('th:text("Quando")')
    expect(await view.locator('tbody tr').count()).toBe(3)
    await tab.evaluate('cancel()')
    await view.waitForSelector('text=A pergunta foi cancelada.')
    expect(await view.locator('text=Nenhum posto').count()).toBe(0)
  })

  it('escapes names', async () => {
    const { tab, view } = shared
    const result = structuredClone(await call('precos', { municipio: 'maceio' }))
    const { conteudo } = result.structuredContent as unknown as {
      conteudo: { estabelecimento: { nomeFantasia: string } }[]
    }
    for (const { estabelecimento } of conteudo)
      estabelecimento.nomeFantasia = '<IMG SRC=X ONERROR=ALERT(1)></LI><SCRIPT>ALERT(1)</SCRIPT>'
    await show({ tab, view }, {}, result)
    await view.waitForSelector('ol li')
    expect(await view.locator('img, main script').count()).toBe(0)
    expect(await view.textContent('ol li:first-child')).toMatch(/<img src=x/i)
  })

  const near = { lat: -9.66, lon: -35.7, litros: 40 }
  const station = { nome: 'serrano central', municipio: 'maceio' }

  it.each([
    ['light', 'light', 'light', 'precos', near, '.here'],
    ['dark', 'light', 'dark', 'precos', near, '.here'],
    ['light', 'dark', 'light', 'precos', near, '.here'],
    ['dark', 'light', 'dark', 'posto', station, '.fuels'],
    ['light', 'dark', 'light', 'estatisticas', { municipio: 'maceio' }, '.spans'],
  ] as const)(
    'in the %s of a host, whatever the device prefers (%s), is legible (%s, %s)',
    async (theme, colorScheme, ground, name, args, mark) => {
      const { tab, view } = shared
      await tab.emulateMedia({ colorScheme })
      await tab.evaluate(`look({ theme: '${theme}' })`)
      await show({ tab, view }, args, await call(name, args))
      await view.waitForSelector(`html[style*="color-scheme: ${ground}"] ${mark}`)
      expect(await view.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
        ground === 'dark' ? 'rgb(15, 22, 28)' : 'rgb(251, 250, 247)',
      )
      expect(await violations(view)).toEqual([])
    },
  )

  it.each([
    ['precos', near],
    ['posto', station],
    ['estatisticas', { municipio: 'maceio' }],
    ['estatisticas', { por: 'municipio' }],
  ])('of %s %o needs no more width than a phone has', async (name, args) => {
    const { tab, view } = shared
    await tab.setViewportSize({ width: 320, height: 700 })
    await show({ tab, view }, args, await call(name, args))
    await view.waitForSelector('h1')
    expect(await view.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  })
})

interface Opened {
  tab: Page
  /** The view's own frame. */
  view: Frame
  /** Console messages, uncaught errors, policy violations, requests to other hosts. */
  faults: string[]
  close(): Promise<void>
}

async function open(browser: Browser, host: Host): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 720, height: 900 }, locale: 'pt-BR' })
  const faults: string[] = []
  await context.route('**', (route) => {
    const address = route.request().url()
    if (host.origins.some((origin) => address.startsWith(`${origin}/`))) return route.continue()
    faults.push(`request to ${address}`)
    return route.abort()
  })
  const tab = await context.newPage()
  tab.on('console', (message) => {
    const [type, text] = [message.type(), message.text()]
    // The bridge logs its messages; the browser warns of the sandbox that the specification demands.
    if (type !== 'debug' && !text.includes('both allow-scripts and allow-same-origin'))
      faults.push(`${type}: ${text}`)
  })
  tab.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  await tab.goto(host.address)
  await tab.evaluate('ready.then(() => true)')
  const view = tab.frames().find((frame) => frame.parentFrame()?.parentFrame() === tab.mainFrame())
  if (!view) throw new Error('no frame in the sandbox')
  return { tab, view, faults, close: () => context.close() }
}

/** Stations whose place is believed. */
function exactOf({ _meta = {} }: CallToolResult): [cnpj: string, precisao: string, latitude: number][] {
  const { linhas } = _meta['gasolina/pontos'] as { linhas: [string, string, number, number][] }
  return linhas.flatMap(([cnpj, precisao, latitude]) =>
    precisao === 'exata' ? [[cnpj, precisao, latitude] as [string, string, number]] : [],
  )
}

/** Shows a result, once the one before it is gone: a test must not find what it waits for in that one. */
async function show(
  { tab, view }: Pick<Opened, 'tab' | 'view'>,
  args: object,
  result: CallToolResult,
): Promise<void> {
  await tab.evaluate('cancel()')
  await view.waitForSelector('text=A pergunta foi cancelada.')
  await tab.evaluate(`show(${JSON.stringify(args)}, ${JSON.stringify(result)})`)
}
