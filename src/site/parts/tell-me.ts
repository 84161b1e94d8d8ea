import { type Html, html } from '../markup/html.ts'
import type { Addresses, Search } from '../request/addresses.ts'

/** A price that can be wished for: its words, and the station or place with the fuel under which the device keeps the wish. */
interface Wish {
  words: string
  key: string
}

/** Ways to be told of changes of a view, none of which stores anything here. `price`: for the example of a command. */
export function tellMe(links: Addresses, search: Search, price: Search, wishes: readonly Wish[] = []): Html {
  const flags = Object.entries({ ...search, ...price, api: links.absolute(links.program('')) })
  const line = flags.flatMap(([name, value]) =>
    value === undefined ? [] : `--${name} ${quoted(`${value}`)}`,
  )
  const feed = links.absolute(links.page('mudancas.atom', search))
  return html`<details class="told">
    <summary>Avise-me quando mudar</summary>
    ${wishes.length > 0 && wishFields(wishes, links)}
    <h3>Cada mudança, no celular</h3>
    <p>
      Um leitor de feeds é um aplicativo que avisa do que há de novo onde você segue, como o Feeder no Android
      e o NetNewsWire no iPhone, os dois grátis. Instale um e siga; se nada abrir, cole nele o endereço.
      Ninguém pede o seu e-mail nem o seu telefone.
    </p>
    <p class="actions"><a href="feed:${feed}">Seguir no leitor</a></p>
    <p><code>${feed}</code></p>
    <details>
      <summary>Para quem programa</summary>
      <p>Home Assistant: a integração Feedreader, com o endereço acima.</p>
      <p>
        Num terminal, com <a href="${links.page('desenvolvedores/')}">o programa</a>:
        <code>gasolina vigiar ${line.join(' ')}</code>. Ele avisa pelo preço da nota, também do que está a
        confirmar.
      </p>
    </details>
  </details>`
}

function wishFields(wishes: readonly Wish[], links: Addresses): Html {
  return html`<div class="wishes">
    <h3>Um preço, neste aparelho</h3>
    ${wishes.map(({ words, key }) => html`<p class="actions">${wishField(key, `${words} a R$`, { after: 'ou menos' })} <button type="button">Avisar</button></p>`)}
    ${wishesTold('estes')}
    <p class="note">
      Vale o <a href="${links.page('metodo/')}#provavel">preço mais provável</a>. Conferimos a cada visita, e
      o aviso vem no alto da página inicial e dos <a href="${links.page('favoritos/')}">favoritos</a>. O preço
      pedido fica só neste aparelho.
    </p>
  </div>`
}

/** Up to two figures before the comma: more without it are no price of a litre or a cubic metre. */
const AS_PRICE = String.raw`\s*(R\$)?\s*\d{1,2}([.,]\d{1,3})?\s*`

/** A field for the price wished for; only a script can keep what is written, and styles hide it where there is none. */
export function wishField(key: string, before: string, { after, of }: { after?: string; of?: string }): Html {
  return html`<label class="target"
    >${before}
    <input
      data-alvo="${key}"
      ${of !== undefined && html`aria-label="${before} ${of}"`}
      inputmode="decimal"
      size="6"
      pattern="${AS_PRICE}"
      title="Um preço em reais, como 6,20"
    />
    ${after}</label
  >`
}

/** Box in which the script tells of wished prices: all, or those of the fields of the page. */
export function wishesTold(which: 'todos' | 'estes'): Html {
  return html`<div class="alerts" role="status" data-avisos="${which}"></div>`
}

/** One word of a shell's command line. A district is as the visitor wrote it. */
function quoted(text: string): string {
  return /^[\w.,:/-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
