import type { Ask, Data, Entry, RawEntry } from './downloads.ts'
import type { Ledger } from './ledger.ts'
import type { Market } from './market.ts'
import { type Point, kilometres, reais, rounded } from './numbers.ts'
import { type Place, everywhere, marketAt } from './pages.ts'
import { dayAt, dayOf } from './past.ts'

interface List {
  totalPostos: number
  totalEncontrados: number
  precoMinimo: number | null
  suspeitosOmitidos: number
  conteudo: (RawEntry & { distanciaKm?: number; custo?: Cost })[]
  economia?: { sobreMaisPerto: number | null }
  observacoes: string[]
}

interface Cost {
  abastecimento: number
  desvioKm: number
  deslocamento: number
  total: number
}

/** Lists of towns by likely price, and around points with the cost of the drive. */
export async function checkLists(
  ask: Ask,
  data: Data,
  ledger: Ledger,
  towns: readonly Place[],
): Promise<void> {
  const get = async (query: string) => {
    ledger.at(`precos?${query}`)
    return (await (await ask(`/gasolina/api/precos?${query}`)).json()) as List
  }
  for (const { slug, entries } of data.fuels) {
    for (const { town, here } of towns) {
      const market = marketAt(data, slug, here)
      const list = await get(`combustivel=${slug}&municipio=${town}&ordenar=provavel`)
      ledger.same('totalEncontrados', list.totalEncontrados, market.entries.length)
      ledger.same('suspeitosOmitidos', list.suspeitosOmitidos, market.suspects.length)
      ledger.same('precoMinimo', list.precoMinimo, market.lowest ? reais(market.lowest.price) : null)
      const order = market.entries.map(({ likely }) => reais(likely)).toSorted((a, b) => a - b)
      ledger.same(
        'order',
        list.conteudo.map(({ precoProvavel }) => precoProvavel),
        order,
      )
    }
    for (const point of pointsOf(entries)) {
      const query = `combustivel=${slug}&lat=${point.latitude}&lon=${point.longitude}&raio=6&ordenar=custo`
      checkJourneys(ledger, await get(query), entries, point)
    }
  }
}

/** Every day of a place's history that an answer shows. */
export async function checkDays(
  ask: Ask,
  data: Data,
  ledger: Ledger,
  towns: readonly Place[],
): Promise<void> {
  const newest = dayAt(Date.parse(data.collectedAt))
  for (const { town, here } of [{ town: null, here: everywhere }, ...towns]) {
    const query = town ? `?municipio=${town}` : ''
    const told = (await (await ask(`/gasolina/api/historico${query}`)).json()) as {
      combustiveis: Record<
        string,
        { serie: Record<'minimo' | 'mediana' | 'maximo' | 'postos', number>[] & { periodo: string }[] }
      >
    }
    ledger.at(`historico${query}`)
    for (const [slug, { serie }] of Object.entries(told.combustiveis)) {
      for (const day of serie) {
        // Past days are judged by the medians of their own; the newest is the state served, which the file gives.
        const computed =
          day.periodo === newest
            ? daysFigures(marketAt(data, slug, here))
            : dayOf(data, slug, here, day.periodo)
        for (const field of ['postos', 'minimo', 'mediana', 'maximo'] as const) {
          const value = computed[field]
          ledger.same(
            `${slug} ${day.periodo} ${field}`,
            day[field],
            field === 'postos' || value === null ? value : reais(value),
          )
        }
      }
    }
  }
}

function daysFigures(market: Market) {
  return {
    postos: market.entries.length,
    minimo: market.lowest?.price ?? null,
    mediana: market.median,
    maximo: market.highest,
  }
}

function checkJourneys(ledger: Ledger, list: List, entries: readonly Entry[], point: Point): void {
  const within = entries.filter(
    ({ suspect, station }) => !suspect && station.point && kilometres(point, station.point) <= 6,
  )
  ledger.same('totalEncontrados', list.totalEncontrados, within.length)
  const near = new Map(within.map((entry) => [entry.cnpj, entry]))
  for (const { estabelecimento, distanciaKm, custo } of list.conteudo) {
    const entry = near.get(estabelecimento.cnpj)
    if (!entry?.station.point || !custo) {
      ledger.same(`${estabelecimento.cnpj} within`, true, false)
      continue
    }
    const likely = reais(entry.likely)
    // Each figure is of the told ones before it, which are rounded.
    const { abastecimento, desvioKm, deslocamento, total } = custo
    ledger.same(`${entry.cnpj} distanciaKm`, distanciaKm, rounded(kilometres(point, entry.station.point), 3))
    ledger.same(`${entry.cnpj} custo.abastecimento`, abastecimento, rounded(40 * likely, 3))
    ledger.same(`${entry.cnpj} custo.desvioKm`, desvioKm, rounded(2 * (distanciaKm ?? 0) * 1.3, 3))
    ledger.same(
      `${entry.cnpj} custo.deslocamento`,
      deslocamento,
      rounded((2 * (distanciaKm ?? 0) * 1.3 * likely) / 10, 3),
    )
    ledger.same(`${entry.cnpj} custo.total`, total, rounded(abastecimento + deslocamento, 3))
  }
  const [first] = list.conteudo
  const byDistance = list.conteudo.toSorted((a, b) => (a.distanciaKm ?? 0) - (b.distanciaKm ?? 0))
  const nearest =
    byDistance.find(({ estabelecimento: { cnpj } }) => near.get(cnpj)?.station.point?.precisao === 'exata') ??
    byDistance[0]
  const isExact = near.get(first?.estabelecimento.cnpj ?? '')?.station.point?.precisao === 'exata'
  const isOverUsual = nearest !== first && nearest?.duvida?.motivo === 'acima_do_usual'
  if (first?.custo && nearest?.custo)
    ledger.same(
      'economia.sobreMaisPerto',
      list.economia?.sobreMaisPerto,
      isExact && !isOverUsual ? rounded(nearest.custo.total - first.custo.total, 3) : null,
    )
}

/** Near three stations of different towns, where there are any. */
function pointsOf(entries: readonly Entry[]): Point[] {
  const exact = entries.flatMap(({ station: { point } }) => (point?.precisao === 'exata' ? [point] : []))
  return [0.1, 0.5, 0.9].flatMap((part) => {
    const point = exact[Math.floor(exact.length * part)]
    return point
      ? [{ latitude: rounded(point.latitude + 0.004, 5), longitude: rounded(point.longitude - 0.003, 5) }]
      : []
  })
}
