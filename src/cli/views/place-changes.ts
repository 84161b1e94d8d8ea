import type { MudancaNoLugar, RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import { ATE_POUCAS_VENDAS } from '../../domain/facts/rules.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { type View, left, right, tableOf } from '../../format/terminal/view.ts'
import { dayAndTime, decimal, money } from '../../format/words/formatting.ts'
import { titled } from '../../format/words/names.ts'
import { changesHeadline } from '../../format/words/place-changes.ts'

const ROWS = 20

/** An older server does not tell. */
function isOpen({ confirmada }: Partial<MudancaNoLugar>): boolean {
  return confirmada === false
}

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
    left(
      'QUANDO',
      (mudanca) => `${dayAndTime(mudanca.em).replace(/\/\d{4}/, '')}${isOpen(mudanca) ? '!' : ''}`,
    ),
    left('POSTO', ({ nomeFantasia }) => nomeFantasia, { min: 14 }),
    left('BAIRRO', ({ bairro }) => titled(bairro), { min: 8, optional: true }),
    left('MUNICÍPIO', ({ municipio }) => titled(municipio), { min: 9, optional: true }),
    left('COMBUSTÍVEL', ({ combustivel }) => fuelOf(combustivel).nomePopular, { min: 10 }),
    right('DE', ({ de }) => money(de)),
    right('PARA', ({ para }) => money(para), { tone: ({ de, para }) => (para > de ? 'dear' : 'cheap') }),
    right('VENDAS', ({ vendas }) => decimal(vendas), { optional: true }),
  ])
  return {
    title: changesHeadline(resposta),
    body: [[table]],
    notes: [
      shown.some(isOpen) &&
        `! a confirmar: preço de uma só venda, ou de ${ATE_POUCAS_VENDAS} longe do anterior, ou a volta dele`,
      more > 0 && `E mais ${decimal(more)}: --csv, ou --pagina e --registrosPorPagina.`,
      ...resposta.observacoes,
    ],
  }
}
