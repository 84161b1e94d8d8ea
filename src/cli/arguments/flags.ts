import { string } from '@oclif/core/flags'
import type { Interfaces } from '@oclif/core'
import {
  type NomeDeConsulta,
  type NomeDeParametro,
  ORDEM_DE_LEITURA,
  consultas,
  defaultOf,
  parametroDe,
  parametros,
} from '../../domain/questions/parameters.ts'
import { invalidParameters } from '../../domain/questions/parameter-problems.ts'
import { quote } from '../../domain/basics/text.ts'

type TextFlags = Record<string, Interfaces.OptionFlag<string | undefined>>

/** `cnpj` is an argument, `formato` one of the output flags. */
const NOT_FLAGS = new Set<NomeDeParametro>(['cnpj', 'formato'])

/** A flag for each parameter of a question. All are texts: `readQuery` judges them, as it does for HTTP. */
export function parameterFlags(consulta: NomeDeConsulta, but: readonly NomeDeParametro[] = []): TextFlags {
  const names: readonly NomeDeParametro[] = consultas[consulta].parametros
  return Object.fromEntries(
    names
      .filter((name) => !NOT_FLAGS.has(name) && !but.includes(name))
      .map((name) => [name, parameterFlag(consulta, name)]),
  )
}

/** Defaults that depend on the form of the answer. */
const padroesDaTabela: Partial<Record<NomeDeParametro, string>> = {
  ordenar: `${ORDEM_DE_LEITURA} na tabela, ${parametros.ordenar.padrao} em CSV e JSON`,
}

/** `--perto "-9.66,-35.71"`: lat and lon as maps write them. */
export const perto = {
  perto: string({
    description:
      'Latitude e longitude juntas, como os mapas as copiam, ou o nome de um bairro ou município; vale por --lat e --lon',
    helpValue: '"-9.66,-35.71"',
  }),
}

/** The parameters a command line gives, as `readQuery` takes them. */
export function parametersFrom(consulta: NomeDeConsulta, flags: Record<string, unknown>): [string, string][] {
  const names: readonly string[] = consultas[consulta].parametros
  const given = names.flatMap((name): [string, string][] => {
    const text = name === 'formato' ? undefined : flags[name]
    return typeof text === 'string' ? [[name, text]] : []
  })
  return typeof flags['perto'] === 'string' ? [...given, ...splitPoint(flags['perto'])] : given
}

/** Two numbers parted by a comma, or, when they use decimal commas, by a semicolon or a space. */
function splitPoint(text: string): [string, string][] {
  const match =
    /^\s*([^\s,;]+)\s*,\s*([^\s,;]+)\s*$/.exec(text) ?? /^\s*([^\s;]+)[;\s]\s*([^\s;]+)\s*$/.exec(text)
  const [lat, lon] = [match?.[1], match?.[2]]
  if (lat === undefined || lon === undefined) {
    const valor = quote(text)
    throw invalidParameters({
      frase: `perto '${valor}' não vale: use latitude e longitude em graus decimais, como "-9.66,-35.71".`,
      erro: { parametro: 'perto', valor, aceitos: ['latitude,longitude'] },
    })
  }
  return [
    ['lat', lat],
    ['lon', lon],
  ]
}

function parameterFlag(consulta: NomeDeConsulta, name: NomeDeParametro) {
  const { descricao, aceita, exemplo } = parametroDe(consulta, name)
  const padrao = defaultOf(consulta, name)
  const fallback = padrao === undefined ? '' : ` [padrão: ${padroesDaTabela[name] ?? String(padrao)}]`
  return string({
    description: `${descricao} (${aceita})${fallback}`,
    helpValue: exemplo.includes(' ') ? `"${exemplo}"` : exemplo,
  })
}
