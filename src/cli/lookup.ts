import { boolean, string } from '@oclif/core/flags'
import { invalidParameters } from '../domain/parameters.ts'
import { nearest, quote } from '../domain/text.ts'
import type { Query } from '../query/query.ts'
import { BaseCommand } from './base.ts'
import { openQuery } from './open.ts'
import { createPaint } from './paint.ts'
import type { Paint } from './paint.ts'
import { wantsColour, widthOf } from './surroundings.ts'

const formatos = ['tabela', 'csv', 'json'] as const
export type Formato = (typeof formatos)[number]

interface LookupFlags {
  formato?: string | undefined
  csv?: boolean | undefined
  json?: boolean | undefined
  api?: string | undefined
}

/** What a view draws on: the terminal's width and colours, and the moment ages are counted to. */
export interface Canvas {
  width: number
  paint: Paint
  now: number
}

/** A command that asks the query module something and shows the answer. */
export abstract class LookupCommand extends BaseCommand {
  static override baseFlags = {
    formato: string({
      description: `Forma da saída [padrão: tabela]`,
      helpValue: formatos.join('|'),
      helpGroup: 'SAÍDA',
    }),
    csv: boolean({ description: 'O mesmo que --formato csv', helpGroup: 'SAÍDA' }),
    json: boolean({ description: 'O mesmo que --formato json: a resposta da API', helpGroup: 'SAÍDA' }),
    api: string({
      description: 'Pergunta a outro servidor em vez de consultar os dados desta máquina',
      helpValue: 'URL',
      helpGroup: 'SAÍDA',
    }),
  }

  /** Checked before anything is opened: wrong usage is told first. */
  protected formatoOf({ formato, csv, json }: LookupFlags): Formato {
    const asked = [formato, csv && 'csv', json && 'json'].filter((text) => typeof text === 'string')
    const chosen = asked[0] ?? 'tabela'
    const known = formatos.find((f) => f === chosen)
    if (!known || asked.some((other) => other !== chosen)) throw wrongFormat(asked)
    return known
  }

  protected async open({ api }: LookupFlags): Promise<Query> {
    return openQuery(this.surroundings, api)
  }

  protected canvas(): Canvas {
    const { surroundings } = this
    const colour = wantsColour(surroundings, surroundings.stdout)
    return { width: widthOf(surroundings), paint: createPaint(colour), now: surroundings.clock() }
  }

  /** Fictional figures are said to be so, once, whatever the form of the answer. */
  protected announce({ aviso }: { aviso?: string | undefined }): void {
    if (aviso) this.tell(aviso)
  }

  /** Exactly what HTTP answers. */
  protected printJson(answer: object): void {
    this.print(JSON.stringify(answer))
  }
}

function wrongFormat(asked: readonly string[]) {
  const [valor] = asked.length === 1 ? asked.map(quote) : [asked.map(quote).join(' e ')]
  const [sugestao] = asked.length === 1 && asked[0] ? nearest(asked[0], formatos, 1) : []
  const meant = sugestao ? ` Talvez ${sugestao}?` : ''
  return invalidParameters([
    {
      frase:
        asked.length > 1
          ? `Uma saída de cada vez: veio ${valor}. Use um de: ${formatos.join(', ')}.`
          : `formato '${valor}' não vale: use um de: ${formatos.join(', ')}.${meant}`,
      erro: {
        parametro: 'formato',
        ...(valor !== undefined && { valor }),
        aceitos: [...formatos],
        ...(sugestao && { sugestao }),
      },
    },
  ])
}
