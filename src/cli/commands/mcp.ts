import { BaseCommand } from '../base-command.ts'
import { apiFlag } from '../arguments/flags.ts'

export default class Mcp extends BaseCommand {
  static override flags = apiFlag

  async run(): Promise<void> {
    const { flags } = await this.parse(Mcp)
    await this.surroundings.program.serveAssistant(flags.api, this.feedback())
  }
}
