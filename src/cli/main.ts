import { invalidParameters, meantOf, problem } from '../domain/questions/parameter-problems.ts'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Config } from '@oclif/core/config'
import type { Command, Interfaces } from '@oclif/core'
import { run } from '@oclif/core/run'
import { settings } from '@oclif/core/settings'
import { quote } from '../domain/basics/text.ts'
import { readPlainWords } from './arguments/plain-words.ts'
import { report } from './terminal/report.ts'
import type { Surroundings } from './program.ts'
import texts from './command-texts.json' with { type: 'json' }

/** `dist/`, which has the manifest made by the build, or `src/`, which has none and so never a stale one. */
const ROOT = dirname(import.meta.dirname)

/** Runs one command line to its end; returns the exit code. Nothing it does ends the process. */
export async function main(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    settings.enableAutoTranspile = false
    const config = await loadConfig(surroundings)
    const result: unknown = await run(toCommandLine(argv, config), config)
    return typeof result === 'number' ? result : 0
  } catch (error) {
    return report(error, argv, surroundings)
  }
}

/** The oclif configuration, with the texts of each command, which carries the surroundings to every command. */
export async function loadConfig(surroundings: Surroundings): Promise<Config> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  const pjson: Interfaces.PJSON = JSON.parse(text)
  const options: Interfaces.LoadOptions & { surroundings: Surroundings } = { root: ROOT, pjson, surroundings }
  const config = await Config.load(options)
  const helpTexts: Record<string, HelpTexts> = texts.commands
  for (const command of config.commands) Object.assign(command, helpTexts[command.id])
  return config
}

type HelpTexts = Partial<Pick<Command.Loadable, 'summary' | 'description' | 'usage' | 'examples'>>

/** Only what begins with a known command reaches oclif, whose own complaint would be in English. */
function toCommandLine(argv: readonly string[], config: Config): string[] {
  const [first, ...rest] = argv
  const understood = readPlainWords(argv, config)
  if (understood) return understood
  if (first === undefined) return ['--help']
  if (first === 'ajuda' || first === 'help') return [...rest.slice(0, 1), '--help']
  if (['--help', '-h', '--version', '-v'].includes(first) || config.findCommand(first)) return [...argv]
  const known = config.commandIDs.filter((id) => !config.findCommand(id)?.hidden)
  const sugestao = meantOf(first, known)
  const message = first.startsWith('-')
    ? `Falta o comando antes de '${quote(first)}'. Use um de: ${known.join(', ')}.`
    : `O comando '${quote(first)}' não existe.${sugestao ? ` Talvez ${sugestao}?` : ''} Use um de: ${known.join(', ')}.`
  throw invalidParameters(problem(message, { parametro: 'comando', valor: first, aceitos: known, sugestao }))
}
