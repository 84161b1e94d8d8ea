import { expect } from 'vitest'
import type { SourceStorage } from '../../src/store/engines/source-storage.ts'

const BYTES = Buffer.from('meu')

/** Writes, reads, lists, dates and removes; each verb meets what `meeting` puts in its way. */
export async function expectOutlives(
  files: SourceStorage,
  meeting: <T>(verb: () => Promise<T>) => Promise<T>,
): Promise<void> {
  await meeting(() => files.setItemRaw('partes:a.json', BYTES))
  expect(String(await meeting(() => files.getItemRaw('partes:a.json')))).toBe('meu')
  expect(await meeting(() => files.getKeys('partes'))).toEqual(['partes:a.json'])
  expect(await meeting(() => files.modifiedAt('partes:a.json'))).not.toBeNull()
  await meeting(() => files.removeItem('partes:a.json'))
  expect(await files.getItemRaw('partes:a.json')).toBeNull()
}

/** A fault of the configuration, told by each verb in the same words; none repeats a secret. */
export async function expectRefused(files: SourceStorage, sentence: RegExp, secret: RegExp): Promise<void> {
  for (const verb of [
    () => files.getKeys('commits'),
    () => files.getItemRaw('commits:1.json'),
    () => files.setItemRaw('commits:1.json', BYTES),
    () => files.create('commits:1.json', BYTES),
    () => files.removeItem('commits:1.json'),
  ]) {
    const failure = verb()
    await expect(failure).rejects.toThrow(sentence)
    await expect(failure).rejects.toMatchObject({ codigo: 'configuracao_invalida' })
    await expect(failure).rejects.not.toThrow(secret)
  }
}
