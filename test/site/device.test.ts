import { createServer } from 'node:http'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cnpjOf, queryOver } from '../fixtures.ts'
import { type World, createWorld } from '../http/fixture.ts'
import { type Listening, listenOn } from '../listening.ts'
import { hasBrowser, launch, openTab, serve } from './browser.ts'

const MACEIO = { latitude: -9.65, longitude: -35.72 }
const LIST = '/gasolina/gasolina-comum/maceio/'

describe.skipIf(!hasBrowser)('what a device keeps, and how it is moved through (Debian: chromium)', () => {
  let world: World
  let browser: Browser
  let served: Listening

  beforeAll(async () => {
    world = await createWorld({ urlBase: 'http://localhost', history: true })
    served = await serve(world)
    browser = await launch()
  })

  afterAll(async () => {
    await browser?.close()
    served?.stop()
  })

  const tab = (options: Parameters<typeof openTab>[2] = {}) => openTab(browser, served.base, options)

  it('choices made by keys wait for the button, and keep the focus; others are sent at once', async () => {
    const { page, context } = await tab()
    await page.goto(served.base + LIST)
    const button = page.getByRole('button', { name: 'Aplicar' })
    expect(await button.isVisible()).toBe(false)
    await page.locator('#ordenar').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate('document.activeElement.id')).toBe('ordenar')
    expect([page.url(), await page.inputValue('#ordenar')]).toEqual([served.base + LIST, 'recente'])
    await page.keyboard.press('Tab')
    expect([await focusOf(page), await button.isVisible()]).toEqual(['Aplicar', true])
    await page.keyboard.press('Enter')
    await page.waitForURL(/ordenar=recente/)
    await page.selectOption('#ordenar', 'preco')
    await page.waitForURL(/ordenar=preco/)
    await page.setViewportSize({ width: 1000, height: 800 })
    expect(await button.isVisible()).toBe(true)
    await context.close()
  })

  it('menus show the choices of their list after Back, and a form without a list keeps what was written', async () => {
    const { page, context } = await tab()
    const choose = async (address: string, menu: string, value: string) => {
      await page.goto(`${served.base}/gasolina/${address}`)
      const before = await page.inputValue(menu)
      // As Back restores a page kept whole.
      await page.evaluate(`document.querySelector('${menu}').value = '${value}'`)
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
      expect(await page.inputValue(menu)).toBe(before)
      await page.selectOption(menu, value)
      if (address.includes('perto=')) await page.getByRole('button', { name: 'Ver', exact: true }).click()
      await page.waitForURL(new RegExp(`=${value}`))
      await page.goBack()
      await expect.poll(() => page.inputValue(menu)).toBe(before)
    }
    await choose('gasolina-comum/maceio/', '#bairro', 'Farol')
    await page.selectOption('#ordenar', 'preco')
    await page.waitForURL((url) => url.search === '?bairro=&ordenar=preco')
    await choose('gasolina-comum/maceio/?bairro=Farol', '#ordenar', 'recente')
    await choose('perto/?perto=aeroporto', '#combustivel', 'gnv')
    await page.goto(`${served.base}/gasolina/caminho/`)
    await page.fill('[name=de]', 'Penedo')
    await page.fill('[name=para]', 'Pilar')
    await page.locator('[name=para]').press('Enter')
    await page.waitForURL(/de=Penedo/)
    await page.goBack()
    await expect.poll(() => page.inputValue('[name=de]')).toBe('Penedo')
    await context.close()
  })

  it('favourites of two tabs: each changes the station pressed alone, as its label says', async () => {
    const { page, context } = await tab()
    await page.goto(served.base + LIST)
    const stars = page.locator('.star')
    for (const at of [0, 1, 2]) await stars.nth(at).click()
    await page.goto(`${served.base}/gasolina/favoritos/`)
    await page.waitForURL(/\?postos=\d{14},\d{14},\d{14}$/)
    const other = await context.newPage()
    await other.goto(served.base + LIST)
    await other.locator('.star').nth(3).click()
    await page
      .getByRole('button', { name: /^Subir / })
      .first()
      .click()
    await page.waitForURL(/\?postos=(\d{14},){3}\d{14}$/)
    expect(await focusOf(page)).toMatch(/^(?:Subir|Remover) /)
    await page
      .getByRole('button', { name: /^Remover / })
      .first()
      .click()
    await page.waitForURL(/\?postos=(\d{14},){2}\d{14}$/)
    expect(await focusOf(page)).toMatch(/^Remover /)
    expect(await keptIn(page)).toHaveLength(3)
    await expect.poll(() => other.locator('.star[aria-pressed=true]').count()).toBe(3)
    // A label that is behind: pressing it does what it says.
    const star = other.locator('.star').nth(3)
    expect(await star.textContent()).toBe('★')
    await other.evaluate('localStorage.removeItem("gasolina.favoritos")')
    await star.click()
    expect(await keptIn(page)).toEqual([])
    await other.evaluate('localStorage.setItem("gasolina.favoritos", \'{"99000000000100":{}}\')')
    await other.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))')
    expect(await other.locator('.star[aria-pressed=true]').count()).toBe(0)
    await context.close()
  })

  it('a favourite that another tab removed, or of a list that was sent, is told and can be kept', async () => {
    const { page, context } = await tab()
    await page.goto(served.base + LIST)
    for (const at of [0, 1]) await page.locator('.star').nth(at).click()
    const [first = '', second = ''] = await keptIn(page)
    const third = (await page.locator('.row').nth(2).getAttribute('id'))?.slice('posto-'.length)
    await page.goto(`${served.base}/gasolina/favoritos/?postos=${first},${second},${third}`)
    const words = () => page.locator('.fuel .actions').allTextContents()
    const unkept = 'Não está nos seus favoritos.☆ Guardar'
    expect(await words()).toEqual(['Remover', '↑ SubirRemover', unkept])
    const other = await context.newPage()
    await other.goto(`${served.base}/gasolina/posto/${first}/`)
    await other.getByRole('button', { name: 'Guardado nos favoritos' }).click()
    await expect.poll(words).toEqual([unkept, 'Remover', unkept])
    await page
      .getByRole('button', { name: /^Guardar / })
      .last()
      .click()
    expect(await words()).toEqual([unkept, 'Remover', '↑ SubirRemover'])
    expect([await keptIn(page), await focusOf(page)]).toEqual([
      [second, third],
      expect.stringMatching(/^Remover /),
    ])
    await context.close()
  })

  it.each([
    ['the one above', 1, [0, 2]],
    ['the one to move', 2, [0, 1]],
  ])(
    'to move a favourite up after another tab removed %s neither loses nor adds one',
    async (_, gone, left) => {
      const { page, context } = await tab()
      await page.goto(served.base + LIST)
      for (const at of [0, 1, 2]) await page.locator('.star').nth(at).click()
      const mine = await keptIn(page)
      await page.goto(`${served.base}/gasolina/favoritos/`)
      const up = page.getByRole('button', { name: /^Subir / }).last()
      await up.waitFor()
      // Written in this tab, which hears of other tabs alone: as if it had not heard yet.
      await page.evaluate(`{
      const { ${JSON.stringify(mine[gone])}: _, ...others } = JSON.parse(localStorage.getItem('gasolina.favoritos'))
      localStorage.setItem('gasolina.favoritos', JSON.stringify(others))
    }`)
      await up.click()
      await page.waitForURL(/\?postos=\d{14},\d{14}$/)
      expect(await keptIn(page)).toEqual(left.map((at) => mine[at]))
      await context.close()
    },
  )

  it('a favourite to confirm has not fallen since the last visit, nor has it risen at the next one', async () => {
    const { page, context } = await tab()
    const mark = async (preco: number, antes: number[]) => {
      const { query } = await queryOver([{ posto: 1, preco, antes }])
      const own = await serve(await createWorld({ urlBase: 'http://localhost', spoil: () => query }))
      await page.goto(`${own.base}/gasolina/favoritos/?postos=${cnpjOf(1)}`)
      // Another address has a storage of its own.
      await page.evaluate(`localStorage.setItem('gasolina.favoritos', '${before}')`)
      await page.reload()
      await page.getByRole('button', { name: /^Remover / }).waitFor()
      const marks = await page.getByText('desde sua última visita').allTextContents()
      before = await page.evaluate('localStorage.getItem("gasolina.favoritos")')
      own.stop()
      return marks
    }
    let before = JSON.stringify({ [cnpjOf(1)]: { 'gasolina-comum': 6.84 } })
    const usual = [6.84, 6.84, 6.84]
    expect(await mark(5.78, usual)).toEqual([])
    expect(await mark(6.84, usual)).toEqual([])
    expect(await mark(6.5, [6.5, 6.5, 6.5])).toEqual([expect.stringContaining('caiu R$\u00A00,34')])
    await context.close()
  })

  it('the last list is offered as it was, with its district, and a page of the state is none', async () => {
    const { page, context } = await tab()
    const offered = async (address: string) => {
      await page.goto(`${served.base}/gasolina/${address}`)
      const title = await page.textContent('h1')
      await page.goto(`${served.base}/gasolina/`)
      const link = page.locator('.ways.home a').first()
      return [title, await link.textContent(), await link.getAttribute('href')]
    }
    const title = 'Gasolina comum na Ponta Verde, Maceió'
    const address = `${LIST}?bairro=Ponta+Verde`
    expect(await offered('gasolina-comum/maceio/?bairro=Ponta+Verde')).toEqual([title, title, address])
    expect((await offered('gasolina-comum/2/')).slice(1)).toEqual([title, address])
    await page.getByRole('button', { name: 'Esquecer a última cidade' }).focus()
    await page.keyboard.press('Enter')
    expect(await focusOf(page)).toBe('Perto de mim')
    await context.close()
  })

  it('the focus goes on where a wish is forgotten, and to the first of more rows', async () => {
    const { page, context } = await tab({ geolocation: MACEIO, permissions: ['geolocation'] })
    await page.goto(`${served.base}/gasolina/`)
    await page.evaluate(
      `localStorage.setItem('gasolina.alvos', '{"Maceió-gasolina-comum":1,"Maceió-alcool":2}')`,
    )
    await page.reload()
    await page.getByText('Ainda não: 2\u00A0preços pedidos').click()
    const forget = page.getByRole('button', { name: /^Esquecer / })
    await forget.first().focus()
    await page.keyboard.press('Enter')
    await page.getByText('Ainda não: 1\u00A0preço pedido').waitFor()
    await expect.poll(() => focusOf(page)).toMatch(/^Esquecer Álcool/)
    await page.keyboard.press('Enter')
    await expect.poll(() => focusOf(page)).toBe('Quanto custa abastecer em Alagoas, agora')
    expect(await page.locator('[data-avisos] > *').count()).toBe(0)
    await page.goto(`${served.base}/gasolina/perto/`)
    await page.selectOption('#raio', '20')
    const more = page.getByRole('button', { name: /^Mostrar mais / })
    await more.waitFor()
    while (await more.isVisible()) {
      const before = await page.locator('#perto-lista > ol h3 a').allTextContents()
      await more.focus()
      await page.keyboard.press('Enter')
      await expect
        .poll(async () => (await page.locator('#perto-lista > ol h3 a').allTextContents()).length)
        .toBeGreaterThan(before.length)
      const rows = await page.locator('#perto-lista > ol h3 a').allTextContents()
      expect(await focusOf(page)).toBe(rows[before.length])
    }
    await context.close()
  })

  it('a price wished for that could not be looked up is told as such', async () => {
    const { page, context } = await tab()
    await page.route('**/gasolina-comum.min.json', (route) => route.fulfill({ status: 503 }))
    await page.goto(`${served.base}/gasolina/`)
    const told = async (wishes: string) => {
      await page.evaluate(`localStorage.setItem('gasolina.alvos', '${wishes}')`)
      await page.reload()
      await page.locator('.alerts summary', { hasText: /^(?!Conferindo)/ }).click()
      return page.locator('.alerts :is(summary, p)').allTextContents()
    }
    const unknown = 'Não deu para conferir: Gasolina comum, Maceió; você pediu até R$\u00A01,00. Esquecer'
    expect(await told('{"Maceió-gasolina-comum":1}')).toEqual([
      'Não deu para conferir 1\u00A0preço pedido',
      unknown,
    ])
    expect(await told('{"Maceió-gasolina-comum":1,"Maceió-alcool":1}')).toEqual([
      'Não deu para conferir 1 de 2\u00A0preços pedidos',
      unknown,
      expect.stringMatching(/^Ainda não: Álcool/),
    ])
    expect((await told('{"Maceió-gasolina-comum":1,"Maceió-alcool":99}'))[0]).toMatch(/^Já está: Álcool/)
    await context.close()
  })

  it.each(['', 'favoritos/', 'perto/'])(
    'what a visitor asked for moves little of the page /%s',
    async (address) => {
      const { page, context } = await tab({
        viewport: { width: 360, height: 640 },
        geolocation: MACEIO,
        permissions: ['geolocation'],
      })
      await page.goto(served.base + LIST)
      await page.locator('.star').first().click()
      await page.evaluate(
        `localStorage.setItem('gasolina.alvos', '{"Maceió-gasolina-comum":9,"Maceió-alcool":1}')`,
      )
      await page.addInitScript(`globalThis.moved = 0
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) moved += value })
        .observe({ type: 'layout-shift', buffered: true })`)
      // Prices come after the page was painted.
      const held: Route[] = []
      let isHeld = true
      await page.route('**/*.min.json', (route) => (isHeld ? void held.push(route) : route.continue()))
      await page.goto(`${served.base}/gasolina/${address}`)
      await page.evaluate(`new Promise((done) => {
        const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0
        const look = () => (isPainted() ? done() : requestAnimationFrame(look))
        look()
      })`)
      isHeld = false
      for (const route of held) await route.continue()
      await page
        .getByText(/^Já está: Gasolina comum a R|postos a até/)
        .first()
        .waitFor()
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      expect(await page.evaluate<number>('moved')).toBeLessThan(0.1)
      await context.close()
    },
  )

  it.each(['', 'gasolina-comum/maceio/', 'perto/'])(
    'a finger hits what /%s has to press',
    async (address) => {
      const { page, context } = await tab({
        viewport: { width: 360, height: 740 },
        geolocation: MACEIO,
        permissions: ['geolocation'],
      })
      await page.goto(`${served.base}/gasolina/${address}`)
      if (address === 'perto/') await page.locator('.star').first().waitFor()
      const small = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('.star, .towns a, #perto-filtros summary, .plain a')]
      .flatMap((one) => {
        const { width, height } = one.getBoundingClientRect()
        return height === 0 || (height >= 44 && (width >= 44 || one.localName === 'a')) ? [] : [one.textContent + width + 'x' + height]
      })`)
      expect(small).toEqual([])
      await context.close()
    },
  )

  it.each([360, 390])('notes on two prices of a row stand apart on a phone of %i pixels', async (width) => {
    const { query } = await queryOver([
      { preco: 4.6, antes: [5.2, 5.2, 5.2] },
      { preco: 5.79, antes: [5.49, 5.49, 5.49] },
    ])
    const own = await serve(await createWorld({ urlBase: 'http://localhost', spoil: () => query }))
    const { page, context } = await tab({ viewport: { width, height: 740 } })
    await page.goto(`${own.base}/gasolina/comparar/`)
    const notes = page.locator('.compared .care')
    expect(await notes.allTextContents()).toEqual(['visto 4,60', 'usual 5,49'])
    const [left, right] = [await notes.first().boundingBox(), await notes.last().boundingBox()]
    expect((right?.x ?? 0) - (left?.x ?? 0) - (left?.width ?? 0)).toBeGreaterThan(16)
    await context.close()
    own.stop()
  })

  it('on paper the collection has its year', async () => {
    const { page, context } = await tab()
    await page.goto(served.base + LIST)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.foot > p').isVisible()).toBe(true)
    const words = `getComputedStyle(document.querySelector('.foot time'), '::after').content`
    expect(await page.evaluate(words)).toMatch(/^"16\/04\/2026, \d\d:\d\d"$/)
    await context.close()
  })

  it('a kept page stands in for a slow network and for a server that cannot answer, and says which', async () => {
    let state: 'up' | 'slow' | 502 | 503 | 504 = 'up'
    const front = createServer(async (request, response) => {
      if (state === 'slow' && request.url === LIST) return
      if (typeof state === 'number') return response.writeHead(state).end('não')
      const answer = await fetch(served.base + request.url)
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? '',
        date: answer.headers.get('date') ?? '',
      })
      return response.end(new Uint8Array(await answer.arrayBuffer()))
    })
    const { base, stop } = await listenOn(front)
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${base}/gasolina/`)
    await page.evaluate('navigator.serviceWorker.ready')
    await page.waitForFunction('navigator.serviceWorker.controller')
    await page.goto(base + LIST)
    for (const status of [502, 503, 504] as const) {
      state = status
      await page.goto(base + LIST)
      await page
        .getByText(
          /^O serviço não respondeu\. Esta é a página como estava em \d\d\/\d\d\/\d{4}, \d\d:\d\d\.$/,
        )
        .waitFor()
      expect(await page.locator('.row').count()).toBe(50)
    }
    const unkept = await page.goto(`${base}/gasolina/gnv/maceio/`)
    expect(unkept?.status()).toBe(504)
    // It never answers.
    state = 'slow'
    await page.goto(base + LIST)
    await page.getByText(/^A rede está lenta\. Esta é a página como estava em/).waitFor()
    await context.close()
    stop()
  })

  it('stations of one name are told apart in their titles, and in the list of kept pages', async () => {
    const pump = { preco: 6.5, nome: 'POSTO IGUAL' }
    const { query } = await queryOver([
      { ...pump, bairro: 'FAROL', rua: 'RUA A', numero: '1' },
      { ...pump, bairro: 'POCO', rua: 'RUA B', numero: '2' },
      { ...pump, bairro: 'POCO', rua: 'RUA C', numero: '3' },
      { ...pump, nome: 'POSTO SO', bairro: 'POCO' },
    ])
    const own = await serve(await createWorld({ urlBase: 'http://localhost', spoil: () => query }))
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${own.base}/gasolina/`)
    await page.evaluate('navigator.serviceWorker.ready')
    await page.waitForFunction('navigator.serviceWorker.controller')
    const titles: string[] = []
    for (const posto of [1, 2, 3, 4]) {
      await page.goto(`${own.base}/gasolina/posto/${cnpjOf(posto)}/`)
      titles.push((await page.title()).replace(' · gasolina', ''))
    }
    expect(titles).toEqual([
      'Posto Igual, Farol, Maceió',
      'Posto Igual, Poço, Rua B, 2, Maceió',
      'Posto Igual, Poço, Rua C, 3, Maceió',
      'Posto So, Maceió',
    ])
    own.stop()
    await page.goto(`${own.base}/gasolina/gnv/penedo/`)
    const kept = await page.locator('main li a').allTextContents()
    expect(kept.filter((title) => title.startsWith('Posto'))).toEqual(titles.toReversed())
    await context.close()
  })
})

/** The name by which what has the focus is read out. */
function focusOf(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent')
}

/** CNPJs of the favourites that the device has. */
function keptIn(page: Page): Promise<string[]> {
  return page.evaluate('Object.keys(JSON.parse(localStorage.getItem("gasolina.favoritos") ?? "{}"))')
}
