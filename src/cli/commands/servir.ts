import { describeVariables } from '../../config.ts'
import type { Variavel } from '../../environment.ts'
import { BaseCommand } from '../base-command.ts'

/** Longer defaults are omitted from --help. */
const LONGEST_DEFAULT = 40

export default class Servir extends BaseCommand {
  static override description = [
    'Termina com Ctrl-C. Só a própria máquina o alcança, enquanto HOST não disser outra coisa: HOST=0.0.0.0 abre à rede, com o endereço da máquina em GASOLINA_URL_BASE.',
    `Variáveis de ambiente:\n${describeVariables().map(toLine).join('\n')}`,
  ].join('\n\n')
  static override flags = {}

  async run(): Promise<number> {
    await this.parse(Servir)
    const { urlBase, place, fonte, storage, ended } = await this.surroundings.program.serve(this.feedback())
    this.print(`gasolina serve em ${urlBase}/gasolina/ (Ctrl-C termina)`)
    this.tell(`A API fica em ${urlBase}/gasolina/api/, o MCP em ${urlBase}/mcp.`)
    this.tell(`Escuta em ${place}.`)
    if (fonte === 'demonstracao')
      this.tell(
        'Dados de demonstração: postos e preços são fictícios. Para os reais, defina SEFAZ_APP_TOKEN.',
      )
    this.tell(`Os dados ficam em ${storage}.`)
    return ended
  }
}

function toLine({ nome, aceita, padrao }: Variavel): string {
  const shown = padrao !== undefined && padrao.length <= LONGEST_DEFAULT ? ` [padrão: ${padrao}]` : ''
  return `  ${nome}: ${aceita}${shown}`
}
