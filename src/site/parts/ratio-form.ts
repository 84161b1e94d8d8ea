import { decimal } from '../../format/words/formatting.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'

/** One's own car: what ethanol may cost of gasolina's price. `kept`: what else the address holds. */
export function ratioForm(action: string, razao: number, kept: Readonly<Record<string, string>> = {}): Html {
  return html`<form class="filters" action="${action}">
    ${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <p>
      <label for="razao">A razão do seu carro (de 0,5 a 1)</label>
      <input id="razao" name="razao" inputmode="decimal" value="${decimal(razao, 1)}" />
    </p>
    <p><button type="submit">Aplicar</button></p>
  </form>`
}

/** `72,5 %`, of a ratio. */
export function percentOf(ratio: number): string {
  return `${decimal(ratio * 100, 0, 1)}\u00A0%`
}
