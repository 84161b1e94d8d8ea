import { ESTADO } from '../../domain/alagoas/state.ts'
import type { RespostaPosto } from '../../domain/answers/posto.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { type Slug, fuelOf, isSlug } from '../../domain/facts/fuels.ts'
import { nearStation, strip, stripEntry } from '../parts/navigation.ts'
import { tellMe } from '../parts/tell-me.ts'
import { municipioByCode } from '../../domain/alagoas/municipalities.ts'
import { JANELA, NA_JANELA, USUAL_RATIO } from '../../domain/facts/rules.ts'
import { fold } from '../../domain/basics/text.ts'
import { addDays, dayOf } from '../../domain/basics/time.ts'
import { LONGEST_NAME } from '../../domain/questions/parameter-kinds.ts'
import { day, punctuatedCnpj } from '../../format/words/formatting.ts'
import { doubtsOf, inBrackets } from '../words/page-doubts.ts'
import { parityPrices } from '../../format/words/comparisons.ts'
import { counted, reais, toCents, withReais } from '../words/page-figures.ts'
import { type Html, html, listOf } from '../markup/html.ts'
import { districtOf, streetOf, stationName, townOf } from '../../format/words/names.ts'
import { type Ratio, readOneOf, readCnpjParam, readRatio } from '../request/read-params.ts'
import { type Asked, type Content, type Sources, pedido, type Outcome } from '../request/page-interfaces.ts'
import { paysUpTo, percentOf, ratioForm } from '../parts/forms.ts'
import { addressLine, isLocated } from '../parts/rows.ts'
import { type Combustivel, fuelBlock } from '../parts/station-fuel.ts'
import { TO_SOURCE } from './texts.ts'
import { gasStation } from '../discovery/schema-org.ts'
import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import { directionsToPoint, exactPoint, searchOnMap } from '../../format/words/directions.ts'

/** Days of history a station's page shows; the first unless asked. */
export const PERIODS = ['30', '90', '365'] as const
const LONGEST = '365'

/** `posto/12345678000100/`; a punctuated CNPJ has a slash and is two parts of the path. */
export function readStation({ path: [, ...rest], search, sources }: Asked): Outcome {
  const cnpj = readCnpjParam(rest.join('/').replace(/\/$/, ''))
  if (rest.join('/') !== `${cnpj}/`)
    return { to: sources.links.page(`posto/${cnpj}/`, Object.fromEntries(search)) }
  const view = { cnpj, dias: readOneOf('dias', search.get('dias'), PERIODS), ratio: readRatio(search) }
  return { key: `posto ${JSON.stringify(view)}`, write: () => stationPage(sources, view) }
}

interface StationView {
  cnpj: string
  dias: (typeof PERIODS)[number]
  ratio: Ratio
}

async function stationPage(sources: Sources, view: StationView): Promise<Content> {
  const { query, links } = sources
  const { cnpj, dias, ratio } = view
  const answer = await query.posto({ cnpj, razao: ratio.razao })
  const { estabelecimento, atualizadoEm } = answer
  const { historico, periods } = await pastOf(query, answer, view)
  const csv = links.api(`historico/${cnpj}`, { ...historico.periodo, formato: 'csv' })
  const name = stationName(estabelecimento)
  const town = municipioByCode(estabelecimento.endereco.codigoIBGE)
  const title = [name, await placeToTell(query, estabelecimento), townOf(estabelecimento.endereco)]
    .filter(Boolean)
    .join(', ')
  const fuels = Object.entries(answer.combustiveis).flatMap(([slug, fuel]) =>
    isSlug(slug) ? [[slug, fuel] as const] : [],
  )
  // Fuels are in order: gasolina comum first, where it is sold.
  const [slug, leading] = fuels.find(([, { suspeito }]) => !suspeito) ?? []
  const wishes = fuels.map(([sold, { nomePopular }]) => ({ words: nomePopular, key: `${cnpj}-${sold}` }))
  const cheaper = slug && leading && (await cheaperNear(sources, slug, leading, estabelecimento))

  return {
    title,
    fuel: slug,
    headline: {
      price: leading?.produto.venda.valorDeclarado,
      of: leading?.nomePopular,
      venda: leading?.produto.venda.dataVenda,
      doubts: leading && doubtsOf(leading),
    },
    description: describe(title, fuels),
    path: links.station(cnpj),
    atualizadoEm,
    feed: { cnpj },
    data: [gasStation(answer, sources)],
    ...(slug && { skip: [slug, 'Ir para os preços'] }),
    main: html` <div class="intro">
        ${town && html`<p class="crumbs"><a href="${links.town(fuels[0]?.[0] ?? 'gasolina-comum', town)}">Postos em ${town.nome}</a></p>`}
        <h1>${name}</h1>
        <p class="lead">${addressLine(estabelecimento)}</p>
        ${ways(answer)}
      </div>
      ${fuels.length === 0 && html`<p class="empty">Este posto não declarou vendas ${NA_JANELA}.</p>`}
      <div class="fuels" data-cnpj="${cnpj}">
        ${fuels.map(([slug, fuel]) => fuelBlock(slug, fuel, answer, historico))}
      </div>
      ${brand(answer)} ${periods.length > 1 && periodStrip(periods, view, sources)} ${cheaper}
      ${parity(answer, ratio, ratioForm(`${links.station(cnpj)}#paridade`, ratio, dias === '30' ? {} : { dias }))}
      ${tellMe(links, { cnpj }, leading ? { combustivel: slug, abaixo: leading.precoProvavel } : {}, wishes)}
      <div class="columns">
        ${whereToCorrect(sources)}
        <section>
          <h2>Leve os dados</h2>
          ${listOf('plain', [
            html`<a href="${links.api(`posto/${cnpj}`)}">Este posto em JSON</a>`,
            html`<a href="${csv}">Este histórico em CSV</a>`,
          ])}
          <p class="note">${estabelecimento.razaoSocial} · CNPJ&nbsp;${punctuatedCnpj(cnpj)}</p>
        </section>
      </div>`,
  }
}

/** The district where the town has another station of the name, and also the street where it has one in the district. */
async function placeToTell(query: Sources['query'], posto: PostoServido): Promise<string> {
  // Any text may be declared as a name; a question takes some letters of it.
  const nome = fold(posto.nomeFantasia).slice(0, LONGEST_NAME)
  if (nome === '') return ''
  const { conteudo } = await query.postos(pedido('postos', { nome, municipio: posto.endereco.codigoIBGE }))
  const others = conteudo
    .map(({ estabelecimento }) => estabelecimento)
    .filter((other) => other.cnpj !== posto.cnpj && stationName(other) === stationName(posto))
  const district = districtOf(posto.endereco)
  const isSoleThere = others.every(({ endereco }) => districtOf(endereco) !== district)
  return others.length === 0 ? '' : [district, !isSoleThere && streetOf(posto)].filter(Boolean).join(', ')
}

/** The days asked for, and the periods to choose from: a longer one only where it has more to show. */
async function pastOf(query: Sources['query'], answer: RespostaPosto, { cnpj, dias }: StationView) {
  const ate = dayOf(answer.atualizadoEm)
  const firstOf = (days: string) => addDays(ate, 1 - Number(days))
  const historyOf = (days: string) =>
    query.historico({ ...pedido('historico', { desde: firstOf(days), ate }), cnpj })
  const longest = await historyOf(LONGEST)
  const historico =
    dias === PERIODS[0] ? answer.historico : dias === LONGEST ? longest : await historyOf(dias)
  const days = Object.values(longest.combustiveis).flatMap(({ serie }) =>
    serie.flatMap((run) => ('de' in run ? dayOf(run.de) : [])),
  )
  const [first] = days.toSorted()
  const periods = PERIODS.filter(
    (days, at) => days === dias || (first !== undefined && first < firstOf(PERIODS[at - 1] ?? '0')),
  )
  return { historico, periods }
}

function periodStrip(periods: readonly string[], { cnpj, dias, ratio }: StationView, { links }: Sources) {
  const own = ratio.razao === USUAL_RATIO ? undefined : ratio.razao
  const addressOf = (days: string) =>
    links.page(`posto/${cnpj}/`, { dias: days === PERIODS[0] ? undefined : days, razao: own })
  const entries = periods.map((days) => stripEntry(addressOf(days), days === dias, `${days} dias`))
  return strip('Período dos gráficos', entries)
}

function whereToCorrect({ query, attribution, links, contato }: Sources): Html {
  return html`<section>
    <h2>Preço, nome ou lugar errado?</h2>
    <p>
      ${query.source().ofPrices} Se a bomba mostra outro valor, pode ter mudado depois da última venda; se
      continuar diferente, é o posto quem corrige, na nota.
      <a href="${links.page('metodo/')}">Como um preço é julgado</a>.
    </p>
    ${!attribution.demonstracao && html`<p>O nome e o endereço também são os que o posto declara. ${!contato && TO_SOURCE} Se fechou, sai das listas ${JANELA} depois da última venda.</p>`}
    ${contato && html`<p>Ponto no mapa, bairro ou outra coisa errada nesta página? <a href="${contato}">Fale com quem a mantém</a>.</p>`}
  </section>`
}

/** Radius in which cheaper stations are looked for, in km. */
const NEAR_KM = 5
const MOST_NEAR = 3

/**
 * Stations around that likely cost less, in printed cents, the cheapest first; where there are none, the number of those in the
 * municipality without a known place. Undefined for an approximate place.
 */
async function cheaperNear({ query, links }: Sources, slug: Slug, fuel: Combustivel, posto: PostoServido) {
  const { localizacao } = posto.endereco
  if (localizacao?.precisao !== 'exata') return undefined
  const { latitude: lat, longitude: lon } = localizacao
  const asked = pedido('precos', { combustivel: slug, lat, lon, raio: NEAR_KM, ordenar: 'provavel' })
  const { conteudo, atualizadoEm } = await query.precos(asked)
  const isCheaper = ({ precoProvavel }: Entrada) => toCents(precoProvavel) < toCents(fuel.precoProvavel)
  const cheaper = conteudo
    .filter((entrada) => isLocated(entrada) && isCheaper(entrada))
    .slice(0, MOST_NEAR)
    .map((entrada) => nearStation(links, entrada, atualizadoEm, districtOf(entrada.estabelecimento.endereco)))
  return html`<section data-combustivel="${slug}">
    <h2>${fuelOf(slug).nomePopular}: mais barato por perto</h2>
    ${cheaper.length > 0 ? listOf('near', cheaper) : html`<p>Nada mais barato a até ${NEAR_KM} km, entre os postos de lugar conhecido. ${await withoutPlace()}</p>`}
  </section>`

  async function withoutPlace() {
    const town = municipioByCode(posto.endereco.codigoIBGE)
    if (!town) return false
    const inTown = pedido('precos', { combustivel: slug, municipio: town.codigoIBGE, ordenar: 'provavel' })
    const { conteudo } = await query.precos(inTown)
    const { length } = conteudo.filter((entrada) => !isLocated(entrada) && isCheaper(entrada))
    const ofTown = html`<a href="${links.town(slug, town)}">${town.nome}</a>`
    return (
      length > 0 &&
      html`De ${counted(length, 'posto', 'postos')} de menor preço só se sabe que ${length > 1 ? 'são' : 'é'}
      de ${ofTown}.`
    )
  }
}

function describe(title: string, fuels: readonly (readonly [Slug, Combustivel])[]): string {
  const prices = fuels.flatMap(([, fuel]) =>
    fuel.suspeito
      ? []
      : [`${fuel.nomePopular} ${reais(fuel.produto.venda.valorDeclarado)}${inBrackets(doubtsOf(fuel))}`],
  )
  return prices.length === 0 ? `${title}: sem venda ${NA_JANELA}.` : `${title}: ${prices.join(', ')}.`
}

/** Ways to the station: by its point on the map, else a search for the text of its address. */
function ways({ estabelecimento }: RespostaPosto): Html {
  const { telefone } = estabelecimento
  const [point, name] = [exactPoint(estabelecimento), stationName(estabelecimento)]
  const address = searchOnMap(name, streetOf(estabelecimento), townOf(estabelecimento.endereco), ESTADO.sigla)
  const links =
    point === null
      ? [['Procurar o endereço', address]]
      : [
          ['Rota', directionsToPoint(point)],
          ['Waze', `https://waze.com/ul?ll=${encodeURIComponent(point)}&navigate=yes`],
          ['Outro mapa', `geo:${point}?q=${point}(${encodeURIComponent(name)})`],
        ]
  const call = telefone !== null && html`<a href="tel:${telefone.replace(/[^\d+]/g, '')}">${telefone}</a>`
  return html`<p class="actions">
      ${links.map(([label, href]) => html`<a href="${href}" rel="noreferrer">${label}</a>`)}${call}
    </p>
    ${point === null && html`<p class="note"><span class="care">Ponto aproximado</span>: procure pelo endereço.</p>`}`
}

/** The registry tells the contract with a distributor, not the sign. */
function brand({ estabelecimento: { bandeiraNome, endereco }, cadastro }: RespostaPosto): Html | undefined {
  if (!cadastro) return undefined
  return html`<p class="note">
    ${bandeiraNome ? html`Bandeira: <strong>${bandeiraNome}</strong>` : 'Bandeira não informada'}
    (${cadastro.fonte},
    ${day(cadastro.dia)}).${endereco.localizacao?.origem === 'anp' && ' O ponto no mapa também vem dele.'}
  </p>`
}

/** By the likely prices, as everywhere on the site; undefined unless both are believed. */
function parity({ paridade }: RespostaPosto, { razao }: Ratio, form: Html): Html | undefined {
  if (!paridade) return undefined
  const { razao: part, compensa, razaoAditivada } = paridade.provavel ?? paridade
  const additive =
    razaoAditivada === undefined
      ? ''
      : ` (da aditivada, que ali custa menos, ${percentOf(razaoAditivada)}: contra ela não compensa)`
  const words =
    compensa === 'alcool'
      ? `Aqui o álcool compensa: custa ${percentOf(part)} da gasolina comum${additive}`
      : `Aqui a gasolina compensa: o álcool custa ${percentOf(part)} dela`
  return html`<section class="parity" id="paridade">
    <h2>Álcool ou gasolina?</h2>
    <p data-razao>${words}, ${withReais(parityPrices(paridade))}. ${paysUpTo(razao)}.</p>
    ${form}
  </section>`
}
