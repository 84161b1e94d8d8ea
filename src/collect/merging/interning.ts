import { createMemory } from '../../domain/basics/memoize.ts'
import { unchanged } from '../../domain/basics/lists.ts'
import type { Estabelecimento, Registro } from '../../domain/facts/sale-record.ts'
import type { Posto } from '../../domain/state/commit-state.ts'

/** Gives records one object per station and one copy per text: a sweep shows every station once per product, mostly as it was known. */
export function createInterning(postos: readonly Posto[]): (registro: Registro) => Registro {
  const stations = new Map(postos.map(({ estabelecimento: e }) => [e.cnpj, e] as const))
  const texts = createMemory<string, string>()
  const text = (shown: string): string => texts(shown, () => shown)

  return ({ combustivel, produto, estabelecimento }) => ({
    combustivel,
    produto: { ...produto, codigo: text(produto.codigo), descricao: text(produto.descricao) },
    estabelecimento: station(estabelecimento),
  })

  function station(shown: Estabelecimento): Estabelecimento {
    const kept = unchanged(stations.get(shown.cnpj), shown)
    stations.set(shown.cnpj, kept)
    return kept
  }
}
