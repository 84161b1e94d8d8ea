import { isIP } from 'node:net'
import { z } from 'zod'
import { nearest, quote } from './domain/basics/text.ts'
import { GasolinaError } from './errors.ts'
import { readWebUrl, withoutFinalSlashes } from './web-url.ts'

export type Variables = Readonly<Record<string, string | undefined>>

export interface Variavel {
  nome: string
  /** Fits after "use". */
  aceita: string
  /** As it would be written; absent when without it the thing is off, or found out. */
  padrao?: string
}

/** Reads a variable; an empty one counts as unset. @throws {GasolinaError} `configuracao_invalida`. */
export type Read = <T, D>(
  name: string,
  schema: z.ZodType<T>,
  accepted: string,
  fallback: D,
  options?: { secret?: boolean },
) => T | D

/** Variables of the environment, and what they are, known from reading them. */
export function createEnvironment(variables: Variables) {
  const known = new Map<string, Variavel>()

  const read: Read = (name, schema, accepted, fallback, { secret = false } = {}) => {
    known.set(name, describe(name, accepted, fallback))
    const value = variables[name]
    if (value === undefined || value === '') return fallback
    const fault = faultOf(value)
    const parsed = schema.safeParse(value)
    if (!fault && parsed.success) return parsed.data
    // An address may hold a password.
    const shown = secret || /:\/\/.*@/s.test(value) ? '' : ` '${quote(value)}'`
    const why = fault ? `${fault}; ` : ''
    throw new GasolinaError('configuracao_invalida', `${name}${shown} não vale: ${why}use ${accepted}.`)
  }

  /** Tells of variables that look like ours and are none: what was meant would be ignored in silence. */
  function misspelt(): string[] {
    return Object.keys(variables)
      .filter((name) => OURS.test(name) && !known.has(name) && variables[name] !== '')
      .map((name) => {
        const [near] = nearest(name, known.keys(), 1)
        return `A variável ${quote(name)} não existe e foi ignorada.${near ? ` Talvez ${near}?` : ''}`
      })
  }

  return { read, misspelt, known: () => [...known.values()] }
}

/** Of all that anybody means, the lists of a CDN's networks are the longest. */
const LONGEST = 16_384
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\uFFFD]/u

/** What no variable may hold: it would end a header or a line of the log, or name another folder than the one meant. */
function faultOf(value: string): string | undefined {
  if (value.length > LONGEST) return `passa de ${LONGEST} caracteres`
  const [letter] = UNFIT.exec(value) ?? []
  if (letter === undefined) return undefined
  if (letter === '\r') return 'tem um CR, o fim de linha do Windows'
  if (letter === '\uFFFD') return 'tem bytes que não são UTF-8'
  const code = letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  return `tem um caractere de controle (U+${code})`
}

/** Measurements have variables of their own. */
const OURS = /^(?:GASOLINA_(?!BENCH_)|SEFAZ_)/

/** As ASCII, with a final slash where one was written. */
export const webUrl = z.string().transform((text, { addIssue }) => {
  const url = readWebUrl(text)
  if (!url) addIssue('')
  const href = url?.href ?? ''
  return text.endsWith('/') ? href : withoutFinalSlashes(href)
})

export const ENDERECOS_ACEITOS = 'endereços IP ou redes, separados por vírgula, como 127.0.0.1, 10.0.0.0/8'

export const addresses = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isAddressOrNetwork))

function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) > 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  )
}

export function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
}

function describe(nome: string, aceita: string, fallback: unknown): Variavel {
  const isTold = fallback !== '' && (typeof fallback === 'string' || typeof fallback === 'number')
  return { nome, aceita, ...(isTold && { padrao: String(fallback) }) }
}
