import { counted, km as inKm, percent, reais } from '../words/page-figures.ts'
import { directionsToPoint, roughDistance, searchOnMap } from '../../format/words/directions.ts'
import { banded, make, showAges, timeOf } from './dom.ts'
import { offerStars } from './favourites.ts'
import { remember, remembered } from './memory.ts'
import { drawNear } from './near-map.ts'
import { type Near, cheapestNear, justBeyond } from './stations-in-radius.ts'
import { type Station, backing, linkTo, readStations } from './station-file.ts'

const SHOWN = 30
/** Rows before the map: the first prices stand in the upper half of a phone. */
const BEFORE_MAP = 3
/** Kilometres to the nearest station beyond which no prices are shown. */
const FAR_AWAY = 150
/** Metres of accuracy from which the order of the nearest stations is uncertain. */
const IMPRECISE = 1000
/** Milliseconds for which a position is used again on Back and reload. */
const USABLE = 600_000
/** Choices kept on the device. */
const FIELDS = ['combustivel', 'raio', 'bandeira', 'ordenar', 'litros', 'consumo']

offer()

/** Position and scroll of this tab, for Back and reload. */
interface Left extends Pick<GeolocationCoordinates, 'latitude' | 'longitude' | 'accuracy'> {
  em: number
  shown: number
  scroll: number
}

/** "Perto de mim": the location is read on a click, or at once where it was permitted before; it never leaves the device. */
function offer(): void {
  const form = document.querySelector<HTMLFormElement>('form#perto')
  if (!form) return
  const [status, map, after] = ['estado', 'mapa', 'depois'].map(part)
  const [first, vague, others] = document.querySelectorAll('#perto-lista ol')
  const [heading, city, more] = ['titulo', 'cidade', 'mais'].map(part)
  const button = form.querySelector('button')
  if (!status || !map || !after || !first || !vague || !others || !heading || !city || !more) return
  let place = leftHere()
  let asked = 0

  /** A sentence of the page, kept there in its attributes. */
  const say = (sentence: string): void => void (status.textContent = status.dataset[sentence] ?? '')

  const show = async (): Promise<void> => {
    if (!place) return
    const given = Object.fromEntries(new FormData(form)) as Record<string, string>
    for (const name of FIELDS) remember(name, given[name])
    const turn = ++asked
    try {
      const { stations: all, atualizadoEm } = await readStations(
        form.dataset['files'] ?? '',
        given['combustivel'] ?? '',
      )
      const { bandeira } = given
      const placed = all.filter(({ latitude }) => latitude !== null)
      const stations = bandeira ? placed.filter((station) => station.bandeira === bandeira) : placed
      // Outdated: another fuel was chosen meanwhile.
      if (turn !== asked) return
      const raio = Number(given['raio'])
      const by = given['ordenar'] ?? 'provavel'
      const stationsAt = form.dataset['stations'] ?? ''
      const near = cheapestNear(stations, place, {
        by,
        raio,
        litros: toNumber(given['litros'], 40),
        consumo: toNumber(given['consumo'], 10),
      })
      const [nearest] = near.toSorted((a, b) => a.km - b.km)
      // A place that is only a town's has no distance to be ranked by, unless there is no other.
      const sure = near.filter(({ station }) => station.precisao !== 'municipio')
      const ranked = sure.length > 0 ? sure : near
      const isFar = nearest !== undefined && nearest.km > FAR_AWAY
      const apart = isFar ? [] : near.filter((each) => !ranked.includes(each))
      const best = ranked[0]
      const beyond =
        by === 'provavel' && best && best.km <= raio
          ? justBeyond(stations, place, best.station, raio)
          : undefined
      const only = bandeira ? [`Só ${stations[0]?.bandeiraNome ?? 'esta bandeira'}: `] : []
      if (isFar) say('longe')
      else status.replaceChildren(...imprecise(place), ...only, ...sentence(ranked, raio, atualizadoEm))
      after.replaceChildren(...(beyond ? later(beyond, raio, stationsAt) : []))
      const listed = isFar ? [] : ranked
      const shown = listed.slice(0, place.shown)
      const rows = shown.map((each) => row(each, by, raio, stationsAt))
      if (button) Object.assign(button, { textContent: '↻', ariaLabel: 'Atualizar', title: 'Atualizar' })
      drawNear(map, shown, place, raio)
      first.replaceChildren(...rows.slice(0, BEFORE_MAP))
      others.replaceChildren(...rows.slice(BEFORE_MAP))
      vague.replaceChildren(...apart.map((each) => row(each, by, raio, stationsAt)))
      city.hidden = apart.length === 0
      const least = reais(Math.min(...apart.map(({ station }) => station.provavel)))
      city.firstElementChild?.replaceChildren(`${apart.length} na cidade, sem ponto no mapa: desde ${least}`)
      heading.hidden = shown.length === 0
      more.hidden = shown.length === listed.length
      more.textContent = `Mostrar mais ${listed.length - shown.length}`
      showAges()
      offerStars()
    } catch {
      if (turn !== asked) return
      for (const list of [first, vague, others, after]) list.replaceChildren()
      for (const each of [heading, city, more, map]) each.toggleAttribute('hidden', true)
      say('rede')
    }
  }

  const locate = (): void => {
    say('procura')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        place = { latitude, longitude, accuracy, em: Date.now(), shown: SHOWN, scroll: 0 }
        void show()
      },
      ({ code }) => {
        say(code === 1 ? 'recusada' : 'desconhecida')
      },
      { maximumAge: 60_000, timeout: 15_000 },
    )
  }

  fill(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    locate()
  })
  form.addEventListener('change', () => void show())
  more.addEventListener('click', () => {
    if (place) place.shown += SHOWN
    void show()
  })
  addEventListener('pagehide', () => {
    if (place) remember('perto', { ...place, scroll: scrollY }, 'sessionStorage')
  })
  if (place) void show().then(() => scrollTo(0, place?.scroll ?? 0))
  else
    void navigator.permissions
      ?.query({ name: 'geolocation' })
      .then(({ state }) => state === 'granted' && locate())
      .catch(() => {})
}

/** An element of the page, named by the end of its id. */
function part(name: string): HTMLElement | null {
  return document.querySelector(`#perto-${name}`)
}

/** The choices of the last visit. */
function fill(form: HTMLFormElement): void {
  for (const name of FIELDS) {
    const field = form.elements.namedItem(name)
    const value = remembered<string>(name)
    if (!value || !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
    const before = field.value
    field.value = value
    // No such option any more.
    if (field.value === '') field.value = before
  }
}

function leftHere(): Left | undefined {
  const left = remembered<Left>('perto', 'sessionStorage')
  return left && Date.now() - left.em < USABLE ? left : undefined
}

function imprecise({ accuracy }: Left): string[] {
  return accuracy < IMPRECISE ? [] : [`Sua posição é imprecisa (±${Math.round(accuracy / 1000)} km). `]
}

function sentence(near: readonly Near[], raio: number, atualizadoEm: string): (string | Node)[] {
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
function later(
  { station, km, percent: less }: NonNullable<ReturnType<typeof justBeyond>>,
  raio: number,
  stations: string,
): (string | Node)[] {
  return [
    `Logo depois dos ${raio} km, a ${station.exata ? inKm(km) : `uns ${Math.round(km)} km`}: ${reais(station.provavel)}${station.provavel > station.preco ? ' (provável)' : ''} em `,
    linkTo(station, stations),
    `, ${percent(less)} menos que o primeiro da lista.`,
  ]
}

function row({ station, km, total }: Near, by: string, raio: number, stations: string): HTMLElement {
  const { preco, exata, precisao, bairro, municipio, nome, latitude, longitude, duvida } = station
  const place = [station.bandeiraNome, bairro, municipio, exata ? '' : 'ponto aproximado'].filter(Boolean)
  const told = [nome, bairro].filter(Boolean).join(', ')
  const [href, ariaLabel, word] = exata
    ? [directionsToPoint(`${latitude},${longitude}`), `Rota até ${told}`, 'Rota']
    : [searchOnMap(nome, bairro, municipio, 'Alagoas'), `Procurar ${told} num mapa`, 'Procurar']
  return make(
    'li',
    { className: 'row', id: `posto-${station.cnpj}` },
    make('h3', {}, linkTo(station, stations)),
    make(
      'p',
      { className: 'price' },
      make('data', { value: String(preco) }, reais(preco)),
      ...badge(station),
    ),
    make(
      'div',
      { className: 'who' },
      make('p', {}, place.join(' · ')),
      make(
        'p',
        { className: 'why' },
        timeOf(station.dataVenda, 'sale'),
        ' · ',
        make('span', { className: duvida > 0 ? 'care' : '' }, backing(station)),
        by === 'custo' && km <= raio
          ? ` · ${exata ? `${reais(total)} com a viagem` : 'o custo da viagem não se sabe'}`
          : '',
      ),
    ),
    make(
      'p',
      { className: 'way' },
      make('span', { className: 'far' }, roughDistance(precisao, km) ?? inKm(km)),
      make('a', { href, rel: 'noreferrer', ariaLabel }, word),
    ),
  )
}

/** As in the lists of towns: word and sign, none where the town has too few stations. */
function badge({ duvida, faixa }: Station): HTMLElement[] {
  if (duvida > 0) return [make('span', { className: 'band normal' }, 'a confirmar')]
  return faixa ? [banded(faixa, faixa)] : []
}

function toNumber(text: string | undefined, otherwise: number): number {
  const value = Number(text?.replace(',', '.'))
  return value > 0 ? value : otherwise
}
