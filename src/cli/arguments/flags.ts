import { readQuery } from '../../domain/questions/read-query.ts'
import { boolean, string } from '@oclif/core/flags'
import type { Interfaces } from '@oclif/core'
import type { NomeDeConsulta, NomeDeParametro, Pedido } from '../../domain/questions/parameters.ts'
import * as parameters from '../../domain/questions/parameters.ts'
import { invalidParameters, refusedValue } from '../../domain/questions/parameter-problems.ts'
import { quote } from '../../domain/basics/text.ts'
import { type Form, forms } from '../../format/forms.ts'
import texts from '../command-texts.json' with { type: 'json' }

type TextFlags = Record<string, Interfaces.OptionFlag<string | undefined>>

/** `formato` is one of the output flags; of one station, `cnpj` is the argument. */
function isFlag(consulta: NomeDeConsulta, name: NomeDeParametro): boolean {
  return name !== 'formato' && (name !== 'cnpj' || consulta === 'precos' || consulta === 'mudancas')
}

/** A flag for each parameter of a question. All are texts: `readQuery` judges them, as it does for HTTP. */
export function parameterFlags(consulta: NomeDeConsulta, but: readonly NomeDeParametro[] = []): TextFlags {
  const names: readonly NomeDeParametro[] = parameters.consultas[consulta].parametros
  return Object.fromEntries(
    names
      .filter((name) => isFlag(consulta, name) && !but.includes(name))
      .map((name) => [name, parameterFlag(consulta, name)]),
  )
}

/** Defaults that depend on the form of the answer or on what it is of. */
const padroesDiversos: Partial<Record<NomeDeParametro, string>> = {
  granularidade: `${parameters.consultas.historico.padroes.granularidade} de um posto, ${parameters.consultas.historicoDoLugar.padroes.granularidade} de um lugar`,
  ordenar: `${parameters.ORDEM_DE_LEITURA} na tabela, ${String(parameters.defaultOf('precos', 'ordenar'))} em CSV e JSON`,
}

/** The question a command line asks. @throws {GasolinaError} `parametro_invalido`, before a store is opened. */
export function readFlags<C extends NomeDeConsulta>(
  consulta: C,
  flags: Record<string, unknown>,
  padroes?: Parameters<typeof readQuery<C>>[2],
): Pedido<C> {
  return readQuery(consulta, parametersFrom(consulta, flags), padroes)
}

/** The parameters a command line gives, as `readQuery` takes them. @throws {GasolinaError} `parametro_invalido` for an empty one. */
export function parametersFrom(consulta: NomeDeConsulta, flags: Record<string, unknown>): [string, string][] {
  return parameters.consultas[consulta].parametros.flatMap((name): [string, string][] => {
    const text = name === 'formato' ? undefined : flags[name]
    // An unset variable of a script; as if it were absent, the whole state would be answered.
    if (text === '')
      throw invalidParameters({
        frase: `--${name} veio sem valor: dê-lhe um, ou tire a opção.`,
        erro: { parametro: name },
      })
    return typeof text === 'string' ? [[name, text]] : []
  })
}

export function parameterFlag(consulta: NomeDeConsulta, name: NomeDeParametro) {
  const { descricao, aceita, exemplo } = parameters.parametroDe(consulta, name)
  const padrao = parameters.defaultOf(consulta, name)
  const fallback = padrao === undefined ? '' : ` [padrão: ${padroesDiversos[name] ?? String(padrao)}]`
  return string({
    description: `${descricao} (${aceita})${fallback}`,
    helpValue: exemplo.includes(' ') ? `"${exemplo}"` : exemplo,
  })
}

const formatos = Object.keys(forms) as Form[]

export const apiFlag = { api: string(texts.options.api) }

export const outputFlags = {
  formato: string({ ...texts.options.formato, helpValue: formatos.join('|') }),
  csv: boolean(texts.options.csv),
  json: boolean(texts.options.json),
}

export type OutputFlags = Partial<Interfaces.InferredFlags<typeof outputFlags>> & {
  dialeto?: string | undefined
}

/** @throws {GasolinaError} `parametro_invalido` for an unknown form, or two at once. */
export function readFormato({ formato, csv, json, dialeto }: OutputFlags): Form {
  const asked = [formato, csv && 'csv', json && 'json'].filter((text) => typeof text === 'string')
  const [chosen = 'tabela', ...others] = asked
  if (others.some((other) => other !== chosen)) {
    const valor = asked.map(quote).join(' e ')
    const frase = `Uma saída de cada vez: veio ${valor}. Use um de: ${formatos.join(', ')}.`
    throw invalidParameters({ frase, erro: { parametro: 'formato', valor, aceitos: [...formatos] } })
  }
  const form = formatos.find((each) => each === chosen)
  if (form) {
    if (dialeto === undefined || form === 'csv') return form
    throw invalidParameters({
      frase: '--dialeto só vale junto com --csv.',
      erro: { parametro: 'dialeto', valor: quote(dialeto), aceitos: ['--dialeto junto com --csv'] },
    })
  }
  const { frase, erro } = refusedValue('formato', chosen, formatos)
  const meant = erro.sugestao ? ` Talvez ${erro.sugestao}?` : ''
  throw invalidParameters({ frase: frase + meant, erro })
}
