import { z } from 'zod'
import { type Problem, invalidParameters, problem } from '../../domain/questions/parameter-problems.ts'
import type { NomeDeConsulta, NomeDeParametro, Pedido, ValorEm } from '../../domain/questions/parameters.ts'
import * as parameters from '../../domain/questions/parameters.ts'
import { readQuery } from '../../domain/questions/read-query.ts'
import { together } from '../../format/words/formatting.ts'
import type { Ferramenta } from '../../domain/questions/routes.ts'
import { type Arguments, textsOf } from './tool-definition.ts'

/** Arguments read at most; no tool has as many. */
const MAX_MEMBERS = 50
/** Longest text read, in characters; no valid value is as long. */
const MAX_TEXT = 1500

/** Plain strings in the schema: people and models write them in many ways, and a client would refuse most by the strict one. */
const WRITTEN_FREELY: ReadonlySet<NomeDeParametro> = new Set([
  'combustivel',
  'cnpj',
  'perto',
  'rota',
  'bandeira',
])

/** The answer's form, which the tool decides; and here what an assistant does not need, as every definition costs tokens. */
const NOT_OF_TOOLS = ['formato', 'dialeto'] as const
type NotOfTools = (typeof NOT_OF_TOOLS)[number]

/** Descriptions in place of the table's, as the same four stand in every tool. */
const SHORTER: Partial<Record<NomeDeParametro, string>> = {
  combustivel: 'Combustível, como as pessoas dizem: etanol, s10, diesel',
  bairro: 'Bairro ou município, ou vários (farol, poço), ou os dois (centro, arapiraca); também CEP',
  municipio: 'Só município (ex.: arapiraca)',
  cnpj: 'CNPJ do posto',
}

export function toolParameters<C extends NomeDeConsulta>(consulta: C) {
  const names: readonly (typeof parameters.consultas)[C]['parametros'][number][] =
    parameters.consultas[consulta].parametros
  return names.filter(
    (name): name is Exclude<typeof name, NotOfTools> => !(NOT_OF_TOOLS as readonly string[]).includes(name),
  )
}

/** A tool's input, from the table of parameters, all optional; the tool's own notes are appended to the descriptions. */
export function inputSchema(tool: Ferramenta, names: readonly NomeDeParametro[]): z.ZodObject {
  const notes: Partial<Record<string, string>> = textsOf(tool).notes
  const fields = names
    .filter((name) => !UNDESCRIBED.has(name))
    .map((name) => {
      const { schema, descricao, exemplo } = parameters.parametroDe(tool, name)
      const accepted: z.ZodType = WRITTEN_FREELY.has(name) ? z.string() : schema
      const said = together('. ', [SHORTER[name] ?? descricao, notes[name]])
      const isClear = name in SHORTER || said.includes(exemplo) || /“|AAAA/.test(said) || isListed(accepted)
      return [name, accepted.describe(isClear ? said : `${said} (ex.: ${exemplo})`).optional()]
    })
  return z.object(Object.fromEntries(fields))
}

/** Accepted and undescribed: `perto` takes both as one text, and `limite` is the size of a page. */
const UNDESCRIBED: ReadonlySet<NomeDeParametro> = new Set(['lat', 'lon', 'registrosPorPagina'])

/** True if an example would add nothing: the schema lists the values or takes any number from 0. */
function isListed(schema: z.ZodType): boolean {
  return schema instanceof z.ZodEnum || (schema instanceof z.ZodNumber && (schema.minValue ?? -1) >= 0)
}

type Read<C extends NomeDeConsulta, A extends readonly NomeDeParametro[]> = Pedido<C> & {
  [N in A[number]]?: ValorEm<C, N>
}

/** JSON values as the texts that HTTP would get, by the same rules; a refusal offers the names of the tool's own schema. @throws {GasolinaError} `parametro_invalido`, to correct a call by. */
export function readArguments<C extends NomeDeConsulta, const A extends readonly NomeDeParametro[]>(
  consulta: C,
  args: Arguments,
  accepted: A,
  { shape }: Pick<z.ZodObject, 'shape'>,
): Read<C, A> {
  const offered = Object.keys(shape)
  const given = Object.entries(args)
  if (given.length > MAX_MEMBERS)
    throw invalidParameters({
      frase: `Vieram argumentos demais. Use só: ${offered.join(', ')}.`,
      erro: { parametro: 'arguments', aceitos: offered },
    })
  const texts = given.map(([name, value]) => [name, toText(value)] as const)
  const problems = texts.flatMap(([name, text]) =>
    text === undefined && isParameter(name) ? [wrongType(name, args[name])] : [],
  )
  if (problems.length > 0) throw invalidParameters(...problems)
  const entries = texts.map(([name, text]) => [name, text ?? ''] as const)
  // The names in `accepted` are read by the same rules, which the type of a question's own names cannot say.
  return readQuery(consulta, entries, {
    accepted,
    offered: () => offered,
    ordenar: parameters.ORDEM_DE_LEITURA,
  }) as Read<C, A>
}

/** null counts as absent, as models use it. Undefined for values of a type that no parameter has. */
function toText(value: unknown): string | undefined {
  if (value === null) return ''
  if (typeof value === 'string') return value.length > MAX_TEXT ? undefined : value
  if (typeof value !== 'number') return undefined
  // Without an exponent, and without binary noise such as 5.1000000000000005.
  return Number.isInteger(value) ? String(value) : value.toFixed(12).replace(/\.?0+$/, '')
}

function isParameter(name: string): name is NomeDeParametro {
  return Object.hasOwn(parameters.parametros, name)
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'um texto longo demais',
  boolean: 'verdadeiro ou falso',
}

function wrongType(name: NomeDeParametro, value: unknown): Problem {
  const { aceita, exemplo } = parameters.parametros[name]
  const what = Array.isArray(value) ? 'uma lista' : (KINDS[typeof value] ?? 'um objeto')
  const received = { parametro: name, valor: typeof value === 'string' ? value : undefined }
  const frase = `${name} veio como ${what}: use ${aceita} (ex.: ${exemplo}).`
  return problem(frase, { ...received, aceitos: [aceita] })
}
