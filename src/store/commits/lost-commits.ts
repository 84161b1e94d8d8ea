import { NOT_STORED } from './commit-file.ts'
import type { Loaded, Published } from '../store.ts'

/** Remembers the newest commit there ever was, to tell when a store has lost it: emptied, replaced, restored from a copy. */
export interface LostCommits {
  /** The newest commit seen or heard of so far. */
  newest(): Published | null
  hear(published: Published | null | undefined): void
  /**
   * The newest commit known, when it is neither what the store gave, null for nothing, nor damaged there. Where the store has
   * nothing that is `held`, the commit served meanwhile.
   */
  missing(given: Loaded | null, held: Published | undefined): Published | null
}

export function createLostCommits(): LostCommits {
  let newest: Published | null = null

  return {
    newest: () => newest,
    hear,
    missing(given, held) {
      if (!given) return held && held.seq !== NOT_STORED ? held : newest
      const { seq, publicadoEm } = given.commit.cabecalho
      hear(given.commit.cabecalho)
      const isGiven = newest?.seq === seq && newest.publicadoEm === publicadoEm
      return !newest || isGiven || given.damaged.includes(newest.seq) ? null : newest
    },
  }

  function hear(published: Published | null | undefined): void {
    if (published && (!newest || isNewer(published, newest))) newest = published
  }
}

/** Numbers grow and so do times; a store begun anew begins its numbers anew, and a clock may be set back. */
function isNewer(a: Published, b: Published): boolean {
  return a.seq > b.seq || a.publicadoEm > b.publicadoEm
}
