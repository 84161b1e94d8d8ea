import { describe, expect, it } from 'vitest'
import type { Mudanca } from '../../src/domain/answers/mudancas.ts'
import { type WatchOptions, watch } from '../../src/cli/watch-changes.ts'
import { readQuery } from '../../src/domain/questions/read-query.ts'
import { HOUR, MINUTE } from '../../src/domain/basics/time.ts'
import { GasolinaError } from '../../src/errors.ts'
import { createRemoteQuery } from '../../src/query/remote/remote-query.ts'
import { type World, createWorld, startServer } from '../http/fixture.ts'

const EVERY = MINUTE

/** Events during the pauses of the watch, one each; the watch ends after the last. */
function pauses(...happenings: (() => unknown)[]): Pick<WatchOptions, 'pause'> & { waited: number[] } {
  const waited: number[] = []
  return {
    waited,
    async pause(ms) {
      waited.push(ms)
      const happens = happenings.shift()
      await happens?.()
      return happens !== undefined
    },
  }
}

interface Told {
  mudancas: Mudanca[]
  sentences: string[]
}

async function follow(
  options: Pick<WatchOptions, 'query' | 'pause'> & { search?: [string, string][]; once?: boolean },
): Promise<Told> {
  const { query, pause, search = [], once = false } = options
  const told: Told = { mudancas: [], sentences: [] }
  const pedido = readQuery('mudancas', search)
  const tell = (sentence: string) => told.sentences.push(sentence)
  for await (const { mudancas } of watch({ query, pedido, interval: EVERY, once, pause, tell }))
    told.mudancas.push(...mudancas)
  return told
}

function nothing(): void {}

function priceOf({ cnpj, codigo, para }: Mudanca): string {
  return `${cnpj} ${codigo} ${para}`
}

const later = (world: World, hours: number) => async () => {
  world.time.now += hours * HOUR
  await world.collectNow()
}

async function changesSince(world: World, desde: string, search = ''): Promise<Mudanca[]> {
  const text = await world.http.router.request(`/gasolina/api/mudancas?limite=100000&desde=${desde}${search}`)
  return ((await text.json()) as { mudancas: Mudanca[] }).mudancas
}

async function cursorOf({ query }: World): Promise<string> {
  return (await query.mudancas({ ...readQuery('mudancas', []), desde: 'agora' })).ate
}

describe('watching prices', () => {
  it('tells every change once, from the moment it begins, page after page', async () => {
    const world = await createWorld()
    const desde = await cursorOf(world)
    const { pause, waited } = pauses(later(world, 6), nothing, later(world, 6), later(world, 20))
    const { mudancas } = await follow({ query: world.query, pause, search: [['limite', '1']] })
    expect(mudancas.length).toBeGreaterThan(500)
    expect(mudancas).toEqual(await changesSince(world, desde))
    // Pages that follow at once wait for nothing.
    expect(waited).toEqual([EVERY, EVERY, EVERY, EVERY, EVERY])
  })

  it('for a price tells where it is so already, then where it comes to be so', async () => {
    const world = await createWorld()
    const [desde, filter] = [await cursorOf(world), '&combustivel=alcool&abaixo=4.6']
    const already = await changesSince(world, 'inicio', filter)
    const search: [string, string][] = [
      ['combustivel', 'alcool'],
      ['abaixo', '4.6'],
    ]
    const { mudancas } = await follow({
      query: world.query,
      search,
      ...pauses(later(world, 12), later(world, 12)),
    })
    expect(already.length).toBeGreaterThan(0)
    expect(mudancas.slice(0, already.length)).toEqual(already)
    const news = (await changesSince(world, desde, filter)).filter(
      ({ tipo }) => tipo !== 'suspeita' && tipo !== 'subiu',
    )
    expect(new Set(mudancas.slice(already.length).map(priceOf))).toEqual(new Set(news.map(priceOf)))
    expect(mudancas.every(({ para }) => (para ?? 9) < 4.6)).toBe(true)
  })

  it('for a price that comes back tells it again: another sale brought it', async () => {
    const world = await createWorld()
    const search: [string, string][] = [
      ['combustivel', 'gnv'],
      ['abaixo', '20'],
    ]
    const { mudancas: known, ...rest } = await world.query.mudancas({
      ...readQuery('mudancas', search),
      desde: 'inicio',
    })
    const [one] = known
    if (!one) throw new Error('nobody sells it')
    // Rises above the price and disappearances are no news with `abaixo`.
    const again = { ...one, tipo: 'confirmada', dataVenda: '2026-04-16T14:00:00-03:00' } as const
    const looks = [[one], [], [again], [{ ...again, tipo: 'confirmada' } as const]]
    const { mudancas } = await follow({
      query: { mudancas: async () => ({ ...rest, mais: false, mudancas: looks.shift() ?? [] }) },
      search,
      ...pauses(nothing, nothing, nothing),
    })
    expect(mudancas).toEqual([one, again])
  })

  it('for a price is not told of a rise to one still below, unless rises are asked for', async () => {
    const world = await createWorld()
    const rest = await world.query.mudancas({ ...readQuery('mudancas', []), desde: 'agora' })
    const found = await world.query.mudancas({ ...readQuery('mudancas', []), desde: 'inicio' })
    const [one] = found.mudancas
    if (!one) throw new Error('nothing is known')
    const changed = (tipo: Mudanca['tipo'], de: number | null, para: number) => ({ ...one, tipo, de, para })
    const rows = [
      changed('novo', null, 4),
      changed('subiu', 4, 4.2),
      changed('desceu', 4.2, 4.1),
      // A suspect price was never told: the price after it is, once.
      changed('suspeita', 4.1, 1),
      changed('subiu', 1, 4.3),
      changed('confirmada', 1, 4.3),
    ]
    const told = async (...more: [string, string][]) => {
      const query = { mudancas: async () => ({ ...rest, mais: false, mudancas: rows }) }
      const search: [string, string][] = [['combustivel', 'gnv'], ['abaixo', '5'], ...more]
      return (await follow({ query, search, ...pauses() })).mudancas
    }
    expect(await told()).toEqual([rows[0], rows[2], rows[5]])
    expect(await told(['tipo', 'subiu'])).toContainEqual(rows[1])
  })

  it('looks once and ends, when told so', async () => {
    const world = await createWorld()
    const found = await follow({
      query: world.query,
      once: true,
      search: [
        ['combustivel', 'gnv'],
        ['abaixo', '20'],
      ],
      pause: () => Promise.reject(new Error('it paused')),
    })
    expect(found.mudancas.length).toBeGreaterThan(0)
  })

  it('lives through a server that stops and starts again: told once, asked ever more seldom, nothing lost', async () => {
    const world = await createWorld()
    const desde = await cursorOf(world)
    const first = await startServer(world)
    const query = createRemoteQuery({ url: first.base })
    const { pause, waited } = pauses(
      () => first.server.closeAllConnections() ?? first.server.close(),
      later(world, 6),
      nothing,
      nothing,
      nothing,
      () => new Promise<void>((resolve) => first.server.listen(first.port, '127.0.0.1', resolve)),
      later(world, 6),
    )
    const { mudancas, sentences } = await follow({ query, pause })
    expect(mudancas).toEqual(await changesSince(world, desde))
    expect(sentences).toEqual([
      expect.stringMatching(/^Não foi possível falar com a API .* A vigia continua, e tenta de novo\.$/),
      'De volta: nada do que mudou se perdeu.',
    ])
    expect(waited).toEqual([1, 1, 2, 4, 5, 5, 1, 1].map((minutes) => minutes * MINUTE))
  })

  it('goes on when a store that was open cannot be read, and ends where only a person can mend it', async () => {
    const { query } = await createWorld()
    const meeting = async (...errors: GasolinaError[]) => {
      const looks = [undefined, ...errors]
      const mudancas: WatchOptions['query']['mudancas'] = async (pedido) => {
        const error = looks.shift()
        if (error) throw error
        return query.mudancas(pedido)
      }
      return (await follow({ query: { mudancas }, ...pauses(nothing, nothing, nothing) })).sentences
    }
    const away = new GasolinaError('armazenamento_inalcancavel', 'O S3 não responde.')
    const full = new GasolinaError('armazenamento_falhou', 'O disco está cheio.')
    expect(await meeting(away, full)).toEqual([
      'O S3 não responde. A vigia continua, e tenta de novo.',
      'De volta: nada do que mudou se perdeu.',
    ])
    await expect(meeting(new GasolinaError('formato_desconhecido', 'Mais novo.'))).rejects.toMatchObject({
      codigo: 'formato_desconhecido',
    })
  })

  it('asks a server in few bytes: what has not changed is not sent again', async () => {
    const world = await createWorld()
    const { server, base } = await startServer(world)
    const statuses: number[] = []
    server.on('request', (_, res) => res.on('finish', () => statuses.push(res.statusCode)))
    const query = createRemoteQuery({ url: base })
    await follow({ query, ...pauses(nothing, nothing, later(world, 6), nothing) })
    // The present, its cursor, nothing new; then what changed; then again nothing.
    expect(statuses).toEqual([200, 200, 304, 200, 200])
  })

  it('begins anew when what it held on to is gone, and says so', async () => {
    const [world, restored] = [await createWorld(), await createWorld()]
    await later(world, 5)()
    await later(restored, 3)()
    let { query } = world
    const asking = { mudancas: (pedido: Parameters<typeof query.mudancas>[0]) => query.mudancas(pedido) }
    const search: [string, string][] = [
      ['combustivel', 'gnv'],
      ['abaixo', '20'],
    ]
    const { mudancas, sentences } = await follow({
      query: asking,
      search,
      ...pauses(() => ({ query } = restored), nothing),
    })
    expect(sentences).toEqual([
      'Parte das mudanças não é mais guardada: a vigia recomeça do estado de agora.',
    ])
    const now = await changesSince(restored, 'inicio', '&combustivel=gnv&abaixo=20')
    const last = new Map(mudancas.map((m) => [`${m.cnpj} ${m.codigo}`, m.para]))
    expect(now.map(({ cnpj, codigo, para }) => [cnpj, codigo, para])).toEqual(
      now.map(({ cnpj, codigo }) => [cnpj, codigo, last.get(`${cnpj} ${codigo}`)]),
    )
  })

  it('ends at once, before anything was seen, at a cursor that is gone', async () => {
    const world = await createWorld()
    const search: [string, string][] = [['desde', '1-000000000000']]
    await expect(follow({ query: world.query, search, ...pauses() })).rejects.toMatchObject({
      codigo: 'cursor_vencido',
    })
  })
})
