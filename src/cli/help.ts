import type { Interfaces } from '@oclif/core'
import { CommandHelp, Help } from '@oclif/core/help'
import type { Config } from '@oclif/core/config'
import { type Surroundings, wantsColour, widthOf } from './program.ts'
import texts from './command-texts.json' with { type: 'json' }

/** Portuguese for oclif's headings; it makes others of a flag's group and FLAGS. */
const HEADINGS: Record<string, string> = texts.headings

type Section = Parameters<Help['section']>

function headingOf(header: Section[0]): string {
  return HEADINGS[header] ?? header.replace(/ FLAGS$/, '')
}

class PortugueseCommandHelp extends CommandHelp {
  override section(header: Section[0], body: Section[1]): string {
    return super.section(headingOf(header), body)
  }

  /** All of it: oclif would show its last line. */
  protected override description(): string | undefined {
    const { description } = this.command
    return description && this.wrap(description)
  }

  /** All options in brackets would fill ten lines; they are explained right below. */
  protected override defaultUsage(): string {
    const args = Object.values(this.command.args).map(({ name, required }) =>
      required ? name.toUpperCase() : `[${name.toUpperCase()}]`,
    )
    return [this.command.id, ...args, '[OPÇÕES]'].join(' ')
  }
}

/** `--help` in Portuguese, on the surroundings' output. Loaded by oclif, by the name in package.json. */
export class PortugueseHelp extends Help {
  protected override CommandHelpClass = PortugueseCommandHelp
  readonly #surroundings: Surroundings

  constructor(config: Config, options: Partial<Interfaces.HelpOptions> = {}) {
    const { surroundings } = config.options as Config['options'] & { surroundings: Surroundings }
    const stripAnsi = !wantsColour(surroundings, surroundings.stdout)
    super(config, { ...options, maxWidth: widthOf(surroundings), stripAnsi })
    this.#surroundings = surroundings
  }

  protected override log(...lines: string[]): void {
    this.#surroundings.stdout.write(`${lines.join('\n')}\n`)
  }

  override section(header: Section[0], body: Section[1]): string {
    return super.section(headingOf(header), body)
  }

  override formatRoot(): string {
    return [
      this.config.pjson.description ?? '',
      this.section('USAGE', `$ ${this.config.bin} COMANDO [OPÇÕES]\n$ ${this.config.bin} COMANDO --help`),
    ].join('\n\n')
  }
}
