import { HOUR } from '../../domain/basics/time.ts'
import { OLD_HOURS, STALE_HOURS } from '../../domain/facts/rules.ts'
import { age } from '../../format/words/formatting.ts'
import { shortTime } from '../words/page-figures.ts'

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

export function buttonOf(label: string, pressed?: () => void): HTMLButtonElement {
  const button = make('button', { type: 'button' }, label)
  if (pressed) button.addEventListener('click', pressed)
  return button
}

/** `▼ barato`, of which only the word is read out. */
export function banded(faixa: 'barato' | 'normal' | 'caro', words: string): HTMLElement {
  const sign = { barato: '▼', normal: '●', caro: '▲' }[faixa]
  return make('span', { className: `band ${faixa}` }, make('span', { ariaHidden: 'true' }, sign), ` ${words}`)
}

/** The keyboard goes on here, where what had the focus is gone. */
export function focusOn(element: HTMLElement | null): void {
  if (element && !element.matches('a, button, input')) element.tabIndex = -1
  element?.focus()
}

/** Address of a page or file, as the worker stands beside the pages: `dados/`. */
export function pageAt(path: string): string {
  return document.documentElement.dataset['worker']?.replace('sw.js', path) ?? path
}

/** A time whose text becomes an age with the next `showAges`. */
export function timeOf(instante: string, className = ''): HTMLTimeElement {
  return make('time', { dateTime: instante, className }, shortTime(instante))
}

/** Times as ages by the reader's clock, as a page may have been kept for hours; collections and sales that are too old are marked. */
export function showAges(root: ParentNode = document, now = Date.now()): void {
  const oldAfter = Number(document.documentElement.dataset['oldAfter'])
  for (const time of root.querySelectorAll<HTMLTimeElement>('time:not(.fixed)')) {
    time.title ||= time.textContent
    time.textContent = age(time.dateTime, now)
    const passed = now - Date.parse(time.dateTime)
    time.closest('.fresh')?.classList.toggle('old', passed > oldAfter)
    if (!time.classList.contains('sale')) continue
    time.classList.toggle('old', passed > OLD_HOURS * HOUR)
    time.closest('.row, .fuel')?.classList.toggle('stale', passed > STALE_HOURS * HOUR)
  }
}

/** Buttons for the whole page stand below its heading, in a paragraph made for the first of them. */
export function addAction(heading: Element, label: string, pressed?: () => void): HTMLButtonElement {
  const intro = heading.closest('.intro') ?? heading
  let actions = intro.querySelector('.actions')
  if (!actions) intro.append((actions = make('p', { className: 'actions' })))
  const button = buttonOf(label, pressed)
  actions.append(button)
  return button
}
