import { LookupCommand } from '../lookup-command.ts'
import { readFormato } from '../arguments/flags.ts'
import { statusSheet, statusView } from '../views/status.ts'

export default class Situacao extends LookupCommand {
  static override flags = {}

  async run(): Promise<number> {
    const { flags } = await this.parse(Situacao)
    const formato = readFormato(flags)
    const query = await this.surroundings.program.openForStatus(flags.api, this.feedback())
    const resposta = await query.situacao()
    this.show(formato, {
      resposta,
      sheet: () => statusSheet(resposta),
      view: ({ now }) => statusView(resposta, now),
    })
    return resposta.commit === null ? 1 : 0
  }
}
