import { GasolinaError } from '../../errors.ts'

/** Questions worked on at one time, in all and for one caller: a quarter, so that nobody takes the places of all others. */
export const [IN_ALL, FOR_ONE] = [64, 16] as const

/** Seconds after which a refused caller may try again: answers take milliseconds. */
const TRY_AGAIN = 1

/**
 * Bounds what is worked on. A place is held from when the question was read until its answer is made: who sends slowly or
 * reads slowly holds none.
 */
export function createRoom(): <T>(caller: string, work: () => Promise<T>) => Promise<T> {
  const held = new Map<string, number>()
  let all = 0

  /** @throws {GasolinaError} `muitos_pedidos` when there is no place. */
  return async (caller, work) => {
    const own = held.get(caller) ?? 0
    if (own >= FOR_ONE) throw full(`Deste endereço já correm ${FOR_ONE} perguntas`)
    if (all >= IN_ALL) throw full(`Já correm ${IN_ALL} perguntas`)
    held.set(caller, own + 1)
    all++
    try {
      return await work()
    } finally {
      all--
      const left = (held.get(caller) ?? 1) - 1
      if (left > 0) held.set(caller, left)
      else held.delete(caller)
    }
  }
}

function full(what: string): GasolinaError {
  return new GasolinaError('muitos_pedidos', `${what}: espere as respostas e pergunte de novo.`, {
    tentarEm: TRY_AGAIN,
  })
}
