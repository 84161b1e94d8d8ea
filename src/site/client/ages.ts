/** Pages may have been kept for hours: only the reader's clock knows how old what they tell is. */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A collection comes every hour; three without one are worth a warning. */
const OLD = 3 * HOUR

export function showAges(root: ParentNode = document, now = Date.now()): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>('time:not(.fixed)')) {
    const age = now - Date.parse(time.dateTime)
    time.title ||= time.textContent
    time.textContent = inWords(age)
    time.closest('.fresh')?.classList.toggle('old', age > OLD)
  }
}

/** A clock that is a little behind ours makes nothing lie in the future. */
function inWords(age: number): string {
  const minutes = Math.round(age / MINUTE)
  if (minutes < 1) return 'agora'
  if (minutes < 90) return `há ${minutes} min`
  const hours = Math.round(age / HOUR)
  return hours < 48 ? `há ${hours} h` : `há ${Math.round(hours / 24)} dias`
}
