import { constants } from 'node:os'
import { boolean, string } from '@oclif/core/flags'
import type { Mudanca } from '../../domain/answers/mudancas.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { whatChanged } from '../../format/words/change-words.ts'
import { dayAndTime } from '../../format/words/formatting.ts'
import { invalidParameters, refusedValue } from '../../domain/questions/parameter-problems.ts'
import { readQuery } from '../../domain/questions/read-query.ts'
import { SECOND } from '../../domain/basics/time.ts'
import { BaseCommand } from '../base.ts'
import { parameterFlags, parametersFrom } from '../arguments/flags.ts'
import { apiFlag } from '../arguments/output-flags.ts'
import { watch } from '../watch.ts'

export default class Vigiar extends BaseCommand {
  static override summary = 'Avisa quando os preços mudam'
  static override description =
    'Com --abaixo, avisa onde o preço já está abaixo do pedido e, depois, cada vez que ficar. Num terminal, uma linha por mudança; num pipe, um objeto JSON por linha. Ctrl-C encerra e diz o cursor de onde continuar.'
  static override examples = [
    '<%= config.bin %> vigiar --combustivel gasolina --municipio maceio --abaixo 5.79',
    '<%= config.bin %> vigiar --combustivel etanol --municipio arapiraca --abaixo 4.5 --uma-vez && echo achei',
  ]
  static override flags = {
    ...parameterFlags('mudancas', ['limite']),
    'uma-vez': boolean({ description: 'Olha uma vez só: termina com 0 se achou, com 1 se não' }),
    intervalo: string({
      description: 'Segundos entre duas consultas (de 1 a 86400) [padrão: 60]',
      helpValue: '60',
    }),
    json: boolean({ description: 'JSON também no terminal: um objeto por linha', helpGroup: 'SAÍDA' }),
    ...apiFlag,
  }

  async run(): Promise<number> {
    const { flags } = await this.parse(Vigiar)
    const pedido = readQuery('mudancas', parametersFrom('mudancas', flags))
    const tell = (sentence: string): void => this.tell(sentence)
    const interval = readInterval(flags.intervalo) * SECOND
    const once = flags['uma-vez']
    const { program, stdout } = this.surroundings
    const { query, pause, interrupted } = await program.openWatch(flags.api, this.wishes())
    const isForPrograms = flags.json || stdout.isTTY !== true
    let found = 0
    let last: string | undefined
    try {
      for await (const { ate, mudancas, aviso } of watch({ query, pedido, interval, once, pause, tell })) {
        if (last === undefined && aviso !== undefined) this.tell(aviso)
        last = ate
        found += mudancas.length
        for (const mudanca of mudancas)
          this.print(isForPrograms ? JSON.stringify({ ...mudanca, cursor: ate }) : changeLine(mudanca))
      }
    } catch (error) {
      // A question that Ctrl-C ended fails.
      if (!interrupted()) throw error
    }
    if (last !== undefined) this.tell(`Para continuar daqui: --desde ${last}`)
    const signal = interrupted()
    return signal ? 128 + constants.signals[signal] : found > 0 ? 0 : 1
  }
}

function readInterval(text = '60'): number {
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (seconds >= 1 && seconds <= 86_400) return seconds
  throw invalidParameters(refusedValue('intervalo', text, 'um inteiro de 1 a 86400 (segundos)'))
}

/** Sale, change and station on one line. */
function changeLine(mudanca: Mudanca): string {
  const { combustivel, dataVenda, nomeFantasia, bairro, municipio, suspeito } = mudanca
  const doubt = suspeito ? ' (suspeito)' : ''
  return `${dayAndTime(dataVenda)}  ${fuelOf(combustivel).nomePopular}: ${whatChanged(mudanca)}${doubt}  ${nomeFantasia}, ${bairro}, ${municipio}`
}
