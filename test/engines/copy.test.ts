import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StorageAddress } from '../../src/storage-address.ts'
import { connectStore } from '../../src/store/connect.ts'
import { copyStores } from '../../src/store/copy-stores.ts'
import { temporaryFolder } from '../store/folders.ts'
import { sampleDraft, sampleVenda } from '../store/samples.ts'
import type { PostgresServer } from './postgres-server.ts'
import { findPostgres, startPostgres } from './postgres-server.ts'
import type { S3Server } from './s3-server.ts'
import { startS3Server } from './s3-server.ts'

let s3: S3Server
let postgres: PostgresServer | undefined
beforeAll(async () => {
  s3 = await startS3Server()
  if (findPostgres()) postgres = await startPostgres()
})
afterAll(async () => {
  await s3.close()
  await postgres?.close()
})

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
    const postgresAddress = await postgres?.freshAddress()
    const places = [await collected(), s3.address, ...(postgresAddress ? [postgresAddress] : []), folder()]
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
    const wrong = { ...s3.address, credentials: { ...s3.address.credentials, secretAccessKey: 'errado' } }
    await expect(copyStores(de, wrong)).rejects.toThrow(/^O S3 de --para recusou a assinatura/)
    await expect(copyStores({ ...s3.address, bucket: 'outro' }, folder())).rejects.toThrow(
      /^O bucket de --de não existe/,
    )
    s3.ignoresCondition = true
    const careless = copyStores(de, { ...s3.address, prefix: 'descuidada' })
    await expect(careless).rejects.toThrow(/^O armazenamento de --para deixa criar duas vezes/)
    s3.ignoresCondition = false
    expect([...s3.objects.keys()].filter((name) => name.startsWith('descuidada'))).toEqual([])
  })
})
