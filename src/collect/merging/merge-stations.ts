import type { Registro } from '../../domain/facts/sale-record.ts'
import type { Posto } from '../../domain/state/commit-state.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import { type Instante, earlier } from '../../domain/basics/time.ts'

/** The newest record of a station in one collection, and its first sale. */
interface Sighting {
  newest: Registro
  first: Instante
}

/**
 * Every station ever seen stays; its description is that of its newest sale, at equal times the one shown now. One of
 * which nothing changed stays the same object.
 */
export function mergeStations(previous: readonly Posto[], registros: readonly Registro[]): Posto[] {
  const seen = sightingsOf(registros)
  const postos: Posto[] = []
  for (const posto of previous) {
    const { cnpj } = posto.estabelecimento
    const sighting = seen.get(cnpj)
    postos.push(sighting ? update(posto, sighting) : posto)
    seen.delete(cnpj)
  }
  if (seen.size === 0) return postos
  for (const { newest, first } of seen.values())
    postos.push({
      estabelecimento: newest.estabelecimento,
      primeiraVenda: first,
      ultimaVenda: newest.produto.venda.dataVenda,
    })
  return postos.toSorted((a, b) => compareTexts(a.estabelecimento.cnpj, b.estabelecimento.cnpj))
}

function sightingsOf(registros: readonly Registro[]): Map<string, Sighting> {
  const seen = new Map<string, Sighting>()
  for (const registro of registros) {
    const { cnpj } = registro.estabelecimento
    const { dataVenda } = registro.produto.venda
    const known = seen.get(cnpj)
    if (!known) seen.set(cnpj, { newest: registro, first: dataVenda })
    else {
      if (isFresher(registro, known.newest)) known.newest = registro
      if (dataVenda < known.first) known.first = dataVenda
    }
  }
  return seen
}

function update(known: Posto, { newest, first }: Sighting): Posto {
  const last = newest.produto.venda.dataVenda
  const outdated = known.ultimaVenda > last
  const estabelecimento = outdated ? known.estabelecimento : newest.estabelecimento
  const primeiraVenda = earlier(known.primeiraVenda, first)
  const ultimaVenda = outdated ? known.ultimaVenda : last
  const isSame =
    estabelecimento === known.estabelecimento &&
    primeiraVenda === known.primeiraVenda &&
    ultimaVenda === known.ultimaVenda
  return isSame ? known : { estabelecimento, primeiraVenda, ultimaVenda }
}

/** Two sales in one second with different descriptions of the station: any rule does that ignores their order. */
function isFresher(a: Registro, b: Registro): boolean {
  const [mine, theirs] = [a.produto.venda.dataVenda, b.produto.venda.dataVenda]
  if (mine !== theirs) return mine > theirs
  if (a.estabelecimento === b.estabelecimento) return false
  return JSON.stringify(a.estabelecimento) > JSON.stringify(b.estabelecimento)
}
