import { groupBy } from '../../domain/basics/lists.ts'
import { isCepOfAlagoas } from '../../domain/places/place-parsing.ts'
import { isVague } from '../../domain/places/place-keys.ts'
import type { Directory } from './directory.ts'
import type { Meaning } from './meaning.ts'
import type { Station } from '../../domain/state/stations.ts'

/** Of stations that share a CEP, a district with fewer than this part of them is somebody's mistake. */
const COUNTS_FROM = 0.25
const NEARLY_ALL = 0.7
/** A CEP whose stations name more districts than this says no more than the municipality. */
const MOST_DISTRICTS = 3

/**
 * The districts of the stations that declare a CEP, else of those whose CEP begins alike. Most municipalities have one CEP for
 * all of their streets: then it means the municipality.
 */
export function lookUpCep({ ceps }: Directory, cep: string, within?: number): Meaning {
  const written = `${cep.slice(0, 5)}-${cep.slice(5)}`
  if (!isCepOfAlagoas(cep)) return nobody(`O CEP ${written} não é de Alagoas, e só há dados de Alagoas.`)
  const alike = (ceps.get(cep.slice(0, 5)) ?? []).filter(
    (s) => within === undefined || s.codigoIBGE === within,
  )
  const same = alike.filter(({ posto }) => posto.endereco.cep === cep)
  const [town, there] = largest(same.length > 0 ? same : alike, ({ codigoIBGE }) => codigoIBGE) ?? []
  if (town === undefined || !there)
    return nobody(`Nenhum posto conhecido tem CEP parecido com ${written}: diga o bairro ou o município.`)
  const districts = [...groupBy(there, ({ districtKey }) => districtKey)]
    .filter(([key, members]) => !isVague(key) && members.length >= there.length * COUNTS_FROM)
    .map(([district]) => ({ town, district }))
  const saysLittle =
    districts.length === 0 || districts.length > MOST_DISTRICTS || isOfWholeTown(ceps, town, same)
  const areas = saysLittle ? [{ town }] : districts
  return {
    areas,
    notes: [`CEP ${written}: vale o que declaram os postos desse CEP ou de CEP parecido.`],
    near: [],
  }
}

/** Nearly all of a municipality's stations have the one CEP it has. */
function isOfWholeTown(ceps: Directory['ceps'], town: number, same: readonly Station[]): boolean {
  const stations = [...ceps.values()].flat().filter(({ codigoIBGE }) => codigoIBGE === town)
  return same.length >= stations.length * NEARLY_ALL
}

function nobody(note: string): Meaning {
  return { areas: [], notes: [note], near: [] }
}

function largest<T, K>(items: readonly T[], keyOf: (item: T) => K): [K, T[]] | undefined {
  return [...groupBy(items, keyOf)].toSorted(([, a], [, b]) => b.length - a.length)[0]
}
