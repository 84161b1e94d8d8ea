import { boolean, string } from '@oclif/core/flags'
import { invalidParameters, refusedValue } from '../../domain/questions/parameter-problems.ts'
import { type Form, forms } from '../../format/forms.ts'
import { quote } from '../../domain/basics/text.ts'

const formatos = Object.keys(forms)

export interface OutputFlags {
  formato?: string | undefined
  csv?: boolean | undefined
  json?: boolean | undefined
  dialeto?: string | undefined
}

export const apiFlag = {
  api: string({
    description: 'Pergunta a outro servidor em vez de consultar os dados desta máquina',
    helpValue: 'URL',
    helpGroup: 'SAÍDA',
  }),
}

export const outputFlags = {
  formato: string({
    description: 'Forma da saída [padrão: tabela]',
    helpValue: formatos.join('|'),
    helpGroup: 'SAÍDA',
  }),
  csv: boolean({ description: 'O mesmo que --formato csv', helpGroup: 'SAÍDA' }),
  json: boolean({ description: 'O mesmo que --formato json: a resposta da API', helpGroup: 'SAÍDA' }),
}

/** @throws {GasolinaError} `parametro_invalido` for an unknown form, or two at once. */
export function readFormato({ formato, csv, json, dialeto }: OutputFlags): Form {
  const asked = [formato, csv && 'csv', json && 'json'].filter((text) => typeof text === 'string')
  const [chosen = 'tabela', ...others] = asked
  const aceitos = [...formatos]
  if (others.some((other) => other !== chosen)) {
    const valor = asked.map(quote).join(' e ')
    const frase = `Uma saída de cada vez: veio ${valor}. Use um de: ${formatos.join(', ')}.`
    throw invalidParameters({ frase, erro: { parametro: 'formato', valor, aceitos } })
  }
  if (isForm(chosen)) {
    if (dialeto !== undefined && chosen !== 'csv') throw dialectOfNothing(dialeto)
    return chosen
  }
  const { frase, erro } = refusedValue('formato', chosen, formatos)
  const meant = erro.sugestao ? ` Talvez ${erro.sugestao}?` : ''
  throw invalidParameters({ frase: frase + meant, erro })
}

function dialectOfNothing(dialeto: string) {
  const frase = '--dialeto só vale junto com --csv.'
  return invalidParameters({
    frase,
    erro: { parametro: 'dialeto', valor: quote(dialeto), aceitos: ['--dialeto junto com --csv'] },
  })
}

function isForm(text: string): text is Form {
  return Object.hasOwn(forms, text)
}
