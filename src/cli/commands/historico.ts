import type { RespostaHistorico, RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import { readQuery } from '../../domain/questions/read-query.ts'
import { parameterFlags, parametersFrom, readFormato, readFlags } from '../arguments/flags.ts'
import type { Form } from '../../format/forms.ts'
import { historySheet, placeHistorySheet } from '../../format/files/series-sheets.ts'
import { StationCommand, optionalStationArgs, stationFlags } from '../station-command.ts'
import { historyView, nothingSold } from '../views/history.ts'
import { changesHeadline } from '../../format/words/comparisons.ts'
import { inFlags } from '../terminal/report.ts'
import { nothingKnown, placeChangesView, placeHistoryView } from '../views/place-history.ts'

export default class Historico extends StationCommand {
  static override args = optionalStationArgs
  static override flags = {
    ...parameterFlags('historicoDoLugar'),
    ...parameterFlags('historico'),
    ...stationFlags,
  }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Historico)
    const formato = readFormato(flags)
    if (args.posto === undefined) return this.ofPlace(flags, formato)
    const { pagina, registrosPorPagina }: Record<string, unknown> = flags
    const pedido = readQuery('historico', [
      ...parametersFrom('historico', flags),
      // Of a station nothing comes in pages: refused, as over HTTP.
      ...parametersFrom('historicoDoLugar', { pagina, registrosPorPagina }),
    ])
    const query = await this.open(flags)
    const cnpj = await this.stationOf(query, args.posto, flags, formato)
    if (cnpj === undefined) return 1
    const resposta = await query.historico({ ...pedido, cnpj })
    return this.show(formato, {
      resposta,
      sheet: () => historySheet(resposta, pedido.granularidade),
      view: (page) => historyView(resposta, page),
      dialeto: pedido.dialeto,
      told: resposta.observacoes,
      nothing: hasSeries(resposta) ? undefined : nothingSold(resposta),
    })
  }

  private async ofPlace(flags: Record<string, unknown> & { api?: string | undefined }, formato: Form) {
    const pedido = readFlags('historicoDoLugar', flags)
    const query = await this.open(flags)
    const resposta = await query.historicoDoLugar(pedido)
    const { granularidade, dialeto } = pedido
    const { mudancas, observacoes } = resposta
    const isPaged = (pedido.pagina ?? pedido.registrosPorPagina) !== undefined
    const nothing = mudancas ? `${changesHeadline(resposta)}.` : nothingKnown(resposta)
    return this.show(formato, {
      resposta,
      sheet: () => placeHistorySheet(resposta),
      view: (page) =>
        granularidade === 'mudancas'
          ? placeChangesView(resposta, isPaged)
          : placeHistoryView(resposta, granularidade, page),
      dialeto,
      told: observacoes.map(inFlags),
      nothing: mudancas?.length || hasSeries(resposta) ? undefined : nothing,
    })
  }
}

function hasSeries({ combustiveis }: RespostaHistorico | RespostaHistoricoDoLugar): boolean {
  return Object.values(combustiveis).some(({ serie }) => serie.length > 0)
}
