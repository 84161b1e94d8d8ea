import type { Ponto } from '../domain/geo/distances.ts'
import { VERSION } from '../domain/basics/version.ts'
import { type Html, html } from '../site/markup/html.ts'
import type { Outlines } from '../site/maps/drawing.ts'
import { type Look, joinHost } from './host.ts'
import { pastOf } from './past.ts'
import { pricesOf } from './prices.ts'
import { type Answer, type AnyAnswer, type ToolResult, pointIn, pointsOf } from './result.ts'
import { stationOf } from './station.ts'
import { statisticsOf } from './statistics.ts'

const outlines = JSON.parse(document.querySelector('#outlines')?.textContent || '{}') as Outlines

/** Point of the question, not repeated by the answer. */
let asked: Ponto | undefined

joinHost(
  {
    onInput: (args) => (asked = pointIn(args)),
    onResult: (result) => show(toHtml(result)),
    onCancelled: () => show(html`<p class="wait">A pergunta foi cancelada.</p>`),
    onLook: wear,
  },
  VERSION,
)

function show({ markup }: Html): void {
  const main = document.querySelector('main')
  if (main) main.innerHTML = markup
}

/** Sets the host's theme, and its CSS variables, which the style sheet uses by their names in the protocol. */
function wear({ theme, styles }: Look): void {
  const { style } = document.documentElement
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith('--') && value) style.setProperty(name, value)
}

function toHtml(result: ToolResult): Html {
  const { structuredContent, content = [], isError = false } = result
  const [{ text = '' } = {}] = content
  const said = html`<p class="text">${text}</p>`
  if (isError || typeof structuredContent !== 'object' || structuredContent === null) return said
  const answer = structuredContent as Answer
  // A list of candidates has no fuel.
  if ('conteudo' in answer && 'combustivel' in answer)
    return around(answer, pricesOf(answer, { points: pointsOf(result), asked, outlines }))
  if ('periodo' in answer && 'combustiveis' in answer) return around(answer, pastOf(answer))
  if ('estabelecimento' in answer && 'historico' in answer) return around(answer, stationOf(answer, outlines))
  if ('regraDosSuspeitos' in answer) return around(answer, statisticsOf(answer))
  return said
}

/** Figures with warnings before and notes after them. */
function around({ demonstracao, aviso, atribuicao, observacoes = [] }: AnyAnswer, figures: Html): Html {
  return html`${demonstracao && html`<p class="care">${aviso}</p>`} ${figures}
    <details>
      <summary>O que saber</summary>
      <ul>
        ${observacoes.map((said) => html`<li>${said}</li>`)}
      </ul>
    </details>
    <footer>${atribuicao}</footer>`
}
