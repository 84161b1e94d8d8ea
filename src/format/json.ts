import type { Entrada } from '../domain/answers.ts'

interface Encoded {
  entry: Entrada
  /** Without its last brace. */
  open: string
}

/**
 * An entry is served thousands of times between two collections, alone, in lists and with a distance. Its text is kept by
 * its `confirmacao`, the one part that no other entry shares and that a copy with `distanciaKm` still holds.
 */
const texts = new WeakMap<object, Encoded>()

/** `JSON.stringify(answer)`, byte for byte; long lists of entries are put together from texts made once. */
export function encode(answer: object): string {
  const members: string[] = []
  for (const [name, value] of Object.entries(answer)) {
    const text =
      name === 'conteudo' && isEntries(value)
        ? `[${value.map(encodeEntry).join(',')}]`
        : JSON.stringify(value)
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${members.join(',')}}`
}

function encodeEntry(entry: Entrada): string {
  const known = texts.get(entry.confirmacao)
  const { open } = known && isSame(known.entry, entry) ? known : remember(entry)
  return entry.distanciaKm === undefined ? `${open}}` : `${open},"distanciaKm":${entry.distanciaKm}}`
}

function remember(entry: Entrada): Encoded {
  const { distanciaKm: _, ...rest } = entry
  const encoded = { entry, open: JSON.stringify(rest).slice(0, -1) }
  texts.set(entry.confirmacao, encoded)
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
