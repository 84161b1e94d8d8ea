import { type Problem, invalidParameters, problem } from '../../domain/questions/parameter-problems.ts'
import { endOfOptions } from '../arguments/plain-words.ts'
import { debuglog } from 'node:util'
import { FRASE_ERRO_INTERNO, GasolinaError, type Tente, failures } from '../../errors.ts'
import { errorBody } from '../../format/json/answer-json.ts'
import type { Surroundings } from '../program.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import { nearest, quote } from '../../domain/basics/text.ts'

/** One sentence on stderr and, for a program that asked for JSON, the error object on stdout. NODE_DEBUG=gasolina shows a bug's cause. */
export function report(error: unknown, argv: readonly string[], surroundings: Surroundings): number {
  const expected = error instanceof GasolinaError ? error : asUsageError(error)
  if (!expected) debuglog('gasolina')('%O', error)
  const failure = expected ? inWordsOfFlags(expected) : new GasolinaError('erro_interno', FRASE_ERRO_INTERNO)
  const words = argv.slice(0, endOfOptions(argv))
  const tente = expected?.tente && commandOf(expected.tente, words)
  const instead = tente === undefined ? '' : ` Tente: ${tente}`
  surroundings.stderr.write(`${failure.message}${instead}${placeOf(failure)}\n`)
  if (wantsJson(words))
    surroundings.stdout.write(`${JSON.stringify(errorBody(failure, surroundings.clock(), tente))}\n`)
  return failures[failure.codigo].exit
}

function inWordsOfFlags(failure: GasolinaError): GasolinaError {
  const { codigo, message, erros, recomecar, cause } = failure
  if (codigo !== 'parametro_invalido' && recomecar === undefined) return failure
  // The address to begin again at is for clients of HTTP.
  const sentence = inFlags(message.replace(` (${recomecar})`, ''))
  return new GasolinaError(codigo, sentence, {
    ...(erros && { erros }),
    ...(recomecar !== undefined && { recomecar }),
    cause,
  })
}

function commandOf({ consulta, parametros }: Tente, words: readonly string[]): string {
  const command = COMMANDS[consulta] ?? consulta
  // The name of a station comes without a flag.
  const flags = parametros.map(([name, text]) => `${name === 'nome' ? '' : `--${name} `}${quoted(text)}`)
  const beside = words.filter((word, at) => {
    const [before = '', after = ''] = [words[at - 1], words[at + 1]]
    const value = VALUED.test(word) ? after : word
    return (BESIDE.test(word) || VALUED.test(before)) && !value.includes('@')
  })
  return ['gasolina', command, ...flags, ...beside.map(quoted)].join(' ')
}

function quoted(text: string): string {
  return /^[\p{L}\p{N}.,:/@=-]+$/u.test(text) ? text : JSON.stringify(text)
}

/** Options beside a question's parameters, kept in a proposed command; not `--para`, nor an address with `@`, which may hold a secret. */
const WITH_VALUE = '--(?:api|formato|intervalo|retomar|executar)'
const BESIDE = new RegExp(`^(?:--(?:uma-vez|csv|json)|${WITH_VALUE}(?:=.*)?)$`, 's')
const VALUED = new RegExp(`^${WITH_VALUE}$`)

/** Questions whose command has another name. */
const COMMANDS: Readonly<Record<string, string>> = {
  mudancas: 'vigiar',
  historicoDoLugar: 'historico',
  postos: 'posto',
}

/** The path of the file or folder. The sentence itself omits it, as HTTP sends it to strangers. */
function placeOf({ cause }: GasolinaError): string {
  return cause instanceof Error && 'path' in cause && typeof cause.path === 'string'
    ? ` Caminho: ${cause.path}`
    : ''
}

/** Read from the raw words: a command line that does not parse is answered in its form, too. */
function wantsJson(words: readonly string[]): boolean {
  return words.some(
    (word, i) =>
      word === '--json' || word === '--formato=json' || (word === '--formato' && words[i + 1] === 'json'),
  )
}

const NAMES = Object.keys(parametros).join('|')
const PAIR = new RegExp(String.raw`\b(${NAMES})=(?=[^\s=])`, 'g')
/** A parameter's name, at the beginning of a sentence or after these words; `por`, also a preposition, only by a quote, `com` or `sem`. */
const NAMED = new RegExp(
  String.raw`(^|[.:!?] |\b(?:[Ff]alta|com|sem|tamb[eé]m|use|em|a|e|ou|diz|que) |, )(${NAMES.replace(/\bpor\b/, "por(?= ')|(?<=\\b(?:com|sem) )por")})(?=$|[ .;:)]|,(?!lon))`,
  'g',
)
/** Lists of accepted values may have names of parameters among them. */
const LIST = /(\b(?:um de|Use|Talvez):? [^.?]*[.?]?)/

/** A sentence about parameters in the words of the terminal: `raio só vale junto com lat e lon` names --raio, --lat and --lon. */
export function inFlags(sentence: string): string {
  return sentence
    .split(LIST)
    .map((part, at) => (at % 2 === 1 ? part : inFlagsOf(part)))
    .join('')
}

function inFlagsOf(part: string): string {
  return part
    .replaceAll(new RegExp(`&(?=(?:${NAMES})=)`, 'g'), ' ')
    .replaceAll(PAIR, '--$1 ')
    .replaceAll(NAMED, '$1--$2')
}

/** Members of oclif's parser errors. The name tells the class, as oclif does not export it. */
interface ParseError {
  message: string
  flags?: string[]
  args?: (string | { name?: string; description?: string })[]
  parse?: { input?: { flags?: Record<string, { hidden?: boolean }>; args?: Record<string, unknown> } }
}

/** oclif's English complaint about a command line as the sentence we would have written; undefined if it is not one. */
function asUsageError(error: unknown): GasolinaError | undefined {
  if (!(error instanceof Error) || !('oclif' in error)) return undefined
  return invalidParameters((COMPLAINTS[error.constructor.name] ?? valueProblem)(error))
}

const COMPLAINTS: Readonly<Record<string, (error: ParseError) => Problem>> = {
  NonExistentFlagsError: unknownFlag,
  UnexpectedArgsError: unexpectedArgument,
  RequiredArgsError: missingArgument,
}

/** The first option of a command line that is a name of `Object.prototype`: oclif takes it for a flag it knows. */
export function inheritedFlag(argv: readonly string[], known: object): GasolinaError | undefined {
  const end = endOfOptions(argv)
  const word = argv
    .slice(0, end)
    .find((one) => one.startsWith('--') && one.slice(2).replace(/=.*$/s, '') in Object.prototype)
  if (word === undefined) return undefined
  return invalidParameters(unknownFlag({ flags: [word], parse: { input: { flags: { ...known } } } }))
}

function unknownFlag({ flags = [], parse }: Omit<ParseError, 'message'>): Problem {
  const written = (flags[0] ?? '').replace(/=.*$/s, '')
  const known = Object.entries(parse?.input?.flags ?? {})
    .filter(([, flag]) => !flag.hidden)
    .map(([name]) => `--${name}`)
  const [sugestao] = nearest(written, known, 1)
  const accepted = known.length > 0 ? ` Use: ${known.join(', ')}.` : ' Este comando não tem opções.'
  const takesStation = 'posto' in (parse?.input?.args ?? {}) && STATION_NAMES.has(written)
  const meant = takesStation
    ? ' Escreva o CNPJ ou o nome do posto sem opção.'
    : sugestao
      ? ` Talvez ${sugestao}?`
      : ''
  const frase = `A opção '${quote(written)}' não existe aqui.${meant}${accepted}`
  return problem(frase, { parametro: quote(written), valor: undefined, aceitos: known, sugestao })
}

/** Elsewhere parameters; here the station is the argument. */
const STATION_NAMES: ReadonlySet<string> = new Set(['--cnpj', '--nome', '--posto'])

function unexpectedArgument({ args = [], parse }: ParseError): Problem {
  const valor = quote(String(args[0] ?? ''))
  const names = Object.keys(parse?.input?.args ?? {}).map((name) => name.toUpperCase())
  const takesWords = names.length === 0 && 'combustivel' in (parse?.input?.flags ?? {})
  const accepted = takesWords
    ? 'o combustível ou o lugar já veio numa opção'
    : names.length === 0
      ? 'este comando só aceita opções, que começam com --'
      : `este comando só aceita ${names.join(' e ')}`
  return { frase: `O argumento '${valor}' sobra: ${accepted}.`, erro: { parametro: 'argumento', valor } }
}

function missingArgument({ args = [] }: ParseError): Problem {
  const [first] = args
  const { name = 'argumento', description } = typeof first === 'object' ? first : {}
  const frase = `Falta ${name.toUpperCase()}${description ? `: ${description}` : ''}.`
  return { frase, erro: { parametro: name } }
}

function valueProblem({ message }: ParseError): Problem {
  const [, missing] = /^Flag --(\S+) expects /.exec(message) ?? []
  const [, repeated] = /^Flag --(\S+) can only be specified once/.exec(message) ?? []
  const frase = missing
    ? `Falta o valor de --${missing}.`
    : repeated
      ? `A opção --${repeated} veio mais de uma vez: use uma só.`
      : 'A linha de comando não se entende: veja as opções com --help.'
  return { frase, erro: { parametro: missing ?? repeated ?? 'argumento' } }
}
