import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it, vi } from 'vitest'
import type { RespostaHistorico } from '../../src/domain/answers/historico.ts'
import { slugs } from '../../src/domain/facts/fuels.ts'
import type { NomeDaFonte } from '../../src/domain/state/commit-state.ts'
import { MINUTE, instante } from '../../src/domain/basics/time.ts'
import { openStore } from '../open-store.ts'
import { sha256Of } from '../../src/store/bytes/checked-json.ts'
import { makeFifo } from '../store/folders.ts'
import { draftAt, sampleCnpj, sampleColeta, sampleVenda } from '../store/samples.ts'
import { NOTICED, type ServedStore, serveStore } from './served-store.ts'

const PRECOS = '/gasolina/api/precos'

let root: string
const programs: ServedStore[] = []

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'gasolina-sob-'))
})
afterAll(() => {
  for (const program of programs) program.stop()
  rmSync(root, { recursive: true, force: true })
})

/** A store of its own for one test, with commits so recent that a server does not collect. */
async function storeOf(name: string, ...stations: number[]) {
  const folder = join(root, name)
  mkdirSync(folder)
  for (const [at, count] of stations.entries()) await publish(folder, count, stations.length - at)
  return { folder, at: (...path: string[]) => join(folder, 'demonstracao', ...path) }
}

/** Publishes a state of so many stations, as of some minutes ago. */
async function publish(
  folder: string,
  stations: number,
  minutesAgo = 0,
  fonte: NomeDaFonte = 'demonstracao',
): Promise<void> {
  const store = await openStore({ folder, fonte })
  const prev = (await store.commits.load())?.commit.cabecalho.seq ?? null
  await store.commits.publish(draftAt(Date.now() - minutesAgo * MINUTE, prev, stations))
}

async function serve(folder: string, env?: Record<string, string>): Promise<ServedStore> {
  const program = await serveStore(folder, env)
  programs.push(program)
  return program
}

/** What it gives each second for longer than a server goes without looking at its store. */
async function overTwoLooks<T>(ask: () => Promise<T>): Promise<T[]> {
  const given: T[] = []
  await vi.waitUntil(async () => given.push(await ask()) === 7, { interval: 1000, timeout: 60_000 })
  return given
}

function commitName(seq: number): string {
  return `${String(seq).padStart(12, '0')}.json`
}

/** Puts something else where the file was, and gives the function that mends it. */
function damage(file: string, put: (file: string) => void): () => void {
  const whole = readFileSync(file)
  rmSync(file)
  put(file)
  return () => {
    rmSync(file, { recursive: true })
    writeFileSync(file, whole)
  }
}

/** What is served: the commit's number and its stations. */
async function servedBy({ situacao }: ServedStore): Promise<[number | null, number]> {
  const { commit, cobertura } = await situacao()
  return [commit, cobertura.postos]
}

/** Sales of the first station that the server knows of, at their one price. */
async function sold({ get }: ServedStore): Promise<number> {
  const path = `/gasolina/api/historico/${sampleCnpj(1)}?desde=2026-04-01&ate=2026-04-10`
  const { combustiveis } = (await (await get(path)).json()) as RespostaHistorico
  return Object.values(combustiveis).reduce((sum, { serie }) => sum + (serie[0]?.vendas ?? 0), 0)
}

// Each waits for looks that are five seconds apart, so all wait at once.
describe.concurrent('a server whose store', () => {
  it('was written by a newer program tells it for as long as that is so', async ({ expect }) => {
    const { folder, at } = await storeOf('novo', 5)
    const { alerts, situacao, get } = await serve(folder)
    const text = await readFile(at('commits', commitName(1)), 'utf8')
    const body = JSON.stringify({ ...JSON.parse(text.slice(65)), formato: 2, seq: 2 })
    await writeFile(at('commits', commitName(2)), `${sha256Of(body)}\n${body}`)
    await expect.poll(alerts, NOTICED).toContain('versão mais nova do programa')
    expect(await overTwoLooks(async () => (await alerts()).includes('versão mais nova'))).not.toContain(false)
    expect((await get(PRECOS)).status).toBe(200)
    rmSync(at('commits', commitName(2)))
    await publish(folder, 7)
    await expect.poll(async () => (await situacao()).commit, NOTICED).toBe(2)
    expect(await alerts()).not.toContain('versão mais nova')
  })

  it('is restored from an older copy, then begun anew, serves what there is and tells', async ({
    expect,
  }) => {
    const { folder } = await storeOf('volta', 5, 6)
    const copy = join(root, 'copia')
    cpSync(folder, copy, { recursive: true })
    await publish(folder, 7)
    const program = await serve(folder)
    expect(await servedBy(program)).toEqual([3, 7])
    const etag = (await program.get(PRECOS)).headers.get('etag')

    rmSync(folder, { recursive: true })
    renameSync(copy, folder)
    await expect.poll(() => servedBy(program), NOTICED).toEqual([2, 6])
    expect(await program.alerts()).toContain('O commit 3, de ')
    expect((await program.get(PRECOS)).headers.get('etag')).not.toBe(etag)

    rmSync(folder, { recursive: true })
    await publish(folder, 8)
    await expect.poll(() => servedBy(program), NOTICED).toEqual([1, 8])
    expect(await program.alerts()).not.toContain('não está mais')
    expect(program.alive()).toBe(true)
  })

  it('vanishes and comes back serves what it has meanwhile, and tells', async ({ expect }) => {
    const { folder } = await storeOf('some', 5, 6)
    const away = `${folder}-fora`
    const program = await serve(folder)
    renameSync(folder, away)
    await expect.poll(program.alerts, NOTICED).toContain('é servido o que está na memória')
    expect(await servedBy(program)).toEqual([2, 6])
    expect((await program.get(PRECOS)).status).toBe(200)
    renameSync(away, folder)
    await expect.poll(program.alerts, NOTICED).not.toContain('na memória')
    await publish(folder, 9)
    await expect.poll(() => servedBy(program), NOTICED).toEqual([3, 9])
    expect(program.alive()).toBe(true)
  })

  it('loses its newest commit serves the one before, and tells', async ({ expect }) => {
    const { folder, at } = await storeOf('perde', 5, 6)
    const program = await serve(folder)
    rmSync(at('commits', commitName(2)))
    await expect.poll(() => servedBy(program), NOTICED).toEqual([1, 5])
    expect(await program.alerts()).toMatch(/O commit 2, de .* não está mais no armazenamento/)
    await publish(folder, 7)
    await expect.poll(() => servedBy(program), NOTICED).toEqual([2, 7])
    expect(await program.alerts()).not.toContain('não está mais')
  })

  it('has damage in its log of sales tells it, and is whole again once it is mended', async ({ expect }) => {
    const { folder, at } = await storeOf('vendas', 5)
    const { sales } = await openStore({ folder, fonte: 'demonstracao' })
    const price = { valorDeclarado: 6, valorVenda: 6 }
    for (const minute of [0, 600, 1200]) await sales.append('2026-04', [sampleVenda(1, minute, price)])
    const running = [await serve(folder), await serve(folder)]
    const [asked, unasked] = running as [ServedStore, ServedStore]
    expect(await sold(asked)).toBe(3)
    const log = at('vendas', '2026-04')
    const [first = '', second = ''] = readdirSync(log)
    const mends = [
      damage(join(log, first), (file) => writeFileSync(file, '["x",')),
      damage(join(log, second), (file) => mkdirSync(file)),
    ]
    for (const { alerts } of running)
      await expect.poll(alerts, NOTICED).toMatch(/2 arquivos estão danificados .*vendas\/2026-04\//)
    // One has read them while they were whole.
    expect([await sold(asked), await sold(unasked), await sold(unasked)]).toEqual([3, 1, 1])
    for (const mend of mends) mend()
    for (const { alerts } of running) await expect.poll(alerts, NOTICED).not.toContain('danificado')
    await expect.poll(() => sold(unasked), NOTICED).toBe(3)
    expect(await sold(asked)).toBe(3)
  })

  it('has damage in the commit it serves tells it and goes on; one that starts then serves the one before', async ({
    expect,
  }) => {
    const { folder, at } = await storeOf('parte', 5, 6)
    const program = await serve(folder)
    const { partes } = JSON.parse((await readFile(at('commits', commitName(2)), 'utf8')).slice(65)) as {
      partes: Record<string, { sha256: string }>
    }
    const mend = damage(at('partes', `${partes['gnv']?.sha256}.json`), (file) => mkdirSync(file))
    await expect.poll(program.alerts, NOTICED).toContain('o que é servido, 2, está íntegro só na memória')
    expect(await servedBy(program)).toEqual([2, 6])
    const later = await serve(folder)
    expect(await servedBy(later)).toEqual([1, 5])
    expect(await later.alerts()).toContain('1 commit está danificado (2): é servido o anterior, 1.')
    mend()
    await expect.poll(() => servedBy(later), NOTICED).toEqual([2, 6])
    await expect.poll(program.alerts, NOTICED).not.toContain('danificado')
    expect(await later.alerts()).not.toContain('danificado')
  })

  it.skipIf(process.platform === 'win32')(
    'has a FIFO by the name of its newest commit serves the one before, and tells',
    async ({ expect }) => {
      const { folder, at } = await storeOf('fifo', 5, 6)
      rmSync(at('commits', commitName(2)))
      makeFifo(at('commits', commitName(2)))
      const program = await serve(folder)
      expect(await servedBy(program)).toEqual([1, 5])
      expect(await program.alerts()).toContain('1 commit está danificado (2): é servido o anterior, 1.')
    },
  )

  it('has a note with a bit turned over, or one that says nothing, answers as ever, and tells', async ({
    expect,
  }) => {
    const { folder, at } = await storeOf('nota', 5)
    const { notes } = await openStore({ folder, fonte: 'demonstracao' })
    const program = await serve(folder)
    const told = async () => ({ ...(await program.situacao()), alertas: [] })
    const before = await told()
    await notes.writeLastAttempt({ coleta: sampleColeta(instante(Date.now()), 1), proxima: null })
    const file = at('situacao.json')
    const whole = readFileSync(file)
    const flipped = Buffer.from(whole)
    flipped[100] = (whole[100] ?? 0) ^ 1
    for (const bytes of [flipped, Buffer.from('{"coleta":null,"proxima":7}')]) {
      writeFileSync(file, bytes)
      await expect
        .poll(program.alerts, NOTICED)
        .toContain('1 anotação da coleta está danificada (situacao.json)')
      // A note that was read while it was whole is known for some seconds more.
      await expect.poll(told, NOTICED).toEqual(before)
      writeFileSync(file, whole)
      await expect.poll(program.alerts, NOTICED).not.toContain('danificada')
    }
    expect(program.alive()).toBe(true)
  })

  it('has no whole commit left serves and publishes what can be rebuilt, though the source is away', async ({
    expect,
  }) => {
    const { folder } = await storeOf('sem')
    for (const [at, stations] of [5, 6].entries()) await publish(folder, stations, 2 - at, 'sefaz')
    const { sales, commits } = await openStore({ folder, fonte: 'sefaz' })
    const estado = (await commits.load())?.commit.estado
    for (const combustivel of slugs)
      for (const { cnpj, produto } of estado?.atuais[combustivel] ?? [])
        await sales.append('2026-04', [{ cnpj, combustivel, codigo: produto.codigo, ...produto.venda }])
    const files = join(folder, 'sefaz', 'commits')
    for (const name of readdirSync(files)) truncateSync(join(files, name), 100)
    const SEFAZ_URL = 'http://127.0.0.1:1/public'
    const program = await serve(folder, { GASOLINA_FONTE: 'sefaz', SEFAZ_APP_TOKEN: 'segredo', SEFAZ_URL })
    expect((await program.get(PRECOS)).status).toBe(200)
    expect((await servedBy(program))[1]).toBe(6)
    await expect.poll(() => servedBy(program), NOTICED).toEqual([3, 6])
    expect(await program.alerts()).toMatch(/nenhum commit estava íntegro, e o estado foi reconstruído/)
    expect(program.alive()).toBe(true)
  })
})
