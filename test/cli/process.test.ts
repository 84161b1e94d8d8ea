import { execFile, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { slugs } from '../../src/domain/fuels.ts'
import { gasolina } from './run.ts'
import { demonstrationStore } from './stores.ts'

const env = demonstrationStore()
const DEV = fileURLToPath(new URL('../../bin/dev.js', import.meta.url))
const RUN = fileURLToPath(new URL('../../bin/run.js', import.meta.url))

/** A shell line in which `gasolina` is the program. */
function shell(line: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = `gasolina() { '${process.execPath}' '${RUN}' "$@"; }; ${line}`
  return new Promise((resolve) => {
    execFile('bash', ['-c', program], { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

describe('as a process', () => {
  it.each([
    ['gasolina precos --bairro xyzzy', 1],
    ['gasolina precos --limite 0 --json', 2],
  ])('%s exits %i', async (line, code) => {
    expect((await shell(line)).code).toBe(code)
  })

  it('ends quietly when the pipe closes', async () => {
    const { code, stdout, stderr } = await shell(
      'set -o pipefail; gasolina precos --json | head -c 20; echo "fim ${PIPESTATUS[0]}"',
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\{"combustivel":"Gasofim 0\n$|fim 0\n$/)
    expect(stderr).not.toMatch(/EPIPE|Error/)
  })

  it('tells when the output cannot be written', async () => {
    const { code, stderr } = await shell('gasolina precos --json > /dev/full')
    expect(code).toBe(1)
    expect(stderr).toContain('Não foi possível escrever a saída (ENOSPC).')
    expect(stderr).not.toMatch(/\bat /)
  })

  it('waits for nobody at an open stdin', async () => {
    const child = spawn(process.execPath, [RUN, 'dados'], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const code = await new Promise((resolve) => {
      child.once('exit', resolve)
    })
    expect(code).toBe(0)
  })

  it('starts from source too', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [DEV, '--version'])
    expect(stdout).toMatch(/^gasolina\/\d+\.\d+\.\d+ /)
  })

  it('is built: the program of package.json starts', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [RUN, '--version'])
    expect(stdout).toMatch(/^gasolina\/\d+\.\d+\.\d+ /)
  })
})

const GASOLINE_FILES = ['gasolina-comum', 'gasolina-aditivada'].flatMap((slug) => [
  `${slug}.csv`,
  `${slug}.json`,
])

describe('completion', () => {
  it.each([
    ['gasolina pre', ['precos']],
    ['gasolina precos --comb', ['--combustivel']],
    ['gasolina precos --combustivel d', ['diesel-comum', 'diesel-aditivado']],
    ['gasolina historico --granularidade s', ['semana']],
    ['gasolina precos --limite 1', []],
    ['gasolina precos --combustivel = al', ['alcool']],
    ['gasolina precos --combustivel =', slugs],
    ['gasolina precos --combustivel=al', ['--combustivel=alcool']],
    ['gasolina dados gaso', GASOLINE_FILES],
    ['gasolina completar f', ['fish']],
  ])('bash completes «%s» with %j', async (line, expected) => {
    const { stdout: script } = await gasolina(['completar', 'bash'])
    const words = line.split(' ')
    const probe = `${script}
COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; COMPREPLY=(); _gasolina; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = await promisify(execFile)('bash', ['-c', probe])
    expect(stdout.split('\n').filter(Boolean)).toEqual(expected)
  })
})
