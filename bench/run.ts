/**
 * Our server beside a limit (bare node:http) or a peer, in one table: `npm run bench -- [linhas…] [opções]`.
 *
 *   npm run bench                       every row, on the demonstration's stations
 *   npm run bench -- lista raio         only these rows
 *   npm run bench -- --replay PASTA     on the stations of a replay of the source (PASTA/servidor.mjs); or GASOLINA_BENCH_REPLAY
 *   npm run bench -- brasil --replay …  eighty times the state; needs the replay
 *   --rodadas 5 --segundos 3            rounds per row (the median counts) and how long each lasts
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brazil } from './brazil.ts'
import { createLoader } from './load.ts'
import { loop } from './loop.ts'
import { path } from './processes.ts'
import { type Line, rows } from './rows.ts'
import { createWorld } from './world.ts'

const all = { ...rows, laco: loop, brasil: brazil }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    replay: { type: 'string', default: process.env['GASOLINA_BENCH_REPLAY'] },
    rodadas: { type: 'string', default: '5' },
    segundos: { type: 'string', default: '3' },
  },
})
const unknown = positionals.filter((name) => !(name in all))
if (unknown.length > 0) fail(`Não há linha '${unknown[0]}'. As linhas são: ${Object.keys(all).join(', ')}.`)
if (!existsSync(path('node_modules'))) fail('Faltam os pares da comparação. Rode: npm ci --prefix bench')
if (!existsSync(path('../dist'))) fail('Falta o programa compilado. Rode: npm run build')

const folder = await mkdtemp(join(tmpdir(), 'gasolina-bench-'))
const { name, load } = createLoader(folder)
const { replay } = values
const world = createWorld({
  load,
  folder,
  replay,
  rounds: Number(values.rodadas),
  seconds: Number(values.segundos),
})
const table: Line[] = []
try {
  console.log(
    `${new Date().toISOString().slice(0, 16)}Z · ${cpus().length} × ${cpus()[0]?.model.trim()} · ${(totalmem() / 2 ** 30).toFixed(0)} GiB · Node ${process.version} · ${name} · ${replay ? 'replay' : 'demonstração'}`,
  )
  for (const [name, row] of Object.entries(all)) {
    if (positionals.length > 0 ? !positionals.includes(name) : name === 'brasil' && !replay) continue
    const lines = await row(world, replay)
    for (const { linha, nosso, outro, razao, alvo, cumpre } of lines)
      console.log(
        `  ${linha}: ${[nosso, outro, razao, alvo].filter(Boolean).join(' · ')}${cumpre ? '' : '  ✗'}`,
      )
    table.push(...lines)
  }
} finally {
  await world.stop()
  await rm(folder, { recursive: true, force: true })
}
console.log(`\n${toMarkdown(table)}`)
process.exitCode = table.every(({ cumpre }) => cumpre) ? 0 : 1

function toMarkdown(lines: readonly Line[]): string {
  return [
    '| linha | o quê | nosso | limite ou par | razão (mediana, de … a …) | alvo | |',
    '|---|---|---|---|---|---|---|',
    ...lines.map(
      ({ linha, oQue, nosso, outro, razao, alvo, cumpre }) =>
        `| ${[linha, oQue, nosso, outro, razao, alvo, cumpre ? '✓' : '✗'].join(' | ')} |`,
    ),
  ].join('\n')
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}
