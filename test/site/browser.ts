import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { serveOn } from '../../src/http/server.ts'
import type { World } from '../http/fixture.ts'

const CHROMIUM = '/usr/bin/chromium'

/** Without a browser the tests that need one are skipped, and say so. */
export const hasBrowser = existsSync(CHROMIUM)
if (!hasBrowser)
  console.error(`SKIPPED: tests in a real browser, as there is no ${CHROMIUM} (apt-get install chromium).`)

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** Kept pages of one test are not for the next. */
function isHarness(text: string): boolean {
  return text.includes('blocked by Playwright')
}

/** The program on a free port, for as long as whoever asked wants it. */
export async function serve({
  http,
  time,
}: Pick<World, 'http' | 'time'>): Promise<{ base: string; stop(): void }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  serveOn({
    server,
    listener: http.listener,
    clock: () => time.now,
    onBug(error) {
      throw error
    },
  })
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A tab that notes what no page of ours may do. */
export interface Tab {
  page: Page
  context: BrowserContext
  /** Messages on the console, errors nobody caught, requests to others. */
  faults: string[]
}

export async function openTab(
  browser: Browser,
  base: string,
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'pt-BR',
    timezoneId: 'America/Maceio',
    serviceWorkers: 'block',
    ...options,
  })
  const faults: string[] = []
  await context.route('**', (route) => {
    const address = route.request().url()
    if (address.startsWith(`${base}/`)) return route.continue()
    faults.push(`request to ${address}`)
    return route.abort()
  })
  const page = await context.newPage()
  page.on(
    'console',
    (message) => isHarness(message.text()) || faults.push(`${message.type()}: ${message.text()}`),
  )
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  return { page, context, faults }
}
