import { spawnSync } from 'node:child_process'
import { openSync, readFileSync, readdirSync, writeFileSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../store/folders.ts'

const CONFIG = resolve(import.meta.dirname, '../../deploy/gasolina.logrotate')
const logrotate = (...args: string[]) =>
  spawnSync('logrotate', args, { encoding: 'utf8', env: { PATH: `${process.env['PATH']}:/usr/sbin` } })
const canRun = logrotate('--version').status === 0

/** The file as it stands, for a folder of the test's. */
function configFor(folder: string): string {
  const config = join(folder, 'logrotate.conf')
  writeFileSync(config, readFileSync(CONFIG, 'utf8').replaceAll('/var/log/gasolina/', `${folder}/`), {
    mode: 0o644,
  })
  return config
}

describe.skipIf(!canRun)('deploy/gasolina.logrotate (Debian: logrotate)', () => {
  it('is understood as it stands', () => {
    const folder = temporaryFolder()
    const { status, stderr } = logrotate('-d', '-s', join(folder, 'estado'), configFor(folder))
    expect([status, stderr]).toEqual([0, expect.not.stringMatching(/error|unknown/)])
  })

  it('turns a log that goes on being written: no line is lost, none is in two files', () => {
    const folder = temporaryFolder()
    const log = openSync(join(folder, 'gasolina.log'), 'a')
    const config = configFor(folder)
    for (const line of ['um', 'dois']) {
      writeSync(log, `${line}\n`)
      expect(logrotate('-f', '-s', join(folder, 'estado'), config)).toMatchObject({ status: 0 })
    }
    writeSync(log, 'três\n')
    const kept = readdirSync(folder).filter((name) => name.startsWith('gasolina.log'))
    expect(kept.toSorted()).toEqual(['gasolina.log', 'gasolina.log.1', 'gasolina.log.2.gz'])
    expect(readFileSync(join(folder, 'gasolina.log'), 'utf8')).toBe('três\n')
    expect(readFileSync(join(folder, 'gasolina.log.1'), 'utf8')).toBe('dois\n')
  })
})
