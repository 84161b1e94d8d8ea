import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mudanca } from '../../src/domain/answers/mudancas.ts'
import { changesBetween } from '../../src/domain/trust/changes.ts'
import { type Slug, combustiveis } from '../../src/domain/facts/fuels.ts'
import { type EstadoDosPrecos, emptyEstado } from '../../src/domain/state/commit-state.ts'
import { type Pump, commitOf, crowd, queryOver } from '../fixtures.ts'
import { type Prices, type Shown, apply, applyShown } from '../following.ts'

/** Ten stations at R$ 6 make the median by which the others are judged. */
const CROWD = crowd(10, 6)

function state(pumps: readonly Pump[]): EstadoDosPrecos {
  return commitOf([...CROWD, ...pumps]).estado
}

function told(before: readonly Pump[], after: readonly Pump[]): Partial<Mudanca>[] {
  return changesBetween(state(before), state(after)).map(({ tipo, de, para }) => ({ tipo, de, para }))
}

const SUSPECT = 9.5
/** R$ 4.50 is 25 % away: believed once three sales over six hours back it. */
const UNUSUAL = 4.5
const BACKED = [{ valor: UNUSUAL, vendas: 3, desde: '2026-04-15T10:00:00-03:00' }]

describe('what changed between two states', () => {
  it.each<[string, Pump[], Pump[], Partial<Mudanca>[]]>([
    ['nothing', [{ preco: 5.9 }], [{ preco: 5.9 }], []],
    [
      'nothing, by a newer sale at the same price',
      [{ preco: 5.9 }],
      [{ preco: 5.9, vendidoEm: '2026-04-16T11:00:00-03:00' }],
      [],
    ],
    ['a new product', [], [{ preco: 5.9 }], [{ tipo: 'novo', de: null, para: 5.9 }]],
    ['a price up', [{ preco: 5.9 }], [{ preco: 5.91 }], [{ tipo: 'subiu', de: 5.9, para: 5.91 }]],
    ['a price down', [{ preco: 5.9 }], [{ preco: 5.89 }], [{ tipo: 'desceu', de: 5.9, para: 5.89 }]],
    [
      'another product sold since: its price is the one shown',
      [{ preco: 5.9 }, { preco: 6.2, codigo: '9', posto: 11, vendidoEm: '2026-04-16T09:00:00-03:00' }],
      [{ preco: 5.9 }, { preco: 6.2, codigo: '9', posto: 11, vendidoEm: '2026-04-16T11:00:00-03:00' }],
      [{ tipo: 'trocou', de: 5.9, para: 6.2 }],
    ],
    [
      'the shown product gone: after its row, the one that is left',
      [{ preco: 5.9 }, { preco: 6.2, codigo: '9', posto: 11, vendidoEm: '2026-04-16T09:00:00-03:00' }],
      [{ preco: 6.2, codigo: '9', posto: 11, vendidoEm: '2026-04-16T09:00:00-03:00' }],
      [
        { tipo: 'saiu', de: 5.9, para: null },
        { tipo: 'trocou', de: 5.9, para: 6.2 },
      ],
    ],
    [
      'two new products, the later in order being shown',
      [],
      [{ preco: 5.9 }, { preco: 6.2, codigo: '9', posto: 11, vendidoEm: '2026-04-16T11:00:00-03:00' }],
      [
        { tipo: 'novo', de: null, para: 5.9 },
        { tipo: 'novo', de: null, para: 6.2 },
        { tipo: 'trocou', de: 5.9, para: 6.2 },
      ],
    ],
    [
      'a price down to what sales must back yet',
      [{ preco: 5.9 }],
      [{ preco: UNUSUAL }],
      [
        { tipo: 'desceu', de: 5.9, para: UNUSUAL },
        { tipo: 'suspeita', de: 5.9, para: UNUSUAL },
      ],
    ],
    [
      'a price that sales have come to back',
      [{ preco: UNUSUAL }],
      [{ preco: UNUSUAL, corrida: BACKED }],
      [{ tipo: 'confirmada', de: UNUSUAL, para: UNUSUAL }],
    ],
    [
      'a suspect price put right',
      [{ preco: SUSPECT }],
      [{ preco: 5.9 }],
      [
        { tipo: 'desceu', de: SUSPECT, para: 5.9 },
        { tipo: 'confirmada', de: SUSPECT, para: 5.9 },
      ],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(told(before, after)).toEqual(expected)
  })

  it('a product gone, though its station stays among those ever seen', () => {
    const then = state([{ preco: 5.9 }])
    const [change] = changesBetween(then, { ...state([]), postos: then.postos })
    expect(change).toMatchObject({ tipo: 'saiu', de: 5.9, para: null, nomeFantasia: 'POSTO FICTICIO 11' })
  })

  it('tells where, of what, and what stands behind the price', () => {
    const [change] = changesBetween(
      state([]),
      state([{ preco: SUSPECT, posto: 7, codigo: '55', bairro: 'FAROL' }]),
    )
    expect(change).toEqual({
      combustivel: 'gasolina-comum',
      cnpj: '99000000000700',
      codigo: '55',
      tipo: 'novo',
      de: null,
      para: SUSPECT,
      dataVenda: '2026-04-16T10:00:00-03:00',
      nomeFantasia: 'POSTO FICTICIO 7',
      bairro: 'FAROL',
      municipio: 'MACEIO',
      codigoIBGE: 2704302,
      suspeito: { motivo: 'muito_acima', referencia: 6, desvio: 58.3 },
      confirmacao: {
        vendas: 1,
        desde: '2026-04-16T10:00:00-03:00',
        nestePreco: 1,
        nestePrecoDesde: '2026-04-16T10:00:00-03:00',
      },
    })
  })

  it('of a median that moved: prices that stand are doubted, or believed', () => {
    const [at5, at6] = [5, 6].map((preco) => commitOf([...crowd(10, preco), { preco: 7 }]).estado)
    if (!at5 || !at6) throw new Error('two states')
    const flips = changesBetween(at6, at5).filter(({ para }) => para === 7)
    expect(flips.map(({ tipo, suspeito }) => [tipo, suspeito?.motivo])).toEqual([['suspeita', 'muito_acima']])
    expect(changesBetween(at5, at6).find(({ para }) => para === 7)?.tipo).toBe('confirmada')
  })
})

const fuels: Slug[] = ['gasolina-comum', 'alcool']

/** Few stations, codes and prices, so that everything happens: products come, go, rise, fall, and are doubted. */
const pump: fc.Arbitrary<Pump> = fc.record({
  posto: fc.integer({ min: 1, max: 4 }),
  codigo: fc.constantFrom('1', '2'),
  combustivel: fc.constantFrom(...fuels),
  vendidoEm: fc.constantFrom('2026-04-16T10:00:00-03:00', '2026-04-16T11:00:00-03:00'),
  preco: fc.constantFrom(3.8, 4.5, 5.9, 6, 6.1, 7.5, 9.5),
  corrida: fc.constantFrom([{ valor: 6, vendas: 1, desde: '2026-04-16T10:00:00-03:00' }], BACKED),
})
const crowdPrice = fc.constantFrom(5, 6, 7)
const chain = fc.array(
  fc.tuple(
    fc.uniqueArray(pump, { selector: (p) => `${p.posto} ${p.codigo} ${p.combustivel}`, maxLength: 12 }),
    crowdPrice,
  ),
  { minLength: 2, maxLength: 6 },
)

/** Every station of all states, as no state forgets one. */
function statesOf(drawn: readonly [Pump[], number][]): { estado: EstadoDosPrecos; pumps: Pump[] }[] {
  const states = drawn.map(([pumps, preco]) => ({
    pumps: [...fuels.flatMap((fuel) => crowd(8, preco, fuel)), ...pumps],
  }))
  const { postos } = commitOf(states.flatMap(({ pumps }) => pumps)).estado
  return states.map(({ pumps }) => ({ pumps, estado: { ...commitOf(pumps).estado, postos } }))
}

function believed(prices: Prices): Prices {
  return Object.fromEntries(Object.entries(prices).filter(([, [, suspeito]]) => !suspeito))
}

async function shownIn(pumps: readonly Pump[]): Promise<Shown> {
  const { query } = await queryOver(pumps)
  const shown: Shown = {}
  for (const combustivel of fuels)
    for (const row of (await query.precos({ combustivel, suspeitos: 'incluir' })).conteudo)
      shown[`${combustivel} ${row.estabelecimento.cnpj}`] = row.produto.codigo
  return shown
}

/** Prices and flags as the answers give them. */
async function served(pumps: readonly Pump[]): Promise<Prices> {
  const { query } = await queryOver(pumps)
  const prices: Prices = {}
  for (const { cnpj } of (await query.postos({})).conteudo.map(({ estabelecimento }) => estabelecimento)) {
    const { combustiveis: fuelsThere } = await query.posto({ cnpj })
    for (const { slug } of combustiveis) {
      const fuel = fuelsThere[slug]
      const products = fuel ? [{ ...fuel.produto, suspeito: fuel.suspeito }, ...(fuel.outros ?? [])] : []
      for (const { codigo, venda, suspeito } of products)
        prices[`${slug} ${cnpj} ${codigo}`] = [venda.valorDeclarado, suspeito !== undefined]
    }
  }
  return prices
}

describe('whoever applies the changes', () => {
  it('of any chain of states to what was served at one, has what is served at the last, prices and flags', async () => {
    await fc.assert(
      fc.asyncProperty(chain, fc.nat(), async (drawn, from) => {
        const states = statesOf(drawn)
        const start = from % states.length
        let prices = await served(states[start]?.pumps ?? [])
        for (let at = start + 1; at < states.length; at++) {
          const [before, after] = [states[at - 1], states[at]]
          if (before && after) prices = apply(prices, changesBetween(before.estado, after.estado))
        }
        expect(prices).toEqual(await served(states.at(-1)?.pumps ?? []))
      }),
      { numRuns: 15 },
    )
  })

  it('follows the product that precos shows of each station, by trocou and the first row', async () => {
    await fc.assert(
      fc.asyncProperty(chain, async (drawn) => {
        const states = statesOf(drawn)
        let shown: Shown = {}
        let before: EstadoDosPrecos = { ...state([]), atuais: emptyEstado().atuais }
        for (const { estado } of states) {
          shown = applyShown(shown, changesBetween(before, estado))
          before = estado
        }
        expect(shown).toEqual(await shownIn(states.at(-1)?.pumps ?? []))
      }),
      { numRuns: 30 },
    )
  })

  it('leaving out changes to suspect prices, has the prices that are believed', async () => {
    await fc.assert(
      fc.asyncProperty(chain, async (drawn) => {
        const states = statesOf(drawn)
        let prices = believed(await served(states[0]?.pumps ?? []))
        for (const [at, { estado }] of states.slice(1).entries()) {
          const changes = changesBetween(states[at]?.estado ?? estado, estado)
          prices = believed(
            apply(
              prices,
              changes.filter((c) => !c.suspeito || c.tipo === 'suspeita'),
            ),
          )
        }
        expect(prices).toEqual(believed(await served(states.at(-1)?.pumps ?? [])))
      }),
      { numRuns: 15 },
    )
  })

  it('finds each row once: applying them again, or from where they were applied already, changes nothing', () => {
    fc.assert(
      fc.property(chain, (drawn) => {
        const [first, second] = statesOf(drawn)
        if (!first || !second) return
        const changes = changesBetween(first.estado, second.estado)
        const names = changes.map(
          ({ combustivel, cnpj, codigo, tipo }) => `${combustivel} ${cnpj} ${codigo} ${tipo}`,
        )
        expect(new Set(names).size).toBe(names.length)
        expect(apply(apply({}, changes), changes)).toEqual(apply({}, changes))
        expect(changesBetween(second.estado, second.estado)).toEqual([])
      }),
    )
  })
})
