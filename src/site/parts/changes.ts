import { addDays, dayOf } from '../../domain/basics/time.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { changesSaid } from '../../format/words/place-changes.ts'
import { table } from '../markup/elements.ts'
import { type Html, html } from '../markup/html.ts'
import { type Sources, pedido } from '../request/view.ts'
import { cents, moment } from '../words/figures.ts'
import { stationName } from '../words/names.ts'

const SHOWN = 12

/** The newest changes of price in a town since the day before; undefined without any. */
export async function changesOfTown(
  { query, links }: Sources,
  { codigoIBGE }: Municipio,
  atualizadoEm: string,
): Promise<Html | undefined> {
  const asked = {
    municipio: codigoIBGE,
    granularidade: 'mudancas',
    desde: addDays(dayOf(atualizadoEm), -1),
  } as const
  const answer = await query.historicoDoLugar(pedido('historicoDoLugar', asked))
  const { mudancas = [] } = answer
  if (mudancas.length === 0) return undefined
  const rows = mudancas.slice(0, SHOWN).map(
    ({ em, cnpj, nomeFantasia, combustivel, de, para }) =>
      html`<tr>
        <th scope="row">${moment(em)}</th>
        <td><a href="${links.station(cnpj)}">${stationName({ nomeFantasia })}</a></td>
        <td>${fuelOf(combustivel).nomePopular}</td>
        <td>${cents(de)}</td>
        <td>${cents(para)}</td>
      </tr>`,
  )
  return html`<section id="mudancas">
    <h2>Quem mudou de preço</h2>
    <p>Mudanças de preço ${changesSaid(answer)}.</p>
    <section class="scroll" tabindex="0" aria-label="As mudanças mais novas">
      ${table(['Quando', 'Posto', 'Combustível', 'De', 'Para'], rows, { wide: true })}
    </section>
    <p class="note">
      Todas em <a href="${links.api('historico', asked)}">JSON</a> e
      <a href="${links.api('historico', { ...asked, registrosPorPagina: 5000, formato: 'csv' })}">CSV</a>
    </p>
  </section>`
}
