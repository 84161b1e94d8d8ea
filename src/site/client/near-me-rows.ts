import { counted, km as inKm, percent, reais } from '../words/page-figures.ts'
import { directionsToPoint, roughDistance, searchOnMap } from '../../format/words/directions.ts'
import { banded, make, timeOf } from './dom.ts'
import type { Beyond, Choice, Near } from './stations-in-radius.ts'
import { type CompactStation, backing, linkTo } from './station-file.ts'

/** `12 postos a até 5 km, em linha reta. Coletado há 20 min.` */
export function sentence(near: readonly Near[], raio: number, atualizadoEm: string): (string | Node)[] {
  if (near.length === 0) return ['ninguém vende este combustível.']
  const within = near.filter(({ km }) => km <= raio)
  if (within.length === 0) return [`Nada a até ${raio} km. Os mais próximos:`]
  const sure = within.filter(({ station }) => station.exata).length
  // The point of the others is the middle of their district, which may reach beyond the radius.
  const maybe = within.length - sure
  const area = within[0]?.station.precisao === 'municipio' ? 'a cidade' : 'o bairro'
  const what = [
    sure > 0 && `${counted(sure, 'posto', 'postos')} a até ${raio} km, em linha reta`,
    maybe > 0 && `${sure > 0 ? 'mais' : `A até ${raio} km,`} ${maybe} talvez: só se sabe ${area}`,
  ]
  const fresh = make('span', { className: 'fresh' }, timeOf(atualizadoEm))
  return [`${what.filter(Boolean).join('; ')}. Coletado `, fresh, '.']
}

/** Cheaper just beyond: `Logo depois, a 12,3 km: R$ 5,50 (provável) em Posto X, 3,2 % menos.` */
export function beyondWords({ station, km, percent: less }: Beyond, raio: number) {
  return [
    `Logo depois dos ${raio} km, a ${station.exata ? inKm(km) : `uns ${Math.round(km)} km`}: ${reais(station.provavel)}${station.provavel > station.preco ? ' (provável)' : ''} em `,
    linkTo(station),
    `, ${percent(less)} menos que o primeiro da lista.`,
  ]
}

export function nearRow({ station, km, total }: Near, { by, raio }: Choice): HTMLElement {
  const { preco, exata, precisao, bairro, municipio, nome, latitude, longitude, duvida } = station
  const place = [station.bandeiraNome, bairro, municipio, exata ? '' : 'ponto aproximado'].filter(Boolean)
  const told = [nome, bairro].filter(Boolean).join(', ')
  const [href, ariaLabel, word] = exata
    ? [directionsToPoint(`${latitude},${longitude}`), `Rota até ${told}`, 'Rota']
    : [searchOnMap(nome, bairro, municipio, 'Alagoas'), `Procurar ${told} num mapa`, 'Procurar']
  const price = make('data', { value: String(preco) }, reais(preco))
  const sales = make('span', { className: duvida > 0 ? 'care' : '' }, backing(station))
  const journey = exata ? `${reais(total)} com a viagem` : 'o custo da viagem não se sabe'
  const cost = by === 'custo' && km <= raio ? ` · ${journey}` : ''
  const why = make('p', { className: 'why' }, timeOf(station.dataVenda, 'sale'), ' · ', sales, cost)
  const far = make('span', { className: 'far' }, roughDistance(precisao, km) ?? inKm(km))
  return make(
    'li',
    { className: 'row', id: `posto-${station.cnpj}` },
    make('h3', {}, linkTo(station)),
    make('p', { className: 'price' }, price, ...badge(station)),
    make('div', { className: 'who' }, make('p', {}, place.join(' · ')), why),
    make('p', { className: 'way' }, far, make('a', { href, rel: 'noreferrer', ariaLabel }, word)),
  )
}

/** Word and sign as in the lists of towns, none where the town has too few stations. */
function badge({ duvida, faixa }: CompactStation): HTMLElement[] {
  if (duvida > 0) return [make('span', { className: 'band normal' }, 'a confirmar')]
  return faixa ? [banded(faixa, faixa)] : []
}
