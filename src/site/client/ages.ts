import { age } from '../../format/words/formatting.ts'

/** Pages may have been kept for hours: only the reader's clock knows how old what they tell is. From when on that is old they say. */
export function showAges(root: ParentNode = document, now = Date.now()): void {
  const oldAfter = Number(document.documentElement.dataset['oldAfter'])
  for (const time of root.querySelectorAll<HTMLTimeElement>('time:not(.fixed)')) {
    time.title ||= time.textContent
    time.textContent = age(time.dateTime, now)
    time.closest('.fresh')?.classList.toggle('old', now - Date.parse(time.dateTime) > oldAfter)
  }
}
