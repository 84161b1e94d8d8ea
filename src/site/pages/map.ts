import { figuresOf } from '../../domain/answers/estatisticas.ts'
import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { citation } from '../parts/listing.ts'
import { fuelStrip, ranking } from '../parts/navigation.ts'
import { html, intro } from '../markup/html.ts'
import { choropleth } from '../maps/state-map.ts'
import { readFuelName, readText } from '../request/read-params.ts'
import type { Asked, Content, Sources, View } from '../request/page-interfaces.ts'
import { brandFilter, brandForm } from '../parts/forms.ts'
import { compareTowns } from '../parts/compare-towns.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'

export function readMap({ search, sources }: Asked): View {
  const slug = readFuelName(search.get('combustivel'))
  const bandeira = readText('bandeira', search.get('bandeira'))
  return { key: `mapa ${JSON.stringify([slug, bandeira])}`, write: () => mapPage(sources, slug, bandeira) }
}

const LEAD = html`<p class="lead">
  Quanto mais a cor da cidade se destaca do fundo, mais caro o preço do meio entre os seus postos. Riscada: só
  um ou dois.
</p>`

async function mapPage(sources: Sources, slug: Slug, bandeira: string | undefined): Promise<Content> {
  const { links, outlines } = sources
  const comparison = await compareTowns(sources, slug, bandeira)
  const brands = brandFilter(sources, bandeira)
  const nome = [fuelOf(slug).nomePopular, brands.words].filter(Boolean).join(', ')
  const addressOf = (other: Slug) => links.page('mapa/', { combustivel: links.combustivel(other), bandeira })
  const townOf = (municipio: Municipio) => links.town(slug, municipio, { bandeira })
  const title = `Mapa de Alagoas: ${nome}`
  return {
    title,
    fuel: slug,
    headline: {
      title: `${nome} em Alagoas, no mapa`,
      price: figuresOf(comparison.combustiveis, slug).precoMinimoProvavel,
    },
    description: `A mediana de ${nome} em cada cidade de Alagoas, no mapa e em lista.`,
    path: addressOf(slug),
    atualizadoEm: comparison.atualizadoEm,
    main: html` ${intro(title, LEAD)} ${fuelStrip(comparison.combustiveis, slug, addressOf)}
      ${brandForm(links.page('mapa/'), brands.menu, { combustivel: slug }, brands.words === undefined ? [] : comparison.observacoes)}
      <div class="columns staying">
        ${choropleth(comparison.towns, {
          outlines,
          streets: streetAttributes(sources, slug),
          title: `${nome}, mediana por cidade`,
          addressOf: townOf,
        })}
        <section aria-labelledby="ordem">
          <h2 id="ordem">Da mais barata à mais cara</h2>
          ${ranking(comparison.towns, townOf)}
        </section>
      </div>
      ${comparison.atualizadoEm && html`<p class="note">${citation(sources, title, addressOf(slug), comparison.atualizadoEm)}</p>`}`,
  }
}

/** Attributes of a map's figure for the script that shows streets; undefined without a tile server. */
export function streetAttributes({ mapa, asset }: Sources, slug: Slug, municipio?: Municipio) {
  if (!mapa) return undefined
  return html` data-ruas="${asset('streets.js')}" data-estilo="${asset('streets.css')}"
  data-ladrilhos="${mapa.endereco}" data-credito="${mapa.credito}"
  data-combustivel="${slug}"${municipio && html` data-cidade="${municipio.nome}"`}`
}
