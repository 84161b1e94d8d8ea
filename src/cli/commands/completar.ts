import { string } from '@oclif/core/args'
import type { Command } from '@oclif/core/command'
import { invalidParameters, refusedValue } from '../../domain/questions/parameter-problems.ts'
import { BaseCommand } from '../base-command.ts'
import type { Parametro } from '../../domain/questions/parameter-kinds.ts'
import { forms } from '../../format/forms.ts'
import { TODOS, slugs } from '../../domain/facts/fuels.ts'
import { parametros } from '../../domain/questions/parameters.ts'

const FILE_OPTIONS = ['saida', 'de', 'para', 'retomar', 'executar']

const shells = ['bash', 'zsh', 'fish'] as const

const SCRIPTS: Record<(typeof shells)[number], (commands: readonly Known[]) => string> = {
  bash,
  zsh: (commands) => `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`,
  fish,
}

/** Known values of the argument of a command. */
const ARGUMENTS: Record<string, readonly string[]> = {
  dados: [...slugs.flatMap((slug) => [`${slug}.csv`, `${slug}.json`]), `${TODOS}.csv`],
  completar: shells,
}

type Known = ReturnType<typeof describe>

export default class Completar extends BaseCommand {
  static override args = {
    terminal: string({ description: `Um de: ${shells.join(', ')}`, required: true, ignoreStdin: true }),
  }

  async run(): Promise<void> {
    const { args } = await this.parse(Completar)
    const shell = shells.find((s) => s === args.terminal)
    if (!shell) throw invalidParameters(refusedValue('terminal', args.terminal, shells))
    const known = this.config.commands.filter(({ hidden }) => !hidden).map(describe)
    this.print(SCRIPTS[shell](known))
  }
}

function describe({ id, summary = '', flags }: Command.Loadable) {
  const options = Object.entries(flags).map(([name, flag]) => ({
    name,
    description: flag.description ?? '',
    takesValue: flag.type === 'option',
    values: valuesOf(name),
  }))
  return { id, summary, options }
}

/** Values of an option with a closed list. `formato` of the terminal has one more than that of HTTP. */
function valuesOf(name: string): readonly string[] {
  const rows: Record<string, Parametro<unknown>> = parametros
  return name === 'formato' ? Object.keys(forms) : (rows[name]?.valores ?? [])
}

function bash(commands: readonly Known[]): string {
  const options = new Map(commands.flatMap(({ options }) => options.map((o) => [o.name, o] as const)))
  const valued = [...options.values()].filter(({ takesValue }) => takesValue)
  const open = valued.filter(({ name, values }) => values.length === 0 && !FILE_OPTIONS.includes(name))
  const valueCases = valued
    .filter(({ values }) => values.length > 0)
    .map(
      ({ name, values }) =>
        `    --${name}) COMPREPLY=($(compgen -P "$before" -W '${values.join(' ')}' -- "$cur")); return ;;`,
    )
    .concat(
      `    ${FILE_OPTIONS.map((name) => `--${name}`).join('|')}) COMPREPLY=($(compgen -f -- "$cur")); return ;;`,
      `    ${open.map(({ name }) => `--${name}`).join('|')}) return ;;`,
    )
  const commandCases = commands.map(
    ({ id, options }) =>
      `    ${id}) words='${[...(ARGUMENTS[id] ?? []), ...options.map(({ name }) => `--${name}`), '--help'].join(' ')}' ;;`,
  )
  return `_gasolina() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" before= words
  # --option=value: bash gives it in three words, zsh in one.
  case "$cur" in
    =) cur= ;;
    --*=*) prev="\${cur%%=*}" before="\${cur%%=*}=" cur="\${cur#*=}" ;;
    *) if [ "$prev" = = ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi ;;
  esac
  case "$prev" in
${valueCases.join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${commandCases.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${commands.map(({ id }) => id).join(' ')}'; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _gasolina gasolina
`
}

function fish(commands: readonly Known[]): string {
  const ids = commands.map(({ id }) => id).join(' ')
  const lines = commands.flatMap(({ id, summary, options }) => [
    `complete -c gasolina -f -n 'not __fish_seen_subcommand_from ${ids}' -a ${id} -d ${quoted(summary)}`,
    ...(ARGUMENTS[id]
      ? [`complete -c gasolina -f -n '__fish_seen_subcommand_from ${id}' -a '${ARGUMENTS[id].join(' ')}'`]
      : []),
    ...options.map(
      ({ name, description, takesValue, values }) =>
        `complete -c gasolina ${FILE_OPTIONS.includes(name) ? '-F' : '-f'} -n '__fish_seen_subcommand_from ${id}' -l ${name} -d ${quoted(description)}${takesValue ? ' -r' : ''}${values.length > 0 ? ` -a '${values.join(' ')}'` : ''}`,
    ),
  ])
  return `${lines.join('\n')}\n`
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
