import leven from 'leven'

/**
 * A text of third parties as it is kept and shown: upper case, single-spaced, trimmed, capped (the longest real one has 60
 * characters), without control characters, terminal escapes, direction marks, zero-width characters or Unicode tags.
 */
export function clean(text: string, max = 120): string {
  const cleaned = text
    .slice(0, max * 20)
    .normalize('NFC')
    // oxlint-disable-next-line no-control-regex
    .replace(/\u001B\[[0-?]*[ -/]*[@-~]/g, ' ')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .toUpperCase()
    .replace(/ +/g, ' ')
    .trim()
  return [...cleaned].slice(0, max).join('').trim()
}

/** The form in which texts are compared: `Olho d'Água das Flores` → `OLHO D AGUA DAS FLORES`. */
export function fold(text: string): string {
  return unaccented(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
}

/** Words of an address: `Olho d'Água das Flores` → `olho-d-agua-das-flores`. */
export function toSlug(text: string): string {
  return fold(text).toLowerCase().replaceAll(' ', '-')
}

export function unaccented(text: string): string {
  // A fifth of the time, and most names have no accent: one search by name folds 42,000 of them.
  if (!/[^\x20-\x7E]/.test(text)) return text
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}

/** Candidates nearest to a misspelt word, nearest first; empty when none is near enough to be meant. */
export function nearest(word: string, candidates: Iterable<string>, count = 3): string[] {
  const target = fold(word).slice(0, 100)
  if (target === '') return []
  const limit = Math.max(2, Math.floor(target.length * 0.4))
  const sorted = [...candidates].toSorted(compareTexts)
  // Two steps make nearly any word of four letters out of another: CVS may be CSV, PCOS precos, and SIM is not SO.
  const isShort = target.length <= 4
  const inOrder = new RegExp([...target].join('.*'))
  return withinSteps(sorted, limit, (candidate) => {
    const word = fold(candidate)
    const distance = steps(target, word)
    if (!isShort || distance <= 1) return distance
    return lettersOf(word) === lettersOf(target) || inOrder.test(word) ? distance : Infinity
  }).slice(0, count)
}

/** Letters in order: equal for words of the same letters. */
export function lettersOf(word: string): string {
  return [...word].toSorted().join('')
}

/** Candidates at most `limit` editing steps away, nearest first, else in their order. */
export function withinSteps<T>(candidates: Iterable<T>, limit: number, stepsTo: (candidate: T) => number) {
  return Array.from(candidates, (candidate) => ({ candidate, distance: stepsTo(candidate) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate)
}

/** Cut for an error message or a log line: at most 100 characters, nothing unprintable. */
export function quote(text: string): string {
  const readable = cutAndPrintable(text, 400)
  const letters = [...readable]
  return letters.length > 100 ? `${letters.slice(0, 99).join('')}…` : readable
}

/** A record as one line of JSON for a log: texts cut to `longest`, nothing unprintable. */
export function toLogLine(record: object, longest: number): string {
  return JSON.stringify(record, (_, value: unknown) =>
    typeof value === 'string' ? cutAndPrintable(value, longest) : value,
  )
}

function cutAndPrintable(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}

/** Third-party text for a terminal: without escapes, invisible characters and direction marks. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
}

/**
 * A typed text without direction marks and other characters that nobody sees: they come with what people copy. Undefined with control
 * characters, or halves of characters.
 */
export function readable(text: string): string | undefined {
  if (/^[\x20-\x7E]*$/.test(text)) return text
  return /[\p{Cc}\p{Cs}]/u.test(text) ? undefined : text.replace(/[\p{Cf}\p{Zl}\p{Zp}]/gu, '')
}

/** Edit distance; a candidate that begins with the word counts as one step, since people shorten names. */
function steps(target: string, candidate: string): number {
  if (candidate === target) return 0
  if (target.length >= 3 && candidate.startsWith(target)) return 1
  return leven(target, candidate)
}

/** Order by code units, for dates, CNPJs and codes. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
