import { z } from 'zod'
import { diaSchema } from '../facts/sale-record.ts'
import { fold } from '../basics/text.ts'
import { isDay } from '../basics/time.ts'

/** A parameter: its type, its words, and the reading of its text. */
export interface Parametro<T> extends Words {
  /** The typed value: JSON Schema of OpenAPI and MCP. */
  schema: z.ZodType<T>
  /** The accepted values, as a phrase after «use». */
  aceita: string
  /** All values, where they are a closed list. */
  valores?: readonly string[]
  /** Default where the question needs a value; defaults that are always present are in `consultas`. */
  padrao?: T
  /** Strict; undefined when the text is not a value of this parameter. */
  parse(text: string): T | undefined
}

/** A row of `parameters.json`. */
interface Words {
  /** Portuguese, for people and models; ends without a full stop. */
  descricao: string
  exemplo: string
  aceita?: string
}

interface Bounds {
  /** Least value, or the one that all values are above. */
  min?: number
  above?: number
  max: number
  unidade?: string
}

export function decimal(words: Words, { min = 0, above, max, unidade }: Bounds): Parametro<number> {
  const number = z.number().max(max)
  const range = above === undefined ? `de ${min} a ${max}` : `maior que ${above} e até ${max}`
  return {
    ...words,
    schema: above === undefined ? number.min(min) : number.gt(above),
    aceita: `um número ${range}${unidade === undefined ? '' : ` (${unidade})`}`,
    parse(text) {
      if (!/^-?\d{1,9}([.,]\d+)?$/.test(text)) return undefined
      const value = Number(text.replace(',', '.'))
      return value > max || (above === undefined ? value < min : value <= above) ? undefined : value
    },
  }
}

export function integer(words: Words, max = Number.MAX_SAFE_INTEGER): Parametro<number> {
  const isBounded = max !== Number.MAX_SAFE_INTEGER
  return {
    ...words,
    schema: z.number().int().min(1).max(max),
    aceita: isBounded ? `um inteiro de 1 a ${max}` : 'um inteiro a partir de 1',
    parse(text) {
      if (!/^\d+$/.test(text)) return undefined
      // Any number of digits is an integer where it has no upper bound.
      const value = isBounded ? Number(text) : Math.min(Number(text), max)
      return value < 1 || value > max ? undefined : value
    },
  }
}

/** Characters of a name asked for: twice those of the longest known one. */
export const LONGEST_NAME = 100

interface Texts {
  min?: number
  max?: number
  accepts?: (text: string) => boolean
}

/** A text that is kept as it came; by default one with any letter or digit. */
export function text(words: Words, texts: Texts = {}): Parametro<string> {
  const { min = 1, max = LONGEST_NAME, accepts = (text) => fold(text) !== '' } = texts
  return {
    aceita: `um texto de até ${max} caracteres, com alguma letra ou número`,
    ...words,
    schema: z.string().min(min).max(max),
    parse: (text) => (text.length <= max && accepts(text) ? text : undefined),
  }
}

export function pattern(words: Required<Words>, regex: RegExp): Parametro<string> {
  const parse = (text: string) => (regex.test(text) ? text : undefined)
  return { ...words, schema: z.string().regex(regex), parse }
}

export function option<const O extends string>(words: Words, valores: readonly O[]): Parametro<O> {
  return {
    ...words,
    schema: z.enum(valores) as unknown as z.ZodType<O>,
    aceita: `um de: ${valores.join(', ')}`,
    valores,
    parse: (text) => valores.find((o) => o === text),
  }
}

export function day(words: Words): Parametro<string> {
  return {
    ...words,
    schema: diaSchema,
    aceita: 'um dia do calendário, AAAA-MM-DD',
    parse: (text) => (isDay(text) ? text : undefined),
  }
}
