import { string as argument } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { ESTADO } from '../../domain/alagoas/state.ts'
import { count, decimal, listed, together } from '../../format/words/formatting.ts'
import { BaseCommand } from '../base-command.ts'
import type { TakenRegistry } from '../program.ts'
import texts from '../command-texts.json' with { type: 'json' }

export default class Cadastro extends BaseCommand {
  static override args = {
    origem: argument({ ...texts.options.origem, ignoreStdin: true }),
  }
  static override flags = {
    forcar: boolean({ description: 'Toma também um que perde mais de um quinto dos postos' }),
    json: boolean({ description: 'Conta o que foi tomado em JSON', helpGroup: 'SAÍDA' }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Cadastro)
    const wanted = { origem: args.origem, forcar: flags.forcar }
    const taken = await this.surroundings.program.takeRegistry(wanted, this.feedback())
    this.print(flags.json ? JSON.stringify(taken) : told(taken))
  }
}

function told(taken: TakenRegistry): string {
  const { commit, origem, postos, conhecidos, recusadas, bandeiras, semBandeira, foraDoCadastro } = taken
  const rows = [
    ...bandeiras.map((each) => `${each.nome} ${each.postos}`),
    ...(semBandeira > 0 ? [`sem bandeira informada ${semBandeira}`] : []),
  ]
  return together('\n', [
    `Commit ${commit} publicado com o cadastro de ${origem}: ${count(postos, 'posto', 'postos')} de ${ESTADO.nome}.`,
    `Dos ${decimal(conhecidos)} postos conhecidos, ${decimal(conhecidos - foraDoCadastro)} estão nele${rows.length > 0 ? `: ${listed(rows)}` : ''}.`,
    recusadas > 0 &&
      `${count(recusadas, 'linha não pôde', 'linhas não puderam')} ser lida${recusadas === 1 ? '' : 's'}.`,
  ])
}
