import { parseArgs } from 'node:util'
import { slugs } from '../src/domain/facts/fuels.ts'
import type { Pedido } from '../src/domain/questions/parameters.ts'
import type { Commit, EstadoDosPrecos } from '../src/domain/state/commit-state.ts'
import { createDataset } from '../src/query/current/dataset.ts'
import { still } from '../test/still.ts'
import { type ListText, whole } from '../src/format/json/list-text.ts'
import { createQuery } from '../src/query/query.ts'
import { openStore } from '../test/open-store.ts'

// What processor time questions about a drive take in the query module, on a store's state and on so many copies of it.
//   npx tsx bench/journeys.ts [./storage] [--fonte sefaz] [--escala 80]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fonte: { type: 'string', default: 'sefaz' }, escala: { type: 'string', default: '80' } },
})
const fonte = values.fonte === 'demonstracao' ? 'demonstracao' : 'sefaz'
const store = await openStore({ folder: positionals[0] ?? './storage', fonte })
const loaded = await store.commits.load()
if (!loaded) throw new Error('the store holds no commit')

/** From the north of the state to its west, with bends: 50 points, some 700 km. */
const rota = Array.from({ length: 50 }, (_, i) => {
  const [latitude, longitude] = [-9.0 - Math.abs(Math.sin(i / 5)), -35.3 - (i / 49) * 2.6]
  return `${latitude.toFixed(5)},${longitude.toFixed(5)}`
}).join(';')
const DEFAULTS = { combustivel: 'gasolina-comum', suspeitos: 'omitir' } as const
const here = { lat: -9.66, lon: -35.71 } as const
const questions: Record<string, Partial<Pedido<'precos'>>> = {
  'rota de 50 pontos, os 20 primeiros': { rota, limite: 20, ordenar: 'distancia' },
  'rota de 50 pontos, desvio de 50 km, por custo, os 20 primeiros': {
    rota,
    desvio: 50,
    limite: 20,
    ordenar: 'custo',
  },
  'rota de 50 pontos, todos': { rota },
  'raio de 10 km, por custo, os 20 primeiros': { ...here, limite: 20, ordenar: 'custo' },
  'raio de 10 km, por preço, os 20 primeiros': { ...here, limite: 20 },
  'estado, por preço provável, os 20 primeiros': { limite: 20, ordenar: 'provavel' },
  'estado, por preço, os 20 primeiros': { limite: 20 },
}

const copies = Number(values.escala)
const table = Object.keys(questions).map((oQue): Record<string, string> => ({ oQue }))
for (const times of [1, copies]) {
  const commit = { ...loaded.commit, estado: copied(loaded.commit.estado, times) } satisfies Commit
  const dataset = createDataset({
    store,
    follow: still({ commit, damaged: [] }),
    clock: Date.now,
    intervaloMinutos: 60,
  })
  const query = createQuery({ dataset, urlBase: 'http://localhost', site: 'http://localhost/' })
  for (const [i, pedido] of Object.values(questions).entries()) {
    const ms: number[] = []
    for (let k = 0; k < 60; k++)
      ms.push(await time(async () => whole(query.precosText({ ...DEFAULTS, ...pedido }))))
    // The first ones make indexes and warm the engine.
    const warm = ms.slice(10).toSorted((a, b) => a - b)
    Object.assign(table[i] ?? {}, {
      [`${times}×`]: `${warm[warm.length >> 1]?.toFixed(2)} ms`,
      [`${times}×, p90`]: `${warm[Math.floor(warm.length * 0.9)]?.toFixed(2)} ms`,
    })
  }
}
console.table(table)

/** Milliseconds of processor time: what else the machine does is hardly felt. */
async function time(run: () => Promise<ListText>): Promise<number> {
  const before = process.cpuUsage()
  const text = await run()
  text.writeTo(Buffer.allocUnsafe(text.byteLength))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Every station so often, under CNPJs of its own, all at the same place. */
function copied(estado: EstadoDosPrecos, times: number): EstadoDosPrecos {
  const copy = Object.fromEntries(
    slugs.map((slug) => [
      slug,
      estado.atuais[slug].flatMap((a) => numbered(times, (n) => ({ ...a, cnpj: cnpjOf(a.cnpj, n) }))),
    ]),
  ) as EstadoDosPrecos['atuais']
  const postos = estado.postos.flatMap((posto) =>
    numbered(times, (n) => ({
      ...posto,
      estabelecimento: { ...posto.estabelecimento, cnpj: cnpjOf(posto.estabelecimento.cnpj, n) },
    })),
  )
  return { ...estado, atuais: copy, postos }
}

function numbered<T>(times: number, make: (n: number) => T): T[] {
  return Array.from({ length: times }, (_, n) => make(n))
}

function cnpjOf(cnpj: string, n: number): string {
  return n === 0 ? cnpj : `${String(n).padStart(2, '0')}X${cnpj.slice(3)}`
}
