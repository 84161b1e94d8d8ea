import { describe, expect, it } from 'vitest'
import type { StorageAddress } from '../../src/storage-address.ts'
import { connectStore } from '../../src/store/store.ts'
import { copyStores } from '../../src/app/copy-between.ts'
import { temporaryFolder } from '../store/folders.ts'
import { sampleDraft, sampleVenda } from '../store/samples.ts'
import { engineServers } from './engine-servers.ts'

const servers = engineServers()

/** A folder with both sources; three commits, sales and a folded month of one. */
async function collected(): Promise<StorageAddress> {
  const address: StorageAddress = { kind: 'folder', folder: temporaryFolder() }
  const store = await connectStore(address, 'sefaz')
  for (const seq of [1, 2, 3]) {
    await store.sales.append('2026-04', [sampleVenda(seq, seq)])
    await store.commits.publish(sampleDraft(seq - 1 || null, seq))
  }
  await store.sales.fold('2026-05-03')
  const other = await connectStore(address, 'demonstracao')
  await other.commits.publish(sampleDraft(null, 7))
  return address
}

function folder(): StorageAddress {
  return { kind: 'folder', folder: temporaryFolder() }
}

describe('a store copied through engines', () => {
  it('comes back whole, both sources, and every place answers alike', async () => {
    const postgresAddress = await servers.postgres?.freshAddress()
    const places = [
      await collected(),
      servers.s3.address,
      ...(postgresAddress ? [postgresAddress] : []),
      folder(),
    ]
    for (const [at, para] of places.slice(1).entries()) {
      const copies = await copyStores(places[at] ?? para, para)
      expect(copies.map(({ fonte, commits, danificados }) => ({ fonte, commits, danificados }))).toEqual([
        { fonte: 'sefaz', commits: 3, danificados: [] },
        { fonte: 'demonstracao', commits: 1, danificados: [] },
      ])
    }
    const answers = await Promise.all(
      places.map(async (place) => {
        const { commits, sales } = await connectStore(place, 'sefaz')
        return [
          await commits.load(),
          await sales.ofStation(sampleVenda(2, 0).cnpj, '2026-04-01', '2026-04-30'),
        ]
      }),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    const [again] = await copyStores(places.at(-1) ?? folder(), places[0] ?? folder())
    expect(again).toMatchObject({ copiados: 0 })
  })

  it('names the side that failed, and no secret', async () => {
    const de = await collected()
    const wrong = {
      ...servers.s3.address,
      credentials: { ...servers.s3.address.credentials, secretAccessKey: 'errado' },
    }
    await expect(copyStores(de, wrong)).rejects.toThrow(/^O S3 de --para recusou a assinatura/)
    await expect(copyStores({ ...servers.s3.address, bucket: 'outro' }, folder())).rejects.toThrow(
      /^O bucket de --de não existe/,
    )
    servers.s3.ignoresCondition = true
    const careless = copyStores(de, { ...servers.s3.address, prefix: 'descuidada' })
    await expect(careless).rejects.toThrow(/^O armazenamento de --para deixa criar duas vezes/)
    servers.s3.ignoresCondition = false
    expect([...servers.s3.objects.keys()].filter((name) => name.startsWith('descuidada'))).toEqual([])
  })
})
