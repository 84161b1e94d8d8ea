import { FATOR_DE_VIA } from '../../domain/geo/journey-cost.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { decimal } from '../../format/words/formatting.ts'
import { filled, html, intro } from '../markup/html.ts'
import { compareTowns } from '../parts/compare-towns.ts'
import type { Content, Sources } from '../request/page-interfaces.ts'
import { brandFilter, fuelChoice, numberField, placeField, radiusChoice, searchForm } from '../parts/forms.ts'
import { townChooser } from '../parts/navigation.ts'
import prose from './texts.json' with { type: 'json' }

/** "Perto de mim". Without a script or a location the list of towns remains. Its sentences are in `texts.json`. */
export async function nearPage(sources: Sources, slug: Slug): Promise<Content> {
  const { links } = sources
  const brands = brandFilter(sources)
  const { towns, atualizadoEm } = await compareTowns(sources, 'gasolina-comum')
  return {
    title: 'Perto de mim',
    fuel: slug,
    description: 'Os postos mais baratos perto de você. A sua localização não sai do aparelho.',
    path: links.page('perto/'),
    atualizadoEm,
    skip: ['perto-lista', 'Ir para os postos'],
    scripts: ['near.js'],
    main: html` ${intro('Perto de mim')}
      <form id="perto-filtros" class="filters">
        ${fuelChoice(slug)} ${radiusChoice()}
        <p><button type="submit" disabled>Usar minha localização</button></p>
        <details class="wide">
          <summary>${brands.menu && 'Bandeira, '}${brands.menu ? 'ordem' : 'Ordem'} e viagem</summary>
          ${brands.menu}
          <p>
            <label for="ordem">Ordem</label>
            <select id="ordem" name="ordenar">
              <option value="provavel">Menor preço</option>
              <option value="distancia">Mais perto</option>
              <option value="custo">Menor custo com a viagem</option>
            </select>
          </p>
          ${numberField('litros', 'Litros ou m³', String(parametros.litros.padrao))}
          ${numberField('consumo', 'Km por litro ou m³', String(parametros.consumo.padrao))}
        </details>
      </form>
      <noscript
        ><p class="note">
          Usar a localização precisa de JavaScript. Sem ele, escreva um lugar, abaixo.
        </p></noscript
      >
      ${filled(prose.parts.nearStatus, {})}
      <h2 id="perto-titulo" class="hidden" hidden>Postos perto de você</h2>
      <div id="perto-lista" class="undecided">
        <ol class="rows"></ol>
        <div class="town-map near-map">
          <svg
            id="perto-mapa"
            viewBox="0 0 360 150"
            role="group"
            aria-label="Os postos em volta de você"
            hidden
          ></svg>
        </div>
        <details id="perto-cidade" hidden>
          <summary></summary>
          <ol class="rows"></ol>
        </details>
        <ol class="rows" start="4"></ol>
      </div>
      <button id="perto-mais" type="button" hidden>Mostrar mais</button>
      <p id="perto-depois"></p>
      ${filled(prose.parts.nearNotes, { metodo: links.page('metodo/'), fatorDeVia: decimal(FATOR_DE_VIA) })}
      <section>
        <h2>Ou escolha um lugar</h2>
        <form class="filters" data-keep action="${links.page('perto/')}">
          <input type="hidden" name="combustivel" value="${slug}" /> ${placeField()}
          <p><button type="submit">Ver</button></p>
        </form>
        ${searchForm(links)} ${townChooser(links, towns)}
      </section>`,
  }
}
