import type { Near } from '../parts/suggestions.ts'
import type { RespostaErro } from '../../domain/answers/common.ts'
import type { Addresses } from '../request/addresses.ts'
import { html, raw } from '../markup/html.ts'
import { searchForm } from '../parts/search-form.ts'
import type { Content } from '../request/view.ts'

const TITLES: Readonly<Record<number, string>> = {
  400: 'Não entendi o pedido',
  404: 'Não achei esta página',
  405: 'Não entendi o pedido',
  503: 'Os preços ainda não chegaram',
}

/** Seconds after which a page without data looks again. */
const LOOK_AGAIN = 10

/** What went wrong, what is accepted, and where somebody probably wanted to go. */
export function failurePage(
  { status, message, erros }: RespostaErro,
  near: readonly Near[],
  links: Addresses,
): Content {
  const title = TITLES[status] ?? 'Algo deu errado'
  const waits = status === 503
  return {
    title,
    description: message,
    path: links.page(''),
    unlisted: true,
    ...(waits && { head: raw(`<meta http-equiv="refresh" content="${LOOK_AGAIN}">`) }),
    main: html` <div class="intro">
        <h1>${title}</h1>
        <p class="lead">${message}</p>
        ${waits && html`<p class="note">Esta página se atualiza sozinha em ${LOOK_AGAIN} segundos.</p>`}
      </div>
      ${erros?.map(({ parametro, aceitos }) => aceitos && html`<p>${parametro}: ${aceitos.join(', ')}</p>`)}
      ${!waits && searchForm(links)}
      ${
        near.length > 0 &&
        html`<h2>Talvez você queira</h2>
          <ul class="plain">
            ${near.map(({ name, address }) => html`<li><a href="${address}">${name}</a></li>`)}
          </ul>`
      }
      ${!waits && html`<p><a href="${links.page('')}">Ir para o início</a></p>`}`,
  }
}
