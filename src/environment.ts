import { isIP } from 'node:net'
import { nearest, quote } from './domain/basics/text.ts'
import { misconfigured } from './errors.ts'
import { URL_ACEITA, readWebUrl, withoutFinalSlashes } from './web-url.ts'

export type Variables = Readonly<Record<string, string | undefined>>

export interface Variavel {
  nome: string
  /** Fits after "use". */
  aceita: string
  /** Default as text; absent when the feature is off without the variable, or the value is detected. */
  padrao?: string
}

/** A kind of value, and what is accepted, as a phrase after "use". */
export interface Kind<T> {
  /** Undefined for a value that is not accepted. */
  parse(text: string): T | undefined
  aceita: string
  /** True for a variable whose values are not repeated in errors. */
  isSecret?: boolean
}

/** Reads a variable; an empty one counts as unset. @throws {GasolinaError} `configuracao_invalida`. */
export type Read = <T, D = undefined>(name: string, kind: Kind<T>, fallback?: D) => T | D

export function createEnvironment(variables: Variables) {
  const known = new Map<string, Variavel>()

  const read: Read = <T, D>(name: string, { parse, aceita, isSecret }: Kind<T>, fallback?: D) => {
    const isTold = fallback !== '' && (typeof fallback === 'string' || typeof fallback === 'number')
    known.set(name, { nome: name, aceita, ...(isTold && { padrao: String(fallback) }) })
    const value = variables[name]
    if (value === undefined || value === '') return fallback as D
    const unfit = unfitIn(value)
    const parsed = unfit === undefined ? parse(value) : undefined
    if (parsed !== undefined) return parsed
    const fault = unfit ?? (QUOTED.test(value) ? KEPT_QUOTES : undefined)
    // An address may contain a password.
    const shown = isSecret || /:\/\/.*@/s.test(value) ? '' : ` '${quote(value)}'`
    const why = fault ? `${fault}; ` : ''
    throw misconfigured(`${name}${shown} não vale: ${why}use ${aceita}.`)
  }

  /** Warnings about unknown variables with our prefix: they would be ignored silently. */
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

/** The longest sensible value is a list of a CDN's networks. */
const LONGEST = 16_384
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\uFFFD]/u

/** A file of variables that a shell or systemd reads may have quotes; `--env-file` of Docker and Podman keeps them. */
const QUOTED = /^(["']).*\1$/
const KEPT_QUOTES = 'tem aspas em volta, que o --env-file do podman e do docker toma por parte do valor'

/** Characters refused in every variable: they would end a header or a line of the log, or name another folder. */
function unfitIn(value: string): string | undefined {
  if (value.length > LONGEST) return `passa de ${LONGEST} caracteres`
  const [letter] = UNFIT.exec(value) ?? []
  if (letter === undefined) return undefined
  if (letter === '\r') return 'tem um CR, o fim de linha do Windows'
  if (letter === '\uFFFD') return 'tem bytes que não são UTF-8'
  const code = letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  return `tem um caractere de controle (U+${code})`
}

/** Variables of the program, without those of the benchmarks. */
const OURS = /^(?:GASOLINA_(?!BENCH_)|SEFAZ_)/

/** A web address as ASCII, with a final slash where one was written. */
export const webUrl: Kind<string> = {
  aceita: URL_ACEITA,
  parse(text) {
    const { href } = readWebUrl(text) ?? {}
    return href === undefined || text.endsWith('/') ? href : withoutFinalSlashes(href)
  },
}

export const addresses: Kind<string[]> = {
  aceita: 'endereços IP ou redes, separados por vírgula, como 127.0.0.1, 10.0.0.0/8',
  parse(text) {
    const parts = text.split(',').map((part) => part.trim())
    return parts.every(isAddressOrNetwork) ? parts : undefined
  },
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) > 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  )
}

export function positiveInteger(max: number, unit = ''): Kind<number> {
  return {
    aceita: `um inteiro de 1 a ${max}${unit}`,
    parse: (text) =>
      /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined,
  }
}

export function oneOf<const T extends string>(...values: readonly T[]): Kind<T> {
  return { aceita: values.join(' ou '), parse: (text) => values.find((value) => value === text) }
}

export function text(aceita: string, regex = /^/): Kind<string> {
  return { aceita, parse: (text) => (regex.test(text) ? text : undefined) }
}
