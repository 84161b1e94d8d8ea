import { type RequestListener, createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { brandAsked, brandOf } from '../../src/domain/registry/registry.ts'
import { takeRegistry } from '../../src/sources/registry/registry-source.ts'
import { HEADER, type Cadastrado, registryCsv, registryFile, registryPage } from '../registry.ts'
import { listenInTest } from '../listening-in-test.ts'

const ONE: Cadastrado = { cnpj: '12345678000100', bandeira: 'RAIZEN S.A.' }
const TWO: Cadastrado = { cnpj: 'AB345678000101', latitude: '-9,66', longitude: -35.7 }
const ELSEWHERE: Cadastrado = { cnpj: '99999999000199', uf: 'SE', municipio: 'ARACAJU' }

let waits: number[] = []

function take(origem: string, deadline = 5000) {
  waits = []
  const delay = async (ms: number) => void waits.push(ms)
  return takeRegistry(origem, {
    userAgent: 'Mozilla/5.0 teste',
    signal: new AbortController().signal,
    deadline,
    delay,
    random: () => 1,
  })
}

async function serve(listener: RequestListener): Promise<string> {
  const { base } = await listenInTest(createServer(listener))
  return `${base}/v1/combustivel?uf=AL&numeropagina=1`
}

describe('the brand of a distributor', () => {
  it.each([
    ['BANDEIRA BRANCA', 'branca', 'Bandeira branca'],
    ['VIBRA ENERGIA S.A', 'vibra', 'Petrobras (Vibra)'],
    ['PETROBRAS DISTRIBUIDORA S.A.', 'vibra', 'Petrobras (Vibra)'],
    ['RAIZEN S.A.', 'raizen', 'Shell (Raízen)'],
    ['RAÍZEN', 'raizen', 'Shell (Raízen)'],
    ['SABBÁ', 'raizen', 'Shell (Raízen)'],
    ['IPIRANGA PRODUTOS DE PETRÓLEO', 'ipiranga', 'Ipiranga'],
    ['ALESAT', 'ale', 'Ale'],
    ['ALE COMBUSTÍVEIS', 'ale', 'Ale'],
    ['ALEGRE PETROLEO', 'alegre-petroleo', 'ALEGRE PETROLEO'],
    ["ATEM'S", 'atem-s', "ATEM'S"],
  ])('%s is %s', (written, slug, nome) => {
    expect(brandOf(written)).toEqual({ slug, nome })
  })

  it('is unknown where none is told', () => {
    expect([brandOf(''), brandOf(' - ')]).toEqual([null, null])
  })

  it.each([
    ['Shell', 'raizen'],
    ['petrobras', 'vibra'],
    ['Petrobras (Vibra)', 'vibra'],
    ['bandeira branca', 'branca'],
    ["atem's", 'atem-s'],
  ])('is found as %s', (asked, slug) => {
    expect(brandAsked(asked)).toBe(slug)
  })
})

describe('a registry in a file', () => {
  it('in CSV gives the stations of the state by CNPJ, letters included', async () => {
    const file = registryFile(registryCsv([TWO, ELSEWHERE, ONE]))
    expect(await take(file)).toEqual({
      origem: 'cadastro.csv',
      recusadas: 0,
      postos: [
        { cnpj: '12345678000100', distribuidora: 'RAIZEN S.A.', latitude: null, longitude: null },
        { cnpj: 'AB345678000101', distribuidora: 'BANDEIRA BRANCA', latitude: null, longitude: null },
      ],
    })
  })

  it('in JSON gives their points as well', async () => {
    const { postos } = await take(registryFile(registryPage([ONE, TWO, ELSEWHERE])))
    expect(postos).toEqual([
      { cnpj: '12345678000100', distribuidora: 'RAIZEN S.A.', latitude: null, longitude: null },
      { cnpj: 'AB345678000101', distribuidora: 'BANDEIRA BRANCA', latitude: -9.66, longitude: -35.7 },
    ])
  })

  it.each([
    ['UTF-8', Buffer.from(registryCsv([{ ...ONE, bandeira: 'RAÍZEN' }]))],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${registryCsv([{ ...ONE, bandeira: 'RAÍZEN' }])}`)],
    ['windows-1252', Buffer.from(registryCsv([{ ...ONE, bandeira: 'RAÍZEN' }]), 'latin1')],
  ])('is read in %s', async (_, bytes) => {
    const { postos } = await take(registryFile(bytes))
    expect(postos).toMatchObject([{ distribuidora: 'RAÍZEN' }])
  })

  it('is read by the names of the columns, in any order and with more of them', async () => {
    const { postos } = await take(registryFile(`NOVA;BANDEIRA;UF;CNPJ\nx;IPIRANGA;AL;12.345.678/0001-00\n`))
    expect(postos).toMatchObject([{ cnpj: '12345678000100', distribuidora: 'IPIRANGA' }])
  })

  it('sets rows apart, and counts them, that have more or fewer fields or no CNPJ; a stray quote harms its row alone', async () => {
    const lines = registryCsv([ONE, { ...TWO, cnpj: 'nenhum' }, { ...TWO, municipio: '"MAC;EIO' }, TWO])
    const { postos, recusadas } = await take(registryFile(`${lines}1;2;3\r\n`))
    expect(postos.map(({ cnpj }) => cnpj)).toEqual([ONE.cnpj, TWO.cnpj])
    expect(recusadas).toBe(3)
  })

  it.each([
    ['HTML', '<!DOCTYPE html><html></html>', /veio uma página HTML/],
    ['nothing', '', /veio vazio/],
    [
      'a changed header',
      registryCsv([ONE], HEADER.replace('BANDEIRA', 'DISTRIBUIDORA')),
      /falta no cabeçalho BANDEIRA\./,
    ],
    ['another table', 'a;b\n1;2\n', /não é o CSV do cadastro/],
    ['a cut CSV', registryCsv([ONE, TWO]).slice(0, -40), /cortado: a última linha/],
    ['a cut page', registryPage([ONE, TWO]).slice(0, -10), /cortado ou malformado/],
    ['a page with fewer rows than it tells', registryPage([ONE], { total: 2 }), /incompleto: 1 de 2 postos/],
    ['one of two pages', registryPage([ONE], { total: 2, pages: 2 }), /só uma de 2 páginas/],
    ['a page of another form', '{"data":"x"}', /não traz data/],
    ['a page of other fields', '{"data":[{"cnpj":"1","uf":"AL","marca":"x"}]}', /sem distribuidora/],
    ['another state', registryCsv([ELSEWHERE]), /nenhum posto dele é de Alagoas, e sim de SE\./],
  ])('is refused by name: %s', async (_, content, message) => {
    await expect(take(registryFile(content))).rejects.toMatchObject({
      codigo: 'fonte_falhou',
      message: expect.stringMatching(message),
    })
  })

  it('is refused when it does not exist, is a folder or is too large', async () => {
    await expect(take('/nao/ha.csv')).rejects.toMatchObject({ codigo: 'parametro_invalido' })
    await expect(take('/')).rejects.toMatchObject({ codigo: 'parametro_invalido' })
    await expect(take('/dev/zero')).rejects.toMatchObject({
      codigo: 'fonte_falhou',
      message: expect.stringMatching(/passa de 16 MiB/),
    })
  })
})

describe('a registry at an address', () => {
  it('is asked for page by page, twenty seconds apart, with a browser-like agent', async () => {
    const asked: string[] = []
    const url = await serve((request, response) => {
      asked.push(`${request.headers['user-agent']} ${request.url}`)
      const isFirst = request.url?.endsWith('=1')
      response.end(registryPage([isFirst ? ONE : TWO], { total: 2, pages: 2 }))
    })
    const { postos, origem } = await take(url)
    expect(postos).toHaveLength(2)
    expect(origem).toBe(url)
    expect(waits).toEqual([20_000])
    expect(asked).toEqual([
      'Mozilla/5.0 teste /v1/combustivel?uf=AL&numeropagina=1',
      'Mozilla/5.0 teste /v1/combustivel?uf=AL&numeropagina=2',
    ])
  })

  it('waits as told by 429, twenty seconds when told nothing', async () => {
    let asked = 0
    const url = await serve((_, response) => {
      asked++
      if (asked === 1) response.writeHead(429, { 'retry-after': '7' }).end()
      else if (asked === 2) response.writeHead(429).end()
      else response.end(registryPage([ONE]))
    })
    expect((await take(url)).postos).toHaveLength(1)
    expect(waits).toEqual([7000, 20_000])
  })

  it.each<[string, RequestListener, RegExp, number]>([
    ['403, at once', (_, answer) => answer.writeHead(403).end('<html>'), /respondeu 403/, 0],
    ['500, after four tries', (_, answer) => answer.writeHead(500).end(), /respondeu 500/, 3],
    ['HTML with 200', (_, answer) => answer.end('<html></html>'), /página HTML/, 0],
    [
      'a dropped body',
      (_, answer) => answer.writeHead(200, { 'content-length': 999 }).write('{') && answer.destroy(),
      /conexão com o servidor do cadastro falhou/,
      3,
    ],
    [
      'a body that never ends',
      (_, answer) => void answer.write('{'),
      /não terminou de responder em 0.2 s/,
      3,
    ],
    ['a gigabyte', (_, answer) => endless(answer), /passa de 16 MiB/, 0],
  ])('is refused by name: %s', async (_, listener, message, retries) => {
    const url = await serve(listener)
    await expect(take(url, message.source.includes('0.2') ? 200 : 5000)).rejects.toMatchObject({
      codigo: 'fonte_falhou',
      message: expect.stringMatching(message),
    })
    expect(waits).toHaveLength(retries)
  })
})

function endless(answer: Parameters<RequestListener>[1]): void {
  const block = Buffer.alloc(1024 * 1024, ' ')
  const more = (): void => {
    while (!answer.destroyed && answer.write(block));
    if (!answer.destroyed) answer.once('drain', more)
  }
  more()
}
