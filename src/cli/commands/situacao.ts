import { LookupCommand } from '../lookup.ts'
import { readFormato } from '../arguments/output-flags.ts'

export default class Situacao extends LookupCommand {
  static override summary = 'O quanto os dados são recentes e completos'
  static override examples = ['<%= config.bin %> situacao', '<%= config.bin %> situacao --json']
  static override flags = {}

  async run(): Promise<number> {
    const { flags } = await this.parse(Situacao)
    const formato = readFormato(flags)
    const query = await this.surroundings.program.openForStatus(flags.api, this.wishes())
    const resposta = await query.situacao()
    this.announce(resposta)
    const { statusView, statusCsv } = await import('../views/status.ts')
    if (formato === 'json') this.printJson(resposta)
    else this.print(formato === 'csv' ? statusCsv(resposta) : statusView(resposta, this.canvas()))
    return resposta.commit === null ? 1 : 0
  }
}
