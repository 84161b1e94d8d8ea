import { beforeAll, describe, expect, it } from 'vitest'
import { type Slug, slugs } from '../../src/domain/facts/fuels.ts'
import { type Registro, identityOf, toVenda } from '../../src/domain/facts/sale-record.ts'
import { municipioByCode } from '../../src/domain/alagoas/municipalities.ts'
import { ascending, median } from '../../src/domain/basics/numbers.ts'
import { DAY, HOUR, MINUTE, instante, toMs } from '../../src/domain/basics/time.ts'
import { createDemonstration } from '../../src/sources/demonstration/demonstration-source.ts'
import { isRefusal, normalize } from '../../src/sources/normalize.ts'
import { type Fatia, type Source, RequestFailure } from '../../src/sources/source.ts'

const NOW = Date.parse('2026-04-16T15:20:00-03:00')

interface RawStation {
  cnpj: string
  razaoSocial: string
  nomeFantasia?: string
  telefone?: string
  endereco: { codigoIBGE: number; nomeLogradouro: string; latitude: number; longitude: number }
}

interface Shown {
  combustivel: Slug
  registro: unknown
}

function ask(source: Source, fatia: Fatia, signal = new AbortController().signal) {
  return source.fetch(fatia, signal, (raw) => raw, { pedidos: 0, falhas: 0 })
}

async function sweep(at: number): Promise<Shown[]> {
  const source = createDemonstration({ clock: () => at })
  const answers = source.fatias.map(async (fatia) => {
    const { registros } = await ask(source, fatia)
    return registros.map((registro) => ({ combustivel: fatia.combustivel, registro }))
  })
  return (await Promise.all(answers)).flat()
}

function read(shown: Shown[], at = NOW): Registro[] {
  return shown.map(({ combustivel, registro }) => {
    const result = normalize(registro, combustivel, instante(at))
    if (isRefusal(result)) throw new Error(result.detalhe)
    return result
  })
}

function stationOf({ registro }: Shown): RawStation {
  return (registro as { estabelecimento: RawStation }).estabelecimento
}

/** The register's published rule, written anew: weights 2 to 9 from the right, letters by their code less 48. */
function rightDigits(base: string): string {
  const first = digitAfter(base)
  return `${first}${digitAfter(base + first)}`
}

function digitAfter(text: string): number {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum += (text.charCodeAt(text.length - 1 - i) - 48) * (2 + (i % 8))
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}

describe('the present', () => {
  let shown: Shown[]
  let records: Registro[]
  let stations: RawStation[]

  beforeAll(async () => {
    shown = await sweep(NOW)
    records = read(shown)
    stations = [...new Map(shown.map((s) => [stationOf(s).cnpj, stationOf(s)])).values()]
  })

  it('has as many stations as the state', () => {
    expect(stations).toHaveLength(527)
    expect(new Set(stations.map((s) => s.endereco.codigoIBGE)).size).toBe(98)
    expect(stations.filter((s) => s.endereco.codigoIBGE === 2704302)).toHaveLength(117)
  })

  it.each<[Slug, number, number]>([
    ['gasolina-comum', 503, 6.79],
    ['gasolina-aditivada', 357, 6.89],
    ['alcool', 443, 5.29],
    ['diesel-comum', 51, 7.29],
    ['diesel-aditivado', 487, 7.19],
    ['gnv', 32, 4.19],
  ])('%s is sold by %i stations around R$ %d', (slug, sellers, price) => {
    const own = records.filter((r) => r.combustivel === slug)
    expect(new Set(own.map((r) => r.estabelecimento.cnpj)).size).toBe(sellers)
    const middle = median(ascending(own.map((r) => r.produto.venda.valorDeclarado))) ?? 0
    expect(Math.abs(middle / price - 1)).toBeLessThan(0.03)
  })

  it('has GNV in nine municipalities and two products of one fuel at one pair in forty', () => {
    const gnv = records.filter((r) => r.combustivel === 'gnv')
    expect(new Set(gnv.map((r) => r.estabelecimento.endereco.codigoIBGE)).size).toBe(9)
    expect(records.length - new Set(records.map((r) => r.estabelecimento.cnpj + r.combustivel)).size).toBe(51)
  })

  it('has the flaws of the real stations', () => {
    const points = stations.map((s) => s.endereco).filter((e) => e.latitude !== 0)
    const count = new Map<string, number>()
    for (const { latitude, longitude } of points)
      count.set(`${latitude} ${longitude}`, (count.get(`${latitude} ${longitude}`) ?? 0) + 1)
    expect({
      withoutPoint: stations.length - points.length,
      elsewhere: points.filter((e) => e.longitude > -35 || e.longitude < -38.3).length,
      sharing: points.filter((e) => (count.get(`${e.latitude} ${e.longitude}`) ?? 0) > 1).length,
      ofTwoStreets: points.filter((e) =>
        points.some(
          (o) =>
            o.latitude === e.latitude && o.longitude === e.longitude && o.nomeLogradouro !== e.nomeLogradouro,
        ),
      ).length,
      withoutTradeName: stations.filter((s) => !('nomeFantasia' in s)).length,
      withoutTelephone: stations.filter((s) => !('telefone' in s)).length,
    }).toEqual({
      withoutPoint: 148,
      elsewhere: 8,
      sharing: 98,
      ofTwoStreets: 34,
      withoutTradeName: 84,
      withoutTelephone: 216,
    })
  })

  it('stands in its municipalities otherwise', () => {
    const near = stations.filter(({ endereco: e }) => {
      const town = municipioByCode(e.codigoIBGE)
      return town && Math.hypot(e.latitude - town.latitude, e.longitude - town.longitude) < 0.25
    })
    expect(near).toHaveLength(527 - 148 - 8)
  })

  it('can never be taken for real', () => {
    for (const { cnpj, razaoSocial, nomeFantasia = razaoSocial } of stations) {
      expect(cnpj).toMatch(/^[0-9A-Z]{12}[0-9]{2}$/)
      const right = rightDigits(cnpj.slice(0, 12))
      expect(cnpj[12]).not.toBe(right[0])
      expect(cnpj[13]).not.toBe(right[1])
      expect(razaoSocial.toUpperCase().replace(/ +/g, ' ')).toMatch(/^POSTO FICTICIO /)
      expect(nomeFantasia.toUpperCase().replace(/ +/g, ' ')).toMatch(/^POSTO FICTICIO /)
    }
  })

  it('is as old as real sales are', () => {
    const ages = ascending(records.map((r) => (NOW - toMs(r.produto.venda.dataVenda)) / HOUR))
    expect(median(ages)).toBeGreaterThan(1.5)
    expect(median(ages)).toBeLessThan(4)
    expect(ages.at(-1)).toBeLessThan(240)
  })

  it('orders a slice by the amount paid', async () => {
    const source = createDemonstration({ clock: () => NOW })
    const [first] = source.fatias
    if (!first) throw new Error('no slice')
    const { registros } = await ask(source, first)
    const paid = read(registros.map((registro) => ({ combustivel: first.combustivel, registro }))).map(
      (r) => r.produto.venda.valorVenda,
    )
    expect(paid.length).toBeGreaterThan(100)
    expect(paid).toEqual(ascending(paid))
  })
})

describe('from hour to hour', () => {
  it('the same hour asked twice gives the same answer', async () => {
    expect(await sweep(NOW + 39 * MINUTE)).toEqual(await sweep(NOW))
  })

  it('a later hour only adds newer sales, and some prices differ', async () => {
    const before = new Map(read(await sweep(NOW)).map((r) => [productOf(r), r.produto.venda]))
    const after = new Map(
      read(await sweep(NOW + HOUR), NOW + HOUR).map((r) => [productOf(r), r.produto.venda]),
    )
    expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted())
    const newer = [...after].filter(([key, venda]) => venda.dataVenda > (before.get(key)?.dataVenda ?? ''))
    const older = [...after].filter(([key, venda]) => venda.dataVenda < (before.get(key)?.dataVenda ?? ''))
    expect(older).toEqual([])
    expect(newer.length).toBeGreaterThan(200)
    const changed = newer.filter(([key, venda]) => venda.valorDeclarado !== before.get(key)?.valorDeclarado)
    expect(changed.length).toBeGreaterThan(10)
  })

  it.each(['2026-01-01T03:00:00Z', '2026-07-15T08:10:00Z', '2027-02-28T23:59:00Z'])(
    'every product has a sale at %s, none ahead of it, and some price is absurd',
    async (at) => {
      const records = read(await sweep(Date.parse(at)), Date.parse(at))
      expect(records).toHaveLength(1924)
      expect(records.every((r) => toMs(r.produto.venda.dataVenda) <= Date.parse(at))).toBe(true)
      const prices = (slug: Slug) =>
        ascending(records.filter((r) => r.combustivel === slug).map((r) => r.produto.venda.valorDeclarado))
      expect(prices('gnv').at(-1)).toBeGreaterThanOrEqual(80)
      const s10 = prices('diesel-aditivado')
      expect(s10[0] === 2.9 || s10.at(-1) === 65.88).toBe(true)
      expect(prices('gasolina-comum')[0]).toBeLessThan(3.9)
    },
  )
})

describe('earlier sales', () => {
  let past: Registro[]
  beforeAll(() => {
    past = read([...(createDemonstration({ clock: () => NOW }).earlierSales?.() ?? [])])
  })

  it('tell a month, oldest first, each sale once', () => {
    expect(past.length).toBeGreaterThan(35_000)
    expect(past.length).toBeLessThan(50_000)
    const times = past.map((r) => r.produto.venda.dataVenda)
    expect(times).toEqual(times.toSorted())
    expect(new Set(past.map((r) => identityOf(toVenda(r)))).size).toBe(past.length)
    expect(NOW - toMs(times[0] ?? '')).toBeGreaterThan(32 * DAY)
    expect(new Set(past.map((r) => r.combustivel))).toEqual(new Set(slugs))
  })

  it('equal the answers of the source at the time', async () => {
    const shown = read(await sweep(NOW - 3 * DAY)).map((r) => identityOf(toVenda(r)))
    const known = new Set(past.map((r) => identityOf(toVenda(r))))
    expect(shown.filter((identity) => !known.has(identity))).toEqual([])
  })

  it('lead up to the present, which adds newer sales to the same products', async () => {
    const newest = new Map(past.map((r) => [productOf(r), r.produto.venda.dataVenda]))
    for (const record of read(await sweep(NOW)))
      expect(record.produto.venda.dataVenda >= (newest.get(productOf(record)) ?? '9')).toBe(true)
  })

  it('keep near the middle but for a few absurd ones', () => {
    const middles = new Map(slugs.map((slug) => [slug, median(ascending(pricesOf(past, slug)))] as const))
    const off = (r: Registro) =>
      Math.abs(r.produto.venda.valorDeclarado / (middles.get(r.combustivel) ?? 0) - 1)
    const absurd = past.filter((r) => off(r) > 0.35).length / past.length
    expect(absurd).toBeGreaterThan(0.001)
    expect(absurd).toBeLessThan(0.005)
    expect(past.filter((r) => off(r) > 0.2).length / past.length).toBeLessThan(0.006)
  })

  it('change price a few times a month, and flicker', () => {
    const byProduct = groupByProduct(past)
    const changes = ascending(
      [...byProduct.values()].map((sales) => {
        const prices = sales.map((r) => r.produto.venda.valorDeclarado)
        return prices.filter((price, i) => i > 0 && price !== prices[i - 1]).length
      }),
    )
    expect(median(changes)).toBeGreaterThanOrEqual(2)
    expect(median(changes)).toBeLessThanOrEqual(8)
    const rebated = past.filter((r) => r.produto.venda.valorDeclarado - r.produto.venda.valorVenda > 0.005)
    expect(Math.abs(rebated.length / past.length - 0.06)).toBeLessThan(0.01)
  })
})

it('an interrupted question is a failure of the slice', async () => {
  const source = createDemonstration({ clock: () => NOW })
  const [first] = source.fatias
  if (!first) throw new Error('no slice')
  await expect(ask(source, first, AbortSignal.abort())).rejects.toBeInstanceOf(RequestFailure)
})

function productOf(r: Registro): string {
  return `${r.estabelecimento.cnpj}/${r.combustivel}/${r.produto.codigo}`
}

function pricesOf(records: Registro[], slug: Slug): number[] {
  return records.filter((r) => r.combustivel === slug).map((r) => r.produto.venda.valorDeclarado)
}

function groupByProduct(records: Registro[]): Map<string, Registro[]> {
  const groups = new Map<string, Registro[]>()
  for (const record of records) {
    const group = groups.get(productOf(record))
    if (group) group.push(record)
    else groups.set(productOf(record), [record])
  }
  return groups
}
