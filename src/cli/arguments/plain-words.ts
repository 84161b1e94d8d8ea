import type { Config } from '@oclif/core/config'
import { fuelsIn } from '../../domain/facts/fuels.ts'
import { isPlaceName, municipalityKeys, placeKey } from '../../domain/places/place-names.ts'
import { fuelLike } from '../../domain/places/similar-names.ts'

const PRICES = 'precos'

/** Commands that take words without an option: a fuel, then the rest. */
const WORDED: Record<string, (words: string) => string[]> = {
  [PRICES]: (words) => ['--bairro', words],
  vigiar: (words) => ['--bairro', words],
  estatisticas: placeOption,
  historico: (words) => (isPlaceName(words) ? placeOption(words) : [words]),
  posto: (words) => [words],
}

/** A command line as people type it: `etanol maceio`, `historico maceio`. Undefined without such words, or with fuel or place twice. */
export function readPlainWords(argv: readonly string[], config: Config): string[] | undefined {
  const [first = ''] = argv
  const command = Object.hasOwn(WORDED, first) ? first : PRICES
  const { words, options } = partsOf(command === first ? argv.slice(1) : argv, command, config)
  const fuel = command === 'posto' ? undefined : fuelAtOneEnd(words)
  // Without the command only a fuel at the beginning says that prices are meant.
  if (words.length === 0 || (command !== first && (!fuel?.isFirst || first.startsWith('-')))) return undefined
  const rest = (fuel?.others ?? words).join(' ')
  const says = (...names: string[]) =>
    options.some((word) => names.some((name) => word === name || word.startsWith(`${name}=`)))
  const named = rest ? (WORDED[command]?.(rest) ?? []) : []
  if (fuel && says('--combustivel')) return undefined
  if (named[0]?.startsWith('--') && says('--bairro', '--municipio')) return undefined
  return [command, ...(fuel ? ['--combustivel', fuel.name] : []), ...named, ...options]
}

/** Where `--` stands: no word after it is an option. */
export function endOfOptions(argv: readonly string[]): number {
  return argv.includes('--') ? argv.indexOf('--') : argv.length
}

/** The words that are no option and no option's value. After `--` nothing is looked at. */
function partsOf(argv: readonly string[], command: string, config: Config) {
  const flags = config.findCommand(command)?.flags ?? {}
  const takesValue = (word: string) => word.startsWith('--') && flags[word.slice(2)]?.type === 'option'
  const end = endOfOptions(argv)
  const isOption = (word: string, at: number) =>
    at >= end || word.startsWith('-') || takesValue(argv[at - 1] ?? '')
  return {
    words: argv.filter((word, at) => !isOption(word, at)),
    options: argv.filter(isOption),
  }
}

/** A municipality as such: comparisons with its neighbours ask for one. */
function placeOption(words: string): string[] {
  return [municipalityKeys().has(placeKey(words)) ? '--municipio' : '--bairro', words]
}

/** A word for cooking gas counts as a fuel: `readQuery` refuses it with a question. */
function fuelAtOneEnd(words: readonly string[]) {
  const fuels = fuelsIn(words)
  const fuel = fuels.find(({ from }) => from === 0) ?? fuels.find(({ to }) => to === words.length)
  if (fuel) {
    const { name, from, to } = fuel
    return { name, others: [...words.slice(0, from), ...words.slice(to)], isFirst: from === 0 }
  }
  // Other words beside it may be a station's name, as in `posto carolina`.
  const ends = [
    { name: words[0] ?? '', others: words.slice(1), isFirst: false },
    { name: words.at(-1) ?? '', others: words.slice(0, -1), isFirst: false },
  ]
  return ends.find(
    ({ name, others }) => isMisspelt(name) && (others.length === 0 || isPlaceName(others.join(' '))),
  )
}

/** True for a word near a fuel's name that is no place: `readQuery` refuses it and names the fuel. */
function isMisspelt(word: string): boolean {
  return fuelLike(word) !== undefined && !isPlaceName(word)
}
