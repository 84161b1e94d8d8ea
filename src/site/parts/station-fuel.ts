import { capitalized } from '../../domain/basics/text.ts'
import type { HistoricoDoCombustivel, TrechoDeMudanca } from '../../domain/answers/historico.ts'
import type { RespostaPosto } from '../../domain/answers/posto.ts'
import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { standing } from '../../format/words/comparisons.ts'
import { townOf } from '../../format/words/names.ts'
import { nearSales, salesAtPrice } from '../../format/words/doubt.ts'
import { contraryWords } from '../../format/words/invoice-words.ts'
import { perUnit } from '../../format/words/formatting.ts'
import { HISTORY_DAYS, NEAR } from '../../domain/facts/rules.ts'
import { backAndForth } from '../../domain/past/back-and-forth.ts'
import { DAY, dayOf, toMs } from '../../domain/basics/time.ts'
import { care, doubtsOf, outcomeOf, suspicionReason } from '../words/page-doubts.ts'
import {
  differenceInReais,
  cents,
  dayAndMonth,
  fixedMoment,
  reais,
  saleMoment,
  withReais,
} from '../words/page-figures.ts'
import { type Html, html, asTable, table } from '../markup/html.ts'
import { percentOf } from './forms.ts'
import { badge, otherProduct, price } from './rows.ts'
import { stepChart } from '../charts/step-charts.ts'

export type Combustivel = NonNullable<RespostaPosto['combustiveis'][Slug]>

/** `historico` may be of more days than the station's own. */
export function fuelBlock(
  slug: Slug,
  fuel: Combustivel,
  { estabelecimento: posto, atualizadoEm: agora }: RespostaPosto,
  { combustiveis, periodo }: Pick<RespostaPosto['historico'], 'combustiveis' | 'periodo'>,
): Html {
  const history = combustiveis[slug]
  const { nomePopular, produto, suspeito, posicao, outros } = fuel
  const { valorDeclarado, dataVenda } = produto.venda
  const named = contraryWords(slug, produto)
  const steps = (history?.serie ?? []).filter((run): run is TrechoDeMudanca => 'de' in run)
  const believed = steps.filter((run) => !run.suspeito)
  // The history of a suspect price is that of the product last believed, whose last change the sentence tells.
  const codigo = suspeito ? believed.toSorted((a, b) => toMs(b.ate) - toMs(a.ate))[0]?.codigo : produto.codigo
  const seen = steps.filter((run) => run.codigo === codigo)
  const runs = seen.filter((run) => !run.suspeito)
  const [first, last] = [runs[0], runs.at(-1)]
  // A chart needs more than a day of sales.
  const hasStory = first && last && toMs(last.ate) - toMs(first.de) > DAY
  return html`<section class="fuel" id="${slug}">
    <h2>${nomePopular}</h2>
    <p class="price">
      ${price(valorDeclarado, `${posto.cnpj}-${slug}`)}
      <span class="unit">${perUnit(fuelOf(slug).unidade)}</span> ${posicao && badge(posicao, fuel, agora)}
    </p>
    ${suspeito && html`<p class="care">Este preço ${suspicionReason(fuel)}. Ele ${outcomeOf(fuel)}.</p>`}
    ${posicao && html`<p>${standingIn(townOf(posto.endereco), fuel, posicao)}</p>`}
    <p class="why">Última venda ${saleMoment(dataVenda, agora)} · ${backedBy(fuel, history)}</p>
    ${named !== undefined && html`<p class="why">Na nota: ${named}</p>`} ${outros?.map(otherProduct)}
    ${history && (hasStory ? story(nomePopular, seen, { ...history, suspeito }, periodo) : runs.length > 0 && html`<p class="why">Sem gráfico: menos de um dia de vendas ${suspeito ? 'sem suspeita' : 'conhecidas'} neste período.</p>`)}
  </section>`
}

/** A fixed time: the script would make `desde há 3 h` of it, which is not Portuguese. */
function backedBy(fuel: Combustivel, history: HistoricoDoCombustivel | undefined): Html {
  const { nestePreco, nestePrecoDesde } = fuel.confirmacao
  const doubts = fuel.suspeito ? undefined : care(doubtsOf(fuel))
  if (doubts) return doubts
  const { codigo } = fuel.produto
  const near = nearSales(fuel.confirmacao, codigo, history)
  const runs = history?.serie.filter((run) => 'codigo' in run && run.codigo === codigo) ?? []
  // Of the days shown, of which there are `HISTORY_DAYS` at least.
  const isSole = runs.length === 1 && runs[0]?.vendas === 1
  return html`${nestePreco > 1 ? html`${salesAtPrice(fuel.confirmacao)} desde ${fixedMoment(nestePrecoDesde)}` : isSole ? `a única conhecida em ${HISTORY_DAYS} dias` : 'só ela a este preço'}${near !== undefined && html` · ${withReais(near)}`}`
}

/** `1º mais barato de 110 em Maceió, R$ 0,80 abaixo da mediana.`; by the likely price. */
function standingIn(town: string, fuel: Combustivel, posicao: NonNullable<Combustivel['posicao']>): string {
  const where = posicao.ambito === 'estado' ? 'no estado' : `em ${town}`
  if (posicao.de === 1) return `O único posto ${where}.`
  const words = withReais(standing(fuel, posicao, where))
  return `${capitalized(words)}.`
}

/**
 * `Alterna entre R$ 5,81 e R$ 6,89: 4 mudanças desde 10/04.`, of runs at two prices; of more prices
 * `Sobe e desce entre R$ 5,81 e R$ 6,89: 4 mudanças de mais de 2 % desde 10/04.`
 */
function habit(runs: readonly TrechoDeMudanca[]): string | undefined {
  const found = backAndForth(runs)
  if (!found) return undefined
  const words = found.isOfTwo ? 'Alterna' : 'Sobe e desce'
  const far = found.isOfTwo ? '' : ` de mais de ${percentOf(NEAR)}`
  return `${words} entre ${reais(found.low)} e ${reais(found.high)}: ${found.changes} mudanças${far} desde ${dayAndMonth(runs[0]?.de ?? '')}.`
}

/** `seen`: runs of the fuel's product, those under suspicion, too, which only the table has. */
function story(
  nome: string,
  seen: readonly TrechoDeMudanca[],
  { resumo, suspeito }: HistoricoDoCombustivel & Pick<Combustivel, 'suspeito'>,
  { desde, ate }: { desde: string; ate: string },
): Html {
  const runs = seen.filter((run) => !run.suspeito)
  const change = resumo?.ultimaMudanca
  // Days before the first known sale were not seen.
  const first = dayOf(runs[0]?.de ?? desde)
  const since = first > desde ? first : desde
  const told = change
    ? `${change.para < change.de ? 'caiu' : 'subiu'} ${differenceInReais(change.para, change.de)} em ${dayAndMonth(change.em)}: de ${reais(change.de)} para ${reais(change.para)}.`
    : `não mudou desde ${dayAndMonth(since)}.`
  const words =
    suspeito || runs.length < seen.length ? `Sem contar preços suspeitos, ${told}` : capitalized(told)
  const last = runs.at(-1)
  const isLone = !suspeito && last?.vendas === 1 && last.de === change?.em
  const back = habit(runs)
  // A price that never changed is no picture.
  const isFlat = runs.every(({ valorDeclarado }) => valorDeclarado === runs[0]?.valorDeclarado)
  const title = `${nome}, preço de ${dayAndMonth(since)} a ${dayAndMonth(ate)}`
  const steps = runs.map((run) => ({ from: toMs(run.de), to: toMs(run.ate), value: run.valorDeclarado }))
  const chart = !isFlat && stepChart({ title, description: words, desde: since, ate }, steps)
  const rows = seen.toReversed().map(
    ({ valorDeclarado, de, ate: to, vendas, suspeito: isSuspect }) =>
      html`<tr>
        <td>${cents(valorDeclarado)}${isSuspect && ' suspeito'}</td>
        <td>${fixedMoment(de)}</td>
        <td>${fixedMoment(to)}</td>
        <td>${vendas}</td>
      </tr>`,
  )
  return html`${chart}
    <p>${words}${isLone && ' Por ora, só a última venda.'}${back && ` ${back}`}</p>
    ${asTable(table(title, ['R$', 'Primeira venda', 'Última', 'Vendas'], rows))}`
}
