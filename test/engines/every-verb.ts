import { expect } from 'vitest'
import type { Files } from '../../src/store/engines/files.ts'

const BYTES = Buffer.from('meu')

/** Writes, reads, lists, dates and removes; each verb meets what `meeting` puts in its way. */
export async function expectOutlives(
  files: Files,
  meeting: <T>(verb: () => Promise<T>) => Promise<T>,
): Promise<void> {
  await meeting(() => files.write('partes:a.json', BYTES))
  expect(String(await meeting(() => files.read('partes:a.json')))).toBe('meu')
  expect(await meeting(() => files.list('partes'))).toEqual(['partes:a.json'])
  expect(await meeting(() => files.modifiedAt('partes:a.json'))).not.toBeNull()
  await meeting(() => files.remove('partes:a.json'))
  expect(await files.read('partes:a.json')).toBeNull()
}

/** A fault of the configuration, told by each verb in the same words; none repeats a secret. */
export async function expectRefused(files: Files, sentence: RegExp, secret: RegExp): Promise<void> {
  for (const verb of [
    () => files.list('commits'),
    () => files.read('commits:1.json'),
    () => files.write('commits:1.json', BYTES),
    () => files.create('commits:1.json', BYTES),
    () => files.remove('commits:1.json'),
  ]) {
    const failure = verb()
    await expect(failure).rejects.toThrow(sentence)
    await expect(failure).rejects.toMatchObject({ codigo: 'configuracao_invalida' })
    await expect(failure).rejects.not.toThrow(secret)
  }
}
