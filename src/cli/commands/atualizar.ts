import { constants } from 'node:os'
import { boolean } from '@oclif/core/flags'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { AGREEING_COLLECTIONS } from '../../domain/facts/rules.ts'
import type { Coleta, NomeDaFonte } from '../../domain/state/commit-state.ts'
import { SECOND, toMs } from '../../domain/basics/time.ts'
import { count, decimal, money, together } from '../../format/words/formatting.ts'
import { BaseCommand } from '../base-command.ts'

export default class Atualizar extends BaseCommand {
  static override flags = {
    json: boolean({ description: 'Conta a coleta em JSON', helpGroup: 'SAÍDA' }),
  }

  async run(): Promise<number> {
    const { flags } = await this.parse(Atualizar)
    const { program } = this.surroundings
    const { commit, coleta, fonte, avisos, interrupted } = await program.collect(this.feedback())
    if (flags.json) this.print(JSON.stringify({ commit, coleta, avisos }))
    else {
      for (const aviso of avisos) this.tell(aviso)
      this.print(collectionView(commit, coleta, fonte))
    }
    // Shell convention: 130 after Ctrl-C, even after an orderly end.
    return interrupted ? 128 + constants.signals[interrupted] : 0
  }
}

const NAMED = 10

export function collectionView(seq: number | null, coleta: Coleta, fonte: NomeDaFonte): string {
  const { registros, vendasNovas, fatias, fatiasComFalha, retidos, recusados, motivo } = coleta
  const seconds = (toMs(coleta.fim) - toMs(coleta.inicio)) / SECOND
  const from = fonte === 'demonstracao' ? 'da fonte de demonstração' : 'da SEFAZ/AL'
  const failed = fatiasComFalha.length
  const refused = recusados.futuros + recusados.invalidos
  return together('\n', [
    seq === null
      ? 'Nada foi publicado.'
      : `Commit ${seq} publicado em ${decimal(seconds)} s: ${count(registros, 'registro', 'registros')} ${from}, ${count(vendasNovas, 'venda nova', 'vendas novas')}.`,
    motivo,
    failed > 0 &&
      `${count(failed, 'consulta falhou', 'consultas falharam')} de ${decimal(fatias)}; o que já se sabia fica:`,
    ...fatiasComFalha
      .slice(0, NAMED)
      .map(
        ({ municipio, combustivel, motivo }) =>
          `  ${municipio}, ${fuelOf(combustivel).nomePopular}: ${motivo}`,
      ),
    failed > NAMED && `  e mais ${decimal(failed - NAMED)}.`,
    refused > 0 && `${count(refused, 'registro recusado', 'registros recusados')}: ${reasons(recusados)}.`,
    ...retidos.map(
      ({ combustivel, vendas, de, para, vezes }) =>
        `${fuelOf(combustivel).nomePopular}: ${count(vendas, 'venda retida', 'vendas retidas')}, pois a mediana iria de ${money(de)} a ${money(para)} (${decimal(vezes)}ª vez; a ${decimal(AGREEING_COLLECTIONS)}ª seguida vale, se traz a maior parte dos postos).`,
    ),
  ])
}

/** Every refused record has one reason; one dated in the future is among them. */
function reasons({ motivos }: Coleta['recusados']): string {
  return Object.entries(motivos)
    .map(([motivo, times]) => `${decimal(times)} por ${motivo.replace(/\.$/, '')}`)
    .join(', ')
}
