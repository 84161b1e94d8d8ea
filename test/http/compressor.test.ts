import { expect, it } from 'vitest'
import { createAnswering } from '../../src/http/reply/answering.ts'
import { createCompressor } from '../../src/http/reply/compression.ts'
import { createReplier } from '../../src/http/reply/replier.ts'
import { type Resource, createResource } from '../../src/http/reply/resource.ts'

const clock = () => 0
const BODY = { tipo: 'text/plain', pieces: [Buffer.alloc(20_000, 'preço ')] }

/** One that is asked for often enough for a smaller form. */
function wanted(): Resource {
  return { ...createResource(BODY, 0), asked: 5 }
}

function compressorWithoutBugs() {
  return createCompressor((error) => {
    throw error
  })
}

it('a failed background compression is reported, and the next ones are made', async () => {
  const bugs: unknown[] = []
  const { suggest } = createCompressor((error) => void bugs.push(error))
  const noMemory = new Error('Cannot allocate memory')
  const failing = {
    ...wanted(),
    get pieces(): never {
      throw noMemory
    },
  }
  suggest(failing)
  await expect.poll(() => bugs).toEqual([noMemory])
  const next = wanted()
  suggest(next)
  await expect.poll(() => next.compressed.has('br')).toBe(true)
  // It may be asked for again.
  suggest(failing)
  await expect.poll(() => bugs).toHaveLength(2)
})

it('an answer sent once gets no br in the background, and one sent twice does', async () => {
  const compressor = compressorWithoutBugs()
  const urlBase = 'http://gasolina.invalid'
  const replier = createReplier({ urlBase, licenseUrl: urlBase, clock, secondsLeft: clock, compressor })
  const answering = createAnswering({ replier, compressor, current: () => undefined, clock })
  const question = { key: undefined, body: async () => BODY }
  const resource = await answering.prepare(question, '/')
  const hasBrAfterAsking = async (): Promise<boolean | undefined> => {
    await answering.reply(question, '/', { 'accept-encoding': 'gzip, br' })
    // Made one at a time: any suggested before it is there, too.
    await compressor.make(wanted(), 'gzip')
    return resource?.compressed.has('br')
  }
  expect(await hasBrAfterAsking()).toBe(false)
  expect(await hasBrAfterAsking()).toBe(true)
})

it('no more than 64 answers wait for their br; those beyond may be suggested again', async () => {
  const { suggest, make } = compressorWithoutBugs()
  const resources = Array.from({ length: 65 }, wanted)
  for (const resource of resources) suggest(resource)
  await make(wanted(), 'gzip')
  expect(resources.map(({ compressed }) => compressed.has('br'))).toEqual([...Array(64).fill(true), false])
  const [last] = resources.slice(-1)
  if (last) suggest(last)
  await expect.poll(() => last?.compressed.has('br')).toBe(true)
})
