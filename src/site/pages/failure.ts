import { combustiveis, fuelByAlias, fuelOf, mayBeCookingGas, slugs } from '../../domain/facts/fuels.ts'
import { refusedValue } from '../../domain/questions/parameter-problems.ts'
import { nearest } from '../../domain/basics/text.ts'
import { inPlace } from '../../format/words/names.ts'
import { type Addresses, byName, municipalityFor, slugOf } from '../request/addresses.ts'
import type { RespostaErro } from '../../domain/answers/shared-schemas.ts'
import { html, intro, listOf, raw } from '../markup/html.ts'
import { searchForm } from '../parts/forms.ts'
import { PERIODS } from './station.ts'
import { ORDER_NAMES } from './fuel-in-town.ts'
import { AT_SOURCE } from './texts.ts'
import { FRASE_ERRO_INTERNO } from '../../errors.ts'
import type { Content, Sources } from '../request/page-interfaces.ts'

const TITLES: Readonly<Record<number, string>> = {
  400: 'Não entendi o pedido',
  404: 'Não achei esta página',
  405: 'Não entendi o pedido',
  503: 'Os preços ainda não chegaram',
}

/** Choices as people call them, where their value is another word. */
const NAMES: Readonly<Record<string, string>> = {
  ...ORDER_NAMES,
  ...Object.fromEntries(PERIODS.map((days) => [days, `${days} dias`])),
  ...Object.fromEntries(combustiveis.map(({ slug, nomePopular }) => [slug, nomePopular])),
}

/** Seconds until a page without data reloads. */
const LOOK_AGAIN = 10

/** Error, accepted values, and suggestions for the address asked for. */
export function failurePage(
  { status, message, erros }: RespostaErro,
  { path, search }: { path: readonly string[]; search: string },
  { links, contato }: Pick<Sources, 'links' | 'contato'>,
): Content {
  const isOurs = message === FRASE_ERRO_INTERNO
  const title = TITLES[status] ?? 'Algo deu errado'
  const waits = status === 503
  const districts = erros?.find(({ parametro }) => status === 404 && parametro === 'bairro')?.aceitos
  const near = waits
    ? []
    : suggestions(path, links, districts).map(({ name, address }) => html`<a href="${address}">${name}</a>`)
  const choice = status === 400 ? erros?.find(({ aceitos }) => (aceitos?.length ?? 0) > 1) : undefined
  const { parametro, valor = '', aceitos = [] } = choice ?? { parametro: '' }
  const lead =
    choice && message === refusedValue(parametro, valor, aceitos).frase
      ? `“${valor}” não é uma das escolhas desta página.`
      : isOurs
        ? 'O erro é nosso. Tente de novo daqui a pouco.'
        : message
  const words = html`<p class="lead">${lead}</p>
    ${isOurs && contato && html`<p>Se continuar, <a href="${contato}">avise quem mantém o serviço</a>.</p>`}
    ${waits && html`<p class="note">Esta página se atualiza sozinha em ${LOOK_AGAIN} segundos.</p>`}`
  return {
    title,
    description: isOurs ? title : message,
    path: links.page(''),
    unlisted: true,
    ...(waits && { head: raw(`<meta http-equiv="refresh" content="${LOOK_AGAIN}">`) }),
    main: html` ${intro(title, words)}
    ${
      choice &&
      html`<p class="ways">
        ${aceitos.map((value) => html`<a href="${withParam(search, parametro, value)}">${NAMES[value] ?? value}</a>`)}
      </p>`
    }
    ${isOurs && !contato && AT_SOURCE} ${!waits && searchForm(links)}
    ${
      near.length > 0 &&
      html`<h2>Talvez você queira</h2>
        ${listOf('plain', near)}`
    }
    ${!waits && html`<p class="ways"><a href="${links.page('')}">Ir para o início</a></p>`}`,
  }
}

function withParam(search: string, name: string, value: string): string {
  const asked = new URLSearchParams(search)
  asked.set(name, value)
  return `?${asked}`
}

/** Pages to propose for a mistyped address: districts of its town, towns, fuels. */
function suggestions(path: readonly string[], links: Addresses, districts: readonly string[] = []) {
  const words = path.filter((part) => part !== '').slice(0, 3)
  const fuel =
    words
      .map((word) => (mayBeCookingGas(word) ? fuelOf('gnv') : fuelByAlias(word)))
      .find((found) => found !== undefined) ??
    fuelByAlias(words.flatMap((word) => nearest(word, slugs, 1))[0] ?? '')
  const towns = new Set(words.flatMap((word) => nearest(word, byName.map(slugOf), 3)))
  const near = byName.filter((municipio) => towns.has(slugOf(municipio)))
  const { slug, nomePopular: nome } = fuel ?? combustiveis[0]
  const [town] = words.flatMap((word) => municipalityFor(word) ?? [])
  return [
    ...districts.flatMap((bairro) =>
      town
        ? { name: `${nome} ${inPlace(bairro)}, ${town.nome}`, address: links.town(slug, town, { bairro }) }
        : [],
    ),
    ...near.map((each) => ({ name: `${nome} em ${each.nome}`, address: links.town(slug, each) })),
    { name: `${nome} em Alagoas`, address: links.fuel(slug) },
  ]
}
