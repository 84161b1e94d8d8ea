import type { Progress } from '../../domain/state/commit-state.ts'
import { decimal } from '../../format/words/formatting.ts'
import type { Output } from './surroundings.ts'

const BAR = 24
const CLEAR_LINE = '\r\u001B[K'

const SENTENCES: Record<Progress['phase'], (progress: Progress) => string> = {
  anteriores: () => 'Lendo as vendas anteriores…',
  coletando: ({ total }) => `Coletando: ${decimal(total)} consultas…`,
  publicando: () => 'Publicando…',
  copiando: () => 'Copiando…',
  pronto: () => '',
}

/** What is done bit by bit, and what the bits are called. */
const COUNTED: Partial<Record<Progress['phase'], string>> = { coletando: 'Coletando', copiando: 'Copiando' }

/** A bar that redraws itself on a terminal and goes when all is done; elsewhere one line per phase. */
export function createProgress(output: Output): (progress: Progress) => void {
  let phase: Progress['phase'] | undefined
  let drawn = ''
  return (progress) => {
    if (output.isTTY) {
      const line = bar(progress)
      if (line !== drawn) output.write(`${CLEAR_LINE}${line}`)
      drawn = line
    } else if (progress.phase !== phase) {
      const sentence = SENTENCES[progress.phase](progress)
      if (sentence) output.write(`${sentence}\n`)
    }
    phase = progress.phase
  }
}

function bar(progress: Progress): string {
  const { phase, done, total } = progress
  const name = COUNTED[phase]
  if (name === undefined || total === 0) return SENTENCES[phase](progress)
  const full = Math.round((done / total) * BAR)
  const percent = Math.floor((done / total) * 100)
  return `${name} ${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${percent} % (${decimal(done)} de ${decimal(total)})`
}
