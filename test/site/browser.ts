import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { serveOn } from '../../src/http/server.ts'
import type { World } from '../http/fixture.ts'
import type { Listening } from '../listening.ts'
import { listenOn } from '../listening.ts'

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

/** The program, until it is stopped. */
export async function serve({ http }: Pick<World, 'http'>): Promise<Listening> {
  const server = createServer()
  const listening = await listenOn(server)
  serveOn({
    server,
    listener: http.listener,
    refusal: http.refusal,
  })
  return listening
}

/** A tab that records faults. */
export interface Tab {
  page: Page
  context: BrowserContext
  /** Console messages, uncaught errors, requests to other hosts. */
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
