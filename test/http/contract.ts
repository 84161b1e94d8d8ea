import { expect } from 'vitest'
import { z } from 'zod'
import type { Http } from '../../src/http/create-http.ts'

type Json = Record<string, unknown>

interface OpenApi {
  paths: Record<string, { get: Json & { responses: Record<string, Json> } }>
  components: { schemas: Record<string, Json>; responses: Record<string, Json> }
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  byteLength: number
  /** Of a JSON body. */
  json: Json
}

/** Asks the router, and holds each answer against the OpenAPI file that it publishes itself. */
export async function createAsker({ router }: Pick<Http, 'router'>) {
  const document = (await (await router.request('/gasolina/api/openapi.json')).json()) as OpenApi
  const $defs = JSON.parse(
    JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
  ) as Json
  const validators = new Map<string, z.ZodType>()

  return { ask, document, problems }

  async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await router.request(path, init)
    // `text()` would swallow the byte order mark of the Excel dialect.
    const bytes = await response.arrayBuffer()
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    const { status, headers } = response
    const isJson = headers.get('content-type')?.startsWith('application/json') && text !== ''
    const json = (isJson ? JSON.parse(text) : {}) as Json
    if (isJson) check(path, status, json)
    return { status, headers, text, byteLength: bytes.byteLength, json }
  }

  function check(path: string, status: number, json: Json): void {
    const schema = status === 200 ? schemaFor(path) : '#/components/schemas/Erro'
    if (schema) expect(problems(schema, json), `${path} against ${schema}`).toEqual([])
  }

  /** What a value has against a schema of the file's, `#/components/schemas/…`. */
  function problems(where: string, json: unknown): unknown[] {
    const schema = where.replace('#/components/schemas/', '#/$defs/')
    let validator = validators.get(schema)
    if (!validator)
      validators.set(
        schema,
        (validator = z.fromJSONSchema({ $ref: schema, $defs } as z.core.JSONSchema.Schema)),
      )
    return validator.safeParse(json).error?.issues ?? []
  }

  function schemaFor(path: string): string | undefined {
    const [asked = ''] = path.replace(/^https?:\/\/[^/]*/, '').split('?')
    const pathname = asked.replace(/\/$/, '')
    const templates = Object.keys(document.paths)
    const template =
      templates.find((one) => one === pathname) ?? templates.find((one) => matches(one, pathname))
    const responses = document.paths[template ?? '']?.get.responses as
      | Record<string, { content?: Record<string, Json> }>
      | undefined
    const schema = responses?.['200']?.content?.['application/json']?.['schema'] as
      | { $ref?: string }
      | undefined
    return schema?.$ref
  }
}

function matches(template: string, pathname: string): boolean {
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}?$`).test(pathname)
}
