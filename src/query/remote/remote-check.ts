import { isRecord } from '../../domain/basics/lists.ts'
import { z } from 'zod'
import { erroSchema } from '../../domain/answers/shared-schemas.ts'
import { printable } from '../../domain/basics/text.ts'
import { GasolinaError, failures, isCodigo } from '../../errors.ts'

/** The first problem of a value with a schema. Zod itself lists all of them: of 15 MB of `{}` in place of prices that takes 4 GB. */
export function problemOf(schema: z.core.$ZodType, value: unknown): z.core.$ZodError | undefined {
  if (schema instanceof z.ZodOptional)
    return value === undefined ? undefined : problemOf(schema.unwrap(), value)
  if (schema instanceof z.ZodNullable) return value === null ? undefined : problemOf(schema.unwrap(), value)
  if (schema instanceof z.ZodUnion) {
    const problems = schema.options.map((option) => problemOf(option, value))
    return problems.includes(undefined) ? undefined : problems[0]
  }
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return first(value, (item) => problemOf(schema.element, item))
  if (schema instanceof z.ZodObject && isRecord(value))
    return first(Object.entries(schema.shape), ([key, field]) => problemOf(field, value[key]))
  if (schema instanceof z.ZodRecord && isRecord(value))
    return first(
      Object.keys(value),
      (key) => problemOf(schema.keyType, key) ?? problemOf(schema.valueType, value[key]),
    )
  // A value without parts, or something else in place of them.
  return z.safeParse(schema, value).error
}

/** The error a server told in the one shape of all its errors; undefined when it is none of ours. */
export function toRefusal(body: unknown, headers: Headers): GasolinaError | undefined {
  const told = erroSchema.safeParse(body).data
  const codigo = told?.codigo
  if (!told || !isCodigo(codigo)) return undefined
  // The other codes tell of this machine, and a server has no word in that.
  if (!failures[codigo].isForClients && codigo !== 'erro_interno') return undefined
  const { message, erros, recomecar } = readable(told)
  const wait = headers.get('retry-after') ?? ''
  return new GasolinaError(codigo, message, {
    ...(erros && { erros }),
    ...(recomecar !== undefined && { recomecar }),
    ...(/^\d{1,6}$/.test(wait) && { tentarEm: Number(wait) }),
  })
}

function first<T, U>(all: readonly T[], of: (one: T) => U | undefined): U | undefined {
  for (const one of all) {
    const found = of(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** The refusal of another server, its texts cut and without control characters. */
function readable<T>(told: T): T {
  return JSON.parse(JSON.stringify(told), (_, value) =>
    typeof value === 'string' ? printable(value.slice(0, 2000)).trim() : value,
  )
}
