import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Load, pointQuery } from './load.ts'
import { type Answer, type Running, ask, cpuSeconds, inside, path } from './processes.ts'
import { LIMIT, LIST, type Ours, type World } from './world.ts'
import { freePort } from '../test/free-port.ts'

/** One line of the table. */
export interface Line {
  linha: string
  oQue: string
  nosso: string
  /** The limit or the peer. */
  outro: string
  razao: string
  alvo: string
  cumpre: boolean
}

const TOWN = '/gasolina/gasolina-comum/maceio/'
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }
/** As ours compresses what nobody asked for before. */
const GZIP_LEVEL = 3

/** Rows of the state: some measure us against something beside us, the last one only us. */
export const rows: Record<string, (world: World) => Promise<Line[]>> = {
  lista: (world) => againstLimit(world, 'lista', 'lista inteira', LIST),
  dez: (world) => againstLimit(world, 'dez', 'limite=10', `${LIST}?limite=10`),
  async bairro(world) {
    const { bairro } = await world.ours()
    return againstLimit(world, 'bairro', 'bairro=', `${LIST}?bairro=${encodeURIComponent(bairro)}`)
  },
  /** A page as a phone asks for it: compressed. */
  async pagina(world) {
    const ours = await world.ours()
    const load = { url: TOWN, headers: BROWSER }
    const same = await limit(world, [await ask(ours, TOWN, BROWSER)])
    const oQue = 'página de Maceió, comprimida'
    return [await compare(world, 'pagina', oQue, [ours, load], [same, load], 'node:http, mesmos bytes', 0.9)]
  },
  csv: (world) => againstLimit(world, 'csv', 'CSV', '/gasolina/dados/gasolina-comum.csv'),
  async 304(world) {
    const ours = await world.ours()
    const { headers } = await ask(ours, LIST)
    const etag = headers[headers.indexOf('etag') + 1] ?? ''
    const empty = await limit(world, [{ status: 304, headers: [], body: Buffer.alloc(0) }])
    const load = { url: LIST, headers: { 'if-none-match': etag } }
    return [
      await compare(
        world,
        '304',
        '304',
        [ours, load],
        [empty, { url: LIST }],
        '304 vazio de node:http',
        0.85,
      ),
    ]
  },
  raio: (world) => radius(world),
  /** The shortest answers: what measuring costs weighs most on them. */
  async metricas(world) {
    const port = String(await freePort())
    const [measured, plain] = [await world.alike({ GASOLINA_METRICAS: port }), await world.alike({})]
    const load = { url: `${LIST}?limite=10` }
    return [
      await compare(
        world,
        'metricas',
        'limite=10, medindo',
        [measured, load],
        [plain, load],
        'sem medir',
        0.95,
      ),
    ]
  },
  /** As a browser asks: compressed, from the first ask. */
  async navegador(world) {
    const ours = await world.ours()
    const load = { url: LIST, headers: BROWSER }
    const same = await limit(world, [await ask(ours, LIST, BROWSER)])
    const list = await compare(
      world,
      'navegador',
      'lista, comprimida',
      [ours, load],
      [same, load],
      'node:http, mesmos bytes',
      0.8,
    )
    return [list, ...(await radius(world, BROWSER)), ...(await radius(world, { 'accept-encoding': 'gzip' }))]
  },
  async sqlite(world) {
    const ours = await world.ours()
    const file = join(world.folder, 'lista.json')
    await writeFile(file, (await ask(ours, LIST)).body)
    const peer = await world.peer([path('peers/fastify-sqlite.js'), file])
    const load = { url: LIST }
    return [
      await compare(
        world,
        'sqlite',
        'lista inteira',
        [ours, load],
        [peer, load],
        'fastify + better-sqlite3',
        20,
      ),
    ]
  },
  async mcp(world) {
    const server = ['--import', 'tsx', path('mcp-speed-server.ts')]
    const [ours, plain] = await Promise.all([
      world.peer([...server, 'ours']),
      world.peer([...server, 'plain']),
    ])
    const params = { name: 'precos', arguments: { combustivel: 'gasolina-comum', bairro: 'maceio' } }
    const load = {
      url: '/mcp',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    }
    return [
      await compare(world, 'mcp', 'MCP precos', [ours, load], [plain, load], 'o padrão simples do SDK', 8),
    ]
  },
  async memoria(world) {
    const ours = await world.ours()
    const urls = [LIST, `${LIST}?limite=10`, '/gasolina/dados/gasolina-comum.csv']
    for (const url of urls) await world.load({ url: ours.url + url, seconds: world.seconds })
    await world.load({ url: ours.url + LIST, seconds: world.seconds, around: ours.points })
    const { maxRss } = await inside(ours)
    return [limitLine('memoria', 'RSS sob carga, no máximo', maxRss / 1e6, 180, 'MB')]
  },
}

/** A measure of ours that must stay under a figure. */
export function limitLine(linha: string, oQue: string, value: number, most: number, unit: string): Line {
  const nosso = `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`
  return { linha, oQue, nosso, outro: '', razao: '', alvo: `≤ ${most} ${unit}`, cumpre: value <= most }
}

/** The same bytes and headers from bare node:http. */
async function againstLimit(world: World, linha: string, oQue: string, url: string): Promise<Line[]> {
  const ours = await world.ours()
  const same = await limit(world, [await ask(ours, url)])
  return [await compare(world, linha, oQue, [ours, { url }], [same, { url }], 'node:http, mesmos bytes', 0.9)]
}

/** Every request from another point; the limit sends such answers in turn, one from beside each station, in gzip where ours are compressed. */
async function radius(world: World, headers?: Record<string, string>): Promise<Line[]> {
  const ours = await world.ours()
  const answers: Answer[] = []
  for (const point of ours.points) answers.push(await ask(ours, `${LIST}?${pointQuery([point])}`))
  const alike = await limit(
    world,
    answers.map((answer) => (headers ? { ...answer, gzip: GZIP_LEVEL } : answer)),
  )
  const load = { url: LIST, around: ours.points, ...(headers && { headers }) }
  const size = answers.reduce((sum, { body }) => sum + body.length, 0) / answers.length / 1000
  const inForm = headers && `, comprimidos na hora (accept-encoding: ${headers['accept-encoding']})`
  const oQue = `raio de 10 km, sempre outro ponto (${size.toFixed(0)} kB)${inForm ?? ''}`
  const [other, target] = headers
    ? (['node:http que comprime o mesmo em gzip', 0.8] as const)
    : (['node:http, respostas iguais', 0.6] as const)
  return [
    await compare(world, headers ? 'navegador' : 'raio', oQue, [ours, load], [alike, load], other, target),
  ]
}

/** Bare node:http sending these answers in turn. */
export function limit(world: World, answers: readonly Answer[]): Promise<Running> {
  const file = join(world.folder, `respostas-${performance.now()}.json`)
  const written = answers.map(({ body, ...rest }) => ({ ...rest, body: body.toString('base64') }))
  return writeFile(file, JSON.stringify(written)).then(() => world.peer([LIMIT, file]))
}

type Side = [server: Running | Ours, load: Omit<Load, 'seconds'>]

/** Rounds in turn, so that whatever else the machine does falls on both; the ratio is the median of the rounds' ratios. */
async function compare(
  { load, rounds, seconds }: World,
  linha: string,
  oQue: string,
  ours: Side,
  other: Side,
  name: string,
  target: number,
): Promise<Line> {
  const run = async ([server, asked]: Side, seconds: number) => {
    const before = cpuSeconds(server)
    const { perSecond } = await load({ ...asked, url: server.url + asked.url, seconds })
    return { perSecond, cpu: (cpuSeconds(server) - before) / (perSecond * seconds) }
  }
  for (const side of [ours, other]) await run(side, 1)
  const mine: Round[] = []
  const theirs: Round[] = []
  for (let round = 0; round < rounds; round++) {
    mine.push(await run(ours, seconds))
    theirs.push(await run(other, seconds))
  }
  const ratios = mine.map(({ perSecond }, i) => perSecond / (theirs[i]?.perSecond ?? NaN))
  const ratio = median(ratios)
  return {
    linha,
    oQue,
    nosso: told(mine),
    outro: `${told(theirs)} ${name}`,
    razao: `${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)} a ${Math.max(...ratios).toFixed(2)})`,
    alvo: `≥ ${target}`,
    cumpre: ratio >= target,
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
}

interface Round {
  perSecond: number
  /** Seconds of processor per answer: says the same as the ratio, but hardly feels what else the machine does. */
  cpu: number
}

function told(rounds: readonly Round[]): string {
  const cpu = median(rounds.map(({ cpu }) => cpu)) * 1e6
  return `${median(rounds.map(({ perSecond }) => perSecond)).toFixed(0)}/s${Number.isNaN(cpu) ? '' : ` (${cpu.toFixed(0)} µs)`}`
}
