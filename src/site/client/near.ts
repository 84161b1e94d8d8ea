import { decimal } from '../../format/words/formatting.ts'
import { reais, salesTold } from '../words/figures.ts'
import { directionsToPoint, roughDistance, searchOnMap } from '../../format/words/directions.ts'
import { make, showAges, timeOf } from './elements.ts'
import { offerStars } from './favourites.ts'
import { remember, remembered } from './memory.ts'
import { drawNear } from './near-map.ts'
import { type Near, type Station, cheapestNear, justBeyond, readStations } from './nearby.ts'

const SHOWN = 30
/** Kilometres to the nearest station beyond which no prices are shown. */
const FAR_AWAY = 150
/** Metres of accuracy from which the order of the nearest stations is uncertain. */
const IMPRECISE = 1000
/** Milliseconds for which a position is used again on Back and reload. */
const USABLE = 600_000

/** Position and scroll of this tab, for Back and reload. */
interface Left extends Pick<GeolocationCoordinates, 'latitude' | 'longitude' | 'accuracy'> {
  em: number
  shown: number
  scroll: number
}

/** "Perto de mim": the location is read on a click, or at once where it was permitted before; it never leaves the device. */
export function offerNear(): void {
  const form = document.querySelector<HTMLFormElement>('form#perto')
  const list = document.querySelector('#perto-lista')
  const status = document.querySelector('#perto-estado')
  const map = document.querySelector('#perto-mapa')
  if (!form || !list || !status || !map) return
  let place = leftHere()
  let asked = 0
  const button = form.querySelector('button')
  const more = make('button', { type: 'button', hidden: true }, 'Mostrar mais')
  const after = make('p', { id: 'perto-depois' })
  const heading = make('h2', { className: 'hidden', hidden: true }, 'Postos perto de você')
  list.before(heading)
  list.after(more, after)
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

  function locate(): void {
    if (!status) return
    status.textContent = 'Procurando onde você está…'
    if (!('geolocation' in navigator)) {
      status.textContent = 'Este aparelho não diz onde está. Escolha a cidade abaixo.'
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        place = { latitude, longitude, accuracy, em: Date.now(), shown: SHOWN, scroll: 0 }
        void show()
      },
      ({ code }) => {
        status.textContent = code === 1 ? REFUSED : UNKNOWN
      },
      { maximumAge: 60_000, timeout: 15_000 },
    )
  }

  async function show(): Promise<void> {
    if (!place || !form || !list || !status || !map) return
    const given = Object.fromEntries(new FormData(form)) as Record<string, string>
    for (const name of FIELDS) remember(name, given[name])
    const turn = ++asked
    try {
      const { stations: all, atualizadoEm } = await readStations(
        form.dataset['files'] ?? '',
        given['combustivel'] ?? '',
      )
      const { bandeira } = given
      const stations = bandeira ? all.filter((station) => station.bandeira === bandeira) : all
      // Outdated: another fuel was chosen meanwhile.
      if (turn !== asked) return
      const raio = Number(given['raio'])
      const stationsAt = form.dataset['stations'] ?? ''
      const near = cheapestNear(stations, place, {
        by: given['ordenar'] ?? 'provavel',
        raio,
        litros: toNumber(given['litros'], 40),
        consumo: toNumber(given['consumo'], 10),
      })
      const [nearest] = near.toSorted((a, b) => a.km - b.km)
      const [first] = near
      const beyond =
        given['ordenar'] === 'provavel' && first && first.km <= raio
          ? justBeyond(stations, place, first.station, raio)
          : undefined
      const only = bandeira ? [`Só ${stations[0]?.bandeiraNome ?? 'esta bandeira'}: `] : []
      status.replaceChildren(...imprecise(place), ...only, ...sentence(near, nearest, raio, atualizadoEm))
      after.replaceChildren(...(beyond ? later(beyond, raio, stationsAt) : []))
      const listed = nearest && nearest.km <= FAR_AWAY ? near : []
      const shown = listed.slice(0, place.shown)
      if (button) Object.assign(button, { textContent: '↻', ariaLabel: 'Atualizar', title: 'Atualizar' })
      drawNear(map, shown, place, raio)
      list.replaceChildren(...shown.map((each) => row(each, raio, stationsAt)))
      heading.hidden = shown.length === 0
      more.hidden = shown.length === listed.length
      more.textContent = `Mostrar mais ${listed.length - shown.length}`
      showAges()
      offerStars()
    } catch {
      if (turn !== asked) return
      heading.hidden = true
      list.replaceChildren()
      after.replaceChildren()
      map.toggleAttribute('hidden', true)
      status.textContent = 'Sem conexão, e este combustível ainda não foi guardado neste aparelho.'
    }
  }
}

const FIELDS = ['combustivel', 'raio', 'bandeira', 'ordenar', 'litros', 'consumo']

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

const UNKNOWN = 'Não deu para saber onde você está. Tente de novo, ou escolha a cidade abaixo.'
const REFUSED =
  'Sem a sua localização não dá para ordenar por distância. Você pode permiti-la nas opções do navegador, ou escolher a cidade abaixo.'

function imprecise({ accuracy }: Left): string[] {
  return accuracy < IMPRECISE ? [] : [`Sua posição é imprecisa (±${Math.round(accuracy / 1000)} km). `]
}

function sentence(
  near: readonly Near[],
  nearest: Near | undefined,
  raio: number,
  atualizadoEm: string,
): (string | Node)[] {
  if (!nearest) return ['ninguém vende este combustível.']
  if (nearest.km > FAR_AWAY)
    return ['Você parece longe de Alagoas: só há preços de lá. Escolha a cidade abaixo.']
  const found = near.filter(({ km }) => km <= raio).length
  const what =
    found === 0
      ? `Nada a até ${raio} km. Os mais próximos:`
      : `${found} ${found === 1 ? 'posto' : 'postos'} a até ${raio} km, em linha reta. Coletado`
  const fresh = make('span', { className: 'fresh' }, timeOf(atualizadoEm))
  return found === 0 ? [what] : [what, ' ', fresh, '.']
}

/** Cheaper just beyond: `Logo depois, a 12,3 km: R$ 5,50 (provável) em Posto X, 3,2 % menos.` */
function later(
  { station, km, percent }: NonNullable<ReturnType<typeof justBeyond>>,
  raio: number,
  stations: string,
): (string | Node)[] {
  return [
    `Logo depois dos ${raio} km, a ${station.exata ? oneDecimal(km) : `uns ${Math.round(km)}`} km: ${reais(station.provavel)}${station.provavel > station.preco ? ' (provável)' : ''} em `,
    linkTo(station, stations),
    `, ${oneDecimal(percent)} % menos que o primeiro da lista.`,
  ]
}

function row({ station, km, total }: Near, raio: number, stations: string): HTMLElement {
  const { preco, exata, precisao, bairro, municipio, nome, latitude, longitude, duvida } = station
  const place = [station.bandeiraNome, bairro, municipio, exata ? '' : 'ponto aproximado'].filter(Boolean)
  const [href, ariaLabel, word] = exata
    ? [directionsToPoint(`${latitude},${longitude}`), `Rota até ${nome}`, 'Rota']
    : [searchOnMap(nome, bairro, municipio, 'Alagoas'), `Procurar ${nome} num mapa`, 'Procurar']
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
        km <= raio ? ` · ${exata ? `${reais(total)} com a viagem` : 'o custo da viagem não se sabe'}` : '',
      ),
    ),
    make(
      'p',
      { className: 'way' },
      make('span', { className: 'far' }, roughDistance(precisao, km) ?? `${oneDecimal(km)} km`),
      make('a', { href, rel: 'noreferrer', ariaLabel }, word),
    ),
  )
}

/** As in the lists of towns: word and sign, none where the town has too few stations. */
function badge({ duvida, faixa }: Station): HTMLElement[] {
  if (duvida > 0) return [make('span', { className: 'band normal' }, 'a confirmar')]
  const sign = faixa && { barato: '▼', normal: '●', caro: '▲' }[faixa]
  return sign ? [make('span', { className: `band ${faixa}` }, `${sign} ${faixa}`)] : []
}

function backing({ vendas, duvida, provavel }: Station): string {
  if (duvida > 0) return `${salesTold(duvida)}; o usual é ${reais(provavel)}`
  return salesTold(vendas)
}

export function linkTo({ cnpj, nome }: Station, stations: string): HTMLAnchorElement {
  return make('a', { href: `${stations}${cnpj}/` }, nome)
}

function oneDecimal(value: number): string {
  return decimal(value, 1, 1)
}

function toNumber(text: string | undefined, otherwise: number): number {
  const value = Number(text?.replace(',', '.'))
  return value > 0 ? value : otherwise
}
