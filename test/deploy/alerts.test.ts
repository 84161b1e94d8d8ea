import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HOUR } from '../../src/domain/basics/time.ts'
import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'
import { gasolina } from '../cli/run.ts'
import { createWorld, startServer } from '../http/fixture.ts'
import { startNtfy } from '../ntfy-server.ts'
import { temporaryFolder } from '../store/folders.ts'

const DEPLOY = resolve(import.meta.dirname, '../../deploy')
const UNIT = join(DEPLOY, 'gasolina-avisos.service')
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })
const canRun = /^systemd (25[0-9]|2[6-9]\d)/.test(analyze('--version').stdout ?? '')
const TOPIC = 'gasolina-arapiraca-gnv'

describe('deploy/avisos.mjs', () => {
  it('publishes the lowest likely price of a town when it falls, once, in the topic of town and fuel', async () => {
    const world = await createWorld()
    const { base } = await startServer(world)
    const ntfy = await startNtfy({ token: 'tk_segredo' })
    const folder = temporaryFolder()
    const state = join(folder, 'avisos.json')
    const env = {
      PATH: process.env['PATH'] ?? '',
      AVISOS_API: base,
      AVISOS_ESTADO: state,
      NTFY_URL: ntfy.base,
      NTFY_TOKEN: 'tk_segredo',
    }
    const unit = readFileSync(UNIT, 'utf8').replaceAll('\\\n', '')
    const [, command = ''] = /^ExecStart=\/usr\/bin\/env gasolina (.+)$/m.exec(unit) ?? []
    const argv = command
      .replace('http://127.0.0.1:3000', base)
      .replace('/var/lib/gasolina-avisos', folder)
      .replace('/usr/local/lib/gasolina', DEPLOY)
      .split(' ')
    const look = (...more: string[]) =>
      gasolina(
        [
          'vigiar',
          '--uma-vez',
          ...more,
          '--municipio',
          'arapiraca',
          '--combustivel',
          'gnv',
          ...argv.slice(1),
        ],
        {
          env,
        },
      )
    const later = async () => {
      world.time.now += 96 * HOUR
      await world.collectNow()
      const answer = await fetch(
        `${base}/gasolina/api/precos?combustivel=gnv&municipio=arapiraca&ordenar=provavel&limite=1`,
      )
      return ((await answer.json()) as RespostaPrecos).conteudo[0]
    }

    expect(await look('--desde', 'inicio')).toMatchObject({ code: 0, stdout: '' })
    expect(ntfy.messages).toEqual([])
    writeFileSync(state, JSON.stringify({ outro: 1, [TOPIC]: 99.5 }))
    ntfy.fault = (n, _, res) => n === 1 && Boolean(res.writeHead(503).end())
    const lowest = await later()
    expect((await look()).code).toBe(0)
    expect(ntfy.messages).toEqual([
      {
        topic: TOPIC,
        title: `Demonstração: GNV em Arapiraca: R$ ${lowest?.precoProvavel.toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`,
        message: expect.stringContaining(`${lowest?.estabelecimento.nomeFantasia}, `) as string,
        tags: ['fuelpump'],
      },
    ])
    expect(ntfy.messages[0]?.message).toMatch(
      / O menor era R\$ 99,50\. Última venda em \d\d\/\d\d\/2026 às \d\d:\d\d, .+fictícios/,
    )
    const kept = JSON.parse(readFileSync(state, 'utf8')) as Record<string, number>
    expect(kept).toMatchObject({ outro: 1, [TOPIC]: lowest?.precoProvavel })
    // A rise is only noted.
    writeFileSync(state, JSON.stringify({ [TOPIC]: 0.5 }))
    const risen = await later()
    expect((await look()).code).toBe(0)
    expect(ntfy.messages).toHaveLength(1)
    expect(JSON.parse(readFileSync(state, 'utf8'))).toEqual({ [TOPIC]: risen?.precoProvavel })
  })
})

describe.skipIf(!canRun)('deploy/gasolina-avisos.service (Debian: systemd)', () => {
  it('is understood by systemd as it stands, and has little to misuse', () => {
    expect(analyze('verify', UNIT)).toMatchObject({ status: 0, stderr: '' })
    const { stdout } = analyze('security', '--offline=true', '--no-pager', UNIT)
    expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(1.5)
  })
})
