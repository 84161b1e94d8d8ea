/**
 * Does everything handed over in one turn of the event loop at its end, one after the other. Answers written so wake whoever
 * reads them once; each by itself, while its reader slept again, cost a third more processor time in all.
 */
export function atEndOfTurn<T>(work: (item: T) => void): (item: T) => void {
  let waiting: T[] = []

  return (item) => {
    if (waiting.push(item) === 1) setImmediate(workOff)
  }

  function workOff(): void {
    const items = waiting
    waiting = []
    for (const item of items) work(item)
  }
}
