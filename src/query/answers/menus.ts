import type { Unattributed } from '../../domain/questions/schemas-of-routes.ts'
import { type Snapshot, pricedByTown, pricedStations } from '../lists/snapshot.ts'
import { combustiveis } from '../../domain/facts/fuels.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { municipios } from '../../domain/alagoas/municipalities.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { compareTexts, fold } from '../../domain/basics/text.ts'
import { directoryOf } from '../places/directory.ts'
import { placeKeyOf } from '../places/compared-places.ts'
import { findPlace } from '../places/find-place.ts'
import { townName } from '../places/areas.ts'

export function answerMunicipios(snapshot: Snapshot): Unattributed<'municipios'> {
  const priced = pricedByTown(snapshot)
  const conteudo = municipios.map(({ nome, codigoIBGE }) => {
    const postos = priced.get(codigoIBGE)?.length ?? 0
    return { nome, codigoIBGE, postos }
  })
  return { atualizadoEm: snapshot.atualizadoEm, conteudo: conteudo.toSorted(byName) }
}

/** Districts as stations declare them; one that several municipalities have is one in each. */
export function answerBairros(snapshot: Snapshot, pedido: Pedido<'bairros'>): Unattributed<'bairros'> {
  const { lugar, observacoes, sugestoes, matches } = findPlace(snapshot, pedido)
  const directory = directoryOf(snapshot)
  const priced = groupBy(pricedStations(snapshot), placeKeyOf.bairro)
  const districts = new Map(
    snapshot
      .stations()
      .filter((station) => station.districtKey !== '' && matches(station))
      .map((station) => [placeKeyOf.bairro(station), station]),
  )
  const conteudo = [...districts].map(([key, { codigoIBGE, districtKey, posto }]) => ({
    nome: directory.districts.get(districtKey)?.nome ?? posto.endereco.bairro,
    municipio: townName(directory, codigoIBGE),
    codigoIBGE,
    postos: priced.get(key)?.length ?? 0,
  }))
  return {
    atualizadoEm: snapshot.atualizadoEm,
    lugar,
    observacoes,
    ...(sugestoes && { sugestoes }),
    conteudo: conteudo.toSorted((a, b) => byName(a, b) || a.codigoIBGE - b.codigoIBGE),
  }
}

export function answerCombustiveis(snapshot: Snapshot): Unattributed<'combustiveis'> {
  return {
    atualizadoEm: snapshot.atualizadoEm,
    conteudo: combustiveis.map((fuel) =>
      Object.assign({}, fuel, {
        apelidos: [...fuel.apelidos],
        postos: snapshot.list(fuel.slug).believed.length,
        atualizadoEm: snapshot.updatedAt(fuel.slug),
      }),
    ),
  }
}

/** Alphabetical order, with Á among the As. */
function byName(a: { nome: string }, b: { nome: string }): number {
  return compareTexts(fold(a.nome), fold(b.nome))
}
