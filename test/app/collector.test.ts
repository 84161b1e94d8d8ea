import { EventEmitter, once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import type { CollectionEnd } from '../../src/app/collection-process.ts'
import { type Collector, createCollector } from '../../src/app/collector.ts'
import { HOUR, instante } from '../../src/domain/basics/time.ts'
import type { NomeDaFonte } from '../../src/domain/state/commit-state.ts'
import type { RegistryAttempt } from '../../src/store/notes/note-files.ts'
import { dueRegistry } from '../../src/collect/registry/publish-registry.ts'
import { AGORA } from '../demonstration.ts'
import { collect } from '../../src/collect/collect.ts'
import { createDemonstration } from '../../src/sources/demonstration/demonstration-source.ts'
import type { Loaded } from '../../src/store/commits/commit-log.ts'
import { type World, createWorld } from '../http/fixture.ts'

interface Registry {
  fonte?: NomeDaFonte
  escolhido?: string
  attempt?: RegistryAttempt
}

/** A collector over an empty store, whose first collection has come to its end. */
async function afterEnd(
  kind: CollectionEnd['kind'],
  { fonte = 'sefaz', escolhido, attempt }: Registry = {},
  run: (world: World, onOutput: () => void) => Promise<void> = async () => {},
): Promise<Collector & Pick<World, 'store'> & { taken: string[] }> {
  const world = await createWorld({ collected: false })
  const { store, follower } = world
  const taken: string[] = []
  if (attempt) await store.notes.writeRegistryAttempt(attempt)
  const log = new EventEmitter()
  const collector = createCollector({
    store,
    follower,
    config: { intervaloMinutos: 60, fonte, cadastro: { escolhido, padrao: '', userAgent: '' } },
    clock: () => AGORA,
    log: () => {},
    writeLine: (line) => void log.emit('line', line),
    onError(error) {
      throw error
    },
    run: async (_signal, onOutput) => {
      await run(world, onOutput)
      return { kind, avisos: [] }
    },
    takeRegistry: async (origem) => void taken.push(origem),
  })
  onTestFinished(() => collector.stop())
  const told = once(log, 'line')
  collector.start()
  await told
  return { ...collector, store, taken }
}

it('while another collector is at it a commit may come any moment', async () => {
  const { next, nextPublication } = await afterEnd('busy')
  expect(next()).not.toBeNull()
  expect(nextPublication()).toBeNull()
})

it.each(['done', 'failed'] as const)(
  'after one that is %s the next commit is that of the next one, and the store holds when and how often',
  async (kind) => {
    const { next, nextPublication, store } = await afterEnd(kind)
    expect(nextPublication()).toBe(next())
    await expect.poll(() => store.notes.readLastAttempt()).toMatchObject({ proxima: next(), intervalo: 60 })
  },
)

it('serves what the collection has published before it ends', async () => {
  const served: (number | undefined)[] = []
  await afterEnd('done', {}, async ({ store, follower, time }, onOutput) => {
    const clock = () => time.now
    await collect({ source: createDemonstration({ clock }), store, clock })
    const swap = new Promise<Loaded>((resolve) => void follower.onSwap(resolve))
    onOutput()
    served.push((await swap).commit.cabecalho.seq)
  })
  expect(served).toEqual([1])
})

function noted(hours: number): RegistryAttempt {
  return { em: instante(AGORA - hours * HOUR), motivo: 'Não veio.' }
}

it('takes the registry after a collection where its address was set, a day after a failure', async () => {
  const escolhido = 'http://127.0.0.1/cadastro?uf=AL'
  const first = await afterEnd('done', { escolhido })
  const again = await afterEnd('done', { escolhido, attempt: noted(25) })
  await expect.poll(() => [first.taken, again.taken]).toEqual([[escolhido], [escolhido]])
  const others = [
    await afterEnd('done', { escolhido, attempt: noted(23) }),
    await afterEnd('done', { escolhido, fonte: 'demonstracao' }),
    await afterEnd('failed', { escolhido }),
    await afterEnd('done'),
  ]
  await Promise.all(others.map(({ stop }) => stop()))
  expect(others.map(({ taken }) => taken)).toEqual([[], [], [], []])
})

it.each([
  ['an address, a week ago', 'https://a.example/x?uf=AL', 7 * 24, 'https://a.example/x?uf=AL'],
  ['an address, six days ago', 'https://a.example/x?uf=AL', 6 * 24, undefined],
  ['a file', 'cadastro.csv', 30 * 24, undefined],
])('a registry is due again when it came from %s', (_, origem, hours, expected) => {
  const cadastro = { origem, em: instante(AGORA - hours * HOUR), recusadas: 0, postos: [] }
  expect(dueRegistry({ escolhido: undefined, fonte: 'sefaz' }, cadastro, null, instante(AGORA))).toBe(
    expected,
  )
})
