type Json = { readonly [key: string]: unknown }

/** Shorter ones weigh no more than the reference to them. */
const WORTH_SHARING = 60
/**
 * An answer's JSON Schema as a model needs it: names and types, each repeated group once. What fields mean stands in the
 * tools' descriptions and in the OpenAPI file; said again here it would double what every conversation begins with.
 * Members nobody knows yet are allowed, so that a client's copy survives a new one. Groups `deepest` levels inside are told of
 * as groups, and not what they hold.
 */
export function compactSchema(schema: Json, deepest: number): Json {
  const root = bare(schema, deepest)
  const seen = countGroups(root)
  const definitions: Record<string, Json> = {}
  const names = new Map<string, string>()

  function share(node: Json, isRoot = false): Json {
    const text = JSON.stringify(node)
    if (isRoot || (seen.get(text) ?? 0) < 2 || text.length < WORTH_SHARING) return mapParts(node, share)
    let name = names.get(text)
    if (name === undefined) {
      names.set(text, (name = `g${names.size + 1}`))
      definitions[name] = mapParts(node, share)
    }
    return { $ref: `#/definitions/${name}` }
  }

  const shared = share(root, true)
  return { ...shared, ...(names.size > 0 && { definitions }) }
}

/** Names, types and fixed values only; which members are always there, of the answer itself, alone or one of two. */
function bare(schema: Json, deepest: number, depth = 0): Json {
  const kept: Record<string, unknown> = {}
  for (const key of ['type', 'enum', 'const', 'properties', 'required', 'items', 'anyOf']) {
    if (schema[key] !== undefined) kept[key] = schema[key]
  }
  if (isJson(schema['additionalProperties'])) kept['additionalProperties'] = schema['additionalProperties']
  if (depth > 0) delete kept['required']
  if (depth >= deepest || isEmpty(kept['properties'])) delete kept['properties']
  // A value says its own type, and what has none is a text.
  if (depth > 0 && kept['type'] === 'string') delete kept['type']
  if (kept['enum'] ?? kept['const']) delete kept['type']
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

/** How often each group stands in the schema, those inside an equal one counted once. */
function countGroups(root: Json): ReadonlyMap<string, number> {
  const seen = new Map<string, number>()
  function visit(node: Json): Json {
    const text = JSON.stringify(node)
    const before = seen.get(text) ?? 0
    seen.set(text, before + 1)
    return before > 0 ? node : mapParts(node, visit)
  }
  visit(root)
  return seen
}

/** The schema with each schema directly inside it replaced. */
function mapParts(schema: Json, replace: (part: Json) => Json): Json {
  const made: Record<string, unknown> = { ...schema }
  const { properties, items, anyOf, additionalProperties } = schema
  if (isJson(properties))
    made['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, isJson(part) ? replace(part) : part]),
    )
  if (isJson(items)) made['items'] = replace(items)
  if (isJson(additionalProperties)) made['additionalProperties'] = replace(additionalProperties)
  if (Array.isArray(anyOf)) made['anyOf'] = (anyOf as Json[]).map((part) => replace(part))
  return made
}

function isEmpty(properties: unknown): boolean {
  return isJson(properties) && Object.keys(properties).length === 0
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
