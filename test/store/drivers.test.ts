import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { GasolinaError } from '../../src/errors.ts'
import { durableFs } from '../../src/store/engines/durable-fs.ts'
import { type SourceStorage, openSource, readOrDamaged } from '../../src/store/engines/source-storage.ts'
import { memory } from '../memory.ts'
import { createBrokenOps } from './broken-ops.ts'
import { driverContract } from './driver-contract.ts'
import { filesIn, makeFifo, temporariesIn, temporaryFolder } from './folders.ts'

driverContract('durable-fs', () => durableFs({ base: temporaryFolder() }))
driverContract('memory', () => memory())

describe('durable-fs', () => {
  it('syncs the file before it is seen and its folders after', async () => {
    const { broken } = openBroken()
    const folder = temporaryFolder()
    const seen: string[] = []
    const { ops } = broken
    const base = join(folder, 'nova', 'loja')
    const spied = durableFs({
      base,
      ops: {
        ...ops,
        open: async (path, flags) => {
          const handle = await ops.open(path, flags)
          const name = flags === 'wx' ? 'file' : path.slice(folder.length)
          return { ...handle, sync: async () => void seen.push(`sync ${name}`) }
        },
        rename: async (from, to) => {
          seen.push('rename')
          await ops.rename(from, to)
        },
        link: async (from, to) => {
          seen.push('link')
          await ops.link(from, to)
        },
      },
    })
    const files = openSource(spied, 'sefaz')
    await files.setItemRaw('partes:a', Buffer.from('a'))
    await files.create('partes:b', Buffer.from('b'))
    expect(seen).toEqual([
      'sync /nova/loja/sefaz',
      'sync /nova/loja',
      'sync /nova',
      'sync ',
      'sync file',
      'rename',
      'sync /nova/loja/sefaz/partes',
      'sync file',
      'link',
      'sync /nova/loja/sefaz/partes',
    ])
  })

  it.each([
    ['ENOSPC', 'o disco está cheio'],
    ['EDQUOT', 'cota'],
    ['EACCES', 'falta permissão'],
    ['EROFS', 'somente leitura'],
    ['EIO', 'o disco deu erro'],
    ['EMFILE', 'arquivos abertos demais'],
    ['EWHATEVER', 'EWHATEVER'],
  ])(
    'tells %s at any operation in a sentence, and leaves the old bytes and no temporary',
    async (code, words) => {
      const { folder, broken, files } = openBroken()
      await files.setItemRaw('partes:a', Buffer.from('antes'))
      broken.mend()
      await files.setItemRaw('partes:b', Buffer.from('conta'))
      const operations = broken.count()
      expect(operations).toBeGreaterThan(8)
      for (let at = 0; at < operations; at++) {
        broken.breakAt(at, code)
        const outcome = await files
          .setItemRaw('partes:a', Buffer.from('depois'))
          .catch((error: unknown) => error)
        broken.mend()
        expect(outcome).toMatchObject({
          codigo: 'armazenamento_falhou',
          message: expect.stringContaining(words),
        })
        expect(['antes', 'depois']).toContain(String(await files.getItemRaw('partes:a')))
        expect(temporariesIn(folder)).toEqual([])
        await files.setItemRaw('partes:a', Buffer.from('antes'))
      }
    },
  )

  it.each([
    ['read', (files: SourceStorage) => files.getItemRaw('partes:a'), /ler 'sefaz.partes.a'.*permissão/],
    ['list', (files: SourceStorage) => files.getKeys('partes'), /listar 'sefaz.partes.*permissão/],
    ['remove', (files: SourceStorage) => files.removeItem('partes:a'), /apagar 'sefaz.partes.a'.*permissão/],
    ['stat', (files: SourceStorage) => files.modifiedAt('partes:a'), /ler 'sefaz.partes.a'.*permissão/],
  ])('rejects with EACCES of %s, which unstorage would resolve with', async (_, call, sentence) => {
    const { broken, files } = openBroken()
    await files.setItemRaw('partes:a', Buffer.from('a'))
    broken.breakAt(0, 'EACCES')
    await expect(call(files)).rejects.toThrow(sentence)
  })

  it('takes a short write for a full disk', async () => {
    const { folder, broken, files } = openBroken()
    await files.setItemRaw('partes:a', Buffer.from('antes'))
    broken.breakAt(0, 'CURTO')
    await expect(files.setItemRaw('partes:a', Buffer.from('muito depois'))).rejects.toThrow(
      /disco está cheio/,
    )
    expect(String(await files.getItemRaw('partes:a'))).toBe('antes')
    expect(temporariesIn(folder)).toEqual([])
  })

  it('believes the file, not the error, when link fails after the deed', async () => {
    const folder = temporaryFolder()
    const { ops } = createBrokenOps()
    const driver = durableFs({
      base: folder,
      ops: {
        ...ops,
        link: async (from, to) => {
          await ops.link(from, to)
          throw Object.assign(new Error('asked twice'), { code: 'EEXIST' })
        },
      },
    })
    const files = openSource(driver, 'sefaz')
    expect(await files.create('commits:1', Buffer.from('um'))).toBe(true)
    expect(await files.create('commits:1', Buffer.from('dois'))).toBe(false)
    expect(temporariesIn(folder)).toEqual([])
  })

  it('names hard links when the file system has none', async () => {
    const { folder, files } = openBroken()
    const { ops } = createBrokenOps()
    const without = openSource(durableFs({ base: folder, ops: { ...ops, link: withoutLink } }), 'sefaz')
    await expect(without.create('commits:1', Buffer.from('um'))).rejects.toThrow(/links físicos/)
    expect(temporariesIn(folder)).toEqual([])
    expect(await files.getKeys('commits')).toEqual([])
  })

  it('lists temporary files of dead processes only by getTemporaries', async () => {
    const { folder, files } = openBroken()
    await files.setItemRaw('partes:a', Buffer.from('a'))
    writeFileSync(join(folder, 'loja', 'sefaz', 'partes', '.dead.tmp'), '')
    expect(await files.getKeys('partes')).toEqual(['partes:a'])
    expect(await files.getTemporaries()).toEqual(['partes:.dead.tmp'])
  })

  it.runIf(existsSync('/proc/self'))('says so where no folder can ever be made', async () => {
    const files = openSource(durableFs({ base: '/proc/nada/loja' }), 'sefaz')
    await expect(files.setItemRaw('partes:a', Buffer.from('a'))).rejects.toThrow(GasolinaError)
  })

  it('makes every missing folder above its own', async () => {
    const folder = join(temporaryFolder(), 'a', 'b', 'c')
    const files = openSource(durableFs({ base: folder }), 'sefaz')
    await files.setItemRaw('partes:a', Buffer.from('a'))
    expect(filesIn(folder)).toEqual([join(folder, 'sefaz', 'partes', 'a')])
  })

  it('lists a folder with the name of an item, and sets it aside when the item is written or removed', async () => {
    const { folder, files } = openBroken()
    const place = (name: string) => join(folder, 'loja', 'sefaz', 'partes', name)
    for (const name of ['a.json', 'b.json', 'c.ndjson']) mkdirSync(place(name), { recursive: true })
    writeFileSync(join(place('a.json'), 'x.json'), 'de alguém')
    expect(await files.getKeys('partes')).toEqual(['partes:a.json', 'partes:b.json', 'partes:c.ndjson'])
    await expect(files.getItemRaw('partes:a.json')).rejects.toThrow(
      /há uma pasta onde deveria haver um arquivo/,
    )
    expect(await files.create('partes:b.json', Buffer.from('b'))).toBe(false)

    await files.setItemRaw('partes:a.json', Buffer.from('a'))
    expect(String(await files.getItemRaw('partes:a.json'))).toBe('a')
    for (const name of ['b.json', 'c.ndjson']) await files.removeItem(`partes:${name}`)
    expect(await files.create('partes:b.json', Buffer.from('b'))).toBe(true)
    expect(filesIn(folder).filter((file) => readFileSync(file, 'utf8') === 'de alguém')).toHaveLength(1)
    expect(temporariesIn(folder)).toEqual([])
  })

  it.skipIf(process.platform === 'win32')(
    'reads no FIFO, socket or device, and waits for none; writing and removing replace them',
    async () => {
      const { folder, files } = openBroken()
      const place = (name: string) => join(folder, 'loja', 'sefaz', 'partes', name)
      mkdirSync(place(''), { recursive: true })
      makeFifo(place('fifo.json'))
      symlinkSync('/dev/zero', place('zeros.json'))
      const socket = createServer().listen(place('socket.json'))
      await once(socket, 'listening')
      onTestFinished(() => void socket.close())
      const keys = ['partes:fifo.json', 'partes:socket.json', 'partes:zeros.json']
      expect(await files.getKeys('partes')).toEqual(keys)
      for (const key of keys) {
        await expect(files.getItemRaw(key)).rejects.toThrow(/há ali algo que não é um arquivo/)
        expect(await readOrDamaged(files, key)).toBeUndefined()
        expect(await files.create(key, Buffer.from('a'))).toBe(false)
      }
      for (const key of keys.slice(0, 2))
        await expect(files.readRange(key, { from: 0, length: 1 })).rejects.toThrow(
          /há ali algo que não é um arquivo/,
        )
      for (const key of keys) {
        await files.setItemRaw(key, Buffer.from('a'))
        expect(String(await files.getItemRaw(key))).toBe('a')
      }
    },
  )

  it('writes again at once where its folders were taken away', async () => {
    const { folder, files } = openBroken()
    await files.setItemRaw('partes:a', Buffer.from('antes'))
    rmSync(join(folder, 'loja'), { recursive: true })
    await files.setItemRaw('partes:a', Buffer.from('depois'))
    rmSync(join(folder, 'loja'), { recursive: true })
    expect(await files.create('partes:b', Buffer.from('novo'))).toBe(true)
    expect(filesIn(folder)).toEqual([join(folder, 'loja', 'sefaz', 'partes', 'b')])
  })

  it('works under node_modules', async () => {
    const folder = join(temporaryFolder(), 'node_modules', 'x')
    mkdirSync(folder, { recursive: true })
    const files = openSource(durableFs({ base: folder }), 'sefaz')
    await files.setItemRaw('partes:a', Buffer.from('a'))
    expect(await files.getKeys('partes')).toEqual(['partes:a'])
    expect(filesIn(folder)).toEqual([join(folder, 'sefaz', 'partes', 'a')])
  })
})

function openBroken() {
  const folder = temporaryFolder()
  const broken = createBrokenOps()
  const files = openSource(durableFs({ base: join(folder, 'loja'), ops: broken.ops }), 'sefaz')
  return { folder, broken, files }
}

function withoutLink(): Promise<void> {
  return Promise.reject(Object.assign(new Error('no'), { code: 'EPERM' }))
}
