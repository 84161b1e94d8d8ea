import { parseArgs } from 'node:util'
import { perFuel } from '../src/domain/facts/fuels.ts'
import type { Commit } from '../src/domain/state/commit-state.ts'
import { createDataset } from '../src/query/current/dataset.ts'
import { still } from '../test/still.ts'
import { createQuery } from '../src/query/query.ts'
import { openStore } from '../test/open-store.ts'

// How long it takes to put places side by side, on the newest commit of a store and on the same with every station so many times.
//   npx tsx bench/places-side-by-side.ts [./storage] [--fonte sefaz] [--escala 80] [--vezes 20]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fonte: { type: 'string', default: 'demonstracao' },
    escala: { type: 'string', default: '80' },
    vezes: { type: 'string', default: '20' },
  },
})
const fonte = values.fonte === 'sefaz' ? 'sefaz' : 'demonstracao'
const store = await openStore({ folder: positionals[0] ?? './storage', fonte })
const newest = (await store.commits.load())?.commit
if (!newest) throw new Error('the store holds no commit')

const questions = {
  'all municipalities': { por: 'municipio' },
  'a town and its neighbours': { municipio: 'porto de pedras', raio: 40 },
  'five municipalities': { municipios: 'maceio,arapiraca,penedo,pilar,maragogi' },
  'districts of the capital': { por: 'bairro', municipio: 'maceio' },
} as const
const table = []
for (const scale of [1, Number(values.escala)]) {
  const dataset = createDataset({
    store,
    follow: still({ commit: scaled(newest, scale), damaged: [] }),
    clock: Date.now,
    intervaloMinutos: 60,
  })
  const query = createQuery({ dataset, urlBase: 'http://localhost', site: 'http://localhost/' })
  for (const [question, pedido] of Object.entries(questions)) {
    const times: number[] = []
    for (let n = 0; n <= Number(values.vezes); n++) {
      const from = performance.now()
      await query.estatisticas({ litros: 50, ...pedido })
      times.push(performance.now() - from)
    }
    const [first = 0, ...again] = times
    const middle = again.toSorted((a, b) => a - b)[again.length >> 1] ?? 0
    table.push({ scale, question, 'first, ms': rounded(first), 'again, ms': rounded(middle) })
  }
}
console.table(table)

/** Copies stand where the station stands; of their own they have only the number. */
function scaled(commit: Commit, scale: number): Commit {
  const copies = Array.from({ length: scale }, (_, n) => n)
  const { estado } = commit
  return {
    ...commit,
    estado: {
      ...estado,
      atuais: perFuel(({ slug }) =>
        copies
          .flatMap((n) =>
            estado.atuais[slug].map((atual) => Object.assign({}, atual, { cnpj: cnpjOf(atual.cnpj, n) })),
          )
          .toSorted(byCnpj),
      ),
      postos: copies
        .flatMap((n) =>
          estado.postos.map((posto) =>
            Object.assign({}, posto, {
              estabelecimento: Object.assign({}, posto.estabelecimento, {
                cnpj: cnpjOf(posto.estabelecimento.cnpj, n),
              }),
            }),
          ),
        )
        .toSorted((a, b) => byCnpj(a.estabelecimento, b.estabelecimento)),
    },
  }
}

function cnpjOf(cnpj: string, n: number): string {
  return n === 0 ? cnpj : `${String(n).padStart(2, '0')}${cnpj.slice(2)}`
}

function byCnpj(a: { cnpj: string }, b: { cnpj: string }): number {
  return a.cnpj < b.cnpj ? -1 : 1
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}
