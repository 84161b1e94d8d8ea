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
    if (!gasolina) return []
    const against = by === 'price' ? gasolina.price : besideEthanol(gasolina)
    return [{ alcool, gasolina, against, ratio: alcool[by] / against }]
  })
  const paying = pairs.filter(({ alcool, against }) => alcool[by] <= (against * thousandths(limit)) / 1000)
  const [a, g] = [ethanol.likeliest, gasoline.likeliest]
  return {
    pairs,
    paying,
    place:
      a && g
        ? { alcool: a.likely, gasolina: g.likely, usual: usualOf(g), ratio: a.likely / besideEthanol(g) }
        : null,
  }
}

/** The usual price of a gasoline in doubt, else its own. */
export function besideEthanol({ likely, doubt }: Entry): number {
  return doubt ? thousandths(doubt.usual) : likely
}

/** The usual price where the gasoline's own lies above it on few sales. */
export function usualOf(gasoline: Entry): number | undefined {
  const usual = besideEthanol(gasoline)
  return usual < gasoline.likely ? usual : undefined
}
