import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Merged, merge } from '../../src/collect/merging/merge.ts'
import { confirmationOf } from '../../src/domain/trust/screening.ts'
import { combustiveis } from '../../src/domain/facts/fuels.ts'
import { type Registro, type Venda, identityOf, toVenda } from '../../src/domain/facts/sale-record.ts'
import { type EstadoDosPrecos, emptyEstado } from '../../src/domain/state/commit-state.ts'
import { usualOf } from '../../src/domain/trust/usual.ts'
import { AGORA, minutesBefore, sale } from './records.ts'

const DAY = 24 * 60

describe('newest sale per station, fuel and product', () => {
  it('keeps two products of one station under one fuel', async () => {
    const { estado } = await collections([sale({ codigo: '10' }), sale({ codigo: '9', preco: 6.9 })])
    expect(petrol(estado).map((a) => [a.produto.codigo, a.produto.venda.valorDeclarado])).toEqual([
      ['10', 6.5],
      ['9', 6.9],
    ])
  })

  it('takes the newest date, in any order of the source', async () => {
    const { estado, novas } = await collections([
      sale({ minutosAntes: 10, preco: 7 }),
      sale({ minutosAntes: 90 }),
    ])
    expect(petrol(estado)[0]?.produto.venda.valorDeclarado).toBe(7)
    expect(novas).toHaveLength(2)
  })

  it('logs an older sale the source goes back to, once, and keeps the newer as the price', async () => {
    const [newer, older] = [sale({ minutosAntes: 10, preco: 7 }), sale({ minutosAntes: 90 })]
    const { estado, logs } = await collections([newer], [older], [older], [newer], [older])
    expect(logs.map((log) => log.length)).toEqual([1, 1, 0, 0, 0])
    expect(petrol(estado)[0]?.produto.venda.valorDeclarado).toBe(7)
  })

  it('does not log a sale again when the source goes back to it after a newer one', async () => {
    const [first, second, third] = [90, 60, 30].map((minutosAntes) => sale({ minutosAntes }))
    const { logs } = await collections(of(first), of(second), of(third), of(second), of(first), of(third))
    expect(logs.map((log) => log.length)).toEqual([1, 1, 1, 0, 0, 0])
  })

  it('lets a correction in the same second take the place of the sale, without counting both in the run', async () => {
    const { estado, logs } = await collections(
      [sale({ minutosAntes: 90 })],
      [sale({ preco: 65 })],
      [sale({ preco: 6.5 })],
    )
    expect(logs.map((log) => log.length)).toEqual([1, 1, 1])
    expect(petrol(estado)[0]?.corrida).toEqual([{ valor: 6.5, vendas: 2, desde: minutesBefore(90) }])
  })

  it('lets go of a sale 240 hours older than the newest, never of its station', async () => {
    const old = sale({ posto: 2, minutosAntes: 10 * DAY - 30 })
    const before = await collections([old], [sale()])
    expect(petrol(before.estado)).toHaveLength(2)
    const after = await collections([old], [sale({ minutosAntes: -31 })], [old])
    expect(petrol(after.estado).map((a) => a.cnpj)).toEqual([sale().estabelecimento.cnpj])
    expect(after.estado.postos).toHaveLength(2)
    expect(after.logs.map((log) => log.length)).toEqual([1, 1, 0])
  })
})

describe('the run of confirming sales', () => {
  it('grows while the price is the same and begins again when it changes', async () => {
    const prices = [6.5, 6.5, 6.55, 6.55, 5.9, 6.5]
    const sweeps = prices.map((preco, i) => [sale({ preco, minutosAntes: 600 - i * 60 })])
    const { estado } = await collections(...sweeps)
    expect(petrol(estado)[0]?.corrida.map(({ valor, vendas }) => [valor, vendas])).toEqual([
      [6.5, 2],
      [6.55, 2],
      [5.9, 1],
      [6.5, 1],
    ])
  })

  it('counts a sale once, however often it is shown', async () => {
    const { estado } = await collections([sale()], [sale()], [sale()])
    const corrida = petrol(estado)[0]?.corrida ?? []
    expect(confirmationOf(corrida)).toMatchObject({ vendas: 1, desde: minutesBefore(60) })
  })

  it('is the same whenever a sale becomes known', async () => {
    const sales = fc.uniqueArray(fc.integer({ min: 60, max: 4000 }), { minLength: 2, maxLength: 9 })
    const price = fc.constantFrom(6.5, 6.51, 5.9)
    const arrivals = sales.chain((minutes) =>
      fc.tuple(...minutes.map((minutosAntes) => price.map((preco) => sale({ preco, minutosAntes })))),
    )
    await fc.assert(
      fc.asyncProperty(arrivals, async (registros) => {
        const late = await collections(...registros.map(of))
        const inTurn = await collections(...registros.toSorted(bySale).map(of))
        expect(petrol(late.estado)[0]?.corrida).toEqual(petrol(inTurn.estado)[0]?.corrida)
      }),
    )
  })

  it('counts a late sale from days before, but none that may be counted already', async () => {
    const shown = [200 * 60, 190 * 60, 60].map((minutosAntes) => sale({ minutosAntes }))
    const late = await collections(of(shown[1]), of(shown[2]), of(shown[0]))
    expect(petrol(late.estado)[0]?.corrida).toEqual([
      { valor: 6.5, vendas: 3, desde: minutesBefore(200 * 60) },
    ])
    const again = await collections(...shown.map(of), ...shown.map(of))
    expect(petrol(again.estado)[0]?.corrida).toEqual(petrol(late.estado)[0]?.corrida)
  })

  it('stays short', async () => {
    const sweeps = Array.from({ length: 40 }, (_, i) => [sale({ preco: 6 + (i % 7), minutosAntes: 100 - i })])
    expect(petrol((await collections(...sweeps)).estado)[0]?.corrida).toHaveLength(12)
  })
})

describe('the sales before the newest', () => {
  it('say the usual price: the last nine, however they came', async () => {
    const prices = [7, 6.1, 6.2, 6.3, 6.4, 6.5, 6.6, 6.7, 6.8, 6.9, 5]
    const sales = prices.map((preco, i) => sale({ preco, minutosAntes: 600 - i * 60 }))
    const [newest] = sales.slice(-1)
    const inTurn = await collections(...sales.map(of))
    const lateOnes = await collections(sales.slice(-1), ...sales.slice(0, -1).toReversed().map(of), sales)
    const inDisorder = await collections(of(sales[4]), of(sales[9]), of(sales[2]), sales, sales.slice(3, 6))
    for (const { estado } of [inTurn, lateOnes, inDisorder]) {
      expect(petrol(estado)[0]?.produto).toEqual(newest?.produto)
      expect(usualOf(petrol(estado)[0]?.anteriores ?? [])).toEqual({ valor: 6.5, vendas: 9 })
    }
  })

  it('are those of the 72 hours before it', async () => {
    const last = [73 * 60 + 1, 73 * 60, 180, 120].map((minutosAntes, i) =>
      sale({ minutosAntes, preco: 6 + i / 10 }),
    )
    const { estado } = await collections(last, [sale({ minutosAntes: 60, preco: 5 })])
    expect(usualOf(petrol(estado)[0]?.anteriores ?? [])).toEqual({ valor: 6.2, vendas: 3 })
    const later = await collections(
      last,
      [sale({ minutosAntes: 60, preco: 5 })],
      [sale({ minutosAntes: 59 })],
    )
    expect(usualOf(petrol(later.estado)[0]?.anteriores ?? [])).toEqual({ valor: 6.2, vendas: 3 })
  })

  it('hold a sale once, and no sale that was corrected', async () => {
    const before = [300, 200, 100].map((minutosAntes) => sale({ minutosAntes }))
    const { estado } = await collections(
      before,
      [sale({ preco: 65 })],
      [sale({ preco: 6.4 })],
      before,
      of(before[1]),
    )
    expect(usualOf(petrol(estado)[0]?.anteriores ?? [])).toEqual({ valor: 6.5, vendas: 3 })
  })
})

describe('stations', () => {
  it('have the description of their newest sale, and remember the first and the last', async () => {
    const renamed = sale({ combustivel: 'alcool', minutosAntes: 30 })
    renamed.estabelecimento = { ...renamed.estabelecimento, nomeFantasia: 'NOME NOVO' }
    const { estado } = await collections([sale()], [renamed], [sale({ minutosAntes: 300 })])
    expect(estado.postos).toEqual([
      {
        estabelecimento: renamed.estabelecimento,
        primeiraVenda: minutesBefore(300),
        ultimaVenda: minutesBefore(30),
      },
    ])
  })
})

describe('day medians', () => {
  it('need eight stations', async () => {
    expect((await collections(stations(7, 6))).estado.medianas['gasolina-comum']).toEqual([])
  })

  it('count a station once, by its newest product, and stand anew with each collection of the day', async () => {
    const twice = sale({ posto: 1, codigo: '2', preco: 9, minutosAntes: 5 })
    const { estado } = await collections(stations(9, 5, 90), [...stations(9, 6), twice])
    expect(estado.medianas['gasolina-comum']).toEqual([{ dia: '2026-04-16', mediana: 6.05, postos: 9 }])
  })

  it('keep the days before', async () => {
    const first = merge(emptyEstado(), stations(8, 6), '2026-04-15T23:59:59-03:00')
    const { estado } = merge(first.estado, [], AGORA)
    expect(estado.medianas['gasolina-comum'].map(({ dia }) => dia)).toEqual(['2026-04-15', '2026-04-16'])
  })
})

describe('for any collections', () => {
  const record = fc
    .record({
      posto: fc.integer({ min: 1, max: 4 }),
      codigo: fc.constantFrom('1', '2'),
      combustivel: fc.constantFrom('gasolina-comum', 'alcool'),
      minutosAntes: fc.integer({ min: 0, max: 8 }),
      preco: fc.constantFrom(6.5, 6.55, 7.2),
    } as const)
    .map(sale)
  const sweep = fc.array(record, { maxLength: 12 })

  it('the same sweep twice logs nothing the second time and does not change the state', async () => {
    await fc.assert(
      fc.asyncProperty(sweep, sweep, async (before, shown) => {
        const once = await collections(before, shown)
        const twice = merge(once.estado, shown, AGORA)
        expect(twice.novas).toEqual([])
        expect(visible(twice.estado)).toEqual(visible(once.estado))
      }),
    )
  })

  it('neither the order of records nor their repetition matters', async () => {
    const shuffled = sweep.chain((shown) =>
      fc.tuple(
        fc.constant(shown),
        fc.shuffledSubarray([...shown, ...shown], { minLength: shown.length * 2 }),
      ),
    )
    await fc.assert(
      fc.asyncProperty(sweep, shuffled, async (before, [shown, again]) => {
        expect(await collections(before, again)).toEqual(await collections(before, shown))
      }),
    )
  })

  it('each sale is logged once, also when the source goes back to older ones', async () => {
    await fc.assert(
      fc.asyncProperty(sweep, sweep, async (first, second) => {
        const { novas } = await collections(first, second)
        const logged = novas.map(identityOf)
        expect(logged.toSorted()).toEqual(
          [...new Set([...first, ...second].map(toVenda).map(identityOf))].toSorted(),
        )
      }),
    )
  })

  it('empty and partial sweeps remove nothing', async () => {
    const partial = sweep.chain((shown) => fc.tuple(fc.constant(shown), fc.subarray(shown)))
    await fc.assert(
      fc.asyncProperty(partial, async ([shown, part]) => {
        const whole = await collections(shown)
        const after = merge(whole.estado, part, AGORA)
        expect(keysOf(after.estado)).toEqual(keysOf(whole.estado))
        expect(after.novas).toEqual([])
      }),
    )
  })

  it('lists stand by CNPJ, then code', async () => {
    await fc.assert(
      fc.asyncProperty(sweep, sweep, async (first, second) => {
        const { estado } = await collections(first, second)
        const keys = petrol(estado).map((a) => `${a.cnpj}|${a.produto.codigo}`)
        expect(keys).toEqual(keys.toSorted())
        const cnpjs = estado.postos.map((p) => p.estabelecimento.cnpj)
        expect(cnpjs).toEqual(cnpjs.toSorted())
      }),
    )
  })
})

async function collections(...sweeps: Registro[][]): Promise<Merged & { logs: Venda[][] }> {
  let estado = emptyEstado()
  const logs: Venda[][] = []
  for (const shown of sweeps) {
    const merged = merge(estado, shown, AGORA)
    estado = merged.estado
    logs.push(merged.novas)
  }
  return { estado, novas: logs.flat(), logs }
}

function stations(n: number, preco: number, minutosAntes = 60): Registro[] {
  return Array.from({ length: n }, (_, i) => sale({ posto: i + 1, preco: preco + i / 100, minutosAntes }))
}

function keysOf(estado: EstadoDosPrecos): string[][] {
  return visible(estado).map(({ cnpj, codigo }) => [cnpj, codigo])
}

function petrol(estado: EstadoDosPrecos) {
  return estado.atuais['gasolina-comum']
}

/** What an answer can show of a state: all but what is kept to recognise sales. */
function visible(estado: EstadoDosPrecos) {
  return combustiveis.flatMap(({ slug }) =>
    estado.atuais[slug].map(({ cnpj, produto, corrida }) => ({
      slug,
      cnpj,
      codigo: produto.codigo,
      produto,
      corrida,
    })),
  )
}

function of(registro: Registro | undefined): Registro[] {
  return registro ? [registro] : []
}

function bySale(a: Registro, b: Registro): number {
  return a.produto.venda.dataVenda < b.produto.venda.dataVenda ? -1 : 1
}
