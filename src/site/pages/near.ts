import { FATOR_DE_VIA } from '../../domain/geo/journey-cost.ts'
import { decimal } from '../../format/words/formatting.ts'
import { html } from '../markup/html.ts'
import { compareTowns } from '../towns/compare-towns.ts'
import { type Content, type Sources, pedido } from '../request/view.ts'
import {
  IN_DECIMALS,
  brandSelect,
  choice,
  field,
  fuelChoice,
  option,
  placeField,
  searchForm,
} from '../parts/forms.ts'
import { townChooser } from '../parts/navigation.ts'

/** "Perto de mim". Without a script or a location the list of towns remains. */
export async function nearPage(sources: Sources): Promise<Content> {
  const { links, query } = sources
  const brands = brandSelect((await query.postos(pedido('postos', {}))).conteudo)
  const { towns, atualizadoEm } = await compareTowns(sources, 'gasolina-comum')
  return {
    title: 'Perto de mim',
    description: 'Os postos mais baratos perto de você. A sua localização não sai do aparelho.',
    path: links.page('perto/'),
    atualizadoEm,
    main: html` <div class="intro">
        <h1>Perto de mim</h1>
      </div>
      <form
        id="perto"
        class="filters"
        data-files="${links.page('dados/')}"
        data-stations="${links.page('posto/')}"
      >
        ${fuelChoice()}
        ${choice(
          'raio',
          'Até',
          RADII.map((km) => option(km, `até ${km} km`, USUAL_KM)),
        )}
        <p><button type="submit">Usar minha localização</button></p>
        <details class="wide">
          <summary>${brands && 'Bandeira, '}${brands ? 'ordem' : 'Ordem'} e viagem</summary>
          ${brands}
          <p>
            <label for="ordem">Ordem</label>
            <select id="ordem" name="ordenar">
              <option value="provavel">Menor preço</option>
              <option value="distancia">Mais perto</option>
              <option value="custo">Menor custo com a viagem</option>
            </select>
          </p>
          ${field('litros', 'Litros', '40', IN_DECIMALS)}
          ${field('consumo', 'Km por litro', '10', IN_DECIMALS)}
        </details>
      </form>
      <noscript
        ><p class="note">Ordenar por distância precisa de JavaScript. Sem ele, escolha a cidade.</p></noscript
      >
      <p id="perto-estado" role="status" class="note"></p>
      <div class="town-map near-map">
        <svg
          id="perto-mapa"
          viewBox="0 0 360 150"
          role="group"
          aria-label="Os postos em volta de você"
          hidden
        ></svg>
      </div>
      <ol id="perto-lista" class="rows"></ol>
      <p class="note">
        Sua localização é usada só neste aparelho: nenhum servidor a recebe, nem o nosso. A aba a guarda por
        dez minutos, para quando você voltar a esta página.
      </p>
      <p class="note">
        A ordem “Menor preço” segue o <a href="${links.page('metodo/')}#provavel">preço mais provável</a>, que
        nem sempre é o da última venda; o custo da viagem também. Distâncias em linha reta; no custo, ida e
        volta vezes ${decimal(FATOR_DE_VIA)}, que é o quanto as ruas alongam o caminho.
      </p>
      <section>
        <h2>Ou escolha um lugar</h2>
        <form class="filters" data-keep action="${links.page('perto/')}">
          ${placeField()}
          <p><button type="submit">Ver</button></p>
        </form>
        ${searchForm(links)} ${townChooser(links, 'gasolina-comum', towns)}
      </section>`,
  }
}

/** Kilometres to choose from. */
export const RADII = [1, 2, 3, 5, 10, 20]
export const USUAL_KM = 10
