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

type TextFlags = Record<string, Interfaces.OptionFlag<string | undefined>>

/** `formato` is one of the output flags; of one station, `cnpj` is the argument. */
function isFlag(consulta: NomeDeConsulta, name: NomeDeParametro): boolean {
  return name !== 'formato' && (name !== 'cnpj' || consulta === 'precos' || consulta === 'mudancas')
}

/** A flag for each parameter of a question. All are texts: `readQuery` judges them, as it does for HTTP. */
export function parameterFlags(consulta: NomeDeConsulta, but: readonly NomeDeParametro[] = []): TextFlags {
  const names: readonly NomeDeParametro[] = consultas[consulta].parametros
  return Object.fromEntries(
    names
      .filter((name) => isFlag(consulta, name) && !but.includes(name))
      .map((name) => [name, parameterFlag(consulta, name)]),
  )
}

/** Defaults that depend on the form of the answer. */
const padroesDaTabela: Partial<Record<NomeDeParametro, string>> = {
  ordenar: `${ORDEM_DE_LEITURA} na tabela, ${parametros.ordenar.padrao} em CSV e JSON`,
}

/** The parameters a command line gives, as `readQuery` takes them. @throws {GasolinaError} `parametro_invalido` for an empty one. */
export function parametersFrom(consulta: NomeDeConsulta, flags: Record<string, unknown>): [string, string][] {
  const names: readonly string[] = consultas[consulta].parametros
  const given = names.flatMap((name): [string, string][] => {
    const text = name === 'formato' ? undefined : flags[name]
    // An unset variable of a script; as if it were absent, the whole state would be answered.
    if (text === '')
      throw invalidParameters({
        frase: `--${name} veio sem valor: dê-lhe um, ou tire a opção.`,
        erro: { parametro: name },
      })
    return typeof text === 'string' ? [[name, text]] : []
  })
  return given.flatMap(([name, text]) => (name === 'perto' ? splitPoint(text) : [[name, text]]))
}

/** Degrees as maps copy them: parted by a comma or, with decimal commas, by a semicolon or a space. Asked as `lat` and `lon`. */
function splitPoint(text: string): [string, string][] {
  const [, lat, lon] = DEGREES.exec(text) ?? []
  if (lat === undefined || lon === undefined) return [['perto', text]]
  return [
    ['lat', lat],
    ['lon', lon],
  ]
}

const DEGREES = /^\s*(-?\d{1,3}(?:\.\d+|,\d+(?=[;\s]))?)(?:\s*[,;]\s*|\s+)(-?\d{1,3}(?:[.,]\d+)?)\s*$/

function parameterFlag(consulta: NomeDeConsulta, name: NomeDeParametro) {
  const { descricao, aceita, exemplo } = parametroDe(consulta, name)
  const padrao = defaultOf(consulta, name)
  const fallback = padrao === undefined ? '' : ` [padrão: ${padroesDaTabela[name] ?? String(padrao)}]`
  return string({
    description: `${descricao} (${aceita})${fallback}`,
    helpValue: exemplo.includes(' ') ? `"${exemplo}"` : exemplo,
  })
}
