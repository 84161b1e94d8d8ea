import type { Atribuicao } from '../domain/answers/shared-schemas.ts'
import type { Instante } from '../domain/basics/time.ts'
import type { Dialeto } from '../format/files/csv.ts'
import type { Sheet } from '../format/files/sheet.ts'
import { type Form, forms } from '../format/forms.ts'
import type { Line, View } from '../format/terminal/view.ts'
import { age, dayAndTime } from '../format/words/formatting.ts'
import type { Query } from '../query/query.ts'
import { apiFlag, outputFlags } from './arguments/flags.ts'
import { BaseCommand } from './base-command.ts'
import { wantsColour, widthOf } from './program.ts'

export interface TerminalPage {
  width: number
  now: number
}

export interface Shown {
  resposta: Pick<Atribuicao, 'fonte' | 'aviso'> & { atualizadoEm: Instante | null }
  sheet(): Sheet
  view(page: TerminalPage): View
  dialeto?: Dialeto | undefined
  /** Sentences for the person at the terminal, beside any form but JSON. */
  told?: readonly string[] | undefined
  /** The sentence for an answer in which nothing was found, in place of a page. */
  nothing?: string | undefined
}

export abstract class LookupCommand extends BaseCommand {
  static override baseFlags = { ...outputFlags, ...apiFlag }

  protected async open({ api }: { api?: string | undefined }): Promise<Query> {
    return this.surroundings.program.openQuery(api, this.feedback())
  }

  protected show(formato: Form, shown: Shown): number {
    const { resposta, sheet, view, dialeto, told = [], nothing } = shown
    this.announce(resposta)
    const form = forms[formato]
    if ('ofAnswer' in form) this.print([...form.ofAnswer(resposta)].join(''))
    else if ('ofSheet' in form) this.print([...form.ofSheet(sheet(), dialeto)].join(''))
    else if (nothing === undefined) {
      const { surroundings } = this
      const { stdout, clock } = surroundings
      const [width, now] = [widthOf(surroundings), clock()]
      const page = view({ width, now })
      // A list of names to choose from has neither notes nor figures.
      const notes = page.notes && [...page.notes, sourceNote(resposta, now)]
      const hasColour = wantsColour(surroundings, stdout)
      const canvas = { width, hasColour, ...(stdout.isTTY && { terminalWidth: width }) }
      this.print(form.ofView({ ...page, notes }, canvas))
    }
    // A page has them among its notes, and JSON in the answer.
    if (nothing !== undefined) this.tell([...('ofAnswer' in form ? [] : told), nothing].join(' '))
    else if ('ofSheet' in form) for (const sentence of told) this.tell(sentence)
    return nothing === undefined ? 0 : 1
  }

  /** The notice of fictional figures, whatever the form of the answer. */
  protected announce({ aviso }: { aviso?: string | undefined }): void {
    if (aviso) this.tell(aviso)
  }
}

function sourceNote({ fonte, atualizadoEm }: Shown['resposta'], now: number): Line {
  const collected = atualizadoEm && `Coleta de ${dayAndTime(atualizadoEm)} (${age(atualizadoEm, now)})`
  return { text: `Fonte: ${fonte.replace(/\.$/, '')}. ${collected ?? 'Ainda sem coleta'}.`, tone: 'faint' }
}
