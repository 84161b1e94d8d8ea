import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type Ponto, distanceKm } from '../src/domain/geo/distances.ts'
import type { PostoCadastrado } from '../src/domain/registry/registry.ts'
import type { Posto } from '../src/domain/state/commit-state.ts'
import { placeStations } from '../src/domain/state/stations.ts'
import { openStore } from '../test/open-store.ts'
import { HEADER, registryCsv, registryPage } from '../test/registry.ts'
import { type Loader, createLoader } from './load.ts'
import { type Running, cpuSeconds, path, startServing } from './processes.ts'
import { median } from './rows.ts'

// What a registry of stations costs and gains, made up over the stations of a store: points believed, speed with and without it,
// time and memory of taking it.
//   npm run build && npx tsx bench/registry.ts ./storage [--rodadas 5 --segundos 2 --pontos]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rodadas: { type: 'string', default: '5' },
    segundos: { type: 'string', default: '2' },
    pontos: { type: 'boolean', default: false },
  },
})
const folder = positionals[0] ?? './storage'
const store = await openStore({ folder, fonte: 'sefaz' })
const loaded = await store.commits.load()
if (!loaded) throw new Error('the store holds no commit')
const { postos } = loaded.commit.estado

const known = placed(postos, []).flatMap(({ endereco, cnpj }) =>
  endereco.localizacao?.origem === 'declarada'
    ? [{ cnpj, codigoIBGE: endereco.codigoIBGE, point: endereco.localizacao }]
    : [],
)
points()
if (!values.pontos) await costs()

/** Known points hidden of 28 % of their stations, as many as declare none, given back by a registry with a tenth of them false. */
function points(): void {
  for (const kind of ['another municipality', 'the nearest municipality', 'another state'] as const) {
    let [hidden, believed, falseOnes, falseBelieved] = [0, 0, 0, 0]
    for (let seed = 1; seed <= 50; seed++) {
      const random = randomOf(seed)
      const isHidden = new Map(known.map(({ cnpj }) => [cnpj, random() < 0.28]))
      const wrong = new Set<string>()
      const registry = known.map(({ cnpj, codigoIBGE, point }): PostoCadastrado => {
        const isFalse = random() < 0.1
        const others = known.filter((each) => each.codigoIBGE !== codigoIBGE)
        const elsewhere = {
          'another municipality': others[Math.floor(random() * others.length)]?.point ?? point,
          'the nearest municipality':
            nearestTo(
              point,
              others.map((each) => each.point),
            ) ?? point,
          'another state': { latitude: -10.91 + random() / 10, longitude: -37.07 + random() / 10 },
        }[kind]
        const { latitude, longitude } = isFalse ? beside(elsewhere, random) : point
        if (isFalse && isElsewhere({ latitude, longitude }, codigoIBGE, point)) wrong.add(cnpj)
        return { cnpj, distribuidora: 'IPIRANGA', latitude, longitude }
      })
      const given = postos.map((posto) =>
        isHidden.get(posto.estabelecimento.cnpj) ? withoutPoint(posto) : posto,
      )
      for (const { cnpj, endereco } of placed(given, registry)) {
        if (!isHidden.get(cnpj)) continue
        const isBelieved = endereco.localizacao?.origem === 'anp'
        if (wrong.has(cnpj)) falseOnes++
        else hidden++
        if (isBelieved && wrong.has(cnpj)) falseBelieved++
        else if (isBelieved) believed++
      }
    }
    console.log(
      `| a tenth in ${kind} | ${hidden} | ${believed} (${((100 * believed) / hidden).toFixed(1)} %) | ${falseOnes} | ${falseBelieved} |`,
    )
  }
}

function placed(given: readonly Posto[], registry: readonly PostoCadastrado[]) {
  const cadastro = { origem: 'bench', em: '2026-11-23T00:00:00-03:00', recusadas: 0, postos: registry }
  const work = placeStations(given, registry.length > 0 ? cadastro : undefined)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value.map(({ posto }) => posto)
  }
}

/** Not across a border of one street: two kilometres from the true point, and beside stations of other municipalities. */
function isElsewhere(point: Ponto, codigoIBGE: number, truth: Ponto): boolean {
  const near = nearestTo(
    point,
    known.map((each) => each.point),
  )
  const there = known.find((each) => each.point === near)
  return there?.codigoIBGE !== codigoIBGE && distanceKm(point, truth) > 2
}

/** Up to 300 m away: no station's own point. */
function beside({ latitude, longitude }: Ponto, random: () => number): Ponto {
  const away = () => (random() - 0.5) * 0.005
  return { latitude: latitude + away(), longitude: longitude + away() }
}

function withoutPoint(posto: Posto): Posto {
  const { estabelecimento } = posto
  const endereco = { ...estabelecimento.endereco, latitude: null, longitude: null }
  return { ...posto, estabelecimento: { ...estabelecimento, endereco } }
}

function nearestTo(to: Ponto, all: readonly Ponto[]): Ponto | undefined {
  const away = (of: Ponto) => (of.latitude - to.latitude) ** 2 + (of.longitude - to.longitude) ** 2
  return all.reduce<Ponto | undefined>(
    (best, each) => (best && away(best) <= away(each) ? best : each),
    undefined,
  )
}

/** Time and memory of taking the state's 568 and the country's 45,800, then answers a second and processor time with and without. */
async function costs(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'gasolina-cadastro-'))
  const [plain, taken] = ['sem', 'com'].map((name) => {
    cpSync(folder, join(scratch, name), { recursive: true })
    return { GASOLINA_STORAGE: join(scratch, name), GASOLINA_FONTE: 'sefaz', GASOLINA_COLETA: 'nao' }
  })
  const servers: Running[] = []
  try {
    const brands = ['BANDEIRA BRANCA', 'VIBRA ENERGIA', 'IPIRANGA', 'RAIZEN', 'ALESAT']
    const state = postos.map(({ estabelecimento: { cnpj, endereco } }, at) => ({
      cnpj,
      bandeira: brands[at % brands.length] ?? '',
      latitude: endereco.latitude,
      longitude: endereco.longitude,
    }))
    const more = Array.from({ length: 45_800 - state.length }, (_, at) => ({
      cnpj: String(10 ** 13 + at),
      bandeira: brands[at % brands.length] ?? '',
      uf: at < 568 - state.length ? 'AL' : 'SP',
    }))
    writeFileSync(join(scratch, 'brasil.csv'), registryCsv([...state, ...more], HEADER))
    writeFileSync(join(scratch, 'al.json'), registryPage([...state, ...more.slice(0, 568 - state.length)]))
    for (const file of ['brasil.csv', 'al.json'])
      console.log(`| cadastro ${file} | ${await commandCost(['cadastro', join(scratch, file)], taken)} |`)
    console.log(`| situacao, the same start with nothing taken | ${await commandCost(['situacao'], plain)} |`)
    for (const env of [plain, taken]) servers.push(await startServing(env ?? {}))
    const { load } = createLoader(scratch)
    const [without, withIt] = servers
    if (!without || !withIt) return
    const ofList = '/gasolina/api/precos?combustivel=gasolina-comum'
    const around = state.flatMap(({ latitude, longitude }) =>
      latitude !== null && longitude !== null ? [{ latitude, longitude }] : [],
    )
    await compare('list', load, [without, ofList], [withIt, ofList])
    await compare('ten', load, [without, `${ofList}&limite=10`], [withIt, `${ofList}&limite=10`])
    await compare('radius', load, [without, `${ofList}&raio=5`, around], [withIt, `${ofList}&raio=5`, around])
    await compare(
      'radius of a brand',
      load,
      [withIt, `${ofList}&raio=5`, around],
      [withIt, `${ofList}&raio=5&bandeira=ipiranga`, around],
    )
  } finally {
    for (const { stop } of servers) stop()
    rmSync(scratch, { recursive: true })
  }
}

type Side = readonly [server: Running, address: string, around?: readonly Ponto[]]

/** In turn, and the median of the rounds' ratios. */
async function compare(name: string, load: Loader, first: Side, second: Side): Promise<void> {
  const rounds: { perSecond: number[]; micros: number[] }[] = []
  for (let round = 0; round < Number(values.rodadas); round++) {
    const both = { perSecond: [] as number[], micros: [] as number[] }
    for (const [server, address, around] of [first, second]) {
      const before = cpuSeconds(server)
      const seconds = Number(values.segundos)
      const { perSecond } = await load({ url: server.url + address, seconds, ...(around && { around }) })
      both.perSecond.push(perSecond)
      both.micros.push(((cpuSeconds(server) - before) / (perSecond * seconds)) * 1e6)
    }
    rounds.push(both)
  }
  const ratios = (of: 'perSecond' | 'micros') => rounds.map((both) => (both[of][1] ?? 0) / (both[of][0] ?? 1))
  const told = (of: 'perSecond' | 'micros', side: 0 | 1) =>
    Math.round(median(rounds.map((both) => both[of][side] ?? 0)))
  console.log(
    `| ${name} | ${told('perSecond', 0)}/s (${told('micros', 0)} µs) | ${told('perSecond', 1)}/s (${told('micros', 1)} µs) | ${median(ratios('perSecond')).toFixed(2)} | ${median(ratios('micros')).toFixed(2)} |`,
  )
}

/** `1.4 s, 0.9 s of processor time, 120 MB`. */
async function commandCost(argv: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const args = ['-f', '%e %U %S %M', process.execPath, path('../bin/run.js'), ...argv]
  const { stderr } = await promisify(execFile)('/usr/bin/time', args, { env: { ...process.env, ...env } })
  const [elapsed, user, system, kilobytes] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
  return `${elapsed} s | ${((user ?? 0) + (system ?? 0)).toFixed(2)} s | ${Math.round((kilobytes ?? 0) / 1024)} MB`
}

/** mulberry32: the same points in each run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
