import { groupBy } from '../../domain/basics/lists.ts'
import { ESTADO, SO_HA_DADOS } from '../../domain/alagoas/state.ts'
import { isVague, writtenCep } from '../../domain/places/place-names.ts'
import type { Station } from '../../domain/state/stations.ts'
import { type Meaning, notUnderstood, understood } from './areas.ts'
import type { Directory } from './directory.ts'

/** Least part of a CEP's stations for a district to count: with fewer it is a station's mistake. */
const COUNTS_FROM = 0.25
const NEARLY_ALL = 0.7
/** A CEP with more districts than this means only the municipality. */
const MOST_DISTRICTS = 3

/** Districts of the stations with a CEP, or one that begins alike; the municipality where one CEP serves all of its streets, as in most. */
export function lookUpCep(directory: Directory, cep: string, within?: number): Meaning {
  const { ceps } = directory
  const written = writtenCep(cep)
  if (!cep.startsWith(ESTADO.prefixoDoCep))
    return notUnderstood(`O CEP ${written} não é de ${ESTADO.nome}, e ${SO_HA_DADOS}.`)
  const begunAlike = ceps.get(cep.slice(0, 5)) ?? []
  const alike = begunAlike.filter(({ codigoIBGE }) => (within ?? codigoIBGE) === codigoIBGE)
  const same = alike.filter(({ posto }) => posto.endereco.cep.startsWith(cep))
  const [[town, there] = []] = byNumber(same.length > 0 ? same : alike, ({ codigoIBGE }) => codigoIBGE)
  if (town === undefined || !there)
    return notUnderstood(
      `Nenhum posto conhecido tem CEP parecido com ${written}: diga o bairro ou o município.`,
    )
  const districts = [...groupBy(there, ({ districtKey }) => districtKey)]
    .filter(([key, members]) => !isVague(key) && members.length >= there.length * COUNTS_FROM)
    .map(([district]) => ({ town, district }))
  const saysLittle =
    districts.length === 0 || districts.length > MOST_DISTRICTS || isOfWholeTown(ceps, town, same)
  const note = `CEP ${written}: vale o que declaram os postos desse CEP ou de CEP parecido.`
  return understood(saysLittle ? [{ town }] : districts, [note])
}

/** A CEP of nearly all of a municipality's stations: it has no other. */
function isOfWholeTown(ceps: Directory['ceps'], town: number, same: readonly Station[]): boolean {
  const stations = [...ceps.values()].flat().filter(({ codigoIBGE }) => codigoIBGE === town)
  return same.length >= stations.length * NEARLY_ALL
}

function byNumber<T, K>(items: readonly T[], keyOf: (item: T) => K): [K, T[]][] {
  return [...groupBy(items, keyOf)].toSorted(([, a], [, b]) => b.length - a.length)
}
