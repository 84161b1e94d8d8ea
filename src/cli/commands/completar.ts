import { string } from '@oclif/core/args'
import { invalidParameters, refusedValue } from '../../domain/questions/parameter-problems.ts'
import { BaseCommand } from '../base.ts'
import { completionScript, shells } from '../completion.ts'

export default class Completar extends BaseCommand {
  static override summary = 'Escreve o roteiro que completa comandos e opções no terminal'
  static override description =
    'Para o bash, no ~/.bashrc: source <(gasolina completar bash). Para o zsh, o mesmo no ~/.zshrc, com zsh. Para o fish: gasolina completar fish | source.'
  static override examples = ['<%= config.bin %> completar bash', '<%= config.bin %> completar fish']
  static override args = {
    terminal: string({ description: `Um de: ${shells.join(', ')}`, required: true, ignoreStdin: true }),
  }

  async run(): Promise<void> {
    const { args } = await this.parse(Completar)
    const shell = shells.find((s) => s === args.terminal)
    if (!shell) throw invalidParameters(refusedValue('terminal', args.terminal, shells))
    this.print(completionScript(shell, this.config.commands))
  }
}
