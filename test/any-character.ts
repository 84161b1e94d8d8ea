import { integer } from 'fast-check'

/** Half surrogate pairs, which are no characters. */
const HALVES = { from: 0xd800, count: 0x800 }

/**
 * Any character there is, for `string({ unit })`. The library's own 'binary' has the same ones, and first makes a table of all
 * 1.1 million, which every process of a run would keep.
 */
export const anyCharacter = integer({ min: 0, max: 0x10ffff - HALVES.count }).map(
  (n) => String.fromCodePoint(n < HALVES.from ? n : n + HALVES.count),
  (text) => {
    const code = [...String(text)].length === 1 ? String(text).codePointAt(0) : undefined
    if (code === undefined) throw new TypeError('not one character')
    return code < HALVES.from ? code : code - HALVES.count
  },
)
