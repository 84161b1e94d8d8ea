import { type Beside, lengthOf, stationsBeside } from './journeys.ts'
import { type Node, descendants } from './markup.ts'
import { inCents, rounded } from './numbers.ts'
import { fuelOf } from './pages.ts'
import { type Rule, type Spot, rule, shows } from './sentences.ts'

/** Sentences of the page of journeys. */
export const JOURNEYS: Rule[] = [
  rule(
    '(?:^Por (?:.+? e mais {n:int} cidades|[^:\\d]+): |de bairro em bairro: ){km:int} km(?: em linha reta de cidade em cidade)?\\.',
    (spot, { n, km }) => {
      const { line = [] } = spot.page.journey ?? {}
      shows(spot, 'length of the way', km, lengthOf(line))
      if (n === undefined) return
      const towns = new Set(line.map(({ codigoIBGE }) => codigoIBGE))
      for (const end of [line[0], line.at(-1)]) towns.delete(end?.codigoIBGE ?? 0)
      shows(spot, 'towns not named', n, towns.size - 3)
    },
  ),
  rule('(?:, |ou )por (?<town>[^,()\\d]+) \\({km:int} km\\)', (spot, { town = '', km }) => {
    shows(spot, `length by ${town}`, km, spot.page.journey?.others.get(town))
  }),
  rule('[Dd]o (?:km )?{from:int} ao {to:int}(?: \\({long:int} km\\))?', (spot, { from, to, long }) => {
    const kms = beside(spot).map(({ along }) => along)
    const whole = lengthOf(spot.page.journey?.line ?? [])
    const stations = [0, ...kms.toSorted((a, b) => a - b), whole]
    const gaps = stations.slice(1).map((end, i) => ({ start: stations[i] ?? 0, end }))
    const gap = gaps.find(({ start, end }) => end - start >= 60 && Math.round(start) === Number(from))
    shows(spot, 'end of the stretch', to, gap?.end)
    if (long !== undefined) shows(spot, 'length of the stretch', long, gap && gap.end - gap.start)
  }),
  rule('^(?<town>[^\\d]+) km {km:int}$', (spot, { km }) => {
    const first = rowAfter(spot.node)
    shows(spot, 'where the town begins', km, beside(spot).find(({ entry }) => entry.cnpj === first)?.along)
  }),
  rule(
    '^km {km:int}: (?:ponto aproximado, o desvio não se sabe|(?:sem desvio|desvio de {away:num} km \\({drive:money}\\)); {litres:num} (?:L|m³) por {total:money} ao todo)$',
    (spot, { km, away, drive, litres, total }) => {
      const found = beside(spot).find(({ entry }) => entry.cnpj === spot.cnpj)
      shows(spot, 'where on the way', km, found?.along)
      spot.ledger.same('exact point', total !== undefined, found?.isExact)
      if (total === undefined) return
      shows(spot, 'litres', litres, spot.page.journey?.litres)
      shows(spot, 'with the drive', total, found?.total)
      if (away === undefined) return
      shows(spot, 'detour', away, found?.detour)
      shows(spot, 'cost of the detour', drive, found?.drive)
    },
  ),
  rule(
    '^O melhor: .+?, a {p:money}; (?:sem desvio|desvio de {away:num} km \\({drive:money}\\))(?:; {litres:num} (?:L|m³) (?:por {saved:money} a menos|pelo mesmo) que em .+? \\({other:money}\\), o mais perto da linha, no km {at:num}|; .+?, o mais perto da linha, no km {over:num}, a {far:money} \\(só {sales:int} vendas?; o usual é {usual:money}\\)|; o mais perto da linha)\\.(?: Mais barato, mas de ponto aproximado, sem desvio conhecido: .+?, a {rough:money}\\.)?',
    (spot, { p, away, drive, litres, saved, other, rough, at, over, far, usual }) => {
      const exact = beside(spot).filter(({ isExact, entry }) => isExact && !entry.suspect)
      const [best] = exact
      const [nearest] = exact.toSorted((a, b) => a.away - b.away)
      shows(spot, 'likely price of the best', p, (best?.entry.likely ?? NaN) / 1000)
      const likely = beside(spot)
        .filter(({ isExact, entry }) => !isExact && !entry.suspect)
        .map(({ entry }) => inCents(entry.likely))
      const cheaper = likely.filter((price) => price < inCents(best?.entry.likely ?? NaN))
      shows(spot, 'cheaper of approximate place', rough, cheaper.length > 0 ? Math.min(...cheaper) : null)
      if (away !== undefined) {
        shows(spot, 'detour to the best', away, best?.detour)
        shows(spot, 'cost of the detour to the best', drive, best?.drive)
      }
      if (over !== undefined) {
        shows(spot, 'where the nearest lies, over its usual', over, nearest?.along)
        shows(spot, 'price of the nearest, over its usual', far, (nearest?.entry.likely ?? NaN) / 1000)
        shows(spot, 'usual price of the nearest', usual, nearest?.entry.doubt?.usual)
      }
      if (other === undefined) return
      shows(spot, 'litres of the best', litres, spot.page.journey?.litres)
      shows(spot, 'where the nearest lies', at, nearest?.along)
      shows(spot, 'likely price of the nearest', other, (nearest?.entry.likely ?? NaN) / 1000)
      if (saved !== undefined)
        shows(spot, 'saved', saved, rounded(nearest?.total ?? NaN, 2) - rounded(best?.total ?? NaN, 2))
    },
  ),
  rule('^Mostrados {n:int} de {all:int} postos: de cada cidade, os de menor custo', (spot, { n, all }) => {
    shows(spot, 'all stations', all, beside(spot).filter(({ entry }) => !entry.suspect).length)
    shows(spot, 'rows', n, 50)
  }),
]

/** The station of the first row below a heading. */
function rowAfter(node: Node | null): string | undefined {
  const siblings = (node?.parent?.children ?? []).filter((child) => typeof child !== 'string')
  const list = siblings[siblings.findIndex((sibling) => sibling === node) + 1]
  const [row] = list ? descendants(list).filter(({ attributes }) => attributes['class'] === 'row') : []
  return /^posto-(\w{14})$/.exec(row?.attributes['id'] ?? '')?.[1]
}

export function beside({ page, data }: Spot): Beside[] {
  return page.journey ? stationsBeside(page.journey, fuelOf(data, page.fuel).entries) : []
}
