import { endOfOptions } from '../arguments/plain-words.ts'
import { constants } from 'node:os'
import { boolean, string } from '@oclif/core/flags'
import type { Mudanca } from '../../domain/answers/mudancas.ts'
import { changeSentence } from '../../format/words/comparisons.ts'
import { dayAndTime, together } from '../../format/words/formatting.ts'
import { invalidParameters, refusedValue } from '../../domain/questions/parameter-problems.ts'
import { SECOND } from '../../domain/basics/time.ts'
import { isOfWeb } from '../../web-url.ts'
import { BaseCommand } from '../base-command.ts'
import type { Destination } from '../program.ts'
import { openKept } from '../terminal/kept-cursor.ts'
import { apiFlag, parameterFlags, readFlags } from '../arguments/flags.ts'
import { watch } from '../watch-changes.ts'
import texts from '../command-texts.json' with { type: 'json' }

export default class Vigiar extends BaseCommand {
  static override flags = {
    ...parameterFlags('mudancas', ['limite']),
    'uma-vez': boolean({ description: 'Olha uma vez só: termina com 0 se achou, com 1 se não' }),
    intervalo: string(texts.options.intervalo),
    para: string(texts.options.para),
    executar: string(texts.options.executar),
    retomar: string(texts.options.retomar),
    json: boolean({ description: 'JSON também no terminal: um objeto por linha', helpGroup: 'SAÍDA' }),
    ...apiFlag,
  }

  async run(): Promise<number> {
    // `parse` shortens this.argv.
    const { argv } = this
    const end = endOfOptions(argv)
    const { flags } = await this.parse(Vigiar, argv.slice(0, end))
    const destination = readDestination(flags, argv.slice(end + 1))
    const asked = readFlags('mudancas', flags)
    const tell = (sentence: string): void => this.tell(sentence)
    const interval = readInterval(flags.intervalo) * SECOND
    const once = flags['uma-vez']
    const kept = flags.retomar === undefined ? undefined : await openKept(flags.retomar)
    const pedido = { ...asked, ...(kept?.cursor !== undefined && { desde: kept.cursor }) }
    const { program, stdout } = this.surroundings
    const { query, pause, interrupted, openDelivery } = await program.openWatch(flags.api, this.feedback())
    const deliver = destination && (await openDelivery(destination, once))
    const isForPrograms = flags.json || stdout.isTTY !== true
    const looks = watch({ query, pedido, interval, once, isResumed: kept?.cursor !== undefined, pause, tell })
    let found = 0
    let last: string | undefined
    try {
      for await (const { ate, mudancas, aviso, observacoes } of looks) {
        if (last === undefined) for (const sentence of [aviso ?? [], observacoes].flat()) this.tell(sentence)
        for (const mudanca of mudancas) {
          if (kept?.isTold(mudanca)) continue
          const json = JSON.stringify({ ...mudanca, cursor: ate })
          await deliver?.({ json, title: titleOf(mudanca, aviso !== undefined) })
          found++
          // A program has the output for itself.
          if (!destination?.programa)
            this.print(
              isForPrograms ? json : `${dayAndTime(mudanca.dataVenda)}  ${sentenceOf(mudanca, '  ')}`,
            )
          await kept?.markTold(mudanca)
        }
        await kept?.finish(ate)
        last = ate
      }
    } catch (error) {
      // A question or a delivery that Ctrl-C ended fails.
      if (!interrupted()) throw error
    } finally {
      if (last !== undefined) this.tell(`Para continuar daqui: --desde ${last}`)
    }
    const signal = interrupted()
    return signal ? 128 + constants.signals[signal] : found > 0 ? 0 : 1
  }
}

function readDestination(
  { para, executar }: { para?: string | undefined; executar?: string | undefined },
  words: string[],
): Destination | undefined {
  const programs = [executar === undefined ? [] : [executar], words].filter(({ length }) => length > 0)
  const [programa] = programs
  if (programs.length + (para === undefined ? 0 : 1) > 1)
    throw invalidParameters({
      frase: 'Um aviso de cada vez: use só um de --para, --executar e -- PROGRAMA.',
      erro: { parametro: 'para', aceitos: ['--para', '--executar', '-- PROGRAMA'] },
    })
  if (para === undefined) return programa && { programa }
  const url = URL.canParse(para) ? new URL(para) : undefined
  if (url && isOfWeb(url)) return { para: url }
  // The address may hold a secret, so it is not repeated.
  const aceita = 'um endereço http:// ou https://'
  throw invalidParameters({
    frase: `O endereço de --para não vale: use ${aceita}.`,
    erro: { parametro: 'para', aceitos: [aceita] },
  })
}

function readInterval(text = '60'): number {
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (seconds >= 1 && seconds <= 86_400) return seconds
  throw invalidParameters(refusedValue('intervalo', text, 'um inteiro de 1 a 86400 (segundos)'))
}

/** Letters of a title. A server asked with --api may send longer names. */
const LONGEST_TITLE = 200

/** The change as a notification. */
function titleOf(mudanca: Mudanca, isFiction: boolean): string {
  const text = `${isFiction ? 'Demonstração: ' : ''}${sentenceOf(mudanca, ', ')}`
  return [...text].slice(0, LONGEST_TITLE).join('')
}

function sentenceOf(mudanca: Mudanca, separator: string): string {
  const { tipo, suspeito, confirmacao } = mudanca
  const marks = [tipo !== 'suspeita' && suspeito && 'suspeito', confirmacao.nestePreco === 1 && 'só 1 venda']
  const mark = together(', ', marks)
  return changeSentence(mudanca, separator, mark && ` (${mark})`)
}
