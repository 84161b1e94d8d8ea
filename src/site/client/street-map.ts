import { divIcon, latLngBounds, map, marker, tileLayer } from 'leaflet'
import { cents, reais } from '../words/page-figures.ts'
import { make, pageAt } from './dom.ts'
import { type CompactStation, readStations } from './station-file.ts'

/** Largest zoom, for towns of one street. */
const CLOSEST = 15

/** Stations with an exact place on a street map, each with its price and a link to its row or page. */
export async function showStreets(figure: HTMLElement): Promise<void> {
  const { ladrilhos = '', credito = '', combustivel = '', cidade } = figure.dataset
  const { stations } = await readStations(combustivel)
  const shown = stations.filter(({ exata, municipio }) => exata && (!cidade || municipio === cidade))
  const box = make('div', { className: 'streets' })
  figure.querySelector('svg')?.replaceWith(box)
  // The caption described the drawing.
  const words = 'Onde os preços se cobrem, o mais barato fica por cima; aproxime para ver os outros.'
  figure.querySelector('figcaption')?.replaceChildren(words)
  const streets = map(box, { scrollWheelZoom: false, zoomSnap: 0.25 }).fitBounds(
    latLngBounds(shown.map(({ latitude, longitude }) => [latitude, longitude])),
    { maxZoom: CLOSEST, padding: [32, 20], animate: false },
  )
  streets.attributionControl.setPrefix(false)
  // Leaflet treats the attribution as HTML.
  const attribution = make('span', {}, credito).innerHTML
  tileLayer(ladrilhos, { attribution, maxZoom: 19 }).addTo(streets)
  for (const [rank, station] of shown.entries()) {
    const className = rank === 0 ? 'pin first' : 'pin'
    marker([station.latitude, station.longitude], {
      icon: divIcon({ className, html: linkTo(station), iconSize: [48, 26] }),
      // The link inside takes click and focus.
      interactive: false,
      keyboard: false,
      zIndexOffset: -rank * 10,
    }).addTo(streets)
  }
}

function linkTo(station: CompactStation): HTMLElement {
  const row = `posto-${station.cnpj}`
  const properties = {
    href: document.getElementById(row) ? `#${row}` : pageAt(`posto/${station.cnpj}/`),
    title: station.nome,
    ariaLabel: `${station.nome}, ${reais(station.preco)}`,
    draggable: false,
  }
  return make('a', properties, cents(station.preco))
}
