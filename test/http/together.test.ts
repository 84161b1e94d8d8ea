import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RespostaPostos } from '../../src/domain/answers/posto.ts'
import type { RespostaDe } from '../../src/domain/questions/schemas-of-routes.ts'
import type { NomeDeRota } from '../../src/domain/questions/routes.ts'
import { HOUR } from '../../src/domain/basics/time.ts'
import { type World, createWorld, startServer } from './fixture.ts'
import { type RawAnswer, rawRequest } from './raw.ts'

const CLIENTS = 4

const decoders: Record<string, (body: Buffer) => Buffer> = {
  identity: (body) => body,
  gzip: (body) => gunzipSync(body),
  br: (body) => brotliDecompressSync(body),
}

let world: World
beforeAll(async () => {
  world = await createWorld()
  world.time.now += HOUR
  await world.collectNow()
  await world.makeMonthlyFilesNow()
})

describe('questions with the same bytes as answer, asked at once', () => {
  it.each(Object.entries(decoders))(
    'by four clients that take %s alone: each gets its answer, at every address',
    async (encoding, decode) => {
      const { port } = await startServer(world)
      const headers = { 'accept-encoding': encoding === 'identity' ? encoding : `${encoding}, identity;q=0` }
      for (const [name, pair] of Object.entries({ ...(await pairsOf()), ...pages })) {
        const asked = Array.from({ length: CLIENTS }, () => pair).flat()
        const answers = await Promise.all(asked.map((path) => rawRequest(port, { path, headers })))
        expect([name, ...new Set(answers.map(({ status }) => status))]).toEqual([name, 200])
        // Whatever leaves as it lies in the store has no other form.
        const bodies = answers.map(({ headers, body }) =>
          headers['content-encoding'] === undefined ? body : decode(body),
        )
        expect(bodies.every((body) => body.equals(bodies[0] ?? Buffer.alloc(0)))).toBe(true)
        expect([name, new Set(answers.map(tagOf)).size]).toEqual([name, 1])
      }
    },
  )
})

function tagOf({ headers }: RawAnswer): string | undefined {
  return headers['etag']
}

/** Of every route two addresses with one answer; where only one question has that answer, it is put in two ways. */
async function pairsOf(): Promise<Record<NomeDeRota, [string, string]>> {
  const api = '/gasolina/api'
  const dados = '/gasolina/dados'
  const postos = (await read(`${api}/postos?limite=1`)) as RespostaPostos
  const { arquivos } = (await read(`${dados}/mudancas/index.json`)) as RespostaDe<'mudancasIndice'>
  const cnpj = postos.conteudo[0]?.estabelecimento.cnpj
  const month = `${dados}/historico/vendas-2026-04.parcial`
  return {
    documentacao: twice(`${api}/`),
    precos: [`${api}/precos?suspeitos=incluir&limite=9998`, `${api}/precos?suspeitos=incluir&limite=9997`],
    posto: [`${api}/posto/${cnpj}`, `${api}/posto/${cnpj}?razao=0.7`],
    postos: [`${api}/postos`, `${api}/postos?limite=9999`],
    historico: [`${api}/historico/${cnpj}`, `${api}/historico/${cnpj}?ate=2026-04-16`],
    historicoDoLugar: [`${api}/historico`, `${api}/historico?ate=2026-04-16`],
    estatisticas: [`${api}/estatisticas?por=municipio`, `${api}/estatisticas?por=municipio&razao=0.7`],
    municipios: twice(`${api}/municipios`),
    bairros: twice(`${api}/bairros`),
    combustiveis: twice(`${api}/combustiveis`),
    mudancas: [`${api}/mudancas?desde=inicio`, `${api}/mudancas?desde=inicio&limite=5000`],
    mudancasIndice: twice(`${dados}/mudancas/index.json`),
    mudancasArquivo: twice(`${dados}/mudancas/${arquivos[0]?.cursor}.json`),
    mudancasAtom: twice('/gasolina/mudancas.atom'),
    arquivoJson: twice(`${dados}/gasolina-comum.json`),
    arquivoCsv: [`${dados}/gasolina-comum.csv`, `${dados}/gasolina-comum.csv?dialeto=padrao`],
    arquivoGeojson: twice(`${dados}/gasolina-comum.geojson`),
    todosCsv: twice(`${dados}/todos.csv`),
    vendasParquet: twice(`${month}.parquet`),
    vendasCsv: twice(`${month}.csv.gz`),
    postosCsv: twice(`${dados}/historico/postos.csv`),
    pacote: twice(`${dados}/historico/datapackage.json`),
    somas: twice(`${dados}/historico/SHA256SUMS`),
    catalogo: twice(`${dados}/index.json`),
    situacao: twice(`${api}/situacao`),
    openapi: twice(`${api}/openapi.json`),
    saude: twice('/saude'),
  }
}

const pages = {
  home: twice('/gasolina/'),
  fuel: twice('/gasolina/gasolina-comum/'),
  town: twice('/gasolina/gasolina-comum/maceio/?ordenar=preco'),
  comparison: twice('/gasolina/comparar/?municipios=maceio,arapiraca'),
  search: twice('/gasolina/busca/?q=centro'),
  script: twice('/gasolina/sw.js'),
}

async function read(path: string): Promise<unknown> {
  return (await world.http.router.request(path)).json()
}

function twice(path: string): [string, string] {
  return [path, `${path}${path.includes('?') ? '&' : '?'}utm_source=x`]
}
