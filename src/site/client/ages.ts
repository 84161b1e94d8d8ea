import { age } from '../../format/words.ts'

/** A collection comes every hour; three without one are worth a warning. */
const OLD = 3 * 60 * 60_000

/** Pages may have been kept for hours: only the reader's clock knows how old what they tell is. */
export function showAges(root: ParentNode = document, now = Date.now()): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>('time:not(.fixed)')) {
    time.title ||= time.textContent
    time.textContent = age(time.dateTime, now)
    time.closest('.fresh')?.classList.toggle('old', now - Date.parse(time.dateTime) > OLD)
  }
}
