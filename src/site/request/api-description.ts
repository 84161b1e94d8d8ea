/** The OpenAPI description, as far as pages read it. */
export interface ApiDescription {
  info: { version: string }
  /** Groups of operations, in reading order. */
  tags?: readonly { name: string; description?: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: {
    schemas: Readonly<Record<string, Schema>>
    responses?: Readonly<Record<string, Answer>>
  }
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags?: readonly string[]
  parameters?: readonly Parameter[]
  responses: Readonly<Record<string, Answer | Reference>>
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}

export interface Answer {
  description: string
  content?: Readonly<Record<string, { schema?: Schema; example?: unknown; examples?: Examples }>>
}

type Examples = Readonly<Record<string, { summary?: string; value?: unknown }>>

interface Reference {
  $ref: string
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
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  additionalProperties?: boolean | Schema
}

/** An operation with its address. */
export interface Route {
  method: string
  path: string
  operation: Operation
}

export interface RouteGroup {
  /** Empty where no route has a tag. */
  name: string
  description?: string
  routes: readonly Route[]
}

export function routesOf({ paths }: ApiDescription): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

/** Routes by their first tag, in the description's order; untagged routes come last. */
export function groupsOf(description: ApiDescription): RouteGroup[] {
  const routes = routesOf(description)
  const named = [
    ...new Map((description.tags ?? []).map((tag) => [tag.name, tag])).values(),
    ...[...new Set(routes.flatMap((route) => tagOf(route) ?? []))]
      .filter((name) => !description.tags?.some((tag) => tag.name === name))
      .map((name) => ({ name })),
  ]
  const rest = routes.filter((route) => tagOf(route) === undefined)
  return [
    ...named.map((tag) => ({ ...tag, routes: routes.filter((route) => tagOf(route) === tag.name) })),
    { name: named.length === 0 ? '' : 'Outras', routes: rest },
  ].filter((group) => group.routes.length > 0)
}

/** The answers of a route, each with its status, references followed. */
export function answersOf(
  { responses }: Operation,
  { components }: ApiDescription,
): { status: string; answer: Answer }[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const answer = '$ref' in response ? components.responses?.[nameIn(response.$ref)] : response
    return answer ? [{ status, answer }] : []
  })
}

/** `#/components/schemas/Erro` → `Erro`. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function tagOf({ operation }: Route): string | undefined {
  return operation.tags?.[0]
}
