import { figuresOf } from '../../src/domain/answers/estatisticas.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { collect } from '../../src/collect/collect.ts'
import { DAY, addDays, dayOf, instante } from '../../src/domain/basics/time.ts'
import { createDemonstration } from '../../src/sources/demonstration/demonstration-source.ts'
import type { Source } from '../../src/sources/source.ts'
import { dayAndTime } from '../../src/format/words/formatting.ts'
import { type World, createWorld } from '../http/fixture.ts'
import { ask } from '../site/ask.ts'

/** A source that goes on answering, without a sale of the last two days. */
let world: World
let newest: string
let hoje: string

beforeAll(async () => {
  world = await createWorld({ history: true })
  const { now } = world.time
  const stopped = createDemonstration({ clock: () => now })
  const source: Source = {
    ...stopped,
    fetch: async (...asked) => ({ ...(await stopped.fetch(...asked)), relogio: world.time.now }),
  }
  // The first of the two days is closed by the collection of the second.
  for (let n = 0; n < 2; n++) {
    world.time.now += DAY
    await collect({ source, store: world.store, clock: () => world.time.now })
  }
  await world.follower.refresh()
  newest = (await world.query.situacao()).vendaMaisRecente ?? ''
  hoje = dayOf(instante(world.time.now))
})

const statistics = (more: object = {}) => world.query.estatisticas({ litros: 50, ...more })

describe('a source that stopped showing sales', () => {
  it('is known by its newest sale', async () => {
    const { atualizadoEm } = await statistics()
    expect(dayOf(atualizadoEm)).toBe(hoje)
    expect(dayOf(newest)).toBe(addDays(hoje, -2))
  })

  it('leaves the change of a median unknown for a time after its newest sale, and known for one before', async () => {
    const { combustiveis } = await statistics()
    const changes = Object.values(combustiveis).map(({ variacao }) => variacao)
    expect(changes.map(({ dia }) => dia)).toEqual(changes.map(() => null))
    expect(figuresOf(combustiveis, 'gasolina-comum').variacao.semana).not.toBeNull()
    const since = async (desde: string) => {
      const { combustiveis: all, observacoes } = await statistics({ desde })
      return { change: figuresOf(all, 'gasolina-comum').variacao.desde, notes: observacoes.join(' ') }
    }
    expect((await since(addDays(hoje, -3))).change).not.toBeNull()
    const unknown = await since(addDays(hoje, -1))
    expect(unknown.change).toBeNull()
    expect(unknown.notes).toContain('ou não se conhece venda depois dele')
  })

  it('ends the days of a place with that of its newest sale, of the present figures', async () => {
    const combustivel = 'gasolina-comum'
    const asked = { combustivel, granularidade: 'dia', formato: 'json' } as const
    const { combustiveis, observacoes } = await world.query.historicoDoLugar(asked)
    const last = combustiveis[combustivel]?.serie.at(-1)
    expect(last?.periodo).toBe(dayOf(newest))
    expect(last?.mediana).toBe(figuresOf((await statistics()).combustiveis, combustivel).precoMediano)
    expect(observacoes.join(' ')).toContain('o da venda mais nova que se conhece no estado')
    const later = await world.query.historicoDoLugar({ ...asked, desde: addDays(hoje, -1) })
    expect(later.combustiveis[combustivel]?.serie).toEqual([])
  })

  it('is told with prices, with figures and on pages, by the time of its newest sale', async () => {
    const sentence = `A venda mais nova que se conhece no estado é de ${dayAndTime(newest)}: do que se cobrou depois não se sabe.`
    const { observacoes } = JSON.parse((await ask(world.http, '/gasolina/api/precos')).text) as {
      observacoes: string[]
    }
    expect(observacoes).toContain(sentence)
    expect((await statistics()).observacoes).toContain(sentence)
    for (const path of ['', 'gasolina-comum/maceio/', 'municipio/maceio/']) {
      const { text } = await ask(world.http, `/gasolina/${path}`)
      const [, told] =
        /A fonte parece parada: a venda mais nova [^.]*<time datetime="([^"]*)">/.exec(text) ?? []
      expect(told).toBe(newest)
    }
    const { text } = await ask(world.http, '/gasolina/municipio/maceio/')
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /<h2>Quem mudou de preço<\/h2> <p class="note"> Desde 15\/04, as mais novas/,
    )
  })
})

it('a source that shows sales of the last hours has none of these sentences', async () => {
  const fresh = await createWorld()
  expect((await ask(fresh.http, '/gasolina/')).text).not.toContain('parece parada')
  const { observacoes } = await fresh.query.estatisticas({ litros: 50 })
  expect(observacoes.join(' ')).not.toContain('venda mais nova')
})
