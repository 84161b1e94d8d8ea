import type { MudancaNoLugar, RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { type View, tableOf } from '../../format/terminal/view.ts'
import { dayAndTime, decimal, money } from '../../format/words/formatting.ts'
import { titled } from '../../format/words/names.ts'
import { changesHeadline } from '../../format/words/place-changes.ts'

const ROWS = 20

/** Stations of a place whose price changed, newest first; a page asked for is shown whole. */
export function placeChangesView(
  resposta: RespostaHistoricoDoLugar,
  mudancas: readonly MudancaNoLugar[],
  isPaged: boolean,
): View {
  const shown = isPaged ? mudancas : mudancas.slice(0, ROWS)
  const { totalRegistros = 0, pagina = 1, registrosPorPagina = 0 } = resposta
  const more = totalRegistros - (pagina - 1) * registrosPorPagina - shown.length
  const table = tableOf(shown, [
    { title: 'QUANDO', text: ({ em }) => dayAndTime(em).replace(/\/\d{4}/, '') },
    { title: 'POSTO', min: 14, text: ({ nomeFantasia }) => nomeFantasia },
    { title: 'BAIRRO', min: 8, optional: true, text: ({ bairro }) => titled(bairro) },
    { title: 'MUNICÍPIO', min: 9, optional: true, text: ({ municipio }) => titled(municipio) },
    { title: 'COMBUSTÍVEL', min: 10, text: ({ combustivel }) => fuelOf(combustivel).nomePopular },
    { title: 'DE', align: 'right', text: ({ de }) => money(de) },
    {
      title: 'PARA',
      align: 'right',
      text: ({ para }) => money(para),
      tone: ({ de, para }) => (para > de ? 'dear' : 'cheap'),
    },
    { title: 'VENDAS', align: 'right', optional: true, text: ({ vendas }) => decimal(vendas) },
  ])
  return {
    title: changesHeadline(resposta),
    body: [[table]],
    notes: [
      more > 0 && `E mais ${decimal(more)}: --csv, ou --pagina e --registrosPorPagina.`,
      ...resposta.observacoes,
    ],
  }
}
