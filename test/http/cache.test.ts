import { describe, expect, it } from 'vitest'
import { createCache } from '../../src/http/reply/cache.ts'
import { createResource } from '../../src/http/reply/resource.ts'

const KB = 1024

function filled(maxBytes = 100 * KB, maxAddresses = 10_000) {
  const cache = createCache({ maxBytes, maxAddresses })
  const version = {}
  cache.follow(version)
  /** Asked for a second time. */
  const put = (name: string, bytes = 10 * KB) => {
    for (let time = 0; time < 2; time++) cache.put(version, `/${name}`, name, resourceOf(bytes))
  }
  return { cache, version, put }
}

const resourceOf = (...bytes: number[]) =>
  createResource({ tipo: 'x', pieces: bytes.map((length) => Buffer.alloc(length)) }, 0)

const has = (cache: ReturnType<typeof createCache>, name: string) =>
  cache.byAddress(`/${name}`) !== undefined && cache.byQuestion(name) !== undefined

describe('the cache of answers', () => {
  it('never exceeds its bytes', () => {
    const { cache, put } = filled()
    for (let i = 0; i < 1000; i++) {
      put(`q${i}`, (i % 7) * 3 * KB)
      expect(cache.bytes).toBeLessThanOrEqual(100 * KB)
    }
    expect(has(cache, 'q999')).toBe(true)
    expect(has(cache, 'q0')).toBe(false)
  })

  it('evicts the least recently used answer first', () => {
    const { cache, put } = filled()
    put('asked')
    for (let i = 0; i < 30; i++) {
      expect(has(cache, 'asked')).toBe(true)
      put(`rare${i}`)
    }
    expect(has(cache, 'rare0')).toBe(false)
  })

  it('takes a new answer also when all others were used', () => {
    const { cache, put } = filled()
    for (let i = 0; i < 6; i++) put(`used${i}`)
    for (let i = 0; i < 6; i++) expect(has(cache, `used${i}`)).toBe(true)
    put('new')
    expect(has(cache, 'new')).toBe(true)
  })

  it('finds an evicted answer by its old address once it is cached again', () => {
    const { cache, put } = filled()
    put('came back')
    for (let i = 0; i < 30; i++) put(`other${i}`)
    expect(has(cache, 'came back')).toBe(false)
    put('came back')
    expect(has(cache, 'came back')).toBe(true)
  })

  it('does not empty itself for one giant', () => {
    const { cache, put } = filled()
    put('small')
    put('giant', 90 * KB)
    expect([has(cache, 'small'), has(cache, 'giant')]).toEqual([true, false])
  })

  it('finds one answer by several addresses, and bounds the addresses too', () => {
    const { cache, version, put } = filled()
    put('q')
    const resource = cache.byQuestion('q')
    for (let i = 0; i < 1000; i++)
      if (resource) cache.put(version, `/q?utm_source=${'x'.repeat(20)}${i}`, 'q', resource)
    expect(cache.byAddress(`/q?utm_source=${'x'.repeat(20)}999`)).toBe(resource)
    expect(cache.byAddress(`/q?utm_source=${'x'.repeat(20)}0`)).toBeUndefined()
    expect(cache.byQuestion('q')).toBe(resource)
  })

  it('keeps an answer from the second time it is asked for', () => {
    const { cache, version } = filled()
    const resource = createResource({ tipo: 'x', pieces: [Buffer.from('a')] }, 0)
    cache.put(version, '/once', 'once', resource)
    expect(has(cache, 'once')).toBe(false)
    cache.put(version, '/once', 'once', resource)
    expect(has(cache, 'once')).toBe(true)
  })

  it('makes room for no answer that nobody asked for', () => {
    const { cache, version, put } = filled()
    put('asked')
    for (let i = 0; i < 30; i++) cache.putAhead(version, `/ahead${i}`, `ahead${i}`, resourceOf(10 * KB))
    expect([has(cache, 'asked'), has(cache, 'ahead0'), has(cache, 'ahead29')]).toEqual([true, true, false])
  })

  it('counts the pieces of a body that are its own, not views of the entries of a commit', () => {
    const { cache, version } = filled()
    const entries = Buffer.alloc(1000 * KB)
    const pieces = [Buffer.alloc(KB), entries.subarray(1, 100 * KB)]
    cache.putAhead(version, '/views', 'views', createResource({ tipo: 'x', pieces }, 0))
    cache.putAhead(version, '/own', 'own', resourceOf(50 * KB, 50 * KB))
    expect([has(cache, 'views'), has(cache, 'own')]).toEqual([true, false])
  })

  it('is emptied by a new commit, and ignores answers of the one before', () => {
    const { cache, put } = filled()
    put('q')
    cache.follow({})
    expect([has(cache, 'q'), cache.bytes]).toEqual([false, 0])
    put('late')
    expect(has(cache, 'late')).toBe(false)
  })
})
