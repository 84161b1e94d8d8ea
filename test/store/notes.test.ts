import { describe, expect, it } from 'vitest'
import { memory } from '../memory.ts'
import { createStore } from '../../src/store/store.ts'
import { sha256Of } from '../../src/store/bytes/checked-json.ts'
import { storageError } from '../../src/store/bytes/storage-errors.ts'
import { NOON, sampleColeta } from './samples.ts'

const KEY = 'sefaz:situacao.json'
const attempt = {
  coleta: { ...sampleColeta(NOON, 3), motivo: 'A fonte parou.', fatiasParciais: 1 },
  proxima: NOON,
  publicado: { seq: 7, publicadoEm: NOON },
}
const held = { proposals: [{ em: NOON, mediana: 6.37 }], registros: [{ a: 1 }] }

/** A store whose last note holds these bytes. */
async function noted(bytes: Buffer) {
  const driver = memory()
  await driver.setItemRaw(KEY, bytes)
  const store = createStore(driver, 'sefaz')
  return { read: await store.notes.readLastAttempt(), damaged: store.damaged() }
}

function refuse(key: string): never {
  throw storageError('ler', key, Object.assign(new Error('no'), { code: 'EACCES' }))
}

function checked(note: object): Buffer {
  const body = `${JSON.stringify(note)}\n`
  return Buffer.from(`${sha256Of(body)}\n${body}`)
}

describe('notes', () => {
  it('keep the last attempt and the sales held back, until removed', async () => {
    const driver = memory()
    const { notes } = createStore(driver, 'sefaz')
    expect(await notes.readLastAttempt()).toBeNull()
    expect(await notes.readHeldBack('gnv')).toBeNull()
    const large = { ...held, registros: [{ a: 'x'.repeat(2_000_000) }] }
    await notes.writeLastAttempt(attempt)
    await notes.writeHeldBack('gnv', large)
    const again = createStore(driver, 'sefaz').notes
    expect(await again.readLastAttempt()).toEqual(attempt)
    expect(await again.readHeldBack('gnv')).toEqual(large)
    expect(await again.readHeldBack('alcool')).toBeNull()
    await again.writeHeldBack('gnv', null)
    expect(await notes.readHeldBack('gnv')).toBeNull()
  })

  it('with any one bit turned over count as none and as damaged, never as another', async () => {
    const driver = memory()
    await createStore(driver, 'sefaz').notes.writeLastAttempt(attempt)
    const whole = driver.getInstance().get(KEY)?.bytes ?? Buffer.alloc(0)
    expect(whole.length).toBeGreaterThan(400)
    for (let bit = 0; bit < whole.length * 8; bit += 3) {
      const bytes = Buffer.from(whole)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(await noted(bytes), `bit ${bit}`).toEqual({ read: null, damaged: ['situacao.json'] })
    }
  })

  it.each(['', '{', 'null', '[]', '5', '{}', '{"coleta":{}}', '\u001f\u008b'])(
    'of %j say nothing, and count as damaged',
    async (bytes) => {
      expect(await noted(Buffer.from(bytes, 'latin1'))).toEqual({ read: null, damaged: ['situacao.json'] })
      const whole = bytes.startsWith('{}') ? checked({}) : Buffer.from(`${sha256Of(bytes)}\n${bytes}`)
      expect(await noted(whole)).toEqual({ read: null, damaged: ['situacao.json'] })
    },
  )

  it('of an earlier program, without a checksum, are read when nothing in them is odd', async () => {
    const { publicado: _, ...old } = attempt
    expect(await noted(Buffer.from(`${JSON.stringify(old)}\n`))).toEqual({ read: old, damaged: [] })
    const driver = memory()
    await driver.setItemRaw('sefaz:rejeitados:gnv.json', Buffer.from(`${JSON.stringify(held)}\n`))
    expect(await createStore(driver, 'sefaz').notes.readHeldBack('gnv')).toEqual(held)
  })

  it.each([
    { ...attempt, proxhma: null },
    { ...attempt, proxima: '2026-04-16' },
    { ...attempt, coleta: { ...attempt.coleta, pedidos: -1 } },
    { ...attempt, coleta: { ...attempt.coleta, resultado: 'completb' } },
    { ...attempt, coleta: { ...attempt.coleta, motivp: 'x' } },
  ])('of an earlier program with anything odd in them count as damaged', async (odd) => {
    expect(await noted(Buffer.from(JSON.stringify(odd)))).toEqual({ read: null, damaged: ['situacao.json'] })
  })

  it('of a newer program may say more', async () => {
    expect((await noted(checked({ ...attempt, mais: 1 }))).read).toEqual(attempt)
  })

  it('that cannot be read count as absent, reported and not thrown', async () => {
    const store = createStore({ ...memory(), getItemRaw: refuse }, 'sefaz')
    expect([await store.notes.readLastAttempt(), await store.notes.readHeldBack('gnv')]).toEqual([null, null])
    expect(store.damaged()).toEqual([])
    expect(store.refused().map(({ key }) => key)).toEqual(['situacao.json', 'rejeitados:gnv.json'])
  })
})
