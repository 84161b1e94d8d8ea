import type { Dialeto } from '../format/files/csv.ts'
import type { Sheet } from '../format/files/sheet.ts'
import { type Form, forms } from '../format/forms.ts'
import type { View } from '../format/terminal/view.ts'
import type { Query } from '../query/query.ts'
import { apiFlag, outputFlags } from './arguments/output-flags.ts'
import { BaseCommand } from './base.ts'
import { wantsColour, widthOf } from './program.ts'

/** The page a view is made for: its width, and the moment to which it counts ages. */
export interface Page {
  width: number
  now: number
}

/** An answer and what each form needs of it. Without a view the page stays empty. */
export interface Shown {
  resposta: object & { aviso?: string | undefined }
  sheet(): Sheet
  view(page: Page): View | undefined
  dialeto?: Dialeto | undefined
}

/** A command that asks the query module something and shows the answer. */
export abstract class LookupCommand extends BaseCommand {
  static override baseFlags = { ...outputFlags, ...apiFlag }

  protected async open({ api }: { api?: string | undefined }): Promise<Query> {
    return this.surroundings.program.openQuery(api, this.feedback())
  }

  protected show(formato: Form, { resposta, sheet, view, dialeto }: Shown): void {
    this.announce(resposta)
    const form = forms[formato]
    if ('ofAnswer' in form) this.print([...form.ofAnswer(resposta)].join(''))
    else if ('ofSheet' in form) this.print([...form.ofSheet(sheet(), dialeto)].join(''))
    else {
      const { surroundings } = this
      const { stdout, clock } = surroundings
      const width = widthOf(surroundings)
      const page = view({ width, now: clock() })
      const hasColour = wantsColour(surroundings, stdout)
      if (page)
        this.print(form.ofView(page, { width, hasColour, ...(stdout.isTTY && { terminalWidth: width }) }))
    }
  }

  /** The notice of fictional figures, whatever the form of the answer. */
  protected announce({ aviso }: { aviso?: string | undefined }): void {
    if (aviso) this.tell(aviso)
  }
}
