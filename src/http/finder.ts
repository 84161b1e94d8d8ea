import type { Clock } from '../domain/time.ts'
import { toMs } from '../domain/time.ts'
import type { Snapshot } from '../query/snapshot.ts'
import type { Cache } from './cache.ts'
import type { Question } from './question.ts'
import type { Body, Resource } from './resource.ts'
import { createResource } from './resource.ts'

/** The finished answer to a question, ready or made now. `address` is how it was asked; `keep`: it will be asked again. */
export type Find = (question: Question, address: string, keep?: boolean) => Promise<Resource>

/** `current` is also the cache's version: a swap between asking and keeping shows as another object. */
export function createFinder(cache: Cache, current: () => Snapshot | undefined, clock: Clock): Find {
  const underWay = new WeakMap<Snapshot, Map<string, Promise<Resource>>>()
  /** A body that no commit decides but that stays the same keeps its date and its compressed forms. */
  const lasting = new WeakMap<Body, Resource>()

  return async (question, address, keep) => {
    const version = current()
    cache.follow(version)
    const { key } = question
    if (key === undefined || version === undefined) return resourceOf(await question.body())
    const resource = cache.byQuestion(key) ?? (await makeOnce(key, question, version))
    cache.put(version, address, key, resource, keep)
    return resource
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
  const { mark, modified } = commitMark(version)
  return createResource(await question.body(), modified, mark)
}

/** What of a commit goes into the tag and the date of all that it alone decides. A number alone may be used twice. */
export function commitMark(version: Snapshot): { mark: string; modified: number } {
  let known = marks.get(version)
  if (!known) {
    const { sha256, cabecalho } = version.commit
    const mark = `${cabecalho.seq.toString(36)}-${sha256.slice(0, 12)}`
    marks.set(version, (known = { mark, modified: toMs(cabecalho.publicadoEm) }))
  }
  return known
}

const marks = new WeakMap<Snapshot, { mark: string; modified: number }>()
