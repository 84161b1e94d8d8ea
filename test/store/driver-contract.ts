import { describe, expect, it } from 'vitest'
import { type DurableDriver, openSource } from '../../src/store/engines/source-storage.ts'

/** What every driver of the store keeps; a twin on another machine runs this same suite. */
export function driverContract(name: string, create: () => DurableDriver | Promise<DurableDriver>): void {
  describe(`${name} keeps the driver's contract`, () => {
    it('gives back the bytes it was given, text-like or not', async () => {
      const files = open(await create())
      for (const bytes of [
        Buffer.from('123'),
        Buffer.from('null'),
        Buffer.alloc(0),
        Buffer.from([0, 255, 10, 128]),
      ]) {
        await files.setItemRaw('partes:a.json', bytes)
        expect(await files.getItemRaw('partes:a.json')).toEqual(bytes)
      }
    })

    it('reads a range of bytes, fewer at the end', async () => {
      const files = open(await create())
      const bytes = Buffer.from(Array.from({ length: 300 }, (_, n) => n % 251))
      await files.setItemRaw('mensais:a.parquet', bytes)
      for (const [from, length] of [
        [0, 1],
        [0, 300],
        [17, 200],
        [299, 1],
        [250, 100],
        [300, 10],
      ] as const)
        expect(await files.readRange('mensais:a.parquet', { from, length })).toEqual(
          bytes.subarray(from, from + length),
        )
      expect(await files.readRange('mensais:nada.parquet', { from: 0, length: 1 })).toBeNull()
    })

    it('gives null for a missing item', async () => {
      const files = open(await create())
      expect(await files.getItemRaw('partes:nada.json')).toBeNull()
      expect(await files.modifiedAt('partes:nada.json')).toBeNull()
      expect(await files.getKeys('partes')).toEqual([])
    })

    it('replaces by write, never by create', async () => {
      const files = open(await create())
      expect(await files.create('commits:1.json', Buffer.from('um'))).toBe(true)
      expect(await files.create('commits:1.json', Buffer.from('dois'))).toBe(false)
      expect(String(await files.getItemRaw('commits:1.json'))).toBe('um')
      await files.setItemRaw('commits:1.json', Buffer.from('tres'))
      expect(String(await files.getItemRaw('commits:1.json'))).toBe('tres')
    })

    it('lets exactly one of many creators win', async () => {
      const driver = await create()
      const creators = Array.from({ length: 12 }, () => open(driver))
      const won = await Promise.all(
        creators.map((files, n) => files.create('commits:7.json', Buffer.from(`${n}`))),
      )
      expect(won.filter(Boolean)).toHaveLength(1)
      expect(String(await creators[0]?.getItemRaw('commits:7.json'))).toBe(String(won.indexOf(true)))
    })

    it('lists by folder, in order, deep, and no other source', async () => {
      const driver = await create()
      const files = open(driver)
      const other = openSource(driver, 'demonstracao')
      await other.setItemRaw('vendas:2026-04:z.ndjson', Buffer.from('z'))
      for (const key of ['vendas:2026-05:b.ndjson', 'vendas:2026-04:a.ndjson', 'vendas2:x', 'partes:c.json'])
        await files.setItemRaw(key, Buffer.from(key))
      expect(await files.getKeys('vendas')).toEqual(['vendas:2026-04:a.ndjson', 'vendas:2026-05:b.ndjson'])
      expect(await files.getKeys('vendas:2026-05')).toEqual(['vendas:2026-05:b.ndjson'])
    })

    it('removes, and removing a missing item is no error', async () => {
      const files = open(await create())
      await files.setItemRaw('partes:a.json', Buffer.from('a'))
      await files.removeItem('partes:a.json')
      await files.removeItem('partes:a.json')
      expect(await files.getItemRaw('partes:a.json')).toBeNull()
      expect(await files.getKeys('partes')).toEqual([])
    })

    it('knows when an item was written', async () => {
      const files = open(await create())
      const before = Date.now()
      await files.setItemRaw('partes:a.json', Buffer.from('a'))
      expect(Math.abs(((await files.modifiedAt('partes:a.json')) ?? 0) - before)).toBeLessThan(60_000)
      expect(await files.getTemporaries()).toEqual([])
    })

    it('keeps its bytes though the caller changes the buffer afterwards', async () => {
      const files = open(await create())
      const bytes = Buffer.from('antes')
      await files.setItemRaw('partes:a.json', bytes)
      bytes.fill('x')
      ;(await files.getItemRaw('partes:a.json'))?.fill('y')
      expect(String(await files.getItemRaw('partes:a.json'))).toBe('antes')
    })
  })
}

function open(driver: DurableDriver) {
  return openSource(driver, 'sefaz')
}
