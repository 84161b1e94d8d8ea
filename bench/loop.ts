import { join } from 'node:path'
import { type Delays, type Inside, askJson, inside, reset, startServing, waitFor } from './processes.ts'
import { type Line, limitLine } from './rows.ts'
import { LIST, type World, describe, moveOn, startSource } from './world.ts'

/** How long the event loop is held up while the server collects, swaps and compresses under load. */
export async function loop(world: World, replay: string | undefined): Promise<Line[]> {
  const source = await startSource(replay, { folga: 300 })
  const env = { ...source?.env, GASOLINA_STORAGE: join(world.folder, 'laco'), GASOLINA_INTERVALO: '1' }
  const server = await startServing(env)
  try {
    await waitFor(async () => (await statusOf(server)).whole, 60)
    const { points } = await describe(server)
    const { commit } = await statusOf(server)
    if (source) await moveOn(source, 120)
    reset(server)
    const load = world.load({ url: server.url + LIST, seconds: 70, connections: 32, around: points })
    // The next collection begins a minute after the first; the load lasts longer.
    await Promise.all([load, waitFor(async () => (await statusOf(server)).commit > commit, 70)])
    const told = await inside(server)
    showHistogram('estado, sob carga, com uma coleta', told)
    return [
      ...loopLines('laco', told, { p999: 20, most: 50 }),
      limitLine('laco', 'RSS, coletando sob carga, no máximo', told.maxRss / 1e6, 200, 'MB'),
    ]
  } finally {
    await server.stop()
    await source?.stop()
  }
}

/** What is served: the number of its commit, and whether that commit is the whole of the last collection. */
export async function statusOf(server: { url: string }) {
  const { commit, atualizadoEm, ultimaColeta } = await askJson<{
    commit: number | null
    atualizadoEm: string | null
    ultimaColeta: { resultado: string; inicio: string; fim: string } | null
  }>(server, '/gasolina/api/situacao')
  return {
    commit: commit ?? 0,
    inicio: ultimaColeta?.inicio ?? '',
    whole: ultimaColeta?.resultado === 'completa' && ultimaColeta.fim === atualizadoEm,
  }
}

/** Lines about the loop: as the clock saw it, and without what other processes did. */
export function loopLines(linha: string, { delay, held }: Inside, limits: { p999: number; most: number }) {
  const oQue = 'espera do laço, coletando sob carga'
  const lines = [
    limitLine(linha, `${oQue}, p99,9`, delay.p999, limits.p999, 'ms'),
    limitLine(linha, `${oQue}, no máximo`, delay.max, limits.most, 'ms'),
  ]
  const own = `${oQue}, no máximo, só tempo de processador`
  return held ? [...lines, limitLine(linha, own, held.max, limits.most, 'ms')] : lines
}

export function showHistogram(what: string, { delay, held, rss, maxRss }: Inside): void {
  console.log(`  laço de eventos: ${what}`)
  show('espera', delay)
  if (held) show('só tempo de processador', held)
  console.log(`    RSS ${(rss / 1e6).toFixed(0)} MB, no máximo ${(maxRss / 1e6).toFixed(0)} MB`)
}

function show(what: string, { p50, p99, p999, max, counts }: Delays): void {
  console.log(`    ${what}: p50 ${ms(p50)}  p99 ${ms(p99)}  p99,9 ${ms(p999)}  máximo ${ms(max)}`)
  const classes: string[] = []
  let from = 0
  for (const { upTo, count } of counts) {
    if (count > 0) classes.push(`${upTo === null ? `> ${from}` : `${from}–${upTo}`}: ${count}`)
    from = upTo ?? from
  }
  console.log(`      ${classes.join('  ')}`)
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
