import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import {
  type AsyncBuffer,
  asyncBufferFromUrl,
  parquetMetadataAsync,
  parquetQuery,
  parquetReadObjects,
} from 'hyparquet'
import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RespostaCatalogo, RespostaPacote } from '../../src/domain/answers/downloads.ts'
import type { Venda } from '../../src/domain/facts/sale-record.ts'
import { toThousandths } from '../../src/domain/basics/numbers.ts'
import { instante, toMs } from '../../src/domain/basics/time.ts'
import { createAsker } from './contract.ts'
import { type World, createWorld, startServer, worldToRead } from './fixture.ts'

const FOLDER = '/gasolina/dados/historico'
const MARCH = `${FOLDER}/vendas-2026-03.parquet`
const APRIL = `${FOLDER}/vendas-2026-04.parcial.csv.gz`
const compressors = { GZIP: (bytes: Uint8Array) => gunzipSync(bytes) }

let world: World
let ask: Awaited<ReturnType<typeof createAsker>>['ask']

/** Thirty days of sales up to 16 April: March is over, April is not. */
beforeAll(async () => {
  world = await worldToRead({ history: true })
  ask = (await createAsker(world.http)).ask
})

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { status, headers: told, ...response } = await request(path, { method, headers })
  return { status, headers: told, bytes: response.bytes }
}

async function request(path: string, init: RequestInit) {
  const response = await world.http.router.request(path, init)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

/** All that tells a sale from others. */
function keyOf({ cnpj, combustivel, codigo, dataVenda, ...row }: Record<string, string>): string {
  const values = [Number(row['valorDeclarado']), Number(row['valorVenda'])]
  return JSON.stringify([cnpj, combustivel, codigo, dataVenda, ...values])
}

function sum(rows: readonly { valorDeclarado: number }[]): number {
  return rows.reduce((total, { valorDeclarado }) => total + toThousandths(valorDeclarado), 0)
}

async function parquetShape(file: Buffer) {
  const { num_rows, schema } = await parquetMetadataAsync(inMemory(file))
  return { columns: schema.slice(1).map(({ name }) => name), rows: Number(num_rows) }
}

function csvShape(file: Buffer, path: string) {
  const text = (path.endsWith('.gz') ? gunzipSync(file) : file).toString()
  const [header = '', ...rows] = text.trimEnd().split('\r\n')
  return { columns: header.split(','), rows: rows.length }
}

function inMemory(bytes: Buffer): AsyncBuffer {
  const { buffer, byteOffset, byteLength } = bytes
  return {
    byteLength,
    slice: (from, to = byteLength) => buffer.slice(byteOffset + from, byteOffset + to) as ArrayBuffer,
  }
}

interface ParquetRow extends Omit<Venda, 'dataVenda'> {
  dataVenda: Date
  dia: Date
  suspeito: string | null
}

/** As the CSV has it, a text a cell. */
function textOf({ dataVenda, dia, ...row }: ParquetRow): Record<string, string> {
  return {
    cnpj: row.cnpj,
    combustivel: row.combustivel,
    codigo: row.codigo,
    dataVenda: instante(dataVenda.getTime()),
    dia: dia.toISOString().slice(0, 10),
    valorDeclarado: String(row.valorDeclarado),
    valorVenda: String(row.valorVenda),
    suspeito: row.suspeito ?? '',
  }
}

async function parquetRows(path: string): Promise<ParquetRow[]> {
  const { bytes } = await get(path)
  return (await parquetReadObjects({ file: inMemory(bytes), compressors })) as unknown as ParquetRow[]
}

async function csvRows(path: string): Promise<Record<string, string>[]> {
  const { bytes } = await get(path)
  const text = gunzipSync(bytes).toString()
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
}

/** What the log has of a month, whatever wrote the files. */
async function logged(mes: string, last: number): Promise<Venda[]> {
  const cnpjs = (await world.store.commits.load())?.commit.estado.postos.map(
    ({ estabelecimento }) => estabelecimento.cnpj,
  )
  const lists = (cnpjs ?? []).map((cnpj) => world.store.sales.ofStation(cnpj, `${mes}-01`, `${mes}-${last}`))
  return (await Promise.all(lists)).flat()
}

describe('the files of a month', () => {
  it.each([
    ['2026-03', '2026-03', 31],
    ['2026-04', '2026-04.parcial', 30],
  ])(
    '%s hold every sale of the log once, the same in Parquet and CSV, in the same order',
    async (mes, name, last) => {
      const rows = (await parquetRows(`${FOLDER}/vendas-${name}.parquet`)).map(textOf)
      expect(await csvRows(`${FOLDER}/vendas-${name}.csv.gz`)).toEqual(rows)
      const sales = await logged(mes, last)
      expect(rows.length).toBeGreaterThan(10_000)
      const wanted = sales.map(({ cnpj, combustivel, codigo, dataVenda, valorDeclarado, valorVenda }) =>
        JSON.stringify([cnpj, combustivel, codigo, dataVenda, valorDeclarado, valorVenda]),
      )
      expect(rows.map(keyOf).toSorted()).toEqual(wanted.toSorted())
      const order = rows.map(({ cnpj, combustivel, dataVenda }) => `${cnpj} ${combustivel} ${dataVenda}`)
      expect(order).toEqual(order.toSorted())
      expect(rows.every(({ dia, dataVenda }) => dia === dataVenda?.slice(0, 10))).toBe(true)
    },
  )

  it('judge each sale as the history of its station does', async () => {
    const rows = await parquetRows(MARCH)
    const doubted = rows.filter(({ suspeito }) => suspeito !== null)
    expect(doubted.length).toBeGreaterThan(0)
    for (const { cnpj, combustivel, dataVenda, valorDeclarado, suspeito } of doubted.slice(0, 20)) {
      const dia = instante(dataVenda.getTime()).slice(0, 10)
      const { combustiveis } = await world.query.historico({
        cnpj,
        combustivel,
        desde: dia,
        ate: dia,
        granularidade: 'mudancas',
        formato: 'json',
      })
      const runs = combustiveis[combustivel]?.serie.filter(
        (run) => 'valorDeclarado' in run && run.valorDeclarado === valorDeclarado,
      )
      expect(runs).toContainEqual(
        expect.objectContaining({ suspeito: expect.objectContaining({ motivo: suspeito }) }),
      )
    }
  })

  it('let a reader that skips groups find what one that reads all finds', async () => {
    const rows = await parquetRows(MARCH)
    const cnpj = rows[Math.floor(rows.length / 2)]?.cnpj ?? ''
    const file = inMemory((await get(MARCH)).bytes)
    const price = rows.find((row) => row.cnpj === cnpj)?.valorDeclarado ?? 0
    for (const [filter, keep] of [
      [{ cnpj: { $eq: cnpj } }, (row: ParquetRow) => row.cnpj === cnpj],
      [{ valorDeclarado: { $lt: price } }, (row: ParquetRow) => row.valorDeclarado < price],
      [
        { combustivel: { $eq: 'gasolina-aditivada' }, valorVenda: { $gte: price } },
        (row: ParquetRow) => row.combustivel === 'gasolina-aditivada' && row.valorVenda >= price,
      ],
    ] as const) {
      const found = await parquetQuery({ file, compressors, filter })
      expect(found).toEqual(rows.filter(keep))
      expect(found.length).toBeGreaterThan(0)
    }
  })

  it('of which one is over are kept for ever, and one that is not only until the next collection', async () => {
    expect((await get(MARCH)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await get(APRIL)).headers.get('cache-control')).toMatch(/^public, max-age=60, s-maxage=/)
  })

  it.each([
    [MARCH, 'application/vnd.apache.parquet', 'demonstracao-vendas-2026-03.parquet'],
    [APRIL, 'application/gzip', 'demonstracao-vendas-2026-04.parcial.csv.gz'],
  ])('%s says what it is, and that it is fictional; nothing compresses it', async (path, type, name) => {
    const { headers, bytes } = await get(path, { 'accept-encoding': 'br, gzip' })
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type,
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="${name}"`,
      'x-gasolina-demonstracao': 'true',
      'accept-ranges': 'bytes',
    })
    expect(headers.has('content-encoding')).toBe(false)
    expect(headers.get('cache-tag')).toBe('gasolina')
  })
})

describe('the stations', () => {
  const STATIONS = `${FOLDER}/postos.csv`

  it.each([
    ['br, gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
  ])(
    'are sent to who accepts %s in %s, but parts of them as they are',
    async (accepted, encoding, unpack) => {
      const [plain, packed] = [await get(STATIONS), await get(STATIONS, { 'accept-encoding': accepted })]
      expect(Object.fromEntries(packed.headers)).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="demonstracao-postos.csv"',
        'x-gasolina-demonstracao': 'true',
        'content-encoding': encoding,
        vary: 'accept-encoding',
      })
      expect(packed.headers.get('content-length')).toBe(String(packed.bytes.length))
      expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true)
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3)

      const tag = packed.headers.get('etag') ?? ''
      expect(tag).not.toBe(plain.headers.get('etag'))
      const held = { 'accept-encoding': accepted, 'if-none-match': tag }
      expect((await get(STATIONS, held)).status).toBe(304)
      const part = await get(STATIONS, { 'accept-encoding': accepted, range: 'bytes=0-9' })
      expect([part.status, part.bytes.toString()]).toEqual([206, plain.bytes.subarray(0, 10).toString()])
    },
  )

  it('are all that were seen, with the coordinates that answers show', async () => {
    const { data } = Papa.parse<Record<string, string>>(
      (await get(`${FOLDER}/postos.csv`)).bytes.toString(),
      {
        header: true,
        skipEmptyLines: true,
      },
    )
    const { conteudo } = await world.query.postos({ limite: 5000 })
    expect(data.map(({ cnpj }) => cnpj)).toEqual(
      conteudo.map(({ estabelecimento }) => estabelecimento.cnpj).toSorted(),
    )
    const told = new Map(data.map((row) => [row['cnpj'], row]))
    for (const { estabelecimento } of conteudo) {
      const { latitude, localizacao } = estabelecimento.endereco
      expect(told.get(estabelecimento.cnpj)).toMatchObject({
        latitude: String(latitude ?? ''),
        precisao: localizacao?.precisao ?? '',
      })
    }
    expect(data.every((row) => (row['primeiraVenda'] ?? '') <= (row['ultimaVenda'] ?? ''))).toBe(true)
  })
})

describe('a part of a file', () => {
  let whole: Buffer
  let etag: string
  let modified: string

  beforeAll(async () => {
    const answer = await get(MARCH)
    whole = answer.bytes
    etag = answer.headers.get('etag') ?? ''
    modified = answer.headers.get('last-modified') ?? ''
  })

  const last = 99_999_999
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-99', 0, 100],
    ['bytes=65500-65600', 65_500, 65_601],
    [`bytes=100-${last}`, 100, last],
    [`bytes=100-${'9'.repeat(20)}`, 100, last],
    ['bytes=100-', 100, last],
    ['Bytes = 5-6', 5, 7],
    [`bytes=-${last}`, 0, last],
  ])('%s is given', async (range, from, to) => {
    const { status, headers, bytes } = await get(MARCH, { range })
    const end = Math.min(to, whole.length)
    expect([status, headers.get('content-range')]).toEqual([206, `bytes ${from}-${end - 1}/${whole.length}`])
    expect(headers.get('content-length')).toBe(String(end - from))
    expect(bytes.equals(whole.subarray(from, end))).toBe(true)
  })

  it('from the end is given', async () => {
    const { status, headers, bytes } = await get(MARCH, { range: 'bytes=-8' })
    expect([status, bytes.subarray(4).toString()]).toEqual([206, 'PAR1'])
    expect(headers.get('content-range')).toBe(`bytes ${whole.length - 8}-${whole.length - 1}/${whole.length}`)
  })

  it.each([
    'bytes=5-2',
    `bytes=${last}-`,
    'bytes=-0',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=1-2-3',
    'bytes=1e3-',
  ])('%s is none: 416 tells how long the file is', async (range) => {
    const { status, headers, json } = await ask(MARCH, { headers: { range } })
    expect([status, json['codigo']]).toEqual([416, 'faixa_invalida'])
    expect(headers.get('content-range')).toBe(`bytes */${whole.length}`)
    expect(json['message']).toContain(`${whole.length} bytes`)
  })

  it.each(['lines=1-2', 'bytes=0-1,5-6', 'x'])('%s gives the whole', async (range) => {
    const { status, bytes } = await get(MARCH, { range })
    expect([status, bytes.equals(whole)]).toEqual([200, true])
  })

  it('is given only of the file that the client has begun', async () => {
    const range = 'bytes=0-9'
    for (const [ifRange, status] of [
      [etag, 206],
      [modified, 206],
      ['"another"', 200],
      [`W/${etag}`, 200],
      ['Wed, 01 Apr 2026 00:00:00 GMT', 200],
      ['nonsense', 200],
    ] as const)
      expect([ifRange, (await get(MARCH, { range, 'if-range': ifRange })).status]).toEqual([ifRange, status])
  })

  it('is not asked of a head, and not needed of what the client has', async () => {
    const head = await get(MARCH, { range: 'bytes=0-9' }, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)])
    for (const [name, value] of [
      ['if-none-match', etag],
      ['if-none-match', '*'],
      ['if-modified-since', modified],
    ] as const) {
      const known = await get(MARCH, { range: 'bytes=0-9', [name]: value })
      expect([known.status, known.bytes.length, known.headers.get('etag')]).toEqual([304, 0, etag])
      expect(known.headers.has('content-length')).toBe(false)
    }
    expect((await get(MARCH, { 'if-none-match': '"x"', 'if-modified-since': modified })).status).toBe(200)
  })

  it('may be asked for and read by pages of any origin', async () => {
    const preflight = await get(
      MARCH,
      { origin: 'https://x.example', 'access-control-request-headers': 'range' },
      'OPTIONS',
    )
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, '*'])
    const exposed = (await get(MARCH, { range: 'bytes=0-0' })).headers.get('access-control-expose-headers')
    for (const name of ['accept-ranges', 'content-range', 'content-length', 'etag'])
      expect(exposed?.split(', ')).toContain(name)
  })

  it('is what a stranger reads over a connection: the same rows as of the whole file', async () => {
    const { base } = await startServer(world)
    const file = await asyncBufferFromUrl({ url: base + MARCH })
    const metadata = await parquetMetadataAsync(file)
    const rows = await parquetRows(MARCH)
    expect(Number(metadata.num_rows)).toBe(rows.length)
    const cnpj = rows.at(-1)?.cnpj ?? ''
    const found = await parquetQuery({ file, metadata, compressors, filter: { cnpj: { $eq: cnpj } } })
    expect(found).toEqual(rows.filter((row) => row.cnpj === cnpj))
  })
})

describe('what describes them', () => {
  let pacote: RespostaPacote

  beforeAll(async () => {
    pacote = (await ask(`${FOLDER}/datapackage.json`)).json as unknown as RespostaPacote
  })

  it('is a Data Package by its own schema, without what only explains it', () => {
    const schema = JSON.parse(
      readFileSync(new URL('data-package-2.0.schema.json', import.meta.url), 'utf8'),
    ) as object
    const ajv = new Ajv({ strict: false, allErrors: true })
    formats.default(ajv)
    const validate = ajv.compile(schema)
    validate(pacote)
    expect(validate.errors).toBeNull()
    expect(validate({ ...pacote, resources: [] })).toBe(false)
  })

  it('tells of each file its size, its sum, its rows and its columns', async () => {
    const names = pacote.resources.map(({ path }) => path)
    expect(names).toEqual([
      'postos.csv',
      'vendas-2026-03.parquet',
      'vendas-2026-03.csv.gz',
      'vendas-2026-04.parcial.parquet',
      'vendas-2026-04.parcial.csv.gz',
    ])
    const sums = (await ask(`${FOLDER}/SHA256SUMS`)).text
    for (const { path, bytes, hash, linhas, schema } of pacote.resources) {
      const file = (await get(`${FOLDER}/${path}`)).bytes
      const sha256 = createHash('sha256').update(file).digest('hex')
      expect([bytes, hash]).toEqual([file.length, `sha256:${sha256}`])
      expect(sums).toContain(`${sha256}  ${path}\n`)
      const told = path.endsWith('.parquet') ? await parquetShape(file) : csvShape(file, path)
      expect(told).toEqual({ columns: schema.fields.map(({ name }) => name), rows: linhas })
    }
  })

  it('is not the only list of them: the catalogue of all files has them too', async () => {
    const { historico } = (await ask('/gasolina/dados/index.json')).json as unknown as RespostaCatalogo
    expect(
      historico?.map(({ nome, bytes, sha256, registros, fechado, url }) => [
        nome,
        bytes,
        `sha256:${sha256}`,
        registros,
        fechado,
        url,
      ]),
    ).toEqual(
      pacote.resources.map(({ path, bytes, hash, linhas }) => [
        path,
        bytes,
        hash,
        linhas,
        path.includes('2026-03'),
        `https://precos.example/base${FOLDER}/${path}`,
      ]),
    )
  })

  it('joins the sales with the stations', async () => {
    const [postos] = pacote.resources
    for (const { schema } of pacote.resources.slice(1))
      expect(schema.foreignKeys?.[0]?.reference.resource).toBe(postos?.name)
  })

  it('is where the folder leads', async () => {
    const { status, headers } = await ask(`${FOLDER}/`)
    expect([status, headers.get('location')]).toEqual([
      302,
      '/base/gasolina/dados/historico/datapackage.json',
    ])
  })
})

describe('what does not exist', () => {
  it.each([
    ['vendas-2026-04.parquet', 'vendas-2026-04.parcial.parquet'],
    ['vendas-2025-12.parquet', 'vendas-2026-03.parquet'],
    ['vendas-2026-03.parcial.csv.gz', 'vendas-2026-03.csv.gz'],
  ])('%s is not found, with those that are', async (name, other) => {
    const { status, json } = await ask(`${FOLDER}/${name}`)
    expect([status, json['codigo']]).toEqual([404, 'rota_nao_encontrada'])
    expect(json['message']).toContain(other)
    expect(json).toMatchObject({ erros: [{ valor: name, aceitos: expect.arrayContaining([other]) }] })
  })

  it.each(['vendas-2026-13.parquet', 'vendas-março.csv.gz', 'vendas-2026-3.parquet', 'vendas-.parquet'])(
    '%s names no month',
    async (name) => {
      const { status } = await ask(`${FOLDER}/${name}`)
      expect([400, 404]).toContain(status)
    },
  )

  it('takes no parameters', async () => {
    expect((await ask(`${MARCH}?dialeto=excel`)).status).toBe(400)
    expect((await ask(`${FOLDER}/postos.csv?x=1`)).status).toBe(400)
  })

  it('is waited for before the first collection', async () => {
    const { http } = await createWorld({ collected: false })
    const { status, headers } = await (await createAsker(http)).ask(`${FOLDER}/datapackage.json`)
    expect([status, headers.get('retry-after')]).toEqual([503, '60'])
    expect((await (await createAsker(http)).ask(MARCH)).status).toBe(404)
  })
})

it('sums of thousandths are those of the log', async () => {
  const rows = await parquetRows(MARCH)
  expect(sum(rows)).toBe(sum(await logged('2026-03', 31)))
  expect(Math.max(...rows.map(({ dataVenda }) => dataVenda.getTime()))).toBeLessThan(
    toMs('2026-04-01T00:00:00-03:00'),
  )
})
