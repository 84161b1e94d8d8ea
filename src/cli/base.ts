import { Command } from '@oclif/core/command'
import { wrapped } from '../format/terminal/table.ts'
import type { Wishes } from './program.ts'
import { createProgress } from './terminal/progress.ts'
import type { Surroundings } from './terminal/surroundings.ts'

/** What every command shares. `run` returns the exit code, or nothing for 0; failures are thrown. */
export abstract class BaseCommand extends Command {
  abstract override run(): Promise<number | void>

  /** `main` hands them over inside oclif's configuration, the one thing it passes to a command. */
  protected get surroundings(): Surroundings {
    const { surroundings } = this.config.options as { surroundings?: Surroundings }
    if (!surroundings) throw new Error('command started without main()')
    return surroundings
  }

  protected print(text: string): void {
    this.surroundings.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  }

  /** What is done for a command may take a while, and has things to say. */
  protected wishes(): Wishes {
    return {
      onProgress: createProgress(this.surroundings.stderr),
      tell: (sentence) => this.tell(sentence),
    }
  }

  /** For the person at the terminal; programs read stdout. */
  protected tell(sentence: string): void {
    const { stderr } = this.surroundings
    const width = stderr.isTTY ? (stderr.columns ?? Infinity) : Infinity
    stderr.write(`${wrapped(sentence, width).join('\n')}\n`)
  }
}
