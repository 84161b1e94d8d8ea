import { MONTH_FOLDER } from '../../store/bytes/keys.ts'
import { seqOf } from '../../store/commits/commit-file.ts'
import { noteSchemas } from '../../store/notes/note-files.ts'
import { reasonOf } from '../../store/bytes/storage-errors.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { count, dayAndTime, listed } from '../../format/words/formatting.ts'
import type { Status } from '../current/dataset.ts'
import sentences from './counted-alerts.json' with { type: 'json' }

/** Alerts on the store in plain Portuguese, repeated while the cause lasts. */
export function storeAlerts(status: Status): string[] {
  return [
    status.problem === null ? [] : `Os dados mais novos não puderam ser lidos: ${status.problem.message}`,
    lostAlert(status),
    rebuiltAlert(status),
    damagedAlert(status),
    fileAlerts(status),
    refusedAlerts(status),
  ].flat()
}

/** A store that was emptied, replaced, or restored from an older copy. */
function lostAlert({ lost, snapshot }: Status): string | [] {
  if (!lost) return []
  const gone = `O commit ${lost.seq}, de ${dayAndTime(lost.publicadoEm)}, não está mais no armazenamento`
  if (!snapshot) return `${gone}, nem algum outro.`
  const { seq, publicadoEm } = snapshot.commit.cabecalho
  const isHeld = seq === lost.seq && publicadoEm === lost.publicadoEm
  return isHeld
    ? `${gone}, nem algum outro: é servido o que está na memória.`
    : `${gone}: é servido o mais novo que há, ${seq}, de ${dayAndTime(publicadoEm)}.`
}

function rebuiltAlert({ snapshot }: Status): string | [] {
  const em = snapshot?.commit.cabecalho.reconstruidoEm
  if (em === undefined) return []
  return `Em ${dayAndTime(em)} nenhum commit estava íntegro, e o estado foi reconstruído do registro de vendas e das partes que restaram: pode faltar um posto ou o nome de um produto até a próxima coleta completa.`
}

function damagedAlert({ damaged, snapshot }: Status): string | [] {
  if (damaged.length === 0 || !snapshot) return []
  const { seq } = snapshot.commit.cabecalho
  const which = `${count(damaged.length, 'commit está danificado', 'commits estão danificados')} (${listed(damaged.map(String))})`
  return damaged.includes(seq)
    ? `${which}: o que é servido, ${seq}, está íntegro só na memória.`
    : `${which}: é servido o anterior, ${seq}.`
}

const KINDS_OF_FILES = ['commits', 'others', 'months', 'notes'] as const

/** Alerts on files beside the newest commits: older ones, which nobody needs now, folders of past months, notes, and others, which answers lack. */
function fileAlerts({ files, damaged }: Status): string[] {
  const others = files.filter((key) => !damaged.includes(seqOf(key) ?? -1))
  return KINDS_OF_FILES.flatMap((kind) => {
    const names = others.filter((key) => kindOf(key) === kind).map((key) => String(seqOf(key) ?? pathOf(key)))
    return countedAlert(kind, names.length, ` (${listed(names)})`)
  })
}

function kindOf(key: string): (typeof KINDS_OF_FILES)[number] {
  if (seqOf(key) !== undefined) return 'commits'
  if (noteSchemas.has(key)) return 'notes'
  return MONTH_FOLDER.test(key) ? 'months' : 'others'
}

/** Not damage: another right, password or address mends it. A reason that `problem` tells is not repeated. */
function refusedAlerts({ refused, problem }: Status): string[] {
  const others = refused.filter(({ motivo }) => !problem || motivo !== reasonOf(problem))
  return [...groupBy(others, ({ motivo }) => motivo)].map(
    ([motivo, items]) =>
      `O armazenamento não deixa ler ${count(items.length, 'arquivo ou pasta', 'arquivos ou pastas')} (${listed(items.map(({ key }) => pathOf(key)))}): ${motivo}. Não se sabe se estão íntegros.`,
  )
}

/** The sentence on a number of things, by its row in `counted-alerts.json`; none for zero. */
export function countedAlert(kind: keyof typeof sentences, n: number, names = ''): string[] {
  const { one, many, end } = sentences[kind]
  return n === 0 ? [] : [`${count(n, one, many)}${names}${end}`]
}

/** Path of a file under the store; a checksum in a name is told by its beginning. */
function pathOf(key: string): string {
  return key.replaceAll(':', '/').replace(/([0-9a-f]{12})[0-9a-f]{52}/, '$1…')
}
