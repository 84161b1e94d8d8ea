import { buttonOf, make } from './dom.ts'
import type * as StreetMap from './street-map.ts'

/** "Ver ruas": only if the operator chose a map, and on a click, as tiles come from third parties. */
export function offerStreets(): void {
  const figure = document.querySelector<HTMLElement>('[data-ruas]')
  if (!figure) return
  const { ruas = '', estilo = '', ladrilhos = '' } = figure.dataset
  const button = buttonOf('Ver ruas', () => void show())
  const source = `As ruas vêm de ${new URL(ladrilhos).host}, que vê que parte do mapa você olha.`
  const note = make('p', { className: 'why' }, source)
  figure.append(button, note)

  async function show(): Promise<void> {
    if (!figure) return
    button.disabled = true
    try {
      await loadStyle(estilo)
      const { showStreets } = (await import(ruas)) as typeof StreetMap
      await showStreets(figure)
      button.remove()
      note.remove()
    } catch {
      button.disabled = false
      note.textContent = 'Não deu para carregar as ruas. Sem conexão? Tente de novo.'
    }
  }
}

function loadStyle(href: string): Promise<unknown> {
  return new Promise((onload, onerror) =>
    document.head.append(make('link', { rel: 'stylesheet', href, onload, onerror })),
  )
}
