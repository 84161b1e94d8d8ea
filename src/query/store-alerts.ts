import { count, dayAndTime, listed } from '../format/words.ts'
import type { Status } from './dataset.ts'

/** What is not as it should be in the store, in plain Portuguese; for as long as it is so. */
export function storeAlerts(status: Status): string[] {
  const { problem } = status
  return [
    ...(problem === null ? [] : [`Os dados mais novos não puderam ser lidos: ${problem}`]),
    ...lostAlerts(status),
    ...damagedAlerts(status),
    ...fileAlerts(status),
  ]
}

/** A store that was emptied, replaced, or restored from an older copy. */
function lostAlerts({ lost, snapshot }: Status): string[] {
  if (!lost) return []
  const gone = `O commit ${lost.seq}, de ${dayAndTime(lost.publicadoEm)}, não está mais no armazenamento`
  if (!snapshot) return [`${gone}, nem algum outro.`]
  const { seq, publicadoEm } = snapshot.commit.cabecalho
  const isHeld = seq === lost.seq && publicadoEm === lost.publicadoEm
  return [
    isHeld
      ? `${gone}, nem algum outro: é servido o que está na memória.`
      : `${gone}: é servido o mais novo que há, ${seq}, de ${dayAndTime(publicadoEm)}.`,
  ]
}

function damagedAlerts({ damaged, snapshot }: Status): string[] {
  if (damaged.length === 0 || !snapshot) return []
  const { seq } = snapshot.commit.cabecalho
  const which = `${count(damaged.length, 'commit está danificado', 'commits estão danificados')} (${listed(damaged.map(String))})`
  return [
    damaged.includes(seq)
      ? `${which}: o que é servido, ${seq}, está íntegro só na memória.`
      : `${which}: é servido o anterior, ${seq}.`,
  ]
}

/** Of the files beside the newest commits: older commits, which nobody needs now, and sales, which answers lack. */
function fileAlerts({ files, damaged }: Status): string[] {
  const numbers = files.map(commitOf).filter((seq) => seq !== undefined && !damaged.includes(seq))
  const others = files.filter((key) => commitOf(key) === undefined)
  return [
    ...(numbers.length === 0
      ? []
      : [
          `${count(numbers.length, 'commit guardado está danificado', 'commits guardados estão danificados')} (${listed(numbers.map(String))}).`,
        ]),
    ...(others.length === 0
      ? []
      : [
          `${count(others.length, 'arquivo está danificado', 'arquivos estão danificados')} no armazenamento (${listed(others.map(pathOf))}): o que guardam pode faltar nas respostas até que sejam reparados.`,
        ]),
  ]
}

function commitOf(key: string): number | undefined {
  const digits = /^commits:(\d+)\.json$/.exec(key)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** As it lies under the store; a checksum in a name is told by its beginning. */
function pathOf(key: string): string {
  return key.replaceAll(':', '/').replace(/([0-9a-f]{12})[0-9a-f]{52}/, '$1…')
}
