import { reais } from '../words/page-figures.ts'
import { focusOn, showAges } from './dom.ts'
import { offerStars } from './favourites.ts'
import { remember, remembered } from './memory.ts'
import { drawNear } from './near-map.ts'
import { beyondWords, nearRow, sentence } from './near-me-rows.ts'
import { readStations } from './station-file.ts'
import { type Choice, stationsAround } from './stations-in-radius.ts'

const SHOWN = 30
/** Rows before the map: the first prices stand in the upper half of a phone. */
const BEFORE_MAP = 3
/** Metres of accuracy from which the order of the nearest stations is uncertain. */
const IMPRECISE = 1000
/** Milliseconds for which a position is used again on Back and reload. */
const USABLE = 600_000
const KEPT_FIELDS = ['combustivel', 'raio', 'bandeira', 'ordenar', 'litros', 'consumo']

offer()

/** Position and scroll of this tab, for Back and reload. */
interface Left extends Pick<GeolocationCoordinates, 'latitude' | 'longitude' | 'accuracy'> {
  em: number
  shown: number
  scroll: number
}

/** "Perto de mim": the location is read on a click, or at once where it was permitted before; it never leaves the device. */
function offer(): void {
  const form = document.querySelector<HTMLFormElement>('form#perto-filtros')
  if (!form) return
  const [status, map, after, lists] = ['estado', 'mapa', 'depois', 'lista'].map(part)
  const [first, vague, others] = document.querySelectorAll('#perto-lista ol')
  const [heading, city, more] = ['titulo', 'cidade', 'mais'].map(part)
  const button = form.querySelector('button')
  if (
    !button ||
    !status ||
    !map ||
    !after ||
    !lists ||
    !first ||
    !vague ||
    !others ||
    !heading ||
    !city ||
    !more
  )
    return
  const left = remembered<Left>('perto', 'sessionStorage')
  let place = left && Date.now() - left.em < USABLE ? left : undefined
  let asked = 0
  const request = button.textContent

  /** The room of the rows is taken before they come: what stands below is out of sight then, and moves unseen. */
  const reserve = (): void => {
    Object.assign(button, { textContent: '↻', ariaLabel: 'Atualizar', title: 'Atualizar' })
    lists.style.minHeight = '100vh'
  }

  /** A sentence of the page, kept there in its attributes. */
  const say = (sentence: string): void => void (status.textContent = status.dataset[sentence] ?? '')

  const show = async (note = ''): Promise<void> => {
    if (!place) return
    const choice = chosenIn(form)
    const turn = ++asked
    try {
      const { stations, atualizadoEm } = await readStations(choice.combustivel)
      // Outdated: another fuel was chosen meanwhile.
      if (turn !== asked) return
      const around = stationsAround(stations, place, choice)
      const { ranked, apart, beyond, brand } = around ?? NOTHING
      const shown = ranked.slice(0, place.shown)
      const rows = shown.map((each) => nearRow(each, choice))
      if (around)
        status.replaceChildren(
          note,
          // Empty for a precise position.
          place.accuracy < IMPRECISE
            ? ''
            : `Sua posição é imprecisa (±${Math.round(place.accuracy / 1000)} km). `,
          brand && `Só ${brand}: `,
          ...sentence(ranked, choice.raio, atualizadoEm),
        )
      else say('longe')
      after.replaceChildren(...(beyond ? beyondWords(beyond, choice.raio) : []))
      drawNear(map, shown, place, choice.raio)
      first.replaceChildren(...rows.slice(0, BEFORE_MAP))
      others.replaceChildren(...rows.slice(BEFORE_MAP))
      vague.replaceChildren(...apart.map((each) => nearRow(each, choice)))
      city.hidden = apart.length === 0
      const least = reais(Math.min(...apart.map(({ station }) => station.provavel)))
      city.firstElementChild?.replaceChildren(`${apart.length} na cidade, sem ponto no mapa: desde ${least}`)
      heading.hidden = shown.length === 0
      more.hidden = shown.length === ranked.length
      more.textContent = `Mostrar mais ${ranked.length - shown.length}`
      showAges()
      offerStars()
    } catch {
      if (turn !== asked) return
      for (const list of [first, vague, others, after]) list.replaceChildren()
      for (const each of [heading, city, more, map]) each.toggleAttribute('hidden', true)
      say('rede')
    }
    lists.style.minHeight = ''
  }

  const locate = (): void => {
    reserve()
    say('procura')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        place = { latitude, longitude, accuracy, em: Date.now(), shown: SHOWN, scroll: 0 }
        void show()
      },
      ({ code }) => {
        if (place) return void show(status.dataset['anterior'])
        Object.assign(button, { textContent: request, ariaLabel: null, title: '' })
        lists.style.minHeight = ''
        say(code === 1 ? 'recusada' : 'desconhecida')
      },
      { maximumAge: 60_000, timeout: 15_000 },
    )
  }

  fill(form)
  button.disabled = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    locate()
  })
  form.addEventListener('change', () => {
    // The choice replaces that of the address, also for Back.
    history.replaceState(null, '', location.pathname)
    void show()
  })
  more.addEventListener('click', async () => {
    if (!place) return
    const before = place.shown
    place.shown += SHOWN
    await show()
    // The button is gone after the last.
    focusOn(document.querySelectorAll<HTMLElement>('#perto-lista > ol h3 a')[before] ?? null)
  })
  addEventListener('pagehide', () => {
    if (place) remember('perto', { ...place, scroll: scrollY }, 'sessionStorage')
  })
  const begin = async (): Promise<void> => {
    if (place) {
      reserve()
      void show().then(() => scrollTo(0, place?.scroll ?? 0))
    } else if (await isPermitted()) locate()
    // In the frame after the one that places what is below.
    requestAnimationFrame(() => requestAnimationFrame(() => lists.classList.remove('undecided')))
  }
  void begin()
}

async function isPermitted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    // A browser that does not tell.
    return false
  }
}

/** Shown far from Alagoas. */
const NOTHING = { ranked: [], apart: [], beyond: undefined, brand: '' }

/** An element of the page, named by the end of its id. */
function part(name: string): HTMLElement | null {
  return document.querySelector(`#perto-${name}`)
}

function chosenIn(form: HTMLFormElement): Choice {
  const given = Object.fromEntries(new FormData(form)) as Record<string, string>
  for (const name of KEPT_FIELDS) remember(name, given[name])
  return {
    combustivel: given['combustivel'] ?? '',
    bandeira: given['bandeira'] ?? '',
    by: given['ordenar'] ?? 'provavel',
    raio: Number(given['raio']),
    litros: numberIn(form, 'litros'),
    consumo: numberIn(form, 'consumo'),
  }
}

/** Values of the address come before those of the last visit. */
function fill(form: HTMLFormElement): void {
  const asked = new URLSearchParams(location.search)
  for (const name of KEPT_FIELDS) {
    const field = form.elements.namedItem(name)
    const value = asked.get(name) ?? remembered<string>(name)
    if (!value || !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
    const before = field.value
    field.value = value
    // No such option any more.
    if (field.value === '') field.value = before
  }
}

/** The number typed in a field, else the one that it had in the page. */
function numberIn(form: HTMLFormElement, name: string): number {
  const { value, defaultValue } = form.elements.namedItem(name) as HTMLInputElement
  const typed = Number(value.replace(',', '.'))
  return typed > 0 ? typed : Number(defaultValue)
}
