import { decimal } from '../../format/words/formatting.ts'
import { reais } from '../words/figures.ts'
import { directionsToPoint, roughDistance } from '../../format/words/directions.ts'
import { make, showAges, timeOf } from './elements.ts'
import { remember, remembered } from './memory.ts'
import { type Near, type Station, cheapestNear, justBeyond, readStations } from './nearby.ts'

const SHOWN = 30
/** Kilometres to the nearest station beyond which no prices are shown. */
const FAR_AWAY = 150
/** Metres of accuracy from which the order of the nearest stations is uncertain. */
const IMPRECISE = 1000

/** "Perto de mim": the location is read on a click, never leaves the device and is not stored. */
export function offerNear(): void {
  const form = document.querySelector<HTMLFormElement>('form#perto')
  const list = document.querySelector('#perto-lista')
  const status = document.querySelector('#perto-estado')
  if (!form || !list || !status) return
  let place: GeolocationCoordinates | undefined
  let asked = 0
  form.hidden = false
  for (const name of ['combustivel', 'litros', 'consumo']) {
    const field = form.elements.namedItem(name)
    const value = remembered<string>(name)
    if (value && (field instanceof HTMLInputElement || field instanceof HTMLSelectElement))
      field.value = value
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    status.textContent = 'Procurando onde você está…'
    if (!('geolocation' in navigator)) {
      status.textContent = 'Este aparelho não diz onde está. Escolha a cidade abaixo.'
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        place = coords
        void show()
      },
      ({ code }) => {
        status.textContent = code === 1 ? REFUSED : UNKNOWN
      },
      { maximumAge: 60_000, timeout: 15_000 },
    )
  })
  form.addEventListener('change', () => void show())

  async function show(): Promise<void> {
    if (!place || !form || !list || !status) return
    const given = Object.fromEntries(new FormData(form)) as Record<string, string>
    for (const name of ['combustivel', 'litros', 'consumo']) remember(name, given[name])
    const turn = ++asked
    try {
      const { stations, atualizadoEm } = await readStations(
        form.dataset['files'] ?? '',
        given['combustivel'] ?? '',
      )
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
      status.replaceChildren(
        ...imprecise(place),
        ...sentence(near, nearest, raio, atualizadoEm),
        ...(beyond ? later(beyond, raio, stationsAt) : []),
      )
      const shown = nearest && nearest.km <= FAR_AWAY ? near.slice(0, SHOWN) : []
      list.replaceChildren(...shown.map((each) => row(each, raio, stationsAt)))
      showAges()
    } catch {
      if (turn !== asked) return
      list.replaceChildren()
      status.textContent = 'Sem conexão, e este combustível ainda não foi guardado neste aparelho.'
    }
  }
}

const UNKNOWN = 'Não deu para saber onde você está. Tente de novo, ou escolha a cidade abaixo.'
const REFUSED =
  'Sem a sua localização não dá para ordenar por distância. Você pode permiti-la nas opções do navegador, ou escolher a cidade abaixo.'

function imprecise({ accuracy }: GeolocationCoordinates): string[] {
  return accuracy < IMPRECISE ? [] : [`Sua posição é imprecisa (±${Math.round(accuracy / 1000)} km). `]
}

function sentence(
  near: readonly Near[],
  nearest: Near | undefined,
  raio: number,
  atualizadoEm: string,
): (string | Node)[] {
  if (!nearest || nearest.km > FAR_AWAY)
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
    ` Logo depois dos ${raio} km, a ${station.exata ? oneDecimal(km) : `uns ${Math.round(km)}`} km: ${reais(station.provavel)}${station.provavel > station.preco ? ' (provável)' : ''} em `,
    linkTo(station, stations),
    `, ${oneDecimal(percent)} % menos que o primeiro da lista.`,
  ]
}

function row({ station, km, total }: Near, raio: number, stations: string): HTMLElement {
  const { preco, provavel, exata, precisao, bairro, municipio, nome, latitude, longitude } = station
  const place = [bairro, municipio, exata ? '' : 'endereço aproximado'].filter(Boolean)
  const usual = provavel > preco ? ` · o usual é ${reais(provavel)}` : ''
  const route = make(
    'a',
    {
      href: directionsToPoint(`${latitude},${longitude}`),
      rel: 'noreferrer',
      ariaLabel: `Rota até ${nome}`,
    },
    'Rota',
  )
  return make(
    'li',
    { className: 'row' },
    make('p', { className: 'price' }, make('data', { value: String(preco) }, reais(preco))),
    make(
      'div',
      { className: 'who' },
      make('h3', {}, linkTo(station, stations)),
      make('p', {}, place.join(' · ')),
      make(
        'p',
        { className: 'why' },
        timeOf(station.dataVenda, 'sale'),
        `${usual}${km <= raio ? ` · ${reais(total)} com a viagem` : ''}`,
      ),
    ),
    make(
      'p',
      { className: 'way' },
      make('span', { className: 'far' }, roughDistance(precisao, km) ?? `${oneDecimal(km)} km`),
      ...(exata ? [route] : []),
    ),
  )
}

function linkTo({ cnpj, nome }: Station, stations: string): HTMLAnchorElement {
  return make('a', { href: `${stations}${cnpj}/` }, nome)
}

function oneDecimal(value: number): string {
  return decimal(value, 1, 1)
}

function toNumber(text: string | undefined, otherwise: number): number {
  const value = Number(text?.replace(',', '.'))
  return value > 0 ? value : otherwise
}
