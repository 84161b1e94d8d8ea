import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { serveOn } from '../../src/http/guarded-server.ts'
import type { World } from '../http/fixture.ts'
import { type Listening, listenOn } from '../listening.ts'
import { findChromium } from './chromium.ts'

const CHROMIUM = findChromium()
/** Minified: the browser takes half as long to read it, and it is read on every page. */
const AXE = join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js')

/** Without a browser the tests that need one are skipped: the end of a run counts them. */
export const hasBrowser = CHROMIUM !== undefined

export async function launch(): Promise<Browser> {
  // Its load takes a second of processor time, which nobody needs without a browser.
  const { chromium } = await import('playwright-core')
  return chromium.launch({
    ...(CHROMIUM !== undefined && { executablePath: CHROMIUM }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Processes and threads of its own take turns with the tests on two cores: 91 seconds of processor time instead of 99.
      '--in-process-gpu',
      '--renderer-process-limit=1',
      '--js-flags=--single-threaded',
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
  // Heard, not intercepted: that would make every request pass here, and switch the browser's cache off.
  context.on('request', (request) => {
    if (!request.url().startsWith(`${base}/`)) faults.push(`request to ${request.url()}`)
  })
  const page = await context.newPage()
  page.on(
    'console',
    (message) => isHarness(message.text()) || faults.push(`${message.type()}: ${message.text()}`),
  )
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  return { page, context, faults }
}

/** Axe on every page of a tab from now on: sent to the browser once, as half a megabyte for each page takes longer than its rules. */
export function withAxe(context: BrowserContext): Promise<unknown> {
  return context.addInitScript({ path: AXE })
}

/** Violations found by axe, injected by hand as the pages' policy forbids scripts of others. */
export async function violations(page: Page | Frame, runOnly?: object): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(readFileSync(AXE, 'utf8'))
  // Elements that pass are not collected, which takes a third of the time.
  const options = { ...(runOnly && { runOnly }), resultTypes: ['violations'], preload: false }
  const found: AxeResults = await page.evaluate(`axe.run(${JSON.stringify(options)})`)
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
