import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Notes, followAttempts } from '../../src/store/notes/note-files.ts'
import { createStore } from '../../src/store/store.ts'
import { s3 } from '../../src/store/engines/s3/s3-driver.ts'
import { NOON, sampleColeta } from '../store/samples.ts'
import { type S3Server, startS3Server } from './s3-server.ts'

const attempt = { coleta: sampleColeta(NOON, 3), proxima: NOON }

let server: S3Server
let notes: Notes
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.fault = () => undefined
  notes = createStore(s3(server.address), 'sefaz').notes
  await notes.writeLastAttempt(attempt)
  server.requests.length = 0
})

it('the note of the last attempt is read once for all who ask within seconds', async () => {
  const { latest, known } = followAttempts(notes)
  expect(known()).toBeNull()
  expect(await Promise.all(Array.from({ length: 50 }, latest))).toEqual(
    Array.from({ length: 50 }, () => attempt),
  )
  expect([await latest(), known()]).toEqual([attempt, attempt])
  expect(server.requests.map(({ method, name }) => `${method} ${name}`)).toEqual([
    'GET loja/sefaz/situacao.json',
    'GET loja/sefaz/cadastro.json',
  ])
})

// The engine's own patience, forty seconds, is far beyond that of this test.
it('is not waited for long when the engine does not answer', async () => {
  server.fault = () => 'silent'
  const { latest } = followAttempts(notes)
  expect(await Promise.all([latest(), latest()])).toEqual([null, null])
  expect(await latest()).toBeNull()
  expect(server.requests).toHaveLength(1)
})
