import { age } from '../../format/words/formatting.ts'

/** A new element with its properties and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/** Its text becomes an age with the next `showAges`. */
export function timeOf(instante: string): HTMLTimeElement {
  return make('time', { dateTime: instante }, instante)
}

/** Times as ages by the reader's clock, as a page may have been kept for hours; collections that are too old are marked. */
export function showAges(root: ParentNode = document, now = Date.now()): void {
  const oldAfter = Number(document.documentElement.dataset['oldAfter'])
  for (const time of root.querySelectorAll<HTMLTimeElement>('time:not(.fixed)')) {
    time.title ||= time.textContent
    time.textContent = age(time.dateTime, now)
    time.closest('.fresh')?.classList.toggle('old', now - Date.parse(time.dateTime) > oldAfter)
  }
}

/** Buttons for the whole page stand below its heading, in a paragraph made for the first of them. */
export function addAction(heading: Element, label: string, act: () => void): HTMLButtonElement {
  const intro = heading.closest('.intro') ?? heading
  let actions = intro.querySelector('.actions')
  if (!actions) intro.append((actions = make('p', { className: 'actions' })))
  const button = make('button', { type: 'button' }, label)
  button.addEventListener('click', act)
  actions.append(button)
  return button
}
