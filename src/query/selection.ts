import type { Entrada } from '../domain/answers.ts'
import type { FuelList } from './entries.ts'

/** What a question selected, in the order of the answer. Entries are put together only for the part that is shown. */
export interface Selection {
  readonly count: number
  /** Without the suspects. */
  believed(): Selection
  /** From the one at `from` to before the one at `to`. */
  entries(from: number, to: number): Entrada[]
}

/** The whole list: the shared, frozen arrays themselves, when all of them is asked. */
export function everything(list: FuelList): Selection {
  return { ...whole(list.entries), believed: () => whole(list.believed) }
}

/** `km` holds the distance of each position, when there is one. */
export function selected(list: FuelList, at: readonly number[], km?: readonly number[]): Selection {
  return {
    count: at.length,
    believed() {
      const isBelieved = (position: number | undefined) => !list.suspect[position ?? -1]
      if (at.every(isBelieved)) return this
      return selected(
        list,
        at.filter(isBelieved),
        km?.filter((_, i) => isBelieved(at[i])),
      )
    },
    entries(from, to) {
      const shown: Entrada[] = []
      for (let i = from; i < Math.min(to, at.length); i++) {
        const entry = list.entries[at[i] ?? -1]
        const distanciaKm = km?.[i]
        if (entry) shown.push(distanciaKm === undefined ? entry : withDistance(entry, distanciaKm))
      }
      return shown
    },
  }
}

/** Member by member: a spread of a frozen object takes the engine's slow path. */
function withDistance(entry: Entrada, distanciaKm: number): Entrada {
  const { produto, suspeito, estabelecimento, confirmacao } = entry
  return suspeito
    ? { produto, suspeito, estabelecimento, confirmacao, distanciaKm }
    : { produto, estabelecimento, confirmacao, distanciaKm }
}

function whole(entries: readonly Entrada[]): Selection {
  const self: Selection = {
    count: entries.length,
    believed: () => self,
    // Frozen and shared; the schema's type merely lacks `readonly`.
    entries: (from, to) =>
      from === 0 && to >= entries.length ? (entries as Entrada[]) : entries.slice(from, to),
  }
  return self
}
