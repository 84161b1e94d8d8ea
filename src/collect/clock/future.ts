import { perFuel } from '../../domain/facts/fuels.ts'
import type { Atual, Cabecalho, Commit, Posto } from '../../domain/state/commit-state.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { addMs, dayOf } from '../../domain/basics/time.ts'
import { MAX_AHEAD } from '../../sources/normalize.ts'
import { CLOCK_TOLERANCE } from './steady-clock.ts'

/** Whether a commit claims a time that has not come: this clock is wrong, or the one it was made by was. */
export function isAhead({ publicadoEm, atualizadoEm }: Cabecalho, agora: Instante): boolean {
  const latest = addMs(agora, CLOCK_TOLERANCE)
  return publicadoEm > latest || atualizadoEm > latest
}

/**
 * A commit made by a wrong clock, without what cannot be: sales, day medians and memories of a time that has not come. What
 * the collection sees now takes their place.
 */
export function withoutFuture(commit: Commit, agora: Instante): Commit {
  if (!isAhead(commit.cabecalho, agora)) return commit
  const { sha256, cabecalho, estado, fatias } = commit
  const latest = addMs(agora, MAX_AHEAD)
  const atuais = perFuel(({ slug }) =>
    estado.atuais[slug].filter(({ produto }) => produto.venda.dataVenda <= latest),
  )
  const newest = newestSales(Object.values(atuais).flat())
  return {
    sha256,
    cabecalho: {
      ...cabecalho,
      atualizadoPorCombustivel: perFuel(({ slug }) => {
        const em = cabecalho.atualizadoPorCombustivel[slug]
        if (em === null || em <= latest) return em
        // When it was is not known any more; not before the newest sale that was seen.
        return newestOf(atuais[slug])
      }),
    },
    estado: {
      atuais,
      postos: estado.postos.flatMap((posto) => knownBefore(posto, latest, newest)),
      medianas: perFuel(({ slug }) => estado.medianas[slug].filter(({ dia }) => dia <= dayOf(agora))),
    },
    fatias: fatias.filter(({ consultadaEm }) => consultadaEm <= latest),
  }
}

function knownBefore(posto: Posto, latest: Instante, newest: ReadonlyMap<string, Instante>): Posto[] {
  const { estabelecimento, primeiraVenda, ultimaVenda } = posto
  if (ultimaVenda <= latest) return [posto]
  if (primeiraVenda > latest) return []
  return [
    {
      estabelecimento,
      primeiraVenda,
      ultimaVenda: newest.get(estabelecimento.cnpj) ?? primeiraVenda,
    },
  ]
}

/** Per CNPJ. */
function newestSales(atuais: readonly Atual[]): Map<string, Instante> {
  const newest = new Map<string, Instante>()
  for (const { cnpj, produto } of atuais) {
    const { dataVenda } = produto.venda
    if (dataVenda > (newest.get(cnpj) ?? '')) newest.set(cnpj, dataVenda)
  }
  return newest
}

function newestOf(atuais: readonly Atual[]): Instante | null {
  return (
    atuais
      .map(({ produto }) => produto.venda.dataVenda)
      .toSorted()
      .at(-1) ?? null
  )
}
