import { paginacaoShape } from '../../domain/answers/shared-schemas.ts'
import { isRecord } from '../../domain/basics/lists.ts'

type Json = { readonly [key: string]: unknown }

/** Shorter groups take no more characters than a reference to them. */
const WORTH_SHARING = 60

const KEPT = ['type', 'enum', 'const', 'properties', 'items', 'anyOf'] as const

/** Described by the question, in the instructions, by their own sentences or by another tool; without their members here. */
const SELF_EXPLAINING = /^(?:lugar|centro|contas|situacao|comparacao|logoDepois|economia|historico)$/

/** Optional members that explain themselves to a model, and are described in the OpenAPI file. */
const UNTOLD = new Set([
  ...Object.keys(paginacaoShape),
  'sugestoes',
  'aviso',
  'cadastro',
  'cadastroDePostos',
  'origem',
  'bandeira',
  'bandeiraNome',
  'subiramConfirmados',
  'desceramConfirmados',
])

/**
 * An answer's JSON Schema as a model needs it: names and types, each repeated group defined once, those at level `deepest` without
 * their members. Meanings are in the tools' descriptions and in the OpenAPI file; here they would double the tokens of every
 * conversation's start. Unknown members are allowed: a client's copy stays valid after an addition.
 */
export function compactSchema(schema: Json, deepest: number): Json {
  const root = bare(schema, deepest)
  const repeated = repeatedGroups(root)
  const names = new Map<string, string>()
  const definitions: Record<string, Json> = {}

  function share(group: Json): Json {
    const text = JSON.stringify(group)
    if (!repeated.has(text)) return mapParts(group, share)
    let name = names.get(text)
    if (name === undefined) {
      name = `g${names.size + 1}`
      names.set(text, name)
      definitions[name] = mapParts(group, share)
    }
    return { $ref: `#/definitions/${name}` }
  }

  const shared = mapParts(root, share)
  return names.size > 0 ? { ...shared, definitions } : shared
}

function bare(schema: Json, deepest: number, depth = 0): Json {
  const kept: Record<string, unknown> = {}
  for (const key of KEPT) if (schema[key] !== undefined) kept[key] = schema[key]
  if (isRecord(schema['additionalProperties'])) kept['additionalProperties'] = schema['additionalProperties']
  if (depth >= deepest || Object.keys(schema['properties'] ?? {}).length === 0) delete kept['properties']
  const { properties } = kept
  if (depth === 0 && isRecord(properties))
    kept['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [
        name,
        SELF_EXPLAINING.test(name) ? { type: 'object' } : part,
      ]),
    )
  // A fixed value shows its type, and a member without a type is a text.
  const isText = depth > 0 && kept['type'] === 'string'
  if (isText || kept['enum'] || kept['const']) delete kept['type']
  const below = kept['anyOf'] ? depth : depth + 1
  return orNull(mapParts(kept, (part) => bare(part, deepest, below)))
}

/** `{type: [T, null]}` for a choice between a plain type and null. */
function orNull(schema: Json): Json {
  const choices = schema['anyOf']
  if (!Array.isArray(choices) || choices.length !== 2) return schema
  const [one, other] = choices as [Json, Json]
  if (other['type'] === 'null' && Object.keys(one).length === 0) return one
  if (other['type'] !== 'null' || typeof one['type'] !== 'string') return schema
  return { ...one, type: [one['type'], 'null'] }
}

/** JSON of the groups below the root that occur more than once; those inside a repeated group count once. */
function repeatedGroups(root: Json): ReadonlySet<string> {
  const [seen, repeated] = [new Set<string>(), new Set<string>()]
  function visit(group: Json): Json {
    const text = JSON.stringify(group)
    if (text.length >= WORTH_SHARING && seen.has(text)) repeated.add(text)
    if (seen.has(text)) return group
    seen.add(text)
    return mapParts(group, visit)
  }
  mapParts(root, visit)
  return repeated
}

function mapParts(schema: Json, replace: (part: Json) => Json): Json {
  const made: Record<string, unknown> = { ...schema }
  const { properties, items, anyOf, additionalProperties } = schema
  if (isRecord(properties))
    made['properties'] = Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => !UNTOLD.has(name))
        .map(([name, part]) => [name, isRecord(part) ? replace(part) : part]),
    )
  if (isRecord(items)) made['items'] = replace(items)
  if (isRecord(additionalProperties)) made['additionalProperties'] = replace(additionalProperties)
  if (Array.isArray(anyOf)) made['anyOf'] = (anyOf as Json[]).map((part) => replace(part))
  return made
}
