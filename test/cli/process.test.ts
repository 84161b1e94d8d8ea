import { execFile, spawn } from 'node:child_process'
import { lstatSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { slugs } from '../../src/domain/facts/fuels.ts'
import { temporaryFolder } from '../store/folders.ts'
import { gasolina } from './run.ts'
import { demonstrationStore } from './stores.ts'

const env = demonstrationStore({ history: false })
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
  it('exits 2 after a wrong question', async () => {
    expect((await shell('gasolina precos --limite 0 --json')).code).toBe(2)
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

  describe.skipIf(process.platform === 'win32')('dados --saida', () => {
    /** The shell's line ends the program as it renames. */
    const KILLED = `NODE_OPTIONS='--import data:text/javascript,${encodeURIComponent(
      `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'
       fs.promises.rename = () => process.kill(process.pid, 'SIGKILL'); syncBuiltinESMExports()`,
    ).replaceAll("'", '%27')}'`

    it('keeps the last good file, and no other, where the disk takes no more', async () => {
      const folder = temporaryFolder()
      const file = join(folder, 'f.csv')
      writeFileSync(file, 'bom\n')
      const { code, stderr } = await shell(`ulimit -f 8; gasolina dados gasolina-comum.csv --saida '${file}'`)
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`Não foi possível gravar '${file}' (EFBIG).`),
      ])
      expect(readdirSync(folder)).toEqual(['f.csv'])
      expect(readFileSync(file, 'utf8')).toBe('bom\n')
    })

    it('keeps it where the program is killed; the next run removes what that one left', async () => {
      const folder = temporaryFolder()
      const file = join(folder, 'f.csv')
      writeFileSync(file, 'bom\n')
      await shell(`${KILLED} gasolina dados gnv.csv --saida '${file}'`)
      expect(readFileSync(file, 'utf8')).toBe('bom\n')
      expect(readdirSync(folder)).toHaveLength(2)
      expect((await shell(`gasolina dados gnv.csv --saida '${file}'`)).code).toBe(0)
      expect(readdirSync(folder)).toEqual(['f.csv'])
      expect(readFileSync(file, 'utf8')).toMatch(/^cnpj,/)
    })

    it('writes through links and into pipes, and keeps the mode of the file', async () => {
      const folder = temporaryFolder()
      const [file, link, pipe] = ['f.csv', 'elo.csv', 'cano'].map((name) => join(folder, name))
      writeFileSync(file ?? '', 'bom\n', { mode: 0o604 })
      symlinkSync('f.csv', link ?? '')
      const { stdout } = await shell(
        `mkfifo '${pipe}'; gasolina dados gnv.csv --saida '${link}'; cat '${pipe}' & gasolina dados gnv.csv --saida '${pipe}'; wait`,
      )
      expect(lstatSync(link ?? '').isSymbolicLink()).toBe(true)
      expect(statSync(file ?? '').mode & 0o777).toBe(0o604)
      expect(stdout).toBe(readFileSync(file ?? '', 'utf8'))
      expect(stdout).toMatch(/^cnpj,/)
    })
  })

  it('does not wait for input at an open stdin', async () => {
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
