import { oncePer } from '../../domain/basics/memoize.ts'
import { type Clock, toMs } from '../../domain/basics/time.ts'
import type { Snapshot } from '../../query/lists/snapshot.ts'
import type { Question } from './read-question.ts'
import { createCache } from './cache.ts'
import { type Compressor, acceptedEncodings, quickest } from './compression.ts'
import type { Conditions, Reply } from './reply.ts'
import type { Replier } from './replier.ts'
import { type Body, type Resource, checksumInTurns, createResource } from './resource.ts'

/** Every GET is answered here: question, resource, reply. `address`: path and query as received. */
export type Answering = ReturnType<typeof createAnswering>

interface AnsweringDeps {
  replier: Replier
  compressor: Compressor
  /** The served commit, which is also the cache's version: a swap between asking and caching shows as another object. */
  current(): Snapshot | undefined
  clock: Clock
}

export function createAnswering({ replier, compressor, current, clock }: AnsweringDeps) {
  const cache = createCache()
  const underWay = oncePer((_version: Snapshot) => new Map<string, Promise<Resource>>())
  /** A resource that is of no commit: a body that is the same object each time keeps its date and its compressed forms. */
  const resourceOf = oncePer((body: Body) => createResource(body, clock()))

  return {
    /** Synchronous: the cached answer of an address, when the form the client accepts is ready. */
    known(address: string, conditions: Conditions): Reply | undefined {
      cache.follow(current())
      const resource = cache.byAddress(address)
      return resource && replier.answer(resource, conditions)
    },
    /** A resource from the cache, or made now. @throws {GasolinaError} from the question. */
    async reply(question: Question, address: string, conditions: Conditions): Promise<Reply> {
      const resource = await find(question, address)
      let reply = replier.answer(resource, conditions)
      if (!reply) {
        await compressor.makeNow(resource, quickest(acceptedEncodings(conditions['accept-encoding'])))
        reply = replier.answer(resource, conditions)
      }
      if (!reply) throw new Error('no form of the answer is acceptable')
      const { canonical } = question
      return canonical === undefined
        ? reply
        : { ...reply, headers: [...reply.headers, ...replier.canonicalLink(canonical)] }
    },
    /** Makes and caches an answer before the first request; undefined where the cache has no room for it. */
    async prepare(question: Question, address: string): Promise<Resource | undefined> {
      const resource = await find(question, address, cache.putAhead)
      return question.key === undefined || cache.byQuestion(question.key) ? resource : undefined
    },
    isFirstTime: cache.isFirstTime,
  }

  async function find(question: Question, address: string, put = cache.put): Promise<Resource> {
    const version = current()
    cache.follow(version)
    const { key } = question
    if (key === undefined || version === undefined) return resourceOf(await question.body())
    const resource = cache.byQuestion(key) ?? (await makeOnce(key, question, version))
    // A question in other words is cached under its canonical address only: replies from the cache carry no canonical link.
    if (!question.isRare) put(version, question.canonical ?? address, key, resource)
    return resource
  }

  /** Concurrent equal questions share one computation. */
  function makeOnce(key: string, question: Question, version: Snapshot): Promise<Resource> {
    const ofVersion = underWay(version)
    let promise = ofVersion.get(key)
    if (!promise) {
      promise = make(question, version).finally(() => ofVersion.delete(key))
      ofVersion.set(key, promise)
    }
    return promise
  }
}

async function make(question: Question, version: Snapshot): Promise<Resource> {
  const body = await question.body()
  if (body.modified !== undefined) return createResource(body, body.modified)
  const mark = commitMark(version)
  const checksum = body.checksum ?? (await checksumInTurns(body.pieces))
  return createResource(body, mark.modified, { ...mark, checksum })
}

/** The parts of a commit in the headers of every answer that it alone decides. */
export const commitMark = oncePer(({ commit }: Snapshot) => {
  const { seq, publicadoEm } = commit.cabecalho
  return { seq, mark: `${seq.toString(36)}-${commit.sha256.slice(0, 12)}`, modified: toMs(publicadoEm) }
})
