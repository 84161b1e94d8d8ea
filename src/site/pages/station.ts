import type {
  HistoricoDoCombustivel,
  PostoServido,
  Paridade,
  RespostaPosto,
  TrechoDeMudanca,
} from '../../domain/answers.ts'
import type { Slug } from '../../domain/fuels.ts'
import { fuelOf, isSlug } from '../../domain/fuels.ts'
import { municipioByCode } from '../../domain/municipalities.ts'
import { USUAL_RATIO } from '../../domain/parity.ts'
import { DAY, addDays, dayOf, toMs } from '../../domain/time.ts'
import { punctuatedCnpj } from '../../format/words.ts'
import { stepChart } from '../step-chart.ts'
import { cents, counted, dayAndMonth, fixedMoment, moment, perUnit, reais } from '../figures.ts'
import type { Html } from '../html.ts'
import { html, raw } from '../html.ts'
import { table } from '../table.ts'
import { districtName, stationName, streetOf, townName } from '../names.ts'
import type { Content, Sources } from '../page.ts'
import { pedido } from '../page.ts'
import { percentOf, ratioForm } from '../ratio-form.ts'
import { waysTo } from '../directions.ts'
import { band, price } from '../rows.ts'
import { gasStation, headlineOf } from '../structured.ts'
import { doubtAbout, outcomeOf, reasonOf } from '../suspicion.ts'

/** Days of history a station's page shows; the first unless asked. */
export const PERIODS = ['30', '90', '365'] as const

export interface StationView {
  cnpj: string
  dias: (typeof PERIODS)[number]
  /** Up to which part of gasolina's price ethanol pays in the reader's car. */
  razao: number
}

type Combustivel = NonNullable<RespostaPosto['combustiveis'][Slug]>

/** A station's story: what it charges now and why to believe it, how that compares, and how it came to be. */
export async function stationPage(sources: Sources, { cnpj, dias, razao }: StationView): Promise<Content> {
  const { query, links } = sources
  const answer = await query.posto({ cnpj, razao })
  const { estabelecimento, atualizadoEm, paridade } = answer
  const ate = dayOf(atualizadoEm)
  const historico =
    dias === '30'
      ? answer.historico
      : await query.historico({
          ...pedido('historico', { desde: addDays(ate, 1 - Number(dias)), ate }),
          cnpj,
        })
  const name = stationName(estabelecimento)
  const town = municipioByCode(estabelecimento.endereco.codigoIBGE)
  const title = `${name}, ${townName(estabelecimento)}`
  const fuels = Object.entries(answer.combustiveis).flatMap(([slug, fuel]) =>
    isSlug(slug) ? [[slug, fuel] as const] : [],
  )
  // Gasolina comum where it is sold: the fuels stand in that order.
  const [, leading] = fuels.find(([, { suspeito }]) => !suspeito) ?? []

  return {
    title,
    headline: headlineOf(title, leading?.produto.venda.valorDeclarado, leading?.nome),
    description: describe(title, fuels),
    path: links.station(cnpj),
    section: 'precos',
    atualizadoEm,
    data: [gasStation(answer, sources)],
    main: html` <div class="intro">
        ${town && html`<p class="crumbs"><a href="${links.town(fuels[0]?.[0] ?? 'gasolina-comum', town)}">Postos em ${town.nome}</a></p>`}
        <h1>${name}</h1>
        <p class="lead">
          ${[streetOf(estabelecimento), districtName(estabelecimento), townName(estabelecimento)].filter(Boolean).join(' · ')}
        </p>
        ${ways(answer)}
      </div>
      ${fuels.length === 0 && html`<p class="empty">Este posto não declarou vendas nos últimos dez dias.</p>`}
      <nav class="strip" aria-label="Período dos gráficos">
        <ul>
          ${PERIODS.map(
            (days) =>
              html`<li>
                <a
                  href="${links.page(`posto/${cnpj}/`, { dias: days === '30' ? undefined : days, razao: razao === USUAL_RATIO ? undefined : razao })}"
                  ${days === dias && raw(' aria-current="page"')}
                  >${days} dias</a
                >
              </li>`,
          )}
        </ul>
      </nav>
      <div class="fuels" data-cnpj="${cnpj}">
        ${fuels.map(([slug, fuel]) => fuelBlock({ slug, fuel, history: historico.combustiveis[slug], periodo: historico.periodo, posto: estabelecimento }))}
      </div>
      ${paridade && parity(paridade, ratioForm(`${links.station(cnpj)}#paridade`, razao, dias === '30' ? {} : { dias }))}
      <div class="columns">
        <section>
          <h2>Preço errado?</h2>
          <p>
            Cada preço é o que o próprio posto declarou numa nota fiscal eletrônica à SEFAZ/AL. Nada é
            digitado por nós. Se a bomba mostra outro valor, pode ter mudado depois da última venda acima; se
            continuar diferente, é o posto quem corrige, na nota.
            <a href="${links.page('metodo/')}">Como um preço é julgado</a>.
          </p>
        </section>
        <section>
          <h2>Leve os dados</h2>
          <ul class="plain">
            <li><a href="${links.api(`posto/${cnpj}`)}">Este posto em JSON</a></li>
            <li>
              <a
                href="${links.api(`historico/${cnpj}`, { desde: historico.periodo.desde, ate: historico.periodo.ate, formato: 'csv' })}"
                >Este histórico em CSV</a
              >
            </li>
          </ul>
          <p class="note">${estabelecimento.razaoSocial} · CNPJ&nbsp;${punctuatedCnpj(cnpj)}</p>
        </section>
      </div>`,
  }
}

function describe(title: string, fuels: readonly (readonly [Slug, Combustivel])[]): string {
  const prices = fuels.flatMap(([, { nome, produto, suspeito }]) =>
    suspeito ? [] : [`${nome} ${reais(produto.venda.valorDeclarado)}`],
  )
  return prices.length === 0 ? `${title}: sem venda nos últimos dez dias.` : `${title}: ${prices.join(', ')}.`
}

function ways({ estabelecimento }: RespostaPosto): Html {
  const { telefone } = estabelecimento
  const to = waysTo(estabelecimento)
  const call =
    telefone !== null && html`<li><a href="tel:${telefone.replace(/[^\d+]/g, '')}">${telefone}</a></li>`
  return html`<ul class="ways">
      ${to.links.map(({ label, href }) => html`<li><a href="${href}" rel="noreferrer">${label}</a></li>`)}${call}
    </ul>
    ${to.isApproximate && html`<p class="note"><span class="care">Lugar aproximado.</span> O posto não declarou um ponto confiável no mapa: a busca vai pelo endereço.</p>`}`
}

interface FuelStory {
  slug: Slug
  fuel: Combustivel
  history: HistoricoDoCombustivel | undefined
  periodo: RespostaPosto['historico']['periodo']
  posto: PostoServido
}

function fuelBlock({ slug, fuel, history, periodo, posto }: FuelStory): Html {
  const { nome, produto, suspeito, confirmacao, posicao, outros } = fuel
  const { valorDeclarado, dataVenda } = produto.venda
  const runs = (history?.serie ?? []).filter(
    (run): run is TrechoDeMudanca => 'de' in run && run.codigo === produto.codigo && !run.suspeito,
  )
  return html`<section class="fuel" id="${slug}">
    <h2>${nome}</h2>
    <p class="price">
      ${price(valorDeclarado, `${posto.cnpj}-${slug}`)}
      <span class="unit">${perUnit(fuelOf(slug).unidade)}</span> ${posicao && band(posicao.faixa)}
    </p>
    ${suspeito && html`<p class="care">Este preço ${reasonOf(suspeito)}. Ele ${outcomeOf(suspeito)}.</p>`}
    ${posicao && html`<p>${standing(posicao, posto.endereco.codigoIBGE)}</p>`}
    <p class="why">Última venda ${moment(dataVenda)} · ${backedBy(confirmacao)}</p>
    ${outros?.map((other) => html`<p class="why">Também ${other.descricao}: ${reais(other.venda.valorDeclarado)}, ${moment(other.venda.dataVenda)}${other.suspeito && ` · ${doubtAbout(other.suspeito)}`}</p>`)}
    ${history && hasStory(runs) && story(nome, runs, history, periodo)}
  </section>`
}

/** From a day on, not for so long: `desde há 3 h` is nobody's Portuguese. */
function backedBy({ vendas, desde }: Combustivel['confirmacao']): Html {
  if (vendas <= 1) return html`só 1 venda a este preço`
  return html`${counted(vendas, 'venda', 'vendas')} a este preço desde ${fixedMoment(desde)}`
}

/** `1º de 110 em Maceió, R$ 0,80 abaixo da mediana`. */
function standing(
  { colocacao, de, diferencaDaMediana, ambito }: NonNullable<Combustivel['posicao']>,
  codigoIBGE: number,
): string {
  const where = ambito === 'estado' ? 'no estado' : `em ${municipioByCode(codigoIBGE)?.nome ?? 'sua cidade'}`
  if (de === 1) return `O único posto ${where}.`
  const difference =
    Math.abs(diferencaDaMediana) < 0.005
      ? 'na mediana'
      : `R$\u00A0${cents(diferencaDaMediana)} ${diferencaDaMediana < 0 ? 'abaixo' : 'acima'} da mediana`
  return `${colocacao}º mais barato de ${de} ${where}, ${difference}.`
}

/** A chart of one sale would be a dot. */
function hasStory(runs: readonly TrechoDeMudanca[]): boolean {
  const [first, last] = [runs[0], runs.at(-1)]
  return first !== undefined && last !== undefined && toMs(last.ate) - toMs(first.de) > DAY
}

/** The chart, what changed last, and the same as a table. */
function story(
  nome: string,
  runs: readonly TrechoDeMudanca[],
  { resumo }: HistoricoDoCombustivel,
  { desde, ate }: { desde: string; ate: string },
): Html {
  const change = resumo?.ultimaMudanca
  const words = change
    ? `${change.para < change.de ? 'Caiu' : 'Subiu'} R$\u00A0${cents(change.para - change.de)} em ${dayAndMonth(change.em)}: de ${reais(change.de)} para ${reais(change.para)}.`
    : 'Não mudou no período.'
  const chart = stepChart(
    {
      title: `${nome}, preço de ${dayAndMonth(desde)} a ${dayAndMonth(ate)}`,
      description: words,
      desde,
      ate,
    },
    runs.map(({ de, ate: to, valorDeclarado }) => ({ from: toMs(de), to: toMs(to), value: valorDeclarado })),
  )
  const rows = runs.toReversed().map(
    ({ valorDeclarado, de, ate: to, vendas }) =>
      html`<tr>
        <td>${cents(valorDeclarado)}</td>
        <td>${fixedMoment(de)}</td>
        <td>${fixedMoment(to)}</td>
        <td>${vendas}</td>
      </tr>`,
  )
  return html`${chart}
    <p>${words}</p>
    <details>
      <summary>Os mesmos preços em tabela</summary>
      ${table(['R$', 'Primeira venda', 'Última', 'Vendas'], rows)}
    </details>`
}

function parity({ razao, limite, compensa }: Paridade, form: Html): Html {
  const words =
    compensa === 'alcool'
      ? `Aqui o álcool compensa: custa ${percentOf(razao)} da gasolina comum.`
      : `Aqui a gasolina compensa: o álcool custa ${percentOf(razao)} dela.`
  return html`<section class="parity" id="paridade">
    <h2>Álcool ou gasolina?</h2>
    <p>
      ${words} ${limite === USUAL_RATIO ? 'Num carro flex comum' : 'No seu carro'}, o álcool compensa até
      ${percentOf(limite)}.
    </p>
    ${form}
  </section>`
}
