import { z } from 'zod'
import { diaSchema } from '../facts/sale-record.ts'
import { fold } from '../basics/text.ts'
import { isDay } from '../basics/time.ts'

/** A parameter: its type, its words, and the reading of its text. */
export interface Parametro<T> {
  /** The typed value: JSON Schema of OpenAPI and MCP. */
  schema: z.ZodType<T>
  /** Portuguese, for people and models; ends without a full stop. */
  descricao: string
  exemplo: string
  /** The accepted values, as a phrase after «use». */
  aceita: string
  /** Default where the question needs a value; defaults that are always present are in `consultas`. */
  padrao?: T
  /** Strict; undefined when the text is not a value of this parameter. */
  parse(text: string): T | undefined
}

export function decimal(
  descricao: string,
  exemplo: string,
  min: number,
  max: number,
  aceita: string,
  { exclusiveMin = false } = {},
): Parametro<number> {
  const number = z.number().max(max)
  return {
    schema: exclusiveMin ? number.gt(min) : number.min(min),
    descricao,
    exemplo,
    aceita,
    parse(text) {
      if (!/^-?\d{1,9}([.,]\d{1,15})?$/.test(text)) return undefined
      const value = Number(text.replace(',', '.'))
      return value > max || value < min || (exclusiveMin && value === min) ? undefined : value
    },
  }
}

export function integer(
  descricao: string,
  exemplo: string,
  min: number,
  max: number,
  aceita: string,
): Parametro<number> {
  return {
    schema: z.number().int().min(min).max(max),
    descricao,
    exemplo,
    aceita,
    parse(text) {
      if (!/^\d+$/.test(text)) return undefined
      // Without an upper bound any number of digits is one.
      const value = max === Number.MAX_SAFE_INTEGER ? Math.min(Number(text), max) : Number(text)
      return value < min || value > max ? undefined : value
    },
  }
}

export function text(descricao: string, exemplo: string): Parametro<string> {
  return {
    schema: z.string().min(1).max(100),
    descricao,
    exemplo,
    aceita: 'um texto de até 100 caracteres, com alguma letra ou número',
    parse: (text) => (text.length <= 100 && fold(text) !== '' ? text : undefined),
  }
}

export function option<const O extends readonly [string, ...string[]]>(
  descricao: string,
  options: O,
  exemplo: O[number] = options[0],
): Parametro<O[number]> {
  return {
    schema: z.enum(options) as unknown as z.ZodType<O[number]>,
    descricao,
    exemplo,
    aceita: `um de: ${options.join(', ')}`,
    parse: (text) => options.find((o) => o === text),
  }
}

export function day(descricao: string, exemplo: string): Parametro<string> {
  return {
    schema: diaSchema,
    descricao,
    exemplo,
    aceita: 'um dia do calendário, AAAA-MM-DD',
    parse: (text) => (isDay(text) ? text : undefined),
  }
}
