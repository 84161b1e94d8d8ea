import { seqOf } from '../../store/commits/commit-file.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { count, dayAndTime, listed } from '../../format/words/formatting.ts'
import type { Status } from '../current/dataset.ts'
import sentences from './counted-alerts.json' with { type: 'json' }

/** Alerts on the store in plain Portuguese, repeated while the cause lasts. */
export function storeAlerts(status: Status): string[] {
  const { problem } = status
  return [
    ...(problem === null ? [] : [`Os dados mais novos não puderam ser lidos: ${problem}`]),
    ...lostAlerts(status),
    ...rebuiltAlerts(status),
    ...damagedAlerts(status),
    ...fileAlerts(status),
    ...refusedAlerts(status),
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

function rebuiltAlerts({ snapshot }: Status): string[] {
  const em = snapshot?.commit.cabecalho.reconstruidoEm
  if (em === undefined) return []
  return [
    `Em ${dayAndTime(em)} nenhum commit estava íntegro, e o estado foi reconstruído do registro de vendas e das partes que restaram: pode faltar um posto ou o nome de um produto até a próxima coleta completa.`,
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

/** Of files beside the newest commits: older ones, which nobody needs now, sales, which answers lack, and notes. */
function fileAlerts({ files, damaged }: Status): string[] {
  const numbers = files.map(seqOf).filter((seq) => seq !== undefined && !damaged.includes(seq))
  const others = files.filter((key) => seqOf(key) === undefined)
  const notes = others.filter((key) => NOTE.test(key))
  const months = others.filter((key) => MONTH.test(key))
  const sales = others.filter((key) => !NOTE.test(key) && !MONTH.test(key))
  return [
    ...tellOf('commits', numbers.map(String)),
    ...tellOf('sales', sales.map(pathOf)),
    ...tellOf('months', months.map(pathOf)),
    ...tellOf('notes', notes.map(pathOf)),
  ]
}

/** Not damage: another right, password or address mends it. A reason that `problem` tells is not repeated. */
function refusedAlerts({ refused, problem }: Status): string[] {
  const others = refused.filter(({ motivo }) => !problem?.includes(motivo))
  return [...groupBy(others, ({ motivo }) => motivo)].map(
    ([motivo, items]) =>
      `O armazenamento não deixa ler ${count(items.length, 'arquivo ou pasta', 'arquivos ou pastas')} (${listed(items.map(({ key }) => pathOf(key)))}): ${motivo}. Não se sabe se estão íntegros.`,
  )
}

const MONTH = /^(vendas|historico):\d{4}-\d\d$/
const NOTE = /^(situacao|rejeitados|cadastro)\b/

function tellOf(kind: keyof typeof sentences, names: readonly string[]): string[] {
  return counted(kind, names.length, ` (${listed(names)})`)
}

/** The sentence on a number of things, by its row in `counted-alerts.json`; none for zero. */
export function counted(kind: keyof typeof sentences, n: number, names = ''): string[] {
  const { one, many, end } = sentences[kind]
  return n === 0 ? [] : [`${count(n, one, many)}${names}${end}`]
}

/** As it lies under the store; a checksum in a name is told by its beginning. */
function pathOf(key: string): string {
  return key.replaceAll(':', '/').replace(/([0-9a-f]{12})[0-9a-f]{52}/, '$1…')
}
