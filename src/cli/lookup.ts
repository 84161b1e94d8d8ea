import type { Query } from '../query/query.ts'
import { BaseCommand } from './base.ts'
import { apiFlag, outputFlags } from './arguments/output-flags.ts'
import { createPaint } from './terminal/paint.ts'
import type { Paint } from './terminal/paint.ts'
import { wantsColour, widthOf } from './terminal/surroundings.ts'

/** What a view draws on: the terminal's width and colours, and the moment ages are counted to. */
export interface Canvas {
  width: number
  /** Where sentences break between words; a terminal would break words. Absent, they stay whole: a program reads them. */
  lineWidth?: number
  paint: Paint
  now: number
}

/** A command that asks the query module something and shows the answer. */
export abstract class LookupCommand extends BaseCommand {
  static override baseFlags = { ...outputFlags, ...apiFlag }

  protected async open({ api }: { api?: string | undefined }): Promise<Query> {
    return this.surroundings.program.openQuery(api, this.wishes())
  }

  protected canvas(): Canvas {
    const { surroundings } = this
    const colour = wantsColour(surroundings, surroundings.stdout)
    const width = widthOf(surroundings)
    const lines = surroundings.stdout.isTTY && { lineWidth: width }
    return { width, ...lines, paint: createPaint(colour), now: surroundings.clock() }
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
