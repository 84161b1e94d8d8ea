import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { HOUR } from '../../src/domain/basics/time.ts'
import { gasolina } from '../cli/run.ts'
import { AGORA, fillFolder } from '../demonstration.ts'
import { temporaryFolder } from '../store/folders.ts'

const BACKUP = resolve(import.meta.dirname, '../../deploy/copia.sh')

it('deploy/copia.sh copies data that is being written, and what it copied is whole', async () => {
  const folder = temporaryFolder()
  const [data, restored, archive] = ['dados', 'de-volta', 'copia.tar.gz'].map((name) => join(folder, name))
  const env = { GASOLINA_FONTE: 'demonstracao', GASOLINA_STORAGE: data ?? '' }
  await fillFolder(env.GASOLINA_STORAGE, { months: true })
  const copying = spawn(BACKUP, [data ?? '', archive ?? ''])
  const copied = once(copying, 'close')
  let now = AGORA
  while (copying.exitCode === null) await gasolina(['atualizar'], { env, now: (now += HOUR) })
  expect(await copied).toEqual([0, null])

  mkdirSync(restored ?? '')
  execFileSync('tar', ['-xzf', archive ?? '', '-C', restored ?? ''])
  const back = { ...env, GASOLINA_STORAGE: restored ?? '' }
  const ask = async (...argv: string[]) =>
    JSON.parse((await gasolina([...argv, '--json'], { env: back })).stdout)
  const { commit, alertas } = await ask('situacao')
  expect(commit).toBeGreaterThanOrEqual(1)
  expect(alertas.filter((alerta: string) => /danificad|perde|não está/.test(alerta))).toEqual([])
  const { conteudo } = await ask('precos')
  const { estabelecimento } = conteudo[0]
  expect(
    (await ask('historico', estabelecimento.cnpj)).combustiveis['gasolina-comum'].serie.length,
  ).toBeGreaterThan(0)
  // What was closed of the past came along, and is not to be made again.
  const past = await ask('historico', '--municipio', 'maceio', '--combustivel', 'gasolina')
  expect(past.combustiveis['gasolina-comum'].serie).toHaveLength(30)
  expect(past.observacoes).toEqual([])
  // And life goes on from there.
  const { code } = await gasolina(['atualizar'], { env: back, now: now + HOUR })
  expect([code, (await ask('situacao')).commit]).toEqual([0, commit + 1])
})

it('takes commits before what they name, sales before where they are folded to, and neither lock nor probes', async () => {
  const folder = temporaryFolder()
  const [data, archive] = [join(folder, 'dados'), join(folder, 'copia.tar.gz')]
  const folders = ['partes', 'commits', 'historico', 'sondas', 'mudancas', 'dias', 'vendas', 'rejeitados']
  for (const name of folders) mkdirSync(join(data, 'sefaz', name), { recursive: true })
  execFileSync('touch', [join(data, 'sefaz/coletor.json')])
  execFileSync(BACKUP, [data, archive])
  const listed = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n')
  expect(listed).toEqual(
    ['mudancas', 'commits', 'vendas', 'historico', 'dias', 'partes', 'rejeitados'].map(
      (name) => `sefaz/${name}/`,
    ),
  )
})

it('of a folder without data it makes no copy, and says so', () => {
  const folder = temporaryFolder()
  const { status, stderr } = spawnSync(BACKUP, [folder, join(folder, 'copia.tar.gz')], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, `Não há dados em ${folder}.\n`])
})
