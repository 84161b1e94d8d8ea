import { describe, expect, it } from 'vitest'
import { memory } from '../../src/store/memory.ts'
import { createStore } from '../../src/store/open.ts'
import { NOON, sampleColeta } from './samples.ts'

describe('notes', () => {
  it('remember the last attempt and what is held back, until told to forget', async () => {
    const driver = memory()
    const { notes } = createStore(driver, 'sefaz')
    expect(await notes.readLastAttempt()).toBeNull()
    expect(await notes.readHeldBack('gnv')).toBeNull()
    const attempt = { coleta: sampleColeta(NOON, 3), proxima: null }
    const held = { proposals: [{ em: NOON, mediana: 6.37 }], registros: [{ a: 'x'.repeat(2_000_000) }] }
    await notes.writeLastAttempt(attempt)
    await notes.writeHeldBack('gnv', held)
    const again = createStore(driver, 'sefaz').notes
    expect(await again.readLastAttempt()).toEqual(attempt)
    expect(await again.readHeldBack('gnv')).toEqual(held)
    expect(await again.readHeldBack('alcool')).toBeNull()
    await again.writeHeldBack('gnv', null)
    expect(await notes.readHeldBack('gnv')).toBeNull()
  })

  it.each(['', '{', 'null', '[]', '\u001f\u008b'])('damaged to %j count as none', async (bytes) => {
    const driver = memory()
    await driver.setItemRaw?.('sefaz:situacao.json', Buffer.from(bytes, 'latin1'), {})
    expect(await createStore(driver, 'sefaz').notes.readLastAttempt()).toBeNull()
  })
})
