import { joined } from '../../format/words/formatting.ts'

/** The OpenAPI description, as far as pages read it. */
export interface ApiDescription {
  info: { version: string }
  tags: readonly { name: string; description?: string }[]
  paths: Readonly<Record<string, { get: Operation }>>
  components: {
    schemas: Readonly<Record<string, Schema>>
    responses?: Readonly<Record<string, DescribedAnswer>>
  }
}

interface Operation {
  operationId: string
  summary: string
  tags?: readonly string[]
  parameters?: readonly Parameter[]
  responses: Readonly<Record<string, DescribedAnswer | { $ref: string }>>
}

export interface Parameter {
  name: string
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}

export interface DescribedAnswer {
  description: string
  /** Content by media type. */
  content?: Readonly<
    Record<string, { schema?: Schema; examples?: Readonly<Record<string, { value: unknown }>> }>
  >
}

/** JSON Schema, as far as answers use it. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
  anyOf?: readonly Schema[]
  additionalProperties?: boolean | Schema
}

export type Route = ReturnType<typeof routesOf>[number]

export function routesOf({ paths }: ApiDescription) {
  return Object.entries(paths).map(([path, { get }]) => ({ path, operation: get }))
}

export function groupsOf(description: ApiDescription) {
  const routes = routesOf(description)
  return description.tags.map((tag) => ({
    ...tag,
    routes: routes.filter(({ operation }) => operation.tags?.[0] === tag.name),
  }))
}

export type RouteGroup = ReturnType<typeof groupsOf>[number]

/** The answers of a route, each with its status, references followed. */
export function answersOf({ responses }: Operation, { components }: ApiDescription) {
  return Object.entries(responses).flatMap(([status, response]) => {
    const answer = '$ref' in response ? components.responses?.[nameIn(response.$ref)] : response
    return answer ? [{ status, answer }] : []
  })
}

/** `#/components/schemas/Erro` → `Erro`. */
function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** A member of an answer by its path: `conteudo[].produto.venda.valorDeclarado`. */
export interface Field {
  path: string
  type: string
  description: string
}

type Schemas = ApiDescription['components']['schemas']

/** Deepest level, as a recursive schema has no end. */
const DEEPEST = 9

/** Every member described by a schema, outer ones first. */
export function fieldsOf(schema: Schema, schemas: Schemas): Field[] {
  const found = new Map<string, Field>()
  walk(schema, '', 0)
  return [...found.values()]

  function walk(given: Schema, path: string, depth: number): void {
    if (depth > DEEPEST) return
    const { properties = {}, items, anyOf = [], additionalProperties } = resolved(given, schemas)
    for (const variant of anyOf) walk(variant, path, depth + 1)
    if (items) walk(items, `${path}[]`, depth + 1)
    const members = Object.entries(properties)
    const [, first] = members[0] ?? []
    // Fuels side by side share one schema and are listed once.
    if (first?.$ref && members.length > 2 && members.every(([, { $ref }]) => $ref === first.$ref))
      visit(`{${members.map(([name]) => name).join('|')}}`, first)
    else for (const [name, member] of members) visit(name, member)
    if (typeof additionalProperties === 'object') visit('{…}', additionalProperties)

    function visit(name: string, member: Schema): void {
      const at = path === '' ? name : `${path}.${name}`
      if (!found.has(at))
        found.set(at, {
          path: at,
          type: typeOf(member, schemas),
          description: resolved(member, schemas).description ?? '',
        })
      walk(member, at, depth + 1)
    }
  }
}

/** The type in words: `barato, normal ou caro`, `número ou null`. */
export function typeOf(given: Schema, schemas: Schemas): string {
  const schema = resolved(given, schemas)
  if (schema.const !== undefined) return `sempre ${JSON.stringify(schema.const)}`
  if (schema.enum) return joined(schema.enum.map(String), 'ou')
  if (schema.anyOf) return joined([...new Set(schema.anyOf.map((variant) => typeOf(variant, schemas)))], 'ou')
  if (schema.items) return `lista de ${typeOf(schema.items, schemas)}`
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['object'])
  const names = types.map((type) => TYPES[type] ?? type)
  return joined(names, 'ou')
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'texto',
  number: 'número',
  integer: 'inteiro',
  boolean: 'true ou false',
  object: 'objeto',
  array: 'lista',
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref === undefined ? schema : { ...schemas[nameIn(schema.$ref)], ...schema }
}
