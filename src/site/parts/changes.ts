import { addDays, dayOf } from '../../domain/basics/time.ts'
import type { MudancaNoLugar } from '../../domain/answers/historico.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { DOUBTFUL_SALES, NEAR } from '../../domain/facts/rules.ts'
import { type Html, html } from '../markup/html.ts'
import { type Sources, pedido } from '../request/view.ts'
import { moment, reais, salesTold, toCents } from '../words/figures.ts'
import { stationName } from '../words/names.ts'
import { nearLine } from './navigation.ts'

const SHOWN = 12
/** Days read before those shown: a change there may have been of a single sale. */
const BEFORE = 3

/** The newest changes of price in a town since the day before; undefined without any. */
export async function changesOfTown(
  { query, links }: Sources,
  { codigoIBGE }: Municipio,
  atualizadoEm: string,
): Promise<Html | undefined> {
  const since = addDays(dayOf(atualizadoEm), -1)
  const asked = { municipio: codigoIBGE, granularidade: 'mudancas' } as const
  const all = { ...asked, desde: addDays(since, -BEFORE), registrosPorPagina: MOST }
  const { mudancas = [] } = await query.historicoDoLugar(pedido('historicoDoLugar', all))
  const news = settled(mudancas).filter(({ em }) => dayOf(em) >= since)
  if (news.length === 0) return undefined
  const rows = news.slice(0, SHOWN).map(({ em, cnpj, nomeFantasia, combustivel, de, para, vendas }) => {
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
      <a
        href="${links.api('historico', { ...asked, desde: since, registrosPorPagina: MOST, formato: 'csv' })}"
        >CSV</a
      >
    </p>
  </section>`
}

const MOST = 5000

/**
 * The newest change of each station and fuel that enough sales back, from those newest first, where its price is still the station's:
 * a price of one sale, or of the few that make a price doubtful in lists, is passed over, and the next one is compared with the price before it.
 */
export function settled(newestFirst: readonly MudancaNoLugar[]): MudancaNoLugar[] {
  /** The last settled price before each one passed over. */
  const before = new Map<string, number>()
  const prices = new Map<string, number>()
  const news = new Map<string, MudancaNoLugar>()
  for (const change of newestFirst.toReversed()) {
    const { cnpj, combustivel, para, vendas } = change
    const sold = `${cnpj} ${combustivel}`
    const de = before.get(`${sold} ${change.de}`) ?? change.de
    before.delete(`${sold} ${change.de}`)
    prices.set(sold, para)
    const isFar = Math.abs(para - de) > de * NEAR
    if (vendas === 1 || (isFar && vendas <= DOUBTFUL_SALES)) before.set(`${sold} ${para}`, de)
    else if (toCents(de) !== toCents(para)) {
      news.delete(sold)
      news.set(sold, { ...change, de })
    }
  }
  return [...news]
    .flatMap(([sold, change]) => (prices.get(sold) === change.para ? [change] : []))
    .toReversed()
}
