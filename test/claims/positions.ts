import type { Data, Entry } from './downloads.ts'
import { bandOf } from './market.ts'
import { thousandths } from './numbers.ts'
import { type Place, everywhere, marketAt, townsOf } from './pages.ts'

/** Where a station stands among those of its town, or of the state where the town has fewer than five. */
export function positionOf(data: Data, entry: Entry) {
  const place = townsOf(data).find(({ town }) => town === entry.station.town)
  const town = marketAt(data, entry.fuel, place?.here ?? everywhere)
  const scope = town.entries.length < 5 ? 'estado' : 'municipio'
  const { entries, median } = scope === 'estado' ? marketAt(data, entry.fuel, everywhere) : town
  return {
    scope,
    of: entries.length,
    rank: 1 + entries.filter(({ price }) => price < entry.price).length,
    tied: entries.filter(({ price, cnpj }) => price === entry.price && cnpj !== entry.cnpj).length,
    likelyRank: 1 + entries.filter(({ likely }) => likely < entry.likely).length,
    likelyTied: entries.filter(({ likely, cnpj }) => likely === entry.likely && cnpj !== entry.cnpj).length,
    aboveMedian: entry.price - (median ?? 0),
    band: bandOf(entry.price, entries),
    likelyBand: bandOf(entry.likely, entries),
  }
}

/** Ethanol against gasoline at the stations that sell both. */
export function parityOf(data: Data, here: Place['here'], limit = 0.7, by: 'likely' | 'price' = 'likely') {
  const [ethanol, gasoline] = [marketAt(data, 'alcool', here), marketAt(data, 'gasolina-comum', here)]
  const sold = new Map(gasoline.entries.map((entry) => [entry.cnpj, entry]))
  const pairs = ethanol.entries.flatMap((alcool) => {
    const gasolina = sold.get(alcool.cnpj)
    return gasolina ? [{ alcool, gasolina, ratio: alcool[by] / gasolina[by] }] : []
  })
  const paying = pairs.filter(
    ({ alcool, gasolina }) => alcool[by] <= (gasolina[by] * thousandths(limit)) / 1000,
  )
  const [a, g] = [ethanol.likeliest, gasoline.likeliest]
  return {
    pairs,
    paying,
    place: a && g ? { alcool: a.likely, gasolina: g.likely, ratio: a.likely / g.likely } : null,
  }
}
