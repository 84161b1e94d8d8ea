import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Point, pointQuery } from './load.ts'
import { type Answer, type Running, ask, inside, reset, startServing, waitFor } from './processes.ts'
import { holds } from './questions.ts'
import { loopLines, showHistogram, statusOf } from './loop.ts'
import { type Line, limit, limitLine } from './rows.ts'
import { LIST, type World, describe, isWarm, moveOn, startSource } from './world.ts'

const ESCALA = 80
/** Minutes between collections: the shortest in which one of this size surely fits. */
const INTERVAL = 2
/** No station is within a kilometre. */
const AT_SEA: Point = { latitude: -9.95, longitude: -35.2 }

/** All of Brazil's size: 42,000 stations, the source beside us on the same machine. Some five minutes. */
export async function brazil(world: World, replay: string | undefined): Promise<Line[]> {
  const source = await startSource(replay, { escala: ESCALA, folga: 300 })
  if (!source) throw new Error('brasil precisa de --replay')
  const folder = join(world.folder, 'brasil')
  const env = { ...source.env, GASOLINA_STORAGE: folder, GASOLINA_INTERVALO: String(INTERVAL) }
  const lines: Line[] = []
  let server = await startServing(env)
  reset(server)
  try {
    const first = await untilCollected(server, 0)
    showHistogram('a primeira coleta', await inside(server))
    const { points, stations } = await describe(server)
    lines.push(limitLine('brasil', `primeira coleta, ${stations} postos de gasolina`, first.seconds, 8, 's'))
    // Compressing eighty times the state takes the other core for half a minute.
    await waitFor(() => isWarm(server), 120)
    await tellMemory(server, 'a compressão')
    for (const [name, query, connections, around] of [
      ['raio de 10 km, todos os postos', '', 1, points],
      ['raio de 10 km, limite=20', '?limite=20', 1, points],
      ['raio de 10 km, limite=20', '?limite=20', 32, points],
      ['raio vazio', '?raio=1', 1, [AT_SEA]],
      ['raio vazio', '?raio=1', 32, [AT_SEA]],
    ] as const) {
      const url = server.url + LIST + query
      await world.load({ url, seconds: 1, connections, around })
      const { perSecond, p99 } = await world.load({ url, seconds: 5, connections, around })
      const oQue = `${name}, ${connections} de cada vez (${perSecond.toFixed(0)}/s), p99`
      lines.push(limitLine('brasil', oQue, p99, connections === 1 ? 5 : 15, 'ms'))
    }
    await tellMemory(server, 'as buscas por raio')
    lines.push(await crowded(world, server, points))
    await tellMemory(server, 'as respostas grandes, 32 de cada vez')
    await moveOn(source, 120)
    reset(server)
    const load = world.load({
      url: `${server.url}${LIST}?limite=20`,
      seconds: INTERVAL * 60,
      connections: 8,
      around: points,
    })
    const second = await untilCollected(server, first.commit)
    lines.push(limitLine('brasil', 'segunda coleta, sob carga', second.seconds, 8, 's'))
    await load
    const told = await inside(server)
    showHistogram('uma coleta sob carga, a troca e a compressão', told)
    lines.push(...loopLines('brasil', told, { p999: 100, most: 250 }))
    lines.push(limitLine('brasil', 'RSS, no máximo', told.maxRss / 1e6, 900, 'MB'))
    await waitFor(() => isWarm(server), 120)
    lines.push(...(await holds(server)), ...(await feed(server)))
    await tellMemory(server, 'as perguntas, ao lado de mais uma coleta')
    await server.stop()
    const begun = performance.now()
    server = await startServing({ ...env, GASOLINA_INTERVALO: '1440' })
    for (const [what, address] of [
      ['primeira resposta, limite=20', `${LIST}?limite=20`],
      ['lista inteira', LIST],
    ] as const) {
      await waitFor(async () => (await ask(server, address)).status === 200, 60)
      lines.push(limitLine('brasil', `do início à ${what}`, (performance.now() - begun) / 1000, 5, 's'))
    }
    lines.push(limitLine('brasil', 'armazenamento após as coletas', sizeOf(folder) / 1e6, 500, 'MB'))
  } finally {
    await server.stop()
    await source.stop()
  }
  return lines
}

/** Which phase takes most, since the server's start. */
async function tellMemory(server: Running, after: string): Promise<void> {
  const { rss, maxRss } = await inside(server)
  console.log(
    `  RSS depois de ${after}: ${(rss / 1e6).toFixed(0)} MB, até aqui no máximo ${(maxRss / 1e6).toFixed(0)}`,
  )
}

/** The first question reads the changes of the day, the others what it has read. */
async function feed(server: Running): Promise<Line[]> {
  const subscribed = await timed(server, '/gasolina/mudancas.atom')
  const before = /rel="prev-archive"[^>]*href="[^"]*(\/gasolina[^"]*)"/.exec(subscribed.text)?.[1] ?? ''
  const archived = await timed(server, before.replaceAll('&amp;', '&'))
  const entries = archived.text.split('<entry>').length - 1
  return [
    limitLine('brasil', 'o feed, o dia ainda não lido', subscribed.ms, 5000, 'ms'),
    limitLine('brasil', `um documento do seu arquivo, ${entries} mudanças`, archived.ms, 250, 'ms'),
  ]
}

async function timed(server: Running, path: string): Promise<{ text: string; ms: number }> {
  const begun = performance.now()
  const { body } = await ask(server, path)
  return { text: body.toString(), ms: performance.now() - begun }
}

/** Megabytes for each of 32 at once: only as fast as the machine copies, so it is told beside bare node:http. */
async function crowded(world: World, server: Running, points: readonly Point[]): Promise<Line> {
  const answers: Answer[] = []
  for (let i = 0; i < 40; i++) answers.push(await ask(server, `${LIST}?${pointQuery(points)}`))
  const alike = await limit(world, answers)
  const run = ({ url }: Running) => world.load({ url: url + LIST, seconds: 5, around: points })
  const [ours, theirs] = [await run(server), await run(alike)]
  const size = answers.reduce((sum, { body }) => sum + body.length, 0) / answers.length / 1e6
  return {
    linha: 'brasil',
    oQue: `raio de 10 km, todos os postos (${size.toFixed(1)} MB), 32 de cada vez, p99`,
    nosso: `${ours.p99.toFixed(0)} ms (${ours.perSecond.toFixed(0)}/s)`,
    outro: `${theirs.p99.toFixed(0)} ms (${theirs.perSecond.toFixed(0)}/s) node:http, respostas iguais`,
    razao: (ours.perSecond / theirs.perSecond).toFixed(2),
    alvo: '',
    cumpre: true,
  }
}

/** From the collection's beginning until its commit is served. */
async function untilCollected(server: Running, after: number) {
  await waitFor(async () => {
    const { commit, whole } = await statusOf(server)
    return commit > after && whole
  }, 200)
  const { commit, inicio } = await statusOf(server)
  return { commit, seconds: (Date.now() - Date.parse(inicio)) / 1000 }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
