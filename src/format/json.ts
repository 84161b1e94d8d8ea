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
  const parts: Part[] = []
  let text = ''
  for (const [name, value] of Object.entries(answer)) {
    const member = `${text === '' && parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`
    if (name === 'conteudo' && isEntries(value)) {
      parts.push(Buffer.from(`${text}${member}[`))
      addEntries(parts, value)
      text = ']'
    } else {
      const told = JSON.stringify(value)
      if (told !== undefined) text += member + told
    }
  }
  parts.push(Buffer.from(text === '' ? '{}' : `${text}}`))
  return join(parts)
}

/** The bytes of entries with commas between them, nothing around. */
export function encodeEntries(entries: readonly Entrada[]): Uint8Array {
  const parts: Part[] = []
  if (isEntries(entries)) addEntries(parts, entries)
  else parts.push(Buffer.from(JSON.stringify(entries).slice(1, -1)))
  return join(parts)
}

/** Text is what stands between two entries: ASCII, and too short to be worth a call out of JavaScript. */
type Part = string | Uint8Array

function addEntries(parts: Part[], entries: readonly Entrada[]): void {
  let before = ''
  for (const entry of entries) {
    if (before !== '') parts.push(before)
    parts.push(openOf(entry))
    before = entry.distanciaKm === undefined ? '},' : `,"distanciaKm":${entry.distanciaKm}},`
  }
  if (before !== '') parts.push(before.slice(0, -1))
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

function join(parts: readonly Part[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (const part of parts) {
    if (typeof part === 'string') for (let i = 0; i < part.length; i++) bytes[at + i] = part.charCodeAt(i)
    else bytes.set(part, at)
    at += part.length
  }
  return bytes
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
