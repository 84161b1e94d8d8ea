import { beforeAll, describe, expect, it } from 'vitest'
import { USUAL_RATIO, REGRA_DOS_SUSPEITOS, written } from '../../src/domain/facts/rules.ts'
import { rotas } from '../../src/domain/questions/routes.ts'
import * as rules from '../../src/domain/facts/rules.ts'
import { DAY, HOUR, MINUTE } from '../../src/domain/basics/time.ts'
import { describeSource } from '../../src/format/words/source-words.ts'
import type { LocalQuery } from '../../src/query/query.ts'
import { collectionOf } from '../fixtures.ts'
import { type World, type WorldOptions, createWorld, worldToRead } from '../http/fixture.ts'
import { connect, depsOf } from '../mcp/world.ts'
import { PAGES, addressesOf } from './addresses.ts'
import { ask } from './ask.ts'

/** Addresses of texts with the collection interval. */
const SAYS_HOW_OFTEN = [
  '/gasolina/',
  '/gasolina/gasolina-comum/',
  '/gasolina/metodo/',
  '/gasolina/situacao/',
  '/gasolina/desenvolvedores/',
  '/gasolina/api/',
  '/llms.txt',
]

describe('fictional data', () => {
  let world: World
  beforeAll(async () => {
    world = await worldToRead({ history: true })
  })

  it('is never called real, on any page, in any answer or to an assistant', async () => {
    const addresses = await addressesOf(world, [
      ...PAGES,
      ...rotas.flatMap(({ exemplos }) => exemplos),
      '/gasolina/api/openapi.json',
      '/gasolina/manifest.webmanifest',
      '/llms.txt',
      '/nada/disso/',
    ])
    const texts = await Promise.all(addresses.map(async (path) => [path, (await ask(world.http, path)).text]))
    const client = await connect(depsOf(world.query))
    texts.push(['instructions', client.getInstructions() ?? ''])
    texts.push(['tools', JSON.stringify((await client.listTools()).tools)])
    const claim = /(?:notas|dados|preços|postos|vendas|fiscais) reais|tirados das|publicadas pela SEFAZ/i
    expect(texts.filter(([, text = '']) => claim.test(text)).map(([path]) => path)).toEqual([])
  })

  it('is called fictional wherever a page or an answer is shown without itself', async () => {
    const { text } = await ask(world.http, '/gasolina/')
    const meta = (name: string) => new RegExp(`(?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1]
    expect(meta('og:title')).toMatch(/^Demonstração: /)
    for (const name of ['description', 'og:description', 'og:image:alt'])
      expect(meta(name)).toMatch(/preços fictícios/)
    for (const path of [
      '/llms.txt',
      '/gasolina/api/',
      '/gasolina/api/openapi.json',
      '/gasolina/mudancas.atom',
    ])
      expect((await ask(world.http, path)).text).toMatch(/[Dd]emonstração: (?:postos e )?(?:preços|mudanças)/)
    expect((await connect(depsOf(world.query))).getInstructions()).toMatch(/^Demonstração: /)
    const { fonteUrl } = await world.query.documentacao()
    expect(fonteUrl).not.toContain('sefaz')
  })
})

describe('the page of the method', () => {
  it('has every number of the rules that judge prices', async () => {
    const { http } = await createWorld()
    const text = (await ask(http, '/gasolina/metodo/')).text.replaceAll(/\s+/g, ' ')
    for (const sentence of [
      REGRA_DOS_SUSPEITOS,
      `a mais de ${rules.ABSURD_PERCENT} % da mediana estadual`,
      `entre ${rules.UNUSUAL_PERCENT} % e ${rules.ABSURD_PERCENT} %`,
      `ao menos ${rules.CONFIRMING_SALES} vendas seguidas a até ${rules.NEAR * 100} % deles, ao longo de ${rules.CONFIRMING_HOURS} horas`,
      `não vendeu um combustível em ${written(rules.WINDOW_HOURS / 24)} dias`,
      `são as treze últimas, a até ${rules.NEAR * 100} % dele`,
      `com só uma a ${written(rules.DOUBTFUL_SALES)} vendas`,
      `mais de ${rules.NEAR * 100} % abaixo do usual e só até ${written(rules.DOUBTFUL_SALES)} vendas a sustentam`,
      `até ${written(rules.USUAL_MOST_SALES)}, nas ${rules.USUAL_HOURS} horas anteriores; com menos de ${written(rules.USUAL_FEWEST_SALES)} não há usual`,
      `quando ela tem menos de ${written(rules.STATIONS_TO_COMPARE)}`,
      `mais de ${rules.ORDINARY_PERCENT} % abaixo da mediana`,
      `custa até ${USUAL_RATIO * 100} % da gasolina comum`,
    ])
      expect(text).toContain(sentence)
  })
})

describe('how often prices are collected', () => {
  it.each([
    ['every hour', { intervaloMinutos: 60 }, HOUR],
    ['every five minutes', { intervaloMinutos: 5 }, 5 * MINUTE],
    ['every 90 minutes', { intervaloMinutos: 90 }, 90 * MINUTE],
    ['once a day', { intervaloMinutos: 1440 }, DAY],
    ['by another process, every twelve hours', { coleta: false, lastAttempt: attempt(720) }, 12 * HOUR],
    ['by another process that left no word', { coleta: false, lastAttempt: attempt() }, null],
    ['by nobody yet', { coleta: false }, null],
  ])('%s is said as it is, everywhere', async (_, options: WorldOptions, interval) => {
    const { http, query } = await createWorld({ ...options, spoil: declared(interval) })
    const { often, times } = describeSource('sefaz', interval)
    const told = /de hora em hora|a cada (?:hora|\d+ (?:minutos|horas))|uma vez por dia|minuto 45|por hora/g
    for (const path of SAYS_HOW_OFTEN) {
      const { text } = await ask(http, path)
      const expected = times && path.endsWith('situacao/') ? times : often
      expect([path, [...new Set(text.match(told))]]).toEqual([path, expected.match(told) ?? []])
    }
    const instructions = (await connect(depsOf(query))).getInstructions() ?? ''
    expect(instructions.match(told) ?? []).toEqual(often ? [often] : [])
  })

  it.each([
    [{ intervaloMinutos: 5 }, 15 * MINUTE],
    [{ intervaloMinutos: 1440 }, 3 * DAY],
    [{ coleta: false, lastAttempt: attempt(720) }, 36 * HOUR],
    [{ coleta: false, intervaloMinutos: 30 }, 90 * MINUTE],
  ])('%o decides when a page and situacao call the data old', async (options: WorldOptions, oldAfter) => {
    const { http, query, time } = await createWorld(options)
    const { text } = await ask(http, '/gasolina/gnv/')
    expect(text).toContain(` data-old-after="${oldAfter}"`)
    const { atualizadoEm } = await query.situacao()
    for (const [more, alerts] of [
      [0, []],
      [1000, [expect.stringMatching(/^Os dados têm /)]],
    ] as const) {
      time.now = Date.parse(atualizadoEm ?? '') + oldAfter + more
      const { alertas } = await query.situacao()
      expect(alertas.filter((alerta) => alerta.startsWith('Os dados têm'))).toEqual(alerts)
    }
  })
})

/** A query whose words are those of declared sales. */
function declared(interval: number | null): WorldOptions['spoil'] {
  return (query: LocalQuery) => ({
    ...query,
    source: () => ({ ...query.source(), ...describeSource('sefaz', interval) }),
  })
}

function attempt(intervalo?: number) {
  return {
    coleta: collectionOf(),
    proxima: '2026-04-16T12:45:00-03:00',
    ...(intervalo !== undefined && { intervalo }),
  }
}
