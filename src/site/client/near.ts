import { decimal } from '../../format/words/formatting.ts'
import { reais } from '../words/figures.ts'
import { showAges } from './ages.ts'
import { remember, remembered } from './memory.ts'
import type { Near, Station } from './nearby.ts'
import { cheapestNear, justBeyond, readStations } from './nearby.ts'

const SHOWN = 30
/** Nobody drives from there to fill up. */
const FAR_AWAY = 150

/** "Perto de mim": the place is asked for on a click, never leaves the device, and is forgotten with the page. */
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
    if (!('geolocation' in navigator))
      return tell(status, 'Este aparelho não diz onde está. Escolha a cidade abaixo.')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        place = coords
        void show()
      },
      ({ code }) =>
        tell(
          status,
          code === 1
            ? REFUSED
            : 'Não deu para saber onde você está. Tente de novo, ou escolha a cidade abaixo.',
        ),
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
      // Another fuel was chosen meanwhile.
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
        ...sentence(near, nearest, raio, atualizadoEm),
        ...(beyond ? later(beyond, raio, stationsAt) : []),
      )
      list.replaceChildren(...near.slice(0, SHOWN).map((each) => row(each, stationsAt)))
      showAges()
    } catch {
      if (turn !== asked) return
      list.replaceChildren()
      tell(status, 'Sem conexão, e este combustível ainda não foi guardado neste aparelho.')
    }
  }
}

const REFUSED =
  'Sem a sua localização não dá para ordenar por distância. Você pode permiti-la nas opções do navegador, ou escolher a cidade abaixo.'

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
  const time = document.createElement('time')
  time.dateTime = atualizadoEm
  time.textContent = atualizadoEm
  const fresh = document.createElement('span')
  fresh.className = 'fresh'
  fresh.append(time)
  return found === 0 ? [what] : [what, ' ', fresh, '.']
}

/** Who is cheaper just beyond: `Logo depois, a 12,3 km: R$ 5,50 (provável) em Posto X, 3,2 % menos.` */
function later(
  { station, km, percent }: NonNullable<ReturnType<typeof justBeyond>>,
  raio: number,
  stations: string,
): (string | Node)[] {
  const link = document.createElement('a')
  link.href = `${stations}${station.cnpj}/`
  link.textContent = station.nome
  return [
    ` Logo depois dos ${raio} km, a ${oneDecimal(km)} km: ${reais(station.provavel)}${station.provavel > station.preco ? ' (provável)' : ''} em `,
    link,
    `, ${oneDecimal(percent)} % menos que o primeiro da lista.`,
  ]
}

function row({ station, km, total }: Near, stations: string): HTMLElement {
  const item = make('li', 'row')
  const price = make('p', 'price')
  const data = document.createElement('data')
  data.value = String(station.preco)
  data.textContent = reais(station.preco)
  price.append(data)
  const who = make('div', 'who')
  const heading = document.createElement('h3')
  const link = document.createElement('a')
  link.href = `${stations}${station.cnpj}/`
  link.textContent = station.nome
  heading.append(link)
  const where = make('p')
  where.textContent = [station.bairro, station.municipio, station.exata ? '' : 'endereço aproximado']
    .filter(Boolean)
    .join(' · ')
  const why = make('p', 'why')
  const time = document.createElement('time')
  time.dateTime = station.dataVenda
  time.textContent = station.dataVenda
  why.append(
    'venda ',
    time,
    station.provavel > station.preco ? ` · o usual é ${reais(station.provavel)}` : '',
    ` · ${reais(total)} com a viagem`,
  )
  who.append(heading, where, why)
  const way = make('p', 'way')
  way.append(
    Object.assign(make('span', 'far'), {
      textContent: `${station.exata ? '' : '~'}${oneDecimal(km)} km`,
    }),
  )
  if (station.exata) way.append(routeTo(station))
  item.append(price, who, way)
  return item
}

function routeTo({ nome, latitude, longitude }: Station): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`
  link.rel = 'noreferrer'
  link.ariaLabel = `Rota até ${nome}`
  link.textContent = 'Rota'
  return link
}

function make(tag: string, className = ''): HTMLElement {
  const element = document.createElement(tag)
  if (className) element.className = className
  return element
}

function tell(status: Element, text: string): void {
  status.textContent = text
}

function oneDecimal(value: number): string {
  return decimal(value, 1, 1)
}

function toNumber(text: string | undefined, otherwise: number): number {
  const value = Number(text?.replace(',', '.'))
  return value > 0 ? value : otherwise
}
