import { marketOf } from './market.ts'
import { folded } from './numbers.ts'
import { fuelOf, townNamed } from './pages.ts'
import { type Rule, rule, shows } from './sentences.ts'
import { thousand } from './rules-places.ts'

/** Lines of the search: a district with its town, stations and cheapest likely price. */
export const SEARCH: Rule[] = [
  rule(
    '^(?<district>[^,\\d]+), (?<town>[^,\\d]+?) {n:int} postos?(?: (?<fuel>.+?) desde {p:money})?$',
    (spot, { district = '', town = '', n, fuel, p }) => {
      const place = townNamed(spot.data, town)
      const inside = [...spot.data.stations.values()].filter(
        (station) => place?.here(station) && folded(station.district) === folded(district),
      )
      shows(spot, 'stations of the district', n, inside.length)
      const slug = spot.data.fuels.find(({ name }) => name === fuel)?.slug
      if (!p || !slug) return
      const { likeliest } = marketOf(
        fuelOf(spot.data, slug).entries.filter(({ station }) => inside.includes(station)),
      )
      shows(spot, 'cheapest likely', p, thousand(likeliest?.likely))
    },
  ),
]
