import { stationName, townOf } from '../../format/words/names.ts'
import {
  ATE_POUCAS_VENDAS,
  NA_JANELA,
  type Pair as Prices,
  USUAL_RATIO,
  ethanolPays,
} from '../../domain/facts/rules.ts'
import { compareTowns, townIn } from '../parts/compare-towns.ts'
import { pageOf, pager } from '../parts/listing.ts'
import { gasolineInParity } from '../../domain/trust/usual.ts'
import { decimal } from '../../format/words/formatting.ts'
import { collected, counted, reais } from '../words/page-figures.ts'
import { seenOtherwise } from '../words/page-doubts.ts'
import { type Html, html, intro, raw } from '../markup/html.ts'
import { numberField, paysUpTo, percentOf, ratioForm } from '../parts/forms.ts'
import { slugOf } from '../request/addresses.ts'
import { type Ratio, readGivenPage, readRatio, toNumber } from '../request/read-params.ts'
import { type Asked, type Content, type Sources, type View, pedido } from '../request/page-interfaces.ts'
import { pause } from '../../domain/basics/event-loop.ts'
import { quote } from '../../domain/basics/text.ts'
import { toThousandths } from '../../domain/basics/numbers.ts'

export function readParity({ search, sources }: Asked): View {
  const ratio = readRatio(search)
  const pagina = readGivenPage(search.get('pagina')) ?? 1
  const view = [ratio, pagina, readPump(search)] as const
  return { key: `paridade ${JSON.stringify(view)}`, write: () => parityPage(sources, ...view) }
}

/** Prices read from a pump; as typed where one is no price. */
type Pump = Prices | { refused: string } | undefined

function readPump(search: Asked['search']): Pump {
  const typed = [search.get(PUMP.alcool) ?? '', search.get(PUMP.gasolina) ?? '']
  if (typed.every((text) => text.trim() === '')) return undefined
  const refused = typed.find((text) => !(toNumber(text) > 0 && toNumber(text) < 100))
  return refused === undefined
    ? { alcool: toNumber(typed[0]), gasolina: toNumber(typed[1]) }
    : { refused: quote(refused) }
}

const PUMP = { alcool: 'bombaAlcool', gasolina: 'bombaGasolina' } as const

/** Stations where ethanol pays, for a car that goes `razao` times as far on it. */
async function parityPage(sources: Sources, ratio: Ratio, pagina: number, pump: Pump): Promise<Content> {
  const { links, query } = sources
  const { razao, refused } = ratio
  const pairs = await pairsOf(sources, razao)
  const towns = await townsOf(sources)
  const { atualizadoEm } = await query.precos(pedido('precos', { combustivel: 'alcool', limite: 1 }))
  const paying = pairs.filter(({ pays }) => pays)
  const answer =
    pairs.length === 0
      ? `Nenhum posto vendeu os dois ${NA_JANELA}.`
      : `O álcool compensa em ${paying.length} de ${counted(pairs.length, 'posto que vende', 'postos que vendem')} os dois, pelo preço mais provável de cada um.`
  const shown = pageOf(paying.length > 0 ? paying : pairs.slice(0, FEW), pagina)
  const own = razao === USUAL_RATIO ? undefined : razao
  return {
    title: 'Álcool ou gasolina?',
    headline: `Álcool ou gasolina? Compensa em ${paying.length} de ${counted(pairs.length, 'posto', 'postos')}${collected(atualizadoEm)}`,
    description: `${answer} ${paysUpTo(razao)}.`,
    path: links.page('alcool-ou-gasolina/', { razao: own, pagina: pagina > 1 ? pagina : undefined }),
    atualizadoEm,
    unlisted: own !== undefined || refused !== undefined || pump !== undefined,
    main: html` ${intro('Álcool ou gasolina?', html`<p class="lead">${answer}</p>`)}
      <details class="chooser" ${refused !== undefined && raw('open')}>
        <summary>
          ${razao === USUAL_RATIO ? 'Num flex comum' : 'No seu carro'}, até ${percentOf(razao)}: mudar
        </summary>
        <p class="note">
          O álcool compensa até essa parte do preço da gasolina: os km por litro com álcool divididos pelos km
          por litro com gasolina.
        </p>
        ${ratioForm(links.page('alcool-ou-gasolina/'), ratio)}
      </details>
      ${atPump(links, razao, pump)}
      <section>
        <h2>${paying.length > 0 ? 'Onde o álcool compensa' : 'Onde o álcool mais se aproxima'}</h2>
        <ol class="ranking wide">
          ${shown.entries.map((pair) => station(pair, links))}
        </ol>
        ${pager(shown, pagina, (n) => links.page('alcool-ou-gasolina/', { razao: own, pagina: n > 1 ? n : undefined }))}
        <p class="note">Gasolina acima do usual do posto em ${ATE_POUCAS_VENDAS} conta pelo usual.</p>
      </section>
      <section>
        <h2>Por cidade</h2>
        <p class="note">
          O álcool mais barato de cada cidade contra a sua gasolina comum mais barata, pelo preço mais
          provável, em postos quaisquer.
        </p>
        <ol class="ranking wide">
          ${towns.map(({ municipio, alcool, gasolina, seen }) =>
            line(
              alcool / gasolina,
              links.town('alcool', municipio),
              municipio.nome,
              html`${ethanolPaysInReais({ alcool, gasolina }, razao) ? 'compensa' : 'não compensa'} · álcool
              ${reais(alcool)}, gasolina ${priceOf(gasolina, seen)}`,
              slugOf(municipio),
            ),
          )}
        </ol>
      </section>`,
  }
}

/** Stations shown where ethanol pays in none. */
const FEW = 20

function atPump({ page }: Sources['links'], razao: number, given: Pump): Html {
  const pump = given && 'alcool' in given ? given : undefined
  const fuelField = (fuel: keyof typeof PUMP, label: string) =>
    numberField(PUMP[fuel], label, pump && decimal(pump[fuel], 2))
  return html`<details class="chooser" ${given && raw('open')}>
    <summary>Comparar dois preços da bomba</summary>
    <form class="filters" data-keep action="${page('alcool-ou-gasolina/')}">
      <input type="hidden" name="razao" value="${razao}" />
      ${fuelField('alcool', 'Álcool, R$')} ${fuelField('gasolina', 'Gasolina, R$')}
      <p><button type="submit">Comparar</button></p>
    </form>
    ${given && 'refused' in given && html`<p class="empty">Escreva os dois preços em reais, de mais de 0 a menos de 100, como 5,39${given.refused && `: “${given.refused}” não vale`}.</p>`}
    ${
      pump &&
      html`<p>
        Na bomba, o álcool a ${reais(pump.alcool)} é ${percentOf(pump.alcool / pump.gasolina)} da gasolina a
        ${reais(pump.gasolina)}:
        <strong>${ethanolPaysInReais(pump, razao) ? 'o álcool' : 'a gasolina'} compensa</strong>.
      </p>`
    }
  </details>`
}

function station({ alcool, gasolina, razao }: Pair, links: Sources['links']): Html {
  const { estabelecimento } = alcool
  const [ethanol, gasoline] = [alcool.produto.venda.valorDeclarado, gasolina.produto.venda.valorDeclarado]
  const words = html`${townOf(estabelecimento.endereco)} · álcool ${priceOf(alcool.precoProvavel, ethanol)},
  gasolina ${priceOf(gasolineInParity(gasolina), gasoline)}`
  return line(razao, links.station(estabelecimento.cnpj), stationName(estabelecimento), words)
}

function line(razao: number, address: string, name: string, words: Html, id?: string): Html {
  return html`<li ${id !== undefined && html`id="${id}"`}>
    <span>${percentOf(razao)}</span> <a href="${address}">${name}</a> <span>${words}</span>
  </li>`
}

function priceOf(counted: number, seen: number): Html {
  const otherwise = seenOtherwise(counted, seen)
  return html`${reais(counted)}${otherwise && html` (${otherwise})`}`
}

type Pair = Awaited<ReturnType<typeof pairsOf>>[number]

/** Stations that sell both at believed prices, lowest ratio first. Ethanol pays up to the ratio `limite`. */
async function pairsOf({ query }: Sources, limite: number) {
  const alcool = await query.precos(pedido('precos', { combustivel: 'alcool' }))
  await pause()
  const gasolina = await query.precos(pedido('precos', { combustivel: 'gasolina-comum' }))
  await pause()
  const byCnpj = new Map(gasolina.conteudo.map((entry) => [entry.estabelecimento.cnpj, entry]))
  await pause()
  const pairs = alcool.conteudo.flatMap((entry) => {
    const other = byCnpj.get(entry.estabelecimento.cnpj)
    if (!other) return []
    const prices = { alcool: entry.precoProvavel, gasolina: gasolineInParity(other) }
    const razao = prices.alcool / prices.gasolina
    return [{ alcool: entry, gasolina: other, razao, pays: ethanolPaysInReais(prices, limite) }]
  })
  await pause()
  return pairs.toSorted((a, b) => a.razao - b.razao)
}

function ethanolPaysInReais({ alcool, gasolina }: Prices, razao: number): boolean {
  return ethanolPays({ alcool: toThousandths(alcool), gasolina: toThousandths(gasolina) }, razao)
}

/** Towns that sell both, with the lowest likely price of each fuel, lowest ratio first. */
async function townsOf(sources: Sources) {
  const ethanol = await compareTowns(sources, 'alcool')
  const gasoline = await compareTowns(sources, 'gasolina-comum')
  return ethanol.towns
    .flatMap(({ municipio, precoMinimoProvavel: alcool }) => {
      const cheapest = townIn(gasoline, municipio)?.maisBaratoProvavel
      if (alcool === null || !cheapest) return []
      return [{ municipio, alcool, gasolina: gasolineInParity(cheapest), seen: cheapest.precoProvavel }]
    })
    .toSorted((a, b) => a.alcool / a.gasolina - b.alcool / b.gasolina)
}
