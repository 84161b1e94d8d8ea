import { z } from 'zod'

/**
 * The first problem of a value that is not of a schema; undefined when it is. Zod itself lists all of them: of 15 MB of `{}`
 * in place of prices that takes 4 GB.
 */
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
    return first(Object.keys(schema.shape), (key) => problemOf(schema.shape[key], value[key]))
  if (schema instanceof z.ZodRecord && isRecord(value))
    return first(
      Object.keys(value),
      (key) => problemOf(schema.keyType, key) ?? problemOf(schema.valueType, value[key]),
    )
  // A value without parts, or something else in place of them.
  return z.safeParse(schema, value).error
}

function first<T, U>(all: readonly T[], of: (one: T) => U | undefined): U | undefined {
  for (const one of all) {
    const found = of(one)
    if (found !== undefined) return found
  }
  return undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
