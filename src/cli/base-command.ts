import { Command } from '@oclif/core/command'
import { wrapped } from '../format/terminal/table.ts'
import type { Progress } from '../domain/state/commit-state.ts'
import { decimal } from '../format/words/formatting.ts'
import type { Output, Surroundings, Feedback } from './program.ts'
import { inheritedFlag } from './terminal/report.ts'

/** Base of every command. `run` returns the exit code, or nothing for 0; failures are thrown. */
export abstract class BaseCommand extends Command {
  abstract override run(): Promise<number | void>

  protected override async init(): Promise<void> {
    await super.init()
    const refusal = inheritedFlag(this.argv, this.ctor.flags)
    if (refusal) throw refusal
  }

  /** `main` hands them over inside oclif's configuration, the one thing it passes to a command. */
  protected get surroundings(): Surroundings {
    const { surroundings } = this.config.options as { surroundings?: Surroundings }
    if (!surroundings) throw new Error('command started without main()')
    return surroundings
  }

  protected print(text: string): void {
    this.surroundings.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  }

  protected feedback(): Feedback {
    return {
      onProgress: createProgress(this.surroundings.stderr),
      tell: (sentence) => this.tell(sentence),
    }
  }

  /** Tells the person at the terminal; programs read stdout. */
  protected tell(sentence: string): void {
    const { stderr } = this.surroundings
    const width = stderr.isTTY ? (stderr.columns ?? Infinity) : Infinity
    stderr.write(`${wrapped(sentence, width).join('\n')}\n`)
  }
}

const BAR = 24
const CLEAR_LINE = '\r\u001B[K'

const SENTENCES: Record<Progress['phase'], (progress: Progress) => string> = {
  anteriores: () => 'Lendo as vendas anteriores…',
  coletando: ({ total }) => `Coletando: ${decimal(total)} consultas…`,
  publicando: () => 'Publicando…',
  concluindo: () => 'Publicado; concluindo…',
  copiando: () => 'Copiando…',
  pronto: () => '',
}

const COUNTED: Partial<Record<Progress['phase'], string>> = { coletando: 'Coletando', copiando: 'Copiando' }

/** A progress bar on a terminal, cleared at the end; elsewhere one line per phase. */
function createProgress(output: Output): (progress: Progress) => void {
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
