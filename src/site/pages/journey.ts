import { brandSelect, field, fuelChoice } from '../parts/forms.ts'
import type { Entrada, RespostaPrecos } from '../../domain/answers/precos.ts'
import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { decimal } from '../../format/words/formatting.ts'
import { exactPoint } from '../../format/words/directions.ts'
import { GasolinaError } from '../../errors.ts'
import { type Html, html } from '../markup/html.ts'
import { row } from '../parts/rows.ts'
import { readFuelName, readText } from '../request/read-params.ts'
import { type Asked, type Content, type Sources, type View, pedido } from '../request/view.ts'
import { counted, km, reais } from '../words/figures.ts'
import { stationName, townName } from '../words/names.ts'

interface Journey {
  de: string
  para: string
  slug: Slug
  bandeira: string | undefined
  consumo: string
  litros: string
  desvio: string
}

/** Stations shown: those of least cost, in the order of the straight line. */
const SHOWN = 50

export function readJourney({ search, sources }: Asked): View {
  const given = (name: string, usual = '') => (search.get(name) ?? '').trim().slice(0, 100) || usual
  const journey = {
    de: given('de'),
    para: given('para'),
    slug: readFuelName(search.get('combustivel')),
    bandeira: readText('bandeira', search.get('bandeira')),
    consumo: given('consumo', '10'),
    litros: given('litros', '40'),
    desvio: given('desvio', '2'),
  }
  return { key: `caminho ${JSON.stringify(journey)}`, write: () => journeyPage(sources, journey) }
}

/** Stations along the straight line between two places by name. */
async function journeyPage(sources: Sources, journey: Journey): Promise<Content> {
  const { links, query } = sources
  const { conteudo: stations } = await query.postos(pedido('postos', {}))
  const { de, para, slug, bandeira, consumo, litros, desvio } = journey
  const isAsked = de !== '' && para !== ''
  const found = isAsked ? await alongRoad(sources, journey) : undefined
  const title = isAsked
    ? `${between(found) ?? `De ${de} a ${para}`}: ${fuelOf(slug).nomePopular}`
    : 'No caminho'
  return {
    title,
    fuel: slug,
    description:
      'Os postos ao longo da linha reta entre dois lugares de Alagoas, com o que o desvio custa e o que poupa.',
    path: links.page(
      'caminho/',
      isAsked ? { de, para, combustivel: slug, bandeira, consumo, litros, desvio } : {},
    ),
    atualizadoEm: typeof found === 'object' ? found.atualizadoEm : undefined,
    unlisted: isAsked,
    main: html` <div class="intro">
        <h1>${title}</h1>
        ${typeof found === 'object' && html`<p class="lead">${best(found)}</p>`}
      </div>
      ${typeof found === 'string' && html`<p class="empty">${found}</p>`}
      ${typeof found === 'object' && road(found, sources)}
      ${form(journey, links.page('caminho/'), brandSelect(stations, bandeira, bandeira && query.bandeira(bandeira)))}
      <p class="note">
        ${typeof found === 'object' && `Na ordem da linha reta entre ${endsOf(found).join(' e ')}, sem as curvas da estrada.`}
        Linha reta de lugar a lugar, e desvio de ida e volta a até
        ${decimal(Number(desvio.replace(',', '.')) || 2)} km dela. Contas pelo
        <a href="${links.page('metodo/')}#provavel">preço mais provável</a>.
      </p>`,
  }
}

/** The answer, or the sentence on what was wrong with the question. */
async function alongRoad(
  { query }: Sources,
  { de, para, slug, bandeira, consumo, litros, desvio }: Journey,
): Promise<RespostaPrecos | string> {
  try {
    const [from, to] = [de, para].map((name) => name.replaceAll(';', ' '))
    return await query.precos(
      pedido('precos', {
        combustivel: slug,
        bandeira,
        rota: `${from};${to}`,
        consumo,
        litros,
        desvio,
        ordenar: 'custo',
      }),
    )
  } catch (error) {
    if (error instanceof GasolinaError && error.codigo === 'parametro_invalido')
      return error.message.replace(/^rota /, '')
    throw error
  }
}

/** `De Maceió a Penedo`: the places as the answer understood them. */
function between(found: RespostaPrecos | string | undefined): string | undefined {
  return typeof found === 'object' && found.pontosDaRota ? `De ${endsOf(found).join(' a ')}` : undefined
}

function endsOf({ pontosDaRota: places = [] }: RespostaPrecos): (string | undefined)[] {
  return [places[0]?.nome, places.at(-1)?.nome]
}

/** `O melhor: Posto X, Pilar, a R$ 6,29; desvio de 1,2 km (R$ 0,77), R$ 10,57 a menos que em Posto Y, o mais perto da linha reta.` */
function best({ conteudo }: RespostaPrecos): string {
  const first = conteudo.find(isExact) ?? conteudo[0]
  if (!first) return 'Nenhum posto deste combustível ao longo deste caminho.'
  const { estabelecimento, precoProvavel } = first
  const nearest = nearestToLine(conteudo)
  const named = nearest && `em ${stationName(nearest.estabelecimento)}, o mais perto da linha reta`
  return `O melhor: ${stationName(estabelecimento)}, ${townName(estabelecimento)}, a ${reais(precoProvavel)}; ${detour(first, nearest, named)}.`
}

function isExact({ estabelecimento }: Entrada): boolean {
  return exactPoint(estabelecimento) !== null
}

/** The nearest to the straight line of the stations with an exact place. */
function nearestToLine(conteudo: readonly Entrada[]): Entrada | undefined {
  return conteudo
    .filter(isExact)
    .toSorted((a, b) => (a.rota?.distanciaKm ?? 0) - (b.rota?.distanciaKm ?? 0))[0]
}

/** Cost of the detour, and the difference to the station nearest to the straight line (`named`); of an approximate place neither is known. */
function detour(
  entrada: Entrada,
  nearest: Entrada | undefined,
  named = 'no mais perto da linha reta',
): string {
  const { custo, rota, estabelecimento } = entrada
  if (!custo || !rota) return ''
  if (!isExact(entrada)) return 'ponto aproximado, o desvio não se sabe'
  const saved = (nearest?.custo?.total ?? custo.total) - custo.total
  const difference =
    nearest?.estabelecimento.cnpj === estabelecimento.cnpj
      ? 'é o mais perto da linha reta'
      : Math.abs(saved) < 0.005
        ? `o mesmo que ${named}`
        : `${reais(Math.abs(saved))} ${saved > 0 ? 'a menos' : 'a mais'} que ${named}`
  const way =
    custo.desvioKm < 0.1 ? 'sem desvio' : `desvio de ${km(custo.desvioKm)} (${reais(custo.deslocamento)})`
  return `${way}, ${difference}`
}

function road({ conteudo, atualizadoEm }: RespostaPrecos, { links }: Sources): Html | undefined {
  if (conteudo.length === 0) return undefined
  const shown = conteudo.slice(0, SHOWN).toSorted((a, b) => (a.rota?.kmDaRota ?? 0) - (b.rota?.kmDaRota ?? 0))
  const nearest = nearestToLine(conteudo)
  const some = `os ${SHOWN} de menor custo, de ${counted(conteudo.length, 'posto', 'postos')}`
  return html`<section aria-labelledby="linha">
    <h2 id="linha">Na ordem da linha reta</h2>
    ${conteudo.length > SHOWN && html`<p class="note">Mostrados ${some}.</p>`}
    <ol class="rows">
      ${shown.map((entrada) => row({ entrada, posicao: null }, { links, withTown: true, agora: atualizadoEm, more: `km ${decimal(entrada.rota?.kmDaRota ?? 0, 0, 0)} da linha reta: ${detour(entrada, nearest)}` }))}
    </ol>
  </section>`
}

function form(
  { de, para, slug, consumo, litros, desvio }: Journey,
  action: string,
  brands: Html | undefined,
): Html {
  return html`<form class="filters" method="get" data-keep action="${action}">
    ${field('de', 'De', de)} ${field('para', 'Para', para)} ${fuelChoice(slug)} ${brands}
    ${field('consumo', 'Km por litro', consumo)} ${field('litros', 'Litros', litros)}
    ${field('desvio', 'Desvio até (km)', desvio)}
    <p><button type="submit">Ver os postos</button></p>
  </form>`
}
