import type { Clock } from '../../domain/basics/time.ts'
import { toMs } from '../../domain/basics/time.ts'
import type { Snapshot } from '../../query/lists/snapshot.ts'
import type { Cache } from './cache.ts'
import type { Compressor } from './compressor.ts'
import { acceptedEncodings, quickest } from './encoding.ts'
import type { Question } from './question.ts'
import type { Conditions, Replier, Reply } from './replier.ts'
import type { Body, CommitMark, Resource } from './resource.ts'
import { createResource } from './resource.ts'

/** The one road of every GET: question, resource, reply. Whoever dispatches requests asks here. */
export interface Answering {
  /** At once, for an address whose answer is ready in a form the client accepts. */
  known(address: string, conditions: Conditions): Reply | undefined
  /**
   * Ready or made now. `address` is how the question was asked.
   * @throws {GasolinaError} what the question throws.
   */
  reply(question: Question, address: string, conditions: Conditions): Promise<Reply>
  /** The answer itself, kept: for making it before anyone asks. */
  prepare(question: Question, address: string): Promise<Resource>
  /** Whether nobody asked by this address since the last commit; from now on somebody has. */
  isFirstTime(address: string): boolean
}

export interface AnsweringDeps {
  cache: Cache
  replier: Replier
  compressor: Compressor
  /** What is served now: also the cache's version, as a swap between asking and keeping shows as another object. */
  current(): Snapshot | undefined
  clock: Clock
}

export function createAnswering({ cache, replier, compressor, current, clock }: AnsweringDeps): Answering {
  const underWay = new WeakMap<Snapshot, Map<string, Promise<Resource>>>()
  /** A body that no commit decides but that stays the same keeps its date and its compressed forms. */
  const lasting = new WeakMap<Body, Resource>()

  return {
    known(address, conditions) {
      cache.follow(current())
      const resource = cache.byAddress(address)
      return resource && replier.answer(resource, conditions)
    },
    async reply(question, address, conditions) {
      const resource = await find(question, address)
      const ready = replier.answer(resource, conditions)
      if (ready) return alsoCanonical(ready, question)
      await compressor.makeNow(resource, quickest(acceptedEncodings(conditions.acceptEncoding)))
      const made = replier.answer(resource, conditions)
      if (!made) throw new Error('no form of the answer is acceptable')
      return alsoCanonical(made, question)
    },
    prepare: (question, address) => find(question, address, true),
    isFirstTime: cache.isFirstTime,
  }

  async function find(question: Question, address: string, surely = false): Promise<Resource> {
    const version = current()
    cache.follow(version)
    const { key } = question
    if (key === undefined || version === undefined) return resourceOf(await question.body())
    const resource = cache.byQuestion(key) ?? (await makeOnce(key, question, version))
    // What is asked in other words is kept once, under its own: the address alone would not tell the canonical one.
    if (!question.isRare) cache.put(version, question.canonical ?? address, key, resource, surely)
    return resource
  }

  /** Heads are shared by all who ask, so this one is a copy. */
  function alsoCanonical(reply: Reply, { canonical }: Question): Reply {
    if (canonical === undefined) return reply
    return { ...reply, headers: [...reply.headers, ...replier.canonicalLink(canonical)] }
  }

  function resourceOf(body: Body): Resource {
    let resource = lasting.get(body)
    if (!resource) lasting.set(body, (resource = createResource(body, clock())))
    return resource
  }

  /** Equal questions that come while the first is being answered wait for it. */
  function makeOnce(key: string, question: Question, version: Snapshot): Promise<Resource> {
    const ofVersion = underWay.get(version) ?? new Map<string, Promise<Resource>>()
    underWay.set(version, ofVersion)
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
  return createResource(body, mark.modified, mark)
}

/** What of a commit goes into the headers of all that it alone decides. */
export function commitMark(version: Snapshot): DatedMark {
  let known = marks.get(version)
  if (!known) {
    const { sha256, cabecalho } = version.commit
    const { seq, publicadoEm } = cabecalho
    const mark = `${seq.toString(36)}-${sha256.slice(0, 12)}`
    marks.set(version, (known = { seq, mark, modified: toMs(publicadoEm) }))
  }
  return known
}

interface DatedMark extends CommitMark {
  modified: number
}

const marks = new WeakMap<Snapshot, DatedMark>()
