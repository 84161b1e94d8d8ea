import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'

// What Lighthouse says of the pages of a running server, as a phone on a slow network gets them (simulated); the median of
// several runs. Fiction asks not to be indexed, so the server has to serve the real source, or a replay of it.
//   npm ci --prefix bench/lighthouse && npx tsx bench/lighthouse/run.ts http://localhost:3000 [runs]
const [base = 'http://localhost:3000', runs = '3'] = process.argv.slice(2)
const PROGRAM = join(import.meta.dirname, 'node_modules/.bin/lighthouse')
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-background-networking'

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; score: number | null }>
}

const answer = await fetch(`${base}/gasolina/api/precos?municipio=maceio&limite=1`)
const { conteudo } = (await answer.json()) as RespostaPrecos
const cnpj = conteudo[0]?.estabelecimento.cnpj ?? ''
const pages = [
  '',
  'gasolina-comum/',
  'gasolina-comum/maceio/',
  'municipio/maceio/',
  `posto/${cnpj}/`,
  'mapa/',
  'comparar/',
  'alcool-ou-gasolina/',
  'perto/',
  'metodo/',
  'desenvolvedores/',
  'desenvolvedores/precos/',
]

const table = []
for (const page of pages) {
  const reports = Array.from({ length: Number(runs) }, () => reportOf(`${base}/gasolina/${page}`))
  table.push({
    page: `/${page.replace(cnpj, '{cnpj}')}`,
    ...Object.fromEntries(
      CATEGORIES.map((name) => [
        name,
        Math.round(middle(reports.map((r) => (r.categories[name]?.score ?? 0) * 100))),
      ]),
    ),
    'LCP, ms': Math.round(
      middle(reports.map((r) => r.audits['largest-contentful-paint']?.numericValue ?? NaN)),
    ),
    CLS: middle(reports.map((r) => r.audits['cumulative-layout-shift']?.numericValue ?? NaN)).toFixed(3),
    kB: Math.round(middle(reports.map((r) => r.audits['total-byte-weight']?.numericValue ?? NaN)) / 100) / 10,
    faults: [...new Set(reports.flatMap(failed))].join(', '),
  })
}
console.table(table)

/** A page now and then does not begin to load in a headless Chromium: no figure of ours, so it is asked again. */
function reportOf(address: string, tries = 3): Report {
  try {
    return newReport(address)
  } catch (error) {
    if (tries === 1) throw error
    return reportOf(address, tries - 1)
  }
}

function newReport(address: string): Report {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  try {
    const file = join(folder, 'report.json')
    execFileSync(
      PROGRAM,
      [
        address,
        '--quiet',
        '--output=json',
        `--output-path=${file}`,
        `--only-categories=${CATEGORIES.join(',')}`,
        '--throttling-method=simulate',
        '--no-enable-error-reporting',
        `--chrome-flags=${FLAGS} --user-data-dir=${folder}`,
      ],
      { env: { ...process.env, CHROME_PATH: '/usr/bin/chromium' }, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Audits that failed clearly. */
function failed({ audits }: Report): string[] {
  return Object.entries(audits).flatMap(([name, { score }]) => (score !== null && score < 0.5 ? [name] : []))
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
