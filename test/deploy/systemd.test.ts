import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const UNIT = resolve(import.meta.dirname, '../../deploy/gasolina.service')
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })
const canRun = /^systemd (25[0-9]|2[6-9]\d)/.test(analyze('--version').stdout ?? '')

describe.skipIf(!canRun)('deploy/gasolina.service (Debian: systemd)', () => {
  it('is understood by systemd as it stands', () => {
    expect(analyze('verify', UNIT)).toMatchObject({ status: 0, stderr: '' })
  })

  it('leaves the service little to misuse', () => {
    const { stdout } = analyze('security', '--offline=true', '--no-pager', UNIT)
    const [, exposure] = /Overall exposure level for gasolina\.service: ([\d.]+)/.exec(stdout) ?? []
    expect(Number(exposure)).toBeLessThanOrEqual(1.5)
  })
})

it('the unit says where data goes, and lets the program stop by itself', () => {
  const unit = readFileSync(UNIT, 'utf8')
  expect(unit).toContain('GASOLINA_STORAGE=/var/lib/gasolina')
  expect(unit).toMatch(/^StateDirectory=gasolina$/m)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(7)
})
