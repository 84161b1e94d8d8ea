import type { Addresses, Search } from '../request/addresses.ts'
import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import { compareTexts, fold } from '../../domain/basics/text.ts'
import { type Html, html, raw, icon } from '../markup/html.ts'
import { roundHalfAway } from '../../domain/basics/numbers.ts'
import { decimal } from '../../format/words/formatting.ts'
import { type Slug, combustiveis } from '../../domain/facts/fuels.ts'
import { USUAL_RATIO } from '../../domain/facts/rules.ts'
import { RADII, type Ratio, USUAL_KM, writtenRatio } from '../request/read-params.ts'
import type { Sources } from '../request/page-interfaces.ts'

export function searchForm(links: Addresses, q = ''): Html {
  return html`<form class="search" role="search" action="${links.page('busca/')}">
    <label for="q">Cidade, bairro ou posto</label>
    <p>
      <input
        id="q"
        name="q"
        type="search"
        value="${q}"
        maxlength="100"
        autocomplete="off"
        enterkeyhint="search"
      /><button type="submit">${icon('search')} Buscar</button>
    </p>
  </form>`
}

/** A field with its label. `more`: other attributes of the field. */
export function field(name: string, label: string, value = '', more = AS_TEXT, id = name): Html {
  return html`<p>
    <label for="${id}">${label}</label>
    <input id="${id}" name="${name}" value="${value}" ${more} />
  </p>`
}

export function numberField(name: string, label: string, value?: string): Html {
  return field(name, label, value, IN_DECIMALS)
}

const AS_TEXT = raw('maxlength="100"')
const IN_DECIMALS = raw('inputmode="decimal"')

export function placeField(perto = ''): Html {
  const more = raw('maxlength="100" placeholder="aeroporto, Ponta Verde, 57035-060"')
  return field('perto', 'Perto de', perto, more, 'lugar')
}

export function radiusChoice(chosen = USUAL_KM): Html {
  const options = RADII.map((km) => option(km, `até ${km} km`, chosen))
  return choice('raio', 'Até', options)
}

export function fuelChoice(chosen?: Slug): Html {
  const options = combustiveis.map(({ slug, nomePopular }) => option(slug, nomePopular, chosen))
  return choice('combustivel', 'Combustível', options)
}

/** `No seu carro, o álcool compensa até 73 %`. */
export function paysUpTo(razao: number): string {
  return `${razao === USUAL_RATIO ? 'Num carro flex comum' : 'No seu carro'}, o álcool compensa até ${percentOf(razao)}`
}

const REFUSED = raw('inputmode="decimal" aria-invalid="true" aria-describedby="recusada"')

/** The ratio of one's own car. `kept`: other parameters of the address. */
export function ratioForm(action: string, { razao, refused }: Ratio, kept: Search = {}): Html {
  return html`${
      refused !== undefined &&
      html`<p class="care" id="recusada">
        “${refused}” não vale: use um número de 0,5 a 1, como 0,7, ou quantos km o carro faz por litro de cada
        um.
      </p>`
    }
    <form class="filters" data-keep action="${action}">
      ${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      ${field('alcool', 'Km por litro, álcool', '', raw('inputmode="decimal" placeholder="8,4"'), 'km-alcool')}
      ${field('gasolina', 'Km por litro, gasolina', '', raw('inputmode="decimal" placeholder="12"'), 'km-gasolina')}
      ${field('razao', 'ou um dividido pelo outro', refused ?? writtenRatio(razao), refused === undefined ? IN_DECIMALS : REFUSED)}
      <p><button type="submit">Aplicar</button></p>
    </form>`
}

export function brandsAmong(stations: readonly { estabelecimento: PostoServido }[]) {
  const told = stations.map(({ estabelecimento: e }) => [e.bandeira ?? '', e.bandeiraNome ?? ''] as const)
  return new Map(told.filter(([slug]) => slug !== ''))
}

/** A menu of brands, their names by slug; nothing where none is known. `words`: of a filter that is none of them. */
export function brandSelect(brands: ReadonlyMap<string, string>, chosen?: string, words?: string) {
  const names = new Map(brands)
  if (chosen !== undefined && words !== undefined && !names.has(chosen)) names.set(chosen, words)
  if (names.size === 0) return undefined
  const known = [...names].toSorted(([, a], [, b]) => compareTexts(fold(a), fold(b)))
  return choice(
    'bandeira',
    'Bandeira',
    html`<option value="">Bandeira: todas</option>
      ${known.map(([slug, nome]) => option(slug, nome, chosen))}`,
  )
}

/** The filter by brand: the words for the chosen one, and the menu of those that stations of the state have. */
export function brandFilter({ query }: Pick<Sources, 'query'>, chosen?: string) {
  const words = chosen === undefined ? undefined : query.bandeira(chosen)
  return { words, menu: brandSelect(query.bandeiras(), chosen, words) }
}

/** The choice of a brand as a form; nothing where none is known. `kept`: other parameters of the address. `notes`: on the stations of a chosen one. */
export function brandForm(action: string, select?: Html, kept: Search = {}, notes: readonly string[] = []) {
  return (
    select &&
    html`<form class="filters" action="${action}">
        ${Object.entries(kept).map(([name, value]) => value !== undefined && value !== '' && html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${select}
        <p><button type="submit">Aplicar</button></p>
      </form>
      ${notes.length > 0 && html`<p class="note">${notes.join(' ')}</p>`}`
  )
}

/** A menu; its label is only for those who do not see it. */
export function choice(name: string, label: string, options: Html | readonly Html[]): Html {
  return html`<p>
    <label class="hidden" for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options}
    </select>
  </p>`
}

export function option<T extends string | number>(value: T, name: string, chosen?: T): Html {
  return html`<option value="${value}" ${value === chosen && raw(' selected')}>${name}</option>`
}

/** `72,5 %`, of a ratio. */
export function percentOf(ratio: number): string {
  return `${decimal(roundHalfAway(ratio * 1000) / 10, 0, 1)}\u00A0%`
}
