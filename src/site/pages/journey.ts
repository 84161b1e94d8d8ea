import { capitalized } from '../../domain/basics/text.ts'
import { brandFilter, field, fuelChoice } from '../parts/forms.ts'
import type { RespostaPrecos } from '../../domain/answers/precos.ts'
import { FATOR_DE_VIA } from '../../domain/geo/journey-cost.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import { readPoint } from '../../domain/geo/driving-route.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { ofPlace, toPlace } from '../../format/words/names.ts'
import { decimal, joined } from '../../format/words/formatting.ts'
import { wayWords } from '../../format/words/journey-text.ts'
import { pointsOutside } from '../../query/answers/journey-notes.ts'
import { GasolinaError } from '../../errors.ts'
import { type Html, html, intro, listOf, raw } from '../markup/html.ts'
import { WIDER_KM, bestWords, gapWarning, journeyList } from '../parts/journey-list.ts'
import { TO_ROWS, understanding } from '../parts/listing.ts'
import { listIn, readFuelName, readText } from '../request/read-params.ts'
import { type Asked, type Content, type Sources, type View, pedido } from '../request/page-interfaces.ts'
import { km } from '../words/page-figures.ts'

const MOST_BETWEEN = 5

export function readJourney({ search, sources }: Asked): View {
  const journey = askedIn(search)
  return { key: `caminho ${JSON.stringify(journey)}`, write: () => journeyPage(sources, journey) }
}

type Journey = ReturnType<typeof askedIn>

function askedIn(search: Asked['search']) {
  const given = (name: string) => (search.get(name) ?? '').trim().slice(0, 100)
  const figure = (name: keyof typeof FIELDS) => given(name) || String(parametros[name].padrao)
  return {
    de: given('de'),
    para: given('para'),
    /** Towns in between, by comma: where the reader knows the road. */
    por: given('por'),
    slug: readFuelName(search.get('combustivel')),
    bandeira: readText('bandeira', search.get('bandeira')),
    consumo: figure('consumo'),
    litros: figure('litros'),
    desvio: figure('desvio'),
  }
}

async function journeyPage(sources: Sources, journey: Journey): Promise<Content> {
  const { links } = sources
  const { de, para, slug, bandeira, desvio } = journey
  const brands = brandFilter(sources, bandeira)
  const isAsked = de !== '' && para !== ''
  const isHalf = (de === '') !== (para === '')
  const { answer, refusal = isHalf && empty('Diga de onde e para onde.') } = isAsked
    ? await alongWay(sources, journey)
    : {}
  // An answer between two positions names no points.
  const points = answer?.pontosDaRota ?? [de, para].flatMap((text) => readPoint(text) ?? [])
  const lineKm = Number(desvio.replace(',', '.')) || parametros.desvio.padrao
  const outside = answer && pointsOutside(points)
  const fuel = fuelOf(slug).nomePopular
  const prices = answer?.conteudo.map(({ precoProvavel }) => precoProvavel) ?? []
  const least = prices.length > 0 ? Math.min(...prices) : undefined
  const title = answer ? `${between(journey, answer)}: ${fuel}` : 'No caminho'
  const words =
    answer &&
    html`${understanding(answer)}
      <p class="lead">${bestWords(answer, links).line}</p>
      ${answer.caminho && gapWarning(answer.caminho, fuelOf(slug).nome, lineKm < WIDER_KM && addressOf(sources, { ...journey, desvio: String(WIDER_KM) }))}
      ${outside && html`<p class="lead care">${outside}</p>`}
      <p class="lead">${wayTold(answer, journey, sources)}</p>`
  return {
    title,
    fuel: slug,
    headline: { title: between(journey, answer), price: least, of: `${fuel} desde` },
    description:
      answer && answer.conteudo.length > 0
        ? bestWords(answer, links).text
        : 'Os postos no caminho entre dois lugares de Alagoas, de cidade em cidade, com o que o desvio custa e o que poupa.',
    path: addressOf(sources, isAsked ? journey : {}),
    atualizadoEm: answer?.atualizadoEm,
    unlisted: isAsked,
    ...(answer && answer.conteudo.length > 0 && { skip: TO_ROWS }),
    main: html` ${intro(title, words)} ${refusal} ${answer && journeyList(answer, links)}
      ${form(journey, links.page('caminho/'), brands.menu)}
      <p class="note">
        Nenhum mapa de estradas: o caminho vai em linha reta de cidade em cidade, por onde estradas costumam
        ir. Se a sua for outra, diga por que cidades. O desvio é uma estimativa: ida e volta em linha reta ×
        ${decimal(FATOR_DE_VIA)}, a até ${decimal(lineKm)} km dessa linha. Contas pelo
        <a href="${links.page('metodo/')}#provavel">preço mais provável</a>.
      </p>`,
  }
}

function addressOf({ links }: Sources, journey: Partial<Journey>): string {
  const { de, para, por, slug: combustivel, bandeira, consumo, litros, desvio } = journey
  return links.page('caminho/', { de, para, por, combustivel, bandeira, consumo, litros, desvio })
}

function empty(words: string): Html {
  return html`<p class="empty">${words}</p>`
}

async function alongWay(sources: Sources, journey: Journey) {
  const { de, para, por, slug, bandeira, consumo, litros, desvio } = journey
  const towns = listIn(por)
  if (towns.length > MOST_BETWEEN)
    return { refusal: empty(`“Por” aceita até ${MOST_BETWEEN} cidades, separadas por vírgula.`) }
  const rota = [de, ...towns, para].map((name) => name.replaceAll(';', ' ').trim()).join(';')
  try {
    const answer = await sources.query.precos(
      pedido('precos', { combustivel: slug, bandeira, rota, consumo, litros, desvio, ordenar: 'custo' }),
    )
    const [from, to, ...more] = namesOf(answer) ?? []
    return from === to && more.length === 0 && from !== undefined
      ? { refusal: empty(`“De” e “Para” são o mesmo lugar, ${from}: diga outro, ou por que cidades passa.`) }
      : { answer }
  } catch (error) {
    if (error instanceof GasolinaError && error.codigo === 'parametro_invalido')
      return { refusal: refused(error, journey, sources) }
    throw error
  }
}

const FIELDS = { consumo: 'Km por litro ou m³', litros: 'Litros ou m³', desvio: 'Da linha até (km)' } as const

/** The reason, with the names that the form has; of a name of several places a link to the journey by each. */
function refused({ message, motivo, erros }: GasolinaError, journey: Journey, sources: Sources): Html {
  const [{ parametro = '', valor, sugestao, aceitos = [] } = {}] = erros ?? []
  for (const [name, label] of Object.entries(FIELDS))
    if (parametro === name)
      return empty(`${label}: use ${aceitos.join().replace(/ \((?:km|litros)\)$/, '')}.`)
  const end = (['de', 'para', 'por'] as const).find((end) => valor === journey[end].trim())
  if (sugestao === undefined || end === undefined) {
    const words = motivo
      ? `${motivo} Use um bairro, uma cidade, um CEP ou um lugar conhecido, como o aeroporto.`
      : message
    return empty(words.replace(/^rota /, ''))
  }
  const linkTo = (place: string) =>
    html`<a href="${addressOf(sources, { ...journey, [end]: place })}">${place}</a>`
  return html`${empty(`“${valor}” pode ser mais de um lugar. Qual?`)} ${listOf('plain', aceitos.map(linkTo))}`
}

/** `De Maceió a Penedo por Coruripe`: the places as the answer understood them. */
function between({ de, para, por }: Journey, answer: RespostaPrecos | undefined): string {
  const names = namesOf(answer) ?? [de, ...listIn(por), para]
  const [from, towns] = [ofPlace(names[0] ?? ''), names.slice(1, -1)]
  return `${capitalized(from)} ${toPlace(names.at(-1) ?? '')}${towns.length > 0 ? ` por ${joined(towns)}` : ''}`
}

function namesOf(answer: RespostaPrecos | undefined): string[] | undefined {
  return answer?.pontosDaRota?.map(({ nome }) => nome)
}

/** The towns on the way, with links to other ways and to the one without the towns asked for; a note where the line is straight. */
function wayTold(answer: RespostaPrecos, journey: Journey, sources: Sources): Html {
  const { caminho } = answer
  if (!caminho) return html`Em linha reta de ponto a ponto, sem as curvas da estrada.`
  const words = wayWords(caminho)
  const others = caminho.outros.map(
    ({ por, km: length }, i) =>
      html`${i === 0 ? ', ' : ' ou '}<a href="${addressOf(sources, { ...journey, por })}">por ${por}</a>
        (${km(length)})`,
  )
  const usual =
    journey.por !== '' &&
    html` <a href="${addressOf(sources, { ...journey, por: '' })}"
        >Sem passar por ${joined(namesOf(answer)?.slice(1, -1) ?? [])}</a
      >.`
  return html`${capitalized(words)} A estrada pode ser outra${others}.${usual}`
}

function form({ de, para, por, slug, consumo, litros, desvio }: Journey, action: string, brands?: Html) {
  const towns = raw('maxlength="100" placeholder="arapiraca, santana do ipanema"')
  return html`<form class="filters" method="get" data-keep action="${action}">
    ${field('de', 'De', de)} ${field('para', 'Para', para)} ${field('por', 'Por (cidades)', por, towns)}
    ${fuelChoice(slug)} ${brands} ${field('consumo', FIELDS.consumo, consumo)}
    ${field('litros', FIELDS.litros, litros)} ${field('desvio', FIELDS.desvio, desvio)}
    <p><button type="submit">Ver os postos</button></p>
  </form>`
}
