import { once } from 'node:events'
import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE, SECOND, instante } from '../../src/domain/basics/time.ts'
import { age } from '../../src/format/words/formatting.ts'
import { roughDistance } from '../../src/format/words/directions.ts'
import { km, reais } from '../../src/site/words/page-figures.ts'
import { pedido } from '../../src/site/request/page-interfaces.ts'
import { cnpjOf, queryOver } from '../fixtures.ts'
import { type World, createWorld } from '../http/fixture.ts'
import type { Listening } from '../listening.ts'
import { MOST_ELEMENTS, PAGES, addressesOf } from './addresses.ts'
import { ask } from './ask.ts'
import { hasBrowser, launch, openTab, serve, violations, withAxe } from './browser.ts'

const MACEIO = { latitude: -9.65, longitude: -35.72 }
const ARAPIRACA = { latitude: -9.755, longitude: -36.66 }
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose outcome depends on colours and sizes; the others read the markup, the same in every mode. */
const OF_COLOUR = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
const OF_COLOUR_AND_SIZE = { type: 'rule', values: [...OF_COLOUR.values, 'target-size'] }

const NO_FAULT = 'has no fault, and no request to others'
const LARGE_LETTERS = 'has letters as large as the browser is set to, without a sideways scroll'
/** Variants of a page are made of the same parts. */
const isOfItsKind = (address: string) =>
  !/\/2\/|dias=|combustivel=|razao=|agua|vedores\/historico/.test(address)
/** The list of a town, a station, and the front page with its summary of towns. */
const isOfMany = (address: string) => /comum\/maceio\/$|posto\/\d+\/$|gasolina\/$/.test(address)
const hasFirstPrice = (address: string) =>
  /gasolina\/$|\/(?:gasolina-comum|alcool|posto)\/[^?]*$|\/(?:caminho|comparar|alcool-ou-gasolina)\/\?/.test(
    address,
  )

const hasOwnLetters = (address: string) => !/(?<!ritos\/)\?|vedores\/\w/.test(address)

/** Two stretches without a station, and names of several lines. */
const LONGEST_JOURNEYS = [
  'de=mata+grande&para=japaratinga',
  'de=sao+luis+do+quitunde&para=santana+do+ipanema',
].map((ends) => `/gasolina/caminho/?${ends}&combustivel=diesel-comum`)

/** Of rows with the same elements and attributes three stay, as axe takes as long for each of fifty. */
const THREE_OF_A_KIND = `for (const list of new Set([...document.querySelectorAll('li, tr, option, circle')].map((one) => one.parentElement))) {
  const rows = new Map()
  for (const row of [...list.children]) {
    const kind = [row, ...row.querySelectorAll('*')]
      .map((one) => one.localName + one.getAttribute('class') + one.getAttributeNames()).join()
    rows.set(kind, (rows.get(kind) ?? 0) + 1)
    if (rows.get(kind) > 3) row.remove()
  }
}`

type Look = (page: Page, devtools: CDPSession) => Promise<string[]>

/** Looks at an open page, in turn: for more than one of them to have opened it would take longer than all of them. */
const LOOKS: readonly (readonly [name: string, isOf: (address: string) => boolean, look: Look])[] = [
  ['has no sideways scroll at 320 pixels', () => true, (page) => sideways(page)],
  [
    'has few nodes',
    () => true,
    async (page) => {
      // A locator would bring its own script into every page.
      const nodes = await page.evaluate<number>(`document.querySelectorAll('*').length`)
      return nodes > MOST_ELEMENTS ? [`${nodes} nodes`] : []
    },
  ],
  [
    'has no barrier that axe knows',
    isOfItsKind,
    async (page) => {
      await page.evaluate(THREE_OF_A_KIND)
      return violations(page, ALL)
    },
  ],
  [
    'has none in the dark',
    isOfItsKind,
    async (page) => {
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      const found = await violations(page, OF_COLOUR)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
      return found
    },
  ],
  [
    'is legible in forced colours',
    isOfMany,
    async (page) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.emulateMedia({ forcedColors: 'active' })
      const found = await violations(page, OF_COLOUR_AND_SIZE)
      await page.emulateMedia({ forcedColors: null })
      return found
    },
  ],
  [
    'is legible with text of twice the size',
    isOfMany,
    async (page, devtools) => {
      const screen = { width: 640, height: 800, deviceScaleFactor: 2, mobile: false }
      await devtools.send('Emulation.setDeviceMetricsOverride', screen)
      const found = await violations(page, OF_COLOUR_AND_SIZE)
      // It would outlive the next sizes of the window.
      await devtools.send('Emulation.clearDeviceMetricsOverride')
      return found
    },
  ],
  ['on a phone of 360 pixels has its first price in the upper 420', hasFirstPrice, firstPriceAt(360)],
  ['on a phone of 390 pixels has its first price in the upper 420', hasFirstPrice, firstPriceAt(390)],
]

describe.skipIf(!hasBrowser)('in a real browser (Debian: chromium)', () => {
  let world: World
  let browser: Browser
  let served: Listening
  let addresses: string[]

  beforeAll(async () => {
    world = await createWorld({ urlBase: 'http://localhost', history: true })
    served = await serve(world)
    addresses = await addressesOf(world, PAGES)
    browser = await launch()
  })

  afterAll(async () => {
    await browser?.close()
    served?.stop()
  })

  const tab = (options: Parameters<typeof openTab>[2] = {}) => openTab(browser, served.base, options)
  describe('every page, opened once,', () => {
    const wrong = new Map<string, string[]>()

    beforeAll(async () => {
      const { page, faults, context } = await tab({ viewport: { width: 320, height: 700 } })
      await withAxe(context)
      const devtools = await context.newCDPSession(page)
      for (const [name] of LOOKS) wrong.set(name, [])
      for (const address of [...addresses, ...LONGEST_JOURNEYS]) {
        await page.setViewportSize({ width: 320, height: 700 })
        await page.goto(served.base + address)
        for (const [name, isOf, look] of LOOKS)
          if (isOf(address))
            for (const problem of await look(page, devtools)) wrong.get(name)?.push(`${address} ${problem}`)
      }
      await context.close()
      wrong.set(NO_FAULT, faults)
    }, 300_000)

    // In a tab of its own: scripts of a page read sizes when it is opened, and each opening with axe takes twice as long.
    beforeAll(async () => {
      const { page, faults, context } = await tab({ viewport: { width: 360, height: 740 } })
      const devtools = await context.newCDPSession(page)
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
      const found: string[] = []
      for (const address of [...addresses, ...LONGEST_JOURNEYS].filter(hasOwnLetters)) {
        await page.goto(served.base + address)
        const least = Math.min(...(await sizesOf(page)))
        if (least < 30) found.push(`${address} letters of ${least} px`)
        for (const fault of [...(await chartFaults(page)), ...(await sideways(page))])
          found.push(`${address} ${fault}`)
      }
      await context.close()
      wrong.set(LARGE_LETTERS, [...found, ...faults])
    }, 300_000)

    it.each([NO_FAULT, LARGE_LETTERS, ...LOOKS.map(([name]) => name)])('%s', (name) => {
      expect(wrong.get(name)?.map((one) => one.slice(-160))).toEqual([])
    })

    it('is of each kind: ten have a first price to see', () => {
      expect(addresses.filter(hasFirstPrice).length).toBeGreaterThan(9)
    })
  })

  it('the way out of a page that is not there is as large as others', async () => {
    const { page, context } = await tab({ viewport: { width: 360, height: 740 } })
    await withAxe(context)
    await page.goto(`${served.base}/gasolina/nada/`)
    const box = await page.getByRole('link', { name: 'Ir para o início' }).boundingBox()
    expect([await violations(page, OF_COLOUR_AND_SIZE), (box?.height ?? 0) >= 44]).toEqual([[], true])
    await context.close()
  })

  it('without a script: from the front page to a town, another fuel, the next page, a station', async () => {
    const { page, context, faults } = await tab({ javaScriptEnabled: false })
    await page.goto(`${served.base}/gasolina/`)
    await page.fill('#q', 'marechal deodoro')
    await page.click('.search button')
    expect(await page.textContent('h1')).toBe('Gasolina comum em Marechal Deodoro')
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: 'Maceió', exact: true }).first().click()
    await page
      .getByRole('link', { name: /^Álcool \(etanol\) desde R/ })
      .first()
      .click()
    expect(await page.textContent('h1')).toBe('Álcool (etanol) em Maceió')
    expect(await page.locator('main section:not(:visible)').count()).toBe(0)
    await page.selectOption('#ordenar', 'recente')
    await page.click('.filters button')
    expect(page.url()).toContain('ordenar=recente')
    await page.getByRole('link', { name: 'Próxima ›' }).click()
    await expect.poll(() => page.locator('.row').count()).toBe(50)
    await page.locator('.row h3 a').first().click()
    await expect.poll(() => page.locator('.fuel').count()).toBeGreaterThan(0)
    expect(await page.locator('time').first().textContent()).toMatch(/^\d\d\/\d\d, \d\d:\d\d$/)
    await context.close()
    expect(faults).toEqual([])
  })

  it('with one: ages in words, choices applied without a button and kept in the address, back and forward', async () => {
    const { page, context } = await tab()
    await page.goto(`${served.base}/gasolina/gasolina-comum/maceio/`)
    expect(await page.locator('.row time').first().textContent()).toMatch(/^há \d+ (min|h|dias)$|^agora$/)
    expect(await page.locator('.filters button').isVisible()).toBe(false)
    await page.selectOption('#ordenar', 'recente')
    await page.waitForURL(/ordenar=recente/)
    await page.goBack()
    expect(page.url()).not.toContain('recente')
    await page.goForward()
    expect(await page.inputValue('#ordenar')).toBe('recente')
    // Both rows are wider than a phone, with these at their ends.
    for (const [address, name] of [
      ['favoritos/', 'Favoritos'],
      ['gnv/maceio/', /^GNV/],
    ] as const) {
      await page.goto(`${served.base}/gasolina/${address}`)
      const here = page.locator('nav [aria-current]', { hasText: name })
      const { x, width } = (await here.boundingBox()) ?? { x: 0, width: Infinity }
      expect(x + width).toBeLessThan(390)
    }
    await context.close()
  })

  it('ages read as the server and the terminal write them', async () => {
    const { page, context } = await tab()
    const now = Date.parse('2026-04-16T15:50:20Z')
    const times = Array.from({ length: 4000 }, (_, i) => instante(now - i * 61 * SECOND))
    await page.clock.setFixedTime(now)
    await page.route('**/metodo/', async (route) => {
      const response = await route.fetch()
      const more = times.map((time) => `<time datetime="${time}"></time>`).join('')
      return route.fulfill({ response, body: (await response.text()).replace('</main>', `${more}</main>`) })
    })
    await page.goto(`${served.base}/gasolina/metodo/`)
    expect(await page.locator('main time').allTextContents()).toEqual(times.map((time) => age(time, now)))
    await context.close()
  })

  it.each([5, 1440])(
    'a page is marked as old when situacao says so, where prices are collected every %i minutes',
    async (intervaloMinutos) => {
      const other = await createWorld({ urlBase: 'http://localhost', intervaloMinutos })
      const { base, stop } = await serve(other)
      const { page, context } = await openTab(browser, base)
      const { atualizadoEm } = await other.query.situacao()
      for (const more of [0, MINUTE]) {
        other.time.now = Date.parse(atualizadoEm ?? '') + 3 * intervaloMinutos * MINUTE + more
        await page.clock.setFixedTime(other.time.now)
        await page.goto(`${base}/gasolina/gnv/`)
        const { alertas } = await other.query.situacao()
        const isTold = alertas.some((alerta) => alerta.startsWith('Os dados têm'))
        expect([more, await page.locator('.fresh.old').count()]).toEqual([more, isTold ? 2 : 0])
        expect(isTold).toBe(more > 0)
      }
      await context.close()
      stop()
    },
  )

  it('a keyboard reaches the content first, or at once the stations', async () => {
    const { page, context } = await tab()
    await page.goto(`${served.base}/gasolina/gasolina-comum/maceio/`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Ir para o conteúdo')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement === document.querySelector(".row h3 a")')).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/posto\//)
    await context.close()
  })

  it('charts show the values of their tables under a pointer and by arrow keys', async () => {
    const { page, context, faults } = await tab()
    await page.goto(`${served.base}/gasolina/gasolina-comum/arapiraca/`)
    const chart = page.getByRole('slider', { name: /^Gasolina comum em Arapiraca/ })
    const reading = chart.locator('.reading text')
    const rows = await page
      .locator('table:has-text("Mediana") tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
      )
    const told = rows.map(([day, low, middle, high]) => `${day}: mediana ${middle}, de ${low} a ${high}`)
    expect(told.length).toBeGreaterThan(25)
    await chart.focus()
    const read: (string | null)[] = []
    for (const _ of told) {
      read.push(await reading.textContent())
      await page.keyboard.press('ArrowLeft')
    }
    expect(read).toEqual(told)
    expect(await chart.getAttribute('aria-valuetext')).toBe(told.at(-1))
    await page.keyboard.press('Escape')
    expect(await reading.count()).toBe(0)
    // Half a day inside the picture's first and last ones: 4 and 312 of its 360 units.
    const { width = 0 } = (await chart.boundingBox()) ?? {}
    for (const [x, words] of [
      [9, told.at(-1)],
      [307, told[0]],
    ] as const) {
      await chart.hover({ position: { x: (x / 360) * width, y: 60 } })
      expect(await reading.textContent()).toBe(words)
    }
    await page.mouse.move(0, 0)
    await chart.blur()
    expect(await reading.count()).toBe(0)
    await context.close()
    expect(faults).toEqual([])
  })

  it('near me: starts where the place is permitted, sorted here, and the place is in no request', async () => {
    const { page, context, faults } = await tab({ geolocation: ARAPIRACA, permissions: ['geolocation'] })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))
    await page.goto(`${served.base}/gasolina/perto/`)
    await page.locator('#perto-lista li').first().waitFor()
    const around = async (ordenar: string) => {
      const asked = { lat: ARAPIRACA.latitude, lon: ARAPIRACA.longitude, raio: 10, ordenar }
      const { conteudo } = await world.query.precos(pedido('precos', asked))
      return [true, false].map((isVague) =>
        conteudo.filter(
          (e) => (e.estabelecimento.endereco.localizacao?.precisao === 'municipio') === isVague,
        ),
      )
    }
    const pricesIn = (list: string) =>
      page.locator(`${list} data`).evaluateAll((all) => all.map((one) => Number(one.getAttribute('value'))))
    const [vague = [], answer = []] = await around('provavel')
    const isRough = ({ duvida, estabelecimento: { endereco } }: (typeof answer)[number]) =>
      Number(endereco.localizacao?.precisao !== 'exata' || duvida?.motivo === 'abaixo_do_usual')
    // Of equal prices the certain ones first.
    const ordered = answer.toSorted((a, b) => a.precoProvavel - b.precoProvavel || isRough(a) - isRough(b))
    expect(await pricesIn('#perto-lista > ol')).toEqual(
      ordered.slice(0, 30).map(({ produto }) => produto.venda.valorDeclarado),
    )
    const sure = answer.filter((e) => e.estabelecimento.endereco.localizacao?.precisao === 'exata').length
    expect(sure).toBeLessThan(answer.length)
    expect(await page.locator('#perto-estado').textContent()).toContain(
      `${sure}\u00A0postos a até 10 km, em linha reta; mais ${answer.length - sure} talvez: só se sabe o bairro. Coletado`,
    )
    // Stations of which only the town is known are told apart.
    expect(vague.length).toBeGreaterThan(0)
    expect(await pricesIn('#perto-cidade')).toEqual(vague.map(({ produto }) => produto.venda.valorDeclarado))
    expect(await page.locator('#perto-cidade summary').textContent()).toContain(
      `${vague.length} na cidade, sem ponto no mapa: desde ${reais(vague[0]?.precoProvavel ?? 0)}`,
    )
    await page.click('#perto-filtros summary')
    await page.selectOption('#ordem', 'distancia')
    const distances = () => page.locator('#perto-lista > ol .far').allTextContents()
    const wordsOf = (conteudo: typeof answer) =>
      conteudo.slice(0, 30).map(({ distanciaKm = 0, estabelecimento: { endereco } }) => {
        const precisao = endereco.localizacao?.precisao
        return roughDistance(precisao, distanciaKm) ?? km(distanciaKm)
      })
    const [, nearest = []] = await around('distancia')
    await expect.poll(distances).toEqual(wordsOf(nearest))
    expect((await distances()).filter((text) => text.startsWith('no bairro')).length).toBeGreaterThan(0)
    await page.selectOption('#ordem', 'custo')
    const [, byCost = []] = await around('custo')
    // The unknown costs last.
    const isExact = (e: (typeof byCost)[number]) =>
      e.estabelecimento.endereco.localizacao?.precisao === 'exata'
    const trips = byCost.toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
    await expect
      .poll(() => page.locator('#perto-lista > ol .why').allTextContents())
      .toEqual(
        trips
          .slice(0, 30)
          .map(({ custo, estabelecimento: { endereco } }) =>
            expect.stringContaining(
              endereco.localizacao?.precisao === 'exata'
                ? `· ${reais(custo?.total ?? 0)} com`
                : '· o custo da viagem não se sabe',
            ),
          ),
      )
    expect(await distances()).toEqual(wordsOf(trips))
    expect(await page.locator('#ordem option').first().textContent()).toBe('Menor preço')
    expect(await violations(page, { type: 'rule', values: ['heading-order'] })).toEqual([])
    const told = 'segue o preço mais provável, que nem sempre é o da última venda'
    expect((await page.locator('main').textContent())?.replaceAll(/\s+/g, ' ')).toContain(told)
    await page.selectOption('#ordem', 'provavel')
    for (const raio of [3, 20, 5]) {
      await page.selectOption('#raio', String(raio))
      const { logoDepois } = await world.query.precos(
        pedido('precos', { lat: ARAPIRACA.latitude, lon: ARAPIRACA.longitude, raio, ordenar: 'provavel' }),
      )
      const link = page.locator('#perto-depois a')
      const named = logoDepois ? [`/gasolina/posto/${logoDepois.estabelecimento.cnpj}/`] : []
      await expect
        .poll(() => link.evaluateAll((all) => all.map((one) => one.getAttribute('href'))))
        .toEqual(named)
    }
    // As it was, on Back and reload, and the first price in the upper part of a phone.
    await page.setViewportSize({ width: 360, height: 740 })
    await page.selectOption('#raio', '10')
    await page.click('#perto-filtros summary')
    await page.getByRole('button', { name: /^Mostrar mais \d+$/ }).click()
    await expect.poll(() => page.locator('#perto-lista > ol > li').count()).toBeGreaterThan(30)
    const rows = await page.locator('#perto-lista h3').allTextContents()
    const bar = await page.locator('.demo').boundingBox()
    const first = await page.locator('#perto-lista data').first().boundingBox()
    expect(
      (first?.y ?? 999) +
        (first?.height ?? 0) +
        (await page.evaluate<number>('scrollY')) -
        (bar?.height ?? 0),
    ).toBeLessThan(420)
    expect(await page.locator('#perto-mapa a').count()).toBeGreaterThan(5)
    expect(await page.locator('#perto-lista .band').count()).toBeGreaterThan(5)
    await page.locator('#perto-lista > ol h3 a').nth(3).click()
    await page.waitForURL(/\/posto\//)
    await page.goBack()
    await expect.poll(() => page.locator('#perto-lista h3').allTextContents()).toEqual(rows)
    await page.reload()
    await expect.poll(() => page.locator('#perto-lista h3').allTextContents()).toEqual(rows)
    expect(asked.filter((text) => /35[.,]7|9[.,]65/.test(text))).toEqual([])
    await context.close()
    expect(faults).toEqual([])
  })

  it('near me writes half a cent as the pages do', async () => {
    const { query } = await queryOver(
      [5.345, 6.645, 6.685, 7.19].map((preco) => ({
        preco,
        ponto: [-9.65, -35.72],
        antes: preco > 7 ? [6.9, 6.9, 6.9] : [],
      })),
    )
    const own = await serve(await createWorld({ urlBase: 'http://localhost', spoil: () => query }))
    const { page, context } = await openTab(browser, own.base, {
      geolocation: MACEIO,
      permissions: ['geolocation'],
    })
    await page.goto(`${own.base}/gasolina/perto/`)
    await page.locator('#perto-lista li').first().waitFor()
    expect(await page.locator('#perto-lista data').allTextContents()).toEqual([
      'R$\u00A05,35',
      'R$\u00A06,65',
      'R$\u00A06,69',
      'R$\u00A07,19',
    ])
    // Of a price above it too, the usual one is the station's.
    expect(await page.locator('#perto-lista .care').allTextContents()).toEqual([
      'só 1\u00A0venda; o usual é R$\u00A06,90',
    ])
    await context.close()
    own.stop()
  })

  it('near me lists the fuel chosen last, however late another comes, and none that did not come', async () => {
    const { page, context } = await tab({ geolocation: MACEIO, permissions: ['geolocation'] })
    const release = new AbortController()
    await context.route('**/gnv.min.json', async (route) => {
      if (!release.signal.aborted) await once(release.signal, 'abort')
      await route.continue()
    })
    await context.route('**/alcool.min.json', (route) => route.abort())
    await page.goto(`${served.base}/gasolina/perto/`)
    const list = page.locator('#perto-lista')
    await list.locator('li').first().waitFor()
    const prices = () => list.locator('data').allTextContents()
    const shown = await prices()
    await page.selectOption('[name=combustivel]', 'gnv')
    await page.selectOption('[name=combustivel]', 'gasolina-comum')
    const came = page.waitForResponse('**/gnv.min.json')
    release.abort()
    await (await came).finished()
    await page.evaluate('fetch("../dados/gnv.min.json").then((answer) => answer.json())')
    expect(await prices()).toEqual(shown)
    await page.selectOption('[name=combustivel]', 'alcool')
    await page.getByText('este combustível ainda não foi guardado').waitFor()
    expect(await prices()).toEqual([])
    await context.close()
  })

  it('near me: an imprecise position is told, and no trip beyond the radius has a price', async () => {
    const geolocation = { latitude: -9.2, longitude: -37.4, accuracy: 5000 }
    const { page, context } = await tab({ geolocation, permissions: ['geolocation'] })
    await page.goto(`${served.base}/gasolina/perto/?combustivel=gnv`)
    await page.locator('#perto-filtros button:enabled').waitFor()
    expect(await page.inputValue('#combustivel')).toBe('gnv')
    await page.selectOption('#combustivel', 'alcool')
    await page.selectOption('#raio', '5')
    await page.getByText('Sua posição é imprecisa (±5 km).').waitFor()
    await page.getByText('Nada a até 5 km.').waitFor()
    await page.reload()
    await page.getByText('Nada a até 5 km.').waitFor()
    expect(await page.inputValue('#combustivel')).toBe('alcool')
    expect((await page.locator('#perto-lista .why').allTextContents()).join()).not.toContain('com a viagem')
    await context.close()
  })

  it('near me: a position that cannot be read anew leaves the list of the one before, and says so', async () => {
    const { page, context } = await tab({ geolocation: MACEIO, permissions: ['geolocation'] })
    await page.goto(`${served.base}/gasolina/perto/`)
    const rows = page.locator('#perto-lista h3')
    await rows.first().waitFor()
    const [status, names] = [page.locator('#perto-estado'), await rows.allTextContents()]
    const told = await status.textContent()
    await page.evaluate(
      'navigator.geolocation.getCurrentPosition = (_, refuse) => refuse({ code: 2 })', // POSITION_UNAVAILABLE
    )
    await page.getByRole('button', { name: 'Atualizar' }).click()
    await expect
      .poll(() => status.textContent())
      .toBe(`Não deu para saber onde você está agora: a lista é da posição anterior. ${told}`)
    expect(await rows.allTextContents()).toEqual(names)
    expect(await page.getByRole('button', { name: 'Atualizar' }).textContent()).toBe('↻')
    await context.close()
  })

  it('near me refused, or far from Alagoas: said so, and the towns stay', async () => {
    const refused = await tab()
    await refused.page.goto(`${served.base}/gasolina/perto/`)
    await refused.page.click('#perto-filtros button')
    await refused.page.getByText('Sem a sua localização').waitFor()
    await refused.context.close()
    const far = await tab({
      geolocation: { latitude: -23.5, longitude: -46.6 },
      permissions: ['geolocation'],
    })
    await far.page.goto(`${served.base}/gasolina/perto/`)
    await far.page.click('#perto-filtros button')
    await far.page.getByText('Você parece longe de Alagoas').waitFor()
    expect(await far.page.locator('#perto-lista li').count()).toBe(0)
    expect(await far.page.getByRole('link', { name: 'Arapiraca' }).isVisible()).toBe(true)
    await far.context.close()
  })

  it('favourites: stored on the device, marked with changes, shared by address', async () => {
    const { page, context } = await tab()
    const station = addresses.find((path) => /posto\/\d+\/$/.test(path)) ?? ''
    await page.goto(served.base + station)
    await page.getByRole('button', { name: 'Guardar nos favoritos' }).click()
    await page.evaluate(`localStorage.setItem('gasolina.favoritos',
      localStorage.getItem('gasolina.favoritos').replace(/:(\\d+)\\.?\\d*/, ':99'))`)
    await page.goto(`${served.base}/gasolina/favoritos/`)
    await page.waitForURL(/\?postos=\d{14}$/)
    await page.getByText(/caiu R\$\s\d\d,\d\d desde sua última visita/).waitFor()
    expect(await page.locator('.fuel .band [aria-hidden]').first().textContent()).toBe('▼')
    await page.reload()
    expect(await page.getByText('desde sua última visita').count()).toBe(0)
    const shared = page.url()
    // A price wished for is checked at each visit, on the device.
    const wish = page.getByLabel('Avisar até R$').first()
    await wish.fill('99,5')
    await wish.blur()
    await page.reload()
    await page.locator('.alerts summary', { hasText: 'Já está' }).click()
    await page.getByText('; você pediu até R$\u00A099,50.').waitFor()
    const second = addresses.find((path) => path.endsWith('comum/maceio/')) ?? ''
    await page.goto(served.base + second)
    await page
      .getByRole('button', { name: /^Guardar / })
      .nth(3)
      .click()
    // On paper nothing to press, and no jumps.
    await page.emulateMedia({ media: 'print' })
    for (const pressed of ['.way', '.jumps'])
      expect(await page.locator(pressed).first().isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    const labels = await page.locator('.star').evaluateAll((stars) => stars.map((star) => star.ariaLabel))
    expect(labels[0]).toMatch(/^Guardar Posto .*, \S.* · \S/)
    await page.goto(`${served.base}/gasolina/favoritos/`)
    await page.waitForURL(/\?postos=\d{14},\d{14}$/)
    const names = () => page.locator('.fuel h2').allTextContents()
    const before = await names()
    const controls = page.locator('.fuels :is(button, input)')
    const named = await namesOf(controls)
    expect(named).toHaveLength(await controls.count())
    expect(named.every((name) => before.some((station) => name.includes(station.trim())))).toBe(true)
    await page.getByRole('button', { name: `Subir ${before[1]?.trim()}` }).click()
    await expect.poll(names).toEqual(before.toReversed())
    await page
      .getByRole('button', { name: /^Remover / })
      .first()
      .click()
    await expect.poll(names).toEqual(before.slice(0, 1))
    await page.goto(`${served.base}/gasolina/`)
    await page.getByRole('link', { name: 'Gasolina comum em Maceió' }).waitFor()
    await page.getByRole('button', { name: 'Esquecer a última cidade' }).click()
    await page.reload()
    expect(await page.getByRole('link', { name: 'Gasolina comum em Maceió' }).count()).toBe(0)
    await page.goto(`${served.base}/gasolina/alcool-ou-gasolina/?razao=73`)
    await page.goto(`${served.base}/gasolina/alcool-ou-gasolina/`)
    await page.waitForURL(/razao=0%2C73$/)
    for (const address of ['', 'alcool/maceio/', station.slice('/gasolina/'.length)]) {
      await page.goto(`${served.base}/gasolina/${address}`)
      await page.getByText('No seu carro, o álcool compensa até 73\u00A0%.').waitFor()
    }
    // Never those of a usual car meanwhile; as Back restores a page, that asks again.
    const restored = await tab()
    await restored.page.goto(`${served.base}/gasolina/alcool/maceio/`)
    await restored.page.getByText('até 70\u00A0%').waitFor()
    await restored.page.evaluate(`localStorage.setItem('gasolina.razao', '"0,73"')`)
    await restored.page.route('**/?razao=*', () => {})
    await restored.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await restored.page.getByText('até 70\u00A0%').waitFor({ state: 'hidden' })
    await restored.context.close()
    const friend = await tab()
    await friend.page.goto(shared)
    expect(await friend.page.locator('.fuel h2').count()).toBe(1)
    await friend.context.close()
    await context.close()
  })

  it('favourites: a price wished for is compared with the likely one, and a doubtful one rings for nothing', async () => {
    const { query } = await queryOver([
      { posto: 1, preco: 6.02, antes: [6.6, 6.6, 6.6] },
      { posto: 1, preco: 4.5, combustivel: 'alcool', antes: [4.5, 4.5, 4.5] },
      ...['FAROL', 'POCO'].map((bairro) => ({ preco: 6.7, nome: 'POSTO IGUAL', bairro })),
    ])
    const own = await serve(await createWorld({ urlBase: 'http://localhost', spoil: () => query }))
    const { page, context } = await openTab(browser, own.base)
    await page.goto(`${own.base}/gasolina/gasolina-comum/maceio/`)
    expect(await namesOf(page.locator('.star'))).toHaveLength(3)
    await page.goto(`${own.base}/gasolina/favoritos/?postos=${cnpjOf(1)}`)
    const [wished, alcool] = [
      page.getByLabel('Avisar até R$').first(),
      page.getByLabel('Avisar até R$').last(),
    ]
    await wished.fill('6,4')
    await alcool.fill('4,5')
    await alcool.blur()
    const told = page.locator('.alerts')
    await expect
      .poll(() => told.textContent())
      .toMatch(
        /Já está: Álcool \(etanol\) a R\$\s4,50 \((?:só a última venda|\d+\svendas quase iguais)\) em Posto .*; você pediu até R\$\s4,50\. Esquecer/,
      )
    expect(await told.textContent()).toMatch(
      /Ainda não: Gasolina comum a R\$\s[\d,]+ .*; você pediu até R\$\s6,40\./,
    )
    await alcool.fill('0')
    await alcool.blur()
    expect(
      await alcool.evaluate((field) => (field as { validationMessage?: string }).validationMessage),
    ).toContain('acima de zero')
    await alcool.fill('4,5')
    await alcool.blur()
    await wished.fill('6,6')
    await wished.blur()
    await expect
      .poll(() => told.textContent())
      .toMatch(
        /Já está: Gasolina comum a R\$\s6,60 \(provável; visto a R\$\s6,02: só 1\svenda; o usual é R\$\s6,60\) em .*; você pediu até R\$\s6,60\./,
      )
    await context.close()
    own.stop()
  })

  it('a price wished for in a town is told on the front page and with the favourites until it is forgotten', async () => {
    const { page, context } = await tab()
    const { text } = await ask(world.http, '/gasolina/dados/gasolina-comum.min.json')
    const { campos, postos } = JSON.parse(text) as { campos: string[]; postos: unknown[][] }
    const [town, likely] = [campos.indexOf('municipio'), campos.indexOf('provavel')]
    const prices = postos.flatMap((values) => (values[town] === 'Arapiraca' ? [Number(values[likely])] : []))
    const lowest = reais(Math.min(...prices))
    const write = async (wish: string) => {
      await page.goto(`${served.base}/gasolina/gasolina-comum/arapiraca/`)
      await page.getByText('Avise-me quando mudar').click()
      await page.getByLabel('Gasolina comum em Arapiraca a R$').fill(wish)
      await page.getByRole('button', { name: 'Avisar' }).click()
    }
    const told = page.locator('.alerts p')
    await write('620')
    expect(await page.evaluate('localStorage.getItem("gasolina.alvos")')).toBe(null)
    await write('1,99')
    await expect.poll(() => told.textContent()).toContain(`Gasolina comum a ${lowest}`)
    const summary = page.locator('.alerts summary')
    for (const address of ['', 'favoritos/']) {
      await page.goto(`${served.base}/gasolina/${address}`)
      await expect.poll(() => summary.textContent()).toBe('Ainda não: 1\u00A0preço pedido')
      expect(await told.first().isVisible()).toBe(false)
    }
    await write(`R$ ${lowest.slice(3)}`)
    await page.goto(`${served.base}/gasolina/`)
    await expect
      .poll(() => told.textContent())
      .toMatch(/^Já está: Gasolina comum a .* em .*, Arapiraca, .*; você pediu até /)
    expect(await summary.textContent()).toBe(`Já está: Gasolina comum a ${lowest}, Arapiraca`)
    await summary.click()
    await page.getByRole('button', { name: 'Esquecer Gasolina comum, Arapiraca', exact: true }).click()
    await expect.poll(() => told.count()).toBe(0)
    await context.close()
  })

  it('ways to be told: a reader of feeds on the phone first, the line of a terminal folded', async () => {
    const { page, context } = await tab()
    await page.goto(`${served.base}/gasolina/gasolina-comum/maceio/?bairro=Ponta+Verde`)
    await page.getByText('Avise-me quando mudar').click()
    const follow = await page.getByRole('link', { name: 'Seguir no leitor' }).getAttribute('href')
    const [scheme, address] = [follow?.slice(0, 5), follow?.slice(5) ?? '']
    expect([scheme, await page.locator('.told p > code').first().textContent()]).toEqual(['feed:', address])
    const { status, headers } = await ask(world.http, address.replace(/^.*(?=\/gasolina\/)/, ''))
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('atom')])
    expect(await page.getByText('gasolina vigiar').isVisible()).toBe(false)
    await page.context().grantPermissions(['clipboard-write', 'clipboard-read'])
    await page.getByRole('button', { name: 'Copiar o endereço' }).click()
    await page.getByRole('button', { name: 'Copiado' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address)
    await context.close()
  })

  it('sharing sends the price and its hour with the address', async () => {
    const { page, context } = await tab()
    await page.addInitScript('navigator.share = async (sent) => { globalThis.sent = sent }')
    await page.goto(`${served.base}/gasolina/gasolina-comum/maceio/`)
    await page.getByRole('button', { name: 'Compartilhar' }).click()
    const sent = await page.evaluate<{ text: string; url: string }>('globalThis.sent')
    expect(sent.text).toMatch(/Gasolina comum em Maceió.* R\$\s\d,\d\d.*\d\d\/\d\d, \d\d:\d\d/)
    expect(sent.url).toContain('/gasolina/gasolina-comum/maceio/')
    await context.close()
  })

  it('offline: pages seen before open with a notice; others explain themselves', async () => {
    const own = await serve(world)
    const context = await browser.newContext({ geolocation: MACEIO, permissions: ['geolocation'] })
    const page = await context.newPage()
    await page.goto(`${own.base}/gasolina/perto/`)
    await page.evaluate('navigator.serviceWorker.ready')
    await page.waitForFunction('navigator.serviceWorker.controller')
    await page.locator('#perto-lista li').first().waitFor()
    await page.goto(`${own.base}/gasolina/gasolina-comum/maceio/`)
    own.stop()
    // A link, unlike a reload, may be answered from the browser's own cache.
    for (const again of [() => page.goto(page.url()), () => page.reload()]) {
      await again()
      await page
        .getByText(/^Sem conexão\. Esta é a página como estava em \d\d\/\d\d\/\d{4}, \d\d:\d\d\.$/)
        .waitFor()
    }
    expect(await page.locator('.row').count()).toBe(50)
    await page.goto(`${own.base}/gasolina/perto/`)
    await page.locator('#perto-lista li').first().waitFor()
    await page.goto(`${own.base}/gasolina/gnv/penedo/`)
    await page.getByRole('heading', { name: 'Sem conexão' }).waitFor()
    expect(await page.evaluate('getComputedStyle(document.querySelector("header.top")).display')).toBe('flex')
    await page.getByRole('link', { name: 'Gasolina comum em Maceió' }).click()
    await page.getByRole('heading', { name: 'Gasolina comum em Maceió' }).waitFor()
    await context.close()
  })

  it('offline: near me works for a reader who never opened its page', async () => {
    const own = await serve(world)
    const context = await browser.newContext({ geolocation: MACEIO, permissions: ['geolocation'] })
    const page = await context.newPage()
    await page.goto(`${own.base}/gasolina/gasolina-comum/maceio/`)
    const isKept = () =>
      page.evaluate('caches.match("/gasolina/dados/gasolina-comum.min.json").then(Boolean)')
    await expect.poll(isKept, { timeout: 20_000 }).toBe(true)
    own.stop()
    await page.goto(`${own.base}/gasolina/perto/?combustivel=gasolina-comum`)
    await page.locator('#perto-lista li').first().waitFor()
    expect(await page.locator('#perto-lista li').count()).toBeGreaterThan(1)
    await context.close()
  })

  it('a device with no room for pages shows them all the same', async () => {
    const own = await serve(world)
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${own.base}/gasolina/`)
    await page.evaluate('navigator.serviceWorker.ready')
    await page.waitForFunction('navigator.serviceWorker.controller')
    const [worker] = context.serviceWorkers()
    const full = 'async () => { throw new DOMException("", "QuotaExceededError") }'
    for (const way of ['Cache.prototype.put', 'CacheStorage.prototype.open']) {
      await worker?.evaluate(`${way} = ${full}`)
      const answer = await page.goto(`${own.base}/gasolina/gasolina-comum/maceio/`)
      expect([answer?.status(), await page.locator('.row').count()]).toEqual([200, 50])
    }
    own.stop()
    await context.close()
  })
})

/** Whether the page, or a button of its actions, goes beyond the window. */
async function sideways(page: Page): Promise<string[]> {
  const wider = await page.evaluate<number>(`Math.max(document.documentElement.scrollWidth,
    ...[...document.querySelectorAll('.actions > *')].map((one) => Math.floor(one.getBoundingClientRect().right))) - innerWidth`)
  return wider > 0 ? [`is ${wider} px wider`] : []
}

function firstPriceAt(width: number): Look {
  return async (page) => {
    await page.setViewportSize({ width, height: 740 })
    // Below the bar of the demonstration; not a number where no price is seen.
    const end = await page.evaluate<number>(`(() => {
      const box = document.querySelector('main :is(data, tbody td, .ranking li)')?.getBoundingClientRect()
      return box?.height ? box.bottom - (document.querySelector('.demo')?.offsetHeight ?? 0) : NaN
    })()`)
    return end <= 420 ? [] : [`${end}`]
  }
}

/** The different names by which controls are read out. */
async function namesOf(controls: Locator): Promise<string[]> {
  return [...new Set(await controls.evaluateAll((all) => all.map((each) => each.ariaLabel ?? '')))]
}

/** Letters of charts that are small, outside the page, or over one another. */
function chartFaults(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('.chart')].flatMap((chart) => {
    const scale = chart.getBoundingClientRect().width / chart.viewBox.baseVal.width
    const texts = [...chart.querySelectorAll('text')].map((text) => {
      const { left, right, top, height } = text.getBoundingClientRect()
      const size = parseFloat(getComputedStyle(text).fontSize) * scale
      // A box has room above and below its figures.
      return { words: text.textContent, size, left, right, top: top + height / 4, bottom: top + (height * 3) / 4 }
    })
    return texts.flatMap((one, at) => {
      const isOver = texts.some((other, i) =>
        i < at && other.left < one.right && one.left < other.right && other.top < one.bottom && one.top < other.bottom)
      const isOut = one.left < 0 || one.right > innerWidth
      return one.size < 20 || isOver || isOut ? ['chart: ' + JSON.stringify({ ...one, isOver })] : []
    })
  })`)
}

/** Sizes of the letters in the page's text, but in drawings. */
function sizesOf(page: Page): Promise<number[]> {
  return page.evaluate(
    `[...document.querySelectorAll('main :is(h1, h2, p, li, td, dd, label, data, button, select, .why, .band)')]
      .slice(0, 300).map((one) => parseFloat(getComputedStyle(one).fontSize))`,
  )
}
