import { FATOR_DE_VIA } from '../../domain/geo/journey-cost.ts'
import { decimal } from '../../format/words/formatting.ts'
import { html } from '../markup/html.ts'
import { compareTowns } from '../parts/compare-towns.ts'
import type { Content, Sources } from '../request/page-interfaces.ts'
import {
  IN_DECIMALS,
  brandFilter,
  field,
  fuelChoice,
  placeField,
  searchForm,
  radiusChoice,
} from '../parts/forms.ts'
import { townChooser } from '../parts/navigation.ts'

/** "Perto de mim". Without a script or a location the list of towns remains. */
export async function nearPage(sources: Sources): Promise<Content> {
  const { links } = sources
  const brands = await brandFilter(sources)
  const { towns, atualizadoEm } = await compareTowns(sources, 'gasolina-comum')
  return {
    title: 'Perto de mim',
    description: 'Os postos mais baratos perto de você. A sua localização não sai do aparelho.',
    path: links.page('perto/'),
    atualizadoEm,
    skip: ['perto-lista', 'Ir para os postos'],
    scripts: ['near.js'],
    main: html` <div class="intro">
        <h1>Perto de mim</h1>
      </div>
      <form
        id="perto-filtros"
        class="filters"
        data-files="${links.page('dados/')}"
        data-stations="${links.page('posto/')}"
      >
        ${fuelChoice()} ${radiusChoice()}
        <p><button type="submit">Usar minha localização</button></p>
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
          ${field('litros', 'Litros', '40', IN_DECIMALS)}
          ${field('consumo', 'Km por litro', '10', IN_DECIMALS)}
        </details>
      </form>
      <noscript
        ><p class="note">Ordenar por distância precisa de JavaScript. Sem ele, escolha a cidade.</p></noscript
      >
      <p
        id="perto-estado"
        role="status"
        class="note"
        data-procura="Procurando onde você está…"
        data-recusada="Sem a sua localização não dá para ordenar por distância. Você pode permiti-la nas opções do navegador, ou escolher a cidade abaixo."
        data-desconhecida="Não deu para saber onde você está. Tente de novo, ou escolha a cidade abaixo."
        data-longe="Você parece longe de Alagoas: só há preços de lá. Escolha a cidade abaixo."
        data-rede="Sem conexão, e este combustível ainda não foi guardado neste aparelho."
      ></p>
      <h2 id="perto-titulo" class="hidden" hidden>Postos perto de você</h2>
      <div id="perto-lista">
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
      <p class="note">
        Sua localização é usada só neste aparelho: nenhum servidor a recebe, nem o nosso. A aba a guarda por
        dez minutos, para quando você voltar a esta página.
      </p>
      <p class="note">
        Barato e caro comparam cada posto com os da própria cidade. A ordem “Menor preço” segue o
        <a href="${links.page('metodo/')}#provavel">preço mais provável</a>, que nem sempre é o da última
        venda; o custo da viagem também. Distâncias em linha reta; no custo, ida e volta vezes
        ${decimal(FATOR_DE_VIA)}, que é o quanto as ruas alongam o caminho.
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
