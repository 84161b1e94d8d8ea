import { nearest, quote } from '../../domain/basics/text.ts'
import { GasolinaError } from '../../errors.ts'

/** Members of oclif's parser errors. The name tells the class, as oclif does not export it. */
interface ParseError {
  message: string
  flags?: string[]
  args?: (string | { name?: string; description?: string })[]
  parse?: { input?: { flags?: Record<string, { hidden?: boolean }>; args?: Record<string, unknown> } }
}

/** oclif's English complaint about a command line as the sentence we would have written; undefined if it is not one. */
export function asUsageError(error: unknown): GasolinaError | undefined {
  if (!(error instanceof Error) || !('oclif' in error)) return undefined
  const parseError: ParseError = error
  switch (error.constructor.name) {
    case 'NonExistentFlagsError':
      return unknownFlag(parseError)
    case 'UnexpectedArgsError':
      return unexpectedArgument(parseError)
    case 'RequiredArgsError':
      return missingArgument(parseError)
    default:
      return valueProblem(parseError)
  }
}

function unknownFlag({ flags = [], parse }: ParseError): GasolinaError {
  const written = (flags[0] ?? '').replace(/=.*$/s, '')
  const known = Object.entries(parse?.input?.flags ?? {})
    .filter(([, flag]) => !flag.hidden)
    .map(([name]) => `--${name}`)
  const [sugestao] = nearest(written, known, 1)
  const accepted = known.length > 0 ? ` Use: ${known.join(', ')}.` : ' Este comando não tem opções.'
  return usage(
    `A opção '${quote(written)}' não existe aqui.${sugestao ? ` Talvez ${sugestao}?` : ''}${accepted}`,
    { parametro: quote(written), aceitos: known, ...(sugestao && { sugestao }) },
  )
}

function unexpectedArgument({ args = [], parse }: ParseError): GasolinaError {
  const valor = quote(String(args[0] ?? ''))
  const names = Object.keys(parse?.input?.args ?? {}).map((name) => name.toUpperCase())
  const takesWords = names.length === 0 && 'combustivel' in (parse?.input?.flags ?? {})
  const accepted = takesWords
    ? 'o combustível ou o lugar já veio numa opção'
    : names.length === 0
      ? 'este comando só aceita opções, que começam com --'
      : `este comando só aceita ${names.join(' e ')}`
  return usage(`O argumento '${valor}' sobra: ${accepted}.`, { parametro: 'argumento', valor })
}

function missingArgument({ args = [] }: ParseError): GasolinaError {
  const [first] = args
  const { name = 'argumento', description } = typeof first === 'object' ? first : {}
  return usage(`Falta ${name.toUpperCase()}${description ? `: ${description}` : ''}.`, { parametro: name })
}

const VALUE_MISSING = /^Flag --(\S+) expects /
const REPEATED = /^Flag --(\S+) can only be specified once/

function valueProblem({ message }: ParseError): GasolinaError {
  const missing = VALUE_MISSING.exec(message)?.[1]
  if (missing) return usage(`Falta o valor de --${missing}.`, { parametro: missing })
  const repeated = REPEATED.exec(message)?.[1]
  if (repeated)
    return usage(`A opção --${repeated} veio mais de uma vez: use uma só.`, { parametro: repeated })
  return usage('A linha de comando não se entende: veja as opções com --help.', { parametro: 'argumento' })
}

function usage(
  message: string,
  erro: { parametro: string; valor?: string; aceitos?: string[] },
): GasolinaError {
  return new GasolinaError('parametro_invalido', message, { erros: [erro] })
}
