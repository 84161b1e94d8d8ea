import { describe, expect, it } from 'vitest'
import {
  decodeLines,
  decodeRecords,
  encodeLines,
  encodeRecords,
  sha256Of,
} from '../../src/store/bytes/checked-json.ts'

/** Around the bytes read at once, each byte of the last lines; around the size that is stored compressed, every fourth. */
const SIZES = [
  [90, 1],
  [180, 1],
  [1024, 4],
].flatMap(([kB = 0, step = 1]) => Array.from({ length: 24 / step }, (_, i) => kB * 1024 - 3 + i * step))

describe('a list of records', () => {
  it.each([0, 1, 2])('of %i comes back', async (count) => {
    const records = Array.from({ length: count }, (_, n) => ({ n, nome: 'João, "o outro"\n[' }))
    const { stored, sha256 } = await encodeRecords(records)
    expect(await decodeRecords(stored, sha256)).toEqual(records)
    const lines = await encodeLines(records, ({ nome, n }) => [nome, n])
    expect(await decodeLines(lines.stored, lines.sha256)).toEqual(records.map(({ nome, n }) => [nome, n]))
  })

  it('comes back wherever it is cut to be read', async () => {
    for (const size of SIZES) {
      const records = [{ nome: 'ã'.repeat(2000) }, { nome: 'x'.repeat(size - 4045) }, { n: 1 }]
      const { stored, sha256 } = await encodeRecords(records)
      expect(await decodeRecords(stored, sha256)).toEqual(records)
      const lines = await encodeLines(records, (record) => [record])
      expect(await decodeLines(lines.stored, lines.sha256)).toEqual(records.map((record) => [record]))
    }
  })

  it('is null when a byte is another, or some are missing', async () => {
    for (const count of [3, 40_000]) {
      const { stored, sha256 } = await encodeRecords(
        Array.from({ length: count }, (_, n) => ({ n, nome: 'João' })),
      )
      const wrong = Buffer.from(stored)
      wrong[wrong.length >> 1] = (wrong[wrong.length >> 1] ?? 0) ^ 1
      expect(await decodeRecords(wrong, sha256)).toBeNull()
      expect(await decodeRecords(stored.subarray(0, stored.length >> 1), sha256)).toBeNull()
      expect(await decodeRecords(Buffer.concat([stored, Buffer.from('\n')]), sha256)).toBeNull()
    }
  })

  it('is null when the checksum matches but it is not JSON', async () => {
    const stored = Buffer.from('undefined\n')
    expect(await decodeLines(stored, sha256Of(stored))).toBeNull()
  })
})
