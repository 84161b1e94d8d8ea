import { slugs } from '../../domain/facts/fuels.ts'
import type { Atual, Commit, Posto } from '../../domain/state/commit-state.ts'
import { compareTexts } from '../../domain/basics/text.ts'

/**
 * Takes the records of one part, one after the other, and gives each back with whatever of it says the same in the commit `before`
 * taken from there: most of a state is what it was an hour ago, and while one commit takes the place of another both are in
 * memory. A record given is changed, and is to be nobody else's yet.
 */
export function keepUnchanged(
  before: Pick<Commit, 'estado'>,
  name: string,
): ((record: unknown) => unknown) | undefined {
  const slug = slugs.find((slug) => slug === name)
  if (slug) return keep(before.estado.atuais[slug], compareAtuais)
  return name === 'postos' ? keep(before.estado.postos, comparePostos) : undefined
}

/** Both in the order of `compare`, as commits hold them; out of it only fewer are found. */
function keep<T>(before: readonly T[], compare: (a: T, b: T) => number): (record: unknown) => unknown {
  let at = 0
  return (record) => {
    let known = before[at]
    while (known && compare(known, record as T) < 0) known = before[++at]
    return known && compare(known, record as T) === 0 ? unchanged(known, record) : record
  }
}

/** `before` where `now` says the same, a text too; else `now`, with what is within it taken from there. */
function unchanged(before: unknown, now: unknown): unknown {
  if (before === now) return before
  if (!isObject(before) || !isObject(now)) return now
  const names = Object.keys(now)
  let isSame = names.length === Object.keys(before).length
  for (const name of names) {
    const kept = unchanged(before[name], now[name])
    if (kept === before[name]) now[name] = kept
    else isSame = false
  }
  return isSame ? before : now
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function compareAtuais(a: Atual, b: Atual): number {
  return compareTexts(a.cnpj, b.cnpj) || compareTexts(a.produto.codigo, b.produto.codigo)
}

function comparePostos(a: Posto, b: Posto): number {
  return compareTexts(a.estabelecimento.cnpj, b.estabelecimento.cnpj)
}
