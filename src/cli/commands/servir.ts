import { BaseCommand } from '../base.ts'
import type { Serving } from '../program.ts'

export default class Servir extends BaseCommand {
  static override summary = 'Serve a API HTTP e o MCP, e coleta os preços de tempos em tempos'
  static override description =
    'Onde escuta e de onde coleta dizem as variáveis de ambiente HOST, PORT, GASOLINA_* e SEFAZ_*. Termina com Ctrl-C.'
  static override examples = ['<%= config.bin %> servir', 'PORT=8080 <%= config.bin %> servir']
  static override flags = {}

  async run(): Promise<number> {
    await this.parse(Servir)
    const serving = await this.surroundings.program.serve(this.wishes())
    this.welcome(serving)
    return serving.ended
  }

  private welcome({ urlBase, place, fonte, storage }: Serving): void {
    this.print(`gasolina serve em ${urlBase}/gasolina/api/ (Ctrl-C termina)`)
    this.tell(`Escuta em ${place}.`)
    if (fonte === 'demonstracao')
      this.tell(
        'Dados de demonstração: postos e preços são fictícios. Para os reais, defina SEFAZ_APP_TOKEN.',
      )
    this.tell(`Os dados ficam em ${storage}.`)
  }
}
