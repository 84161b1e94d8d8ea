import { NOT_STORED } from './commit-file.ts'
import type { Loaded, Published } from '../store.ts'

/** Remembers the newest commit ever seen, to notice a store that has lost it: emptied, replaced, restored from a copy. */
export function createLostCommits() {
  let newest: Published | null = null

  return {
    newest: () => newest,
    hear,
    /**
     * The newest commit ever seen, when the store gave another and does not have it as damaged. For an empty store (`given` null) it
     * is `held`, the commit in memory.
     */
    missing(given: Loaded | null, held: Published | undefined): Published | null {
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
