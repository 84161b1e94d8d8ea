import { fuelByAlias, mayBeCookingGas } from '../../domain/facts/fuels.ts'

const COMMAND = 'precos'

/**
 * What people type first: `gasolina etanol maceio`, `gasolina precos s10 ponta verde`. Words before any option are a fuel
 * and a place, as `--combustivel` and `--bairro` take them. Undefined when the line does not begin so, or says one twice.
 */
export function readPlainWords(argv: readonly string[]): string[] | undefined {
  const words = argv[0] === COMMAND ? argv.slice(1) : argv
  const end = words.findIndex((word) => word.startsWith('-'))
  const plain = end === -1 ? words : words.slice(0, end)
  const options = words.slice(plain.length)
  const fuel = fuelAtBeginning(plain)
  // Without the command only a fuel says that prices are meant.
  if (plain.length === 0 || (!fuel && argv[0] !== COMMAND)) return undefined
  const place = plain.slice(fuel?.length ?? 0).join(' ')
  const says = (name: string) => options.some((word) => word === name || word.startsWith(`${name}=`))
  if ((fuel && says('--combustivel')) || (place && (says('--bairro') || says('--municipio'))))
    return undefined
  return [
    COMMAND,
    ...(fuel ? ['--combustivel', fuel.join(' ')] : []),
    ...(place ? ['--bairro', place] : []),
    ...options,
  ]
}

/** Words of the longest name, `gas natural veicular`. */
const LONGEST = 4

/** `diesel s10` before `diesel`. What may be cooking gas is handed on as a fuel: who reads it asks what is meant. */
function fuelAtBeginning(words: readonly string[]): string[] | undefined {
  return Array.from({ length: LONGEST }, (_, i) => LONGEST - i)
    .filter((count) => count <= words.length)
    .map((count) => words.slice(0, count))
    .find((some) => fuelByAlias(some.join(' ')) !== undefined || mayBeCookingGas(some.join(' ')))
}
