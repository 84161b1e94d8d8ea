import type { LastAttempt, Store } from './store.ts'

/**
 * The same store, whose last attempt to collect is kept in memory too: a disk that is full or gone takes no note, and
 * `situacao` is to tell just that. A note of another process counts when its collection began later.
 */
export function rememberAttempts(store: Store): Store {
  let own: LastAttempt | null = null
  return {
    ...store,
    notes: {
      ...store.notes,
      async writeLastAttempt(attempt) {
        own = attempt
        await store.notes.writeLastAttempt(attempt)
      },
      async readLastAttempt() {
        const noted = await store.notes.readLastAttempt()
        return noted && (!own || noted.coleta.inicio > own.coleta.inicio) ? noted : own
      },
    },
  }
}
