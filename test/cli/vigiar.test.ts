import { describe, expect, it } from 'vitest'
import type { Mudanca } from '../../src/domain/answers/mudancas.ts'
import { NOW, gasolina } from './run.ts'
import { storeToRead } from './stores.ts'

const env = storeToRead()
const vigiar = (line: string, terminal?: number) =>
  gasolina(['vigiar', ...line.split(' '), '--uma-vez'], { env, now: NOW, ...(terminal && { terminal }) })

describe('gasolina vigiar --uma-vez', () => {
  it('found: exits 0, one JSON object a line in a pipe, and says where to go on', async () => {
    const { code, stdout, stderr } = await vigiar('--combustivel etanol --municipio maceio --abaixo 4.8')
    const found = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Mudanca & { cursor: string })
    expect(code).toBe(0)
    expect(found.length).toBeGreaterThan(0)
    for (const { combustivel, codigoIBGE, para } of found) {
      expect([combustivel, codigoIBGE]).toEqual(['alcool', 2704302])
      expect(para).toBeLessThan(4.8)
    }
    expect(stderr).toContain('fictícios')
    expect(stderr).toContain(`Para continuar daqui: --desde ${found[0]?.cursor}`)
    const again = await vigiar(`--desde ${found[0]?.cursor}`)
    expect([again.code, again.stdout]).toEqual([1, ''])
  })

  it('is read by a person at a terminal', async () => {
    const { stdout } = await vigiar('--combustivel etanol --municipio maceio --abaixo 4.8', 100)
    expect(stdout).toMatch(
      /^\d\d\/\d\d\/\d{4} \d\d:\d\d {2}Álcool \(etanol\): R\$ 4,\d+ {2}POSTO .*, .*, MACEIO$/m,
    )
  })

  it('not found: exits 1, and prints nothing', async () => {
    const { code, stdout } = await vigiar('--combustivel gnv --abaixo 1')
    expect([code, stdout]).toEqual([1, ''])
  })

  it('watches around a place that is named', async () => {
    const named = await vigiar('--combustivel etanol --abaixo 5 --perto maceio --raio 3')
    expect(named.code).toBe(0)
    for (const line of named.stdout.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ codigoIBGE: 2704302 })
  })

  it.each([
    ['--abaixo 5.79', '--abaixo só vale junto com --combustivel'],
    ['--desde ontem', 'desde'],
    ['--intervalo 0', 'intervalo'],
    ['--tipo mudou', 'tipo'],
  ])('%s is wrong usage: exits 2 and says what is right', async (line, what) => {
    const { code, stdout, stderr } = await vigiar(line)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(what)
  })

  it('a cursor that is gone: exits 1 and says how to begin again', async () => {
    const { code, stderr } = await vigiar('--desde 7-000000000000')
    expect(code).toBe(1)
    expect(stderr).toContain('Recomece com desde=inicio')
  })
})
