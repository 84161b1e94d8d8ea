import { BaseCommand } from '../base-command.ts'
import { apiFlag } from '../arguments/flags.ts'

export default class Mcp extends BaseCommand {
  static override summary = 'Serve as ferramentas MCP a um assistente, pela entrada e saída padrão'
  static override description =
    'É o assistente que inicia este comando; mcp.json mostra como. Para MCP sobre HTTP, use servir.'
  static override examples = ['<%= config.bin %> mcp']
  static override flags = apiFlag

  async run(): Promise<void> {
    const { flags } = await this.parse(Mcp)
    await this.surroundings.program.serveAssistant(flags.api, this.feedback())
  }
}
