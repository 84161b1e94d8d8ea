import { stationName } from '../../format/words/names.ts'
import { addDays, dayOf } from '../../domain/basics/time.ts'
import type { MudancaNoLugar } from '../../domain/answers/historico.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { html } from '../markup/html.ts'
import { type Sources, pedido } from '../request/page-interfaces.ts'
import { moment, reais, salesTold } from '../words/page-figures.ts'
import { nearLine } from './navigation.ts'

const SHOWN = 12

/** The newest changes of price in a town since the day before; undefined without any. */
export async function changesOfTown({ query, links }: Sources, { codigoIBGE }: Municipio, agora: string) {
  const since = addDays(dayOf(agora), -1)
  const asked = { municipio: codigoIBGE, granularidade: 'mudancas' } as const
  const all = { ...asked, desde: since, registrosPorPagina: MOST }
  const { mudancas = [] } = await query.historicoDoLugar(pedido('historicoDoLugar', all))
  const news = newsIn(mudancas)
  if (news.length === 0) return undefined
  const rows = news
    .slice(0, SHOWN)
    .map(({ em, cnpj, nomeFantasia, combustivel, para, vendas, ...change }) => {
      const de = change.deConfirmado ?? change.de
      const way = para < de ? 'caiu' : 'subiu'
      const words = html`${fuelOf(combustivel).nomePopular}: ${way} de ${reais(de)}, ${moment(em)} ·
      ${salesTold(vendas)}`
      return html`<li>${nearLine(links.station(cnpj), stationName({ nomeFantasia }), para, words)}</li>`
    })
  return html`<section id="mudancas">
    <h2>Quem mudou de preço</h2>
    <p class="note">
      Desde ontem, ${news.length > SHOWN ? 'as mais novas' : 'as mais novas primeiro'}. Um preço de uma só
      venda, ou de poucas longe do anterior, ainda não conta.
    </p>
    <ul class="near">
      ${rows}
    </ul>
    <p class="note">
      Todas, também as de uma só venda, em
      <a href="${links.api('historico', { ...asked, desde: since })}">JSON</a> e
      <a href="${links.api('historico', { ...all, formato: 'csv' })}">CSV</a>
    </p>
  </section>`
}

const MOST = 5000

/** From changes newest first: the newest confirmed one of each station and fuel, where its price is still the station's. */
export function newsIn(mudancas: readonly MudancaNoLugar[]): MudancaNoLugar[] {
  const prices = new Map<string, number>()
  const told = new Set<string>()
  return mudancas.filter(({ cnpj, combustivel, para, confirmada }) => {
    const sold = `${cnpj} ${combustivel}`
    if (!prices.has(sold)) prices.set(sold, para)
    if (!confirmada || told.has(sold)) return false
    told.add(sold)
    return prices.get(sold) === para
  })
}
