import type { Entrada } from '../domain/answers.ts'

interface Encoded {
  entry: Entrada
  /** Without its last brace. */
  open: Uint8Array
}

/**
 * An entry is served thousands of times between two collections, alone, in lists and with a distance. Its bytes are kept
 * by its `confirmacao`, the one part that no other entry shares and that a copy with `distanciaKm` still holds.
 */
const known = new WeakMap<object, Encoded>()

/** The bytes of `JSON.stringify(answer)`; long lists of entries are put together from bytes made once. */
export function encode(answer: object): Uint8Array {
  let entries: readonly Entrada[] = []
  let before = ''
  let text = ''
  for (const [name, value] of Object.entries(answer)) {
    const isList = name === 'conteudo' && isEntries(value)
    const told = isList ? '[' : JSON.stringify(value)
    if (told === undefined) continue
    text += `${text === '' && before === '' ? '{' : ','}${JSON.stringify(name)}:${told}`
    if (!isList) continue
    entries = value
    before = text
    text = ']'
  }
  return join(before, entries, text === '' ? '{}' : `${text}}`)
}

/** The bytes of entries with commas between them, nothing around. */
export function encodeEntries(entries: readonly Entrada[]): Uint8Array {
  return isEntries(entries) ? join('', entries, '') : Buffer.from(JSON.stringify(entries).slice(1, -1))
}

const DISTANCE = Buffer.from(',"distanciaKm":')
/** No number is longer than 25 characters. */
const DISTANCE_ROOM = DISTANCE.length + 25
/** A brace and a comma. */
const BESIDE = 2
const [COMMA, BRACE, POINT, ZERO] = [0x2c, 0x7d, 0x2e, 0x30]

function join(before: string, entries: readonly Entrada[], after: string): Uint8Array {
  const [first, last] = [Buffer.from(before), Buffer.from(after)]
  const opens = entries.map(openOf)
  let room = first.length + last.length
  for (const [i, open] of opens.entries())
    room += open.length + (entries[i]?.distanciaKm === undefined ? BESIDE : BESIDE + DISTANCE_ROOM)
  const bytes = Buffer.allocUnsafe(room)
  bytes.set(first)
  let at = first.length
  for (const [i, open] of opens.entries()) {
    if (i > 0) bytes[at++] = COMMA
    bytes.set(open, at)
    at += open.length
    const km = entries[i]?.distanciaKm
    if (km !== undefined) {
      bytes.set(DISTANCE, at)
      at = writeNumber(bytes, at + DISTANCE.length, km)
    }
    bytes[at++] = BRACE
  }
  bytes.set(last, at)
  return bytes.subarray(0, at + last.length)
}

/** Returns where it ends. Of whole thousandths, as distances are, digit by digit: ten times faster than by way of a text. */
function writeNumber(bytes: Uint8Array, start: number, value: number): number {
  let at = start
  const thousandths = Math.round(value * 1000)
  if (!(thousandths >= 0 && thousandths < 1e9) || thousandths / 1000 !== value) {
    for (const digit of String(value)) bytes[at++] = digit.charCodeAt(0)
    return at
  }
  let whole = Math.floor(thousandths / 1000)
  let rest = thousandths % 1000
  at += whole >= 1000 ? String(whole).length : whole >= 100 ? 3 : whole >= 10 ? 2 : 1
  let back = at
  do bytes[--back] = ZERO + (whole % 10)
  while ((whole = Math.floor(whole / 10)) > 0)
  if (rest === 0) return at
  bytes[at++] = POINT
  for (let unit = 100; rest > 0; unit /= 10) {
    bytes[at++] = ZERO + Math.floor(rest / unit)
    rest %= unit
  }
  return at
}

function openOf(entry: Entrada): Uint8Array {
  const found = known.get(entry.confirmacao)
  return found && isSame(found.entry, entry) ? found.open : remember(entry).open
}

function remember(entry: Entrada): Encoded {
  const { distanciaKm: _, ...rest } = entry
  const text = JSON.stringify(rest)
  const encoded = { entry, open: Buffer.from(text.slice(0, -1)) }
  known.set(entry.confirmacao, encoded)
  return encoded
}

function isSame(a: Entrada, b: Entrada): boolean {
  return a.produto === b.produto && a.estabelecimento === b.estabelecimento && a.suspeito === b.suspeito
}

/** Only what a snapshot froze may be remembered; an answer parsed from elsewhere could still change. */
function isEntries(value: unknown): value is readonly Entrada[] {
  if (!Array.isArray(value)) return false
  const first: unknown = value[0]
  return (
    typeof first === 'object' &&
    first !== null &&
    'confirmacao' in first &&
    'produto' in first &&
    Object.isFrozen(first.confirmacao)
  )
}
