import { type IncomingMessage, type RequestListener, createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { GasolinaError } from '../../src/errors.ts'
import { attributionOf } from '../../src/format/words/source-words.ts'
import { createRemoteQuery } from '../../src/query/remote/remote-query.ts'
import { collectGarbageAllTheTime } from '../garbage.ts'
import { listenInTest } from '../listening-in-test.ts'

const atribuicao = attributionOf({ fonte: 'demonstracao', site: 'http://localhost/gasolina/' })
const emptyList = {
  combustivel: 'GNV',
  nomePopular: 'GNV',
  totalPostos: 0,
  totalEncontrados: 0,
  precoMinimo: null,
  atualizadoEm: null,
  suspeitosOmitidos: 0,
  lugar: { ambito: 'estado', nome: 'Alagoas', bairros: [], municipios: [] },
  observacoes: [],
  conteudo: [],
  ...atribuicao,
}
const pedido = { combustivel: 'gnv', suspeitos: 'omitir' } as const

async function serve(listener: RequestListener): Promise<string> {
  return (await listenInTest(createServer(listener))).base
}

/** A server that answers everything with this, and what it was asked. */
async function answering(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
) {
  const asked: IncomingMessage[] = []
  const url = await serve((request, response) => {
    asked.push(request)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  return { url, asked, paths: () => asked.map((request) => request.url) }
}

describe('the address', () => {
  it.each(['', '/', '/gasolina', '/gasolina/', '/gasolina/api', '/gasolina/api/', '//'])(
    'of a server may end in "%s"',
    async (end) => {
      const { url, paths } = await answering(emptyList)
      await createRemoteQuery({ url: `${url}${end}` }).precos(pedido)
      expect(paths()).toEqual(['/gasolina/api/precos?combustivel=gnv&suspeitos=omitir'])
    },
  )

  it('keeps a folder the service lies in', async () => {
    const { url, paths } = await answering(emptyList)
    await createRemoteQuery({ url: `${url}/alagoas/gasolina/api` }).precos(pedido)
    expect(paths()[0]).toMatch(/^\/alagoas\/gasolina\/api\/precos\?/)
  })

  it.each(['', 'exemplo.com', 'ftp://exemplo.com', 'file:///etc/passwd', 'http://a.b?x=1', 'http://a.b#x'])(
    '%s is refused with what is accepted',
    (url) => {
      expect(() => createRemoteQuery({ url })).toThrow(
        expect.objectContaining({
          codigo: 'parametro_invalido',
          message: expect.stringContaining('http://'),
        }),
      )
    },
  )

  it.each(['http://eu:segredo@a.b', 'ftp://eu:segredo@a.b', 'eu:segredo@a.b'])(
    '%s is refused without repeating the password',
    (url) => {
      expect(() => createRemoteQuery({ url })).toThrow(
        expect.objectContaining({
          codigo: 'parametro_invalido',
          message: expect.not.stringContaining('segredo'),
        }),
      )
    },
  )
})

describe('a question', () => {
  it('becomes the address of its route', async () => {
    const { url, paths } = await answering('{}')
    const query = createRemoteQuery({ url })
    const cnpj = '12345678000100'
    const questions = [
      query.precos({ ...pedido, lat: -9.66, lon: -1e-7, bairro: 'ponta verde & cia' }),
      query.posto({ cnpj }),
      query.postos({ nome: 'são josé' }),
      query.historico({ cnpj, granularidade: 'dia', formato: 'csv', desde: '2026-04-01' }),
      query.estatisticas({ litros: 40.5 }),
      query.municipios(),
      query.bairros({ municipio: 'são josé da laje' }),
      query.combustiveis(),
      query.situacao(),
      query.catalogo(),
      query.documentacao(),
    ]
    await Promise.allSettled(questions)
    expect(paths().toSorted()).toEqual(
      [
        '/gasolina/api/precos?combustivel=gnv&suspeitos=omitir&lat=-9.66&lon=-0.000000100000000&bairro=ponta+verde+%26+cia',
        '/gasolina/api/posto/12345678000100',
        '/gasolina/api/postos?nome=s%C3%A3o+jos%C3%A9',
        '/gasolina/api/historico/12345678000100?granularidade=dia&desde=2026-04-01',
        '/gasolina/api/estatisticas?litros=40.5',
        '/gasolina/api/municipios',
        '/gasolina/api/bairros?municipio=s%C3%A3o+jos%C3%A9+da+laje',
        '/gasolina/api/combustiveis',
        '/gasolina/api/situacao',
        '/gasolina/dados/index.json',
        '/gasolina/api/',
      ].toSorted(),
    )
  })

  it.each(['../situacao', '..', '.', '', '12345678000100?razao=1', '12345678000100#x', '1234', 'a/../../b'])(
    'about the station "%s" is refused before a request',
    async (cnpj) => {
      const { url, asked } = await answering('{}')
      const query = createRemoteQuery({ url })
      for (const ask of [query.posto, query.historico])
        await expect(ask({ cnpj })).rejects.toMatchObject({
          codigo: 'parametro_invalido',
          erros: [{ parametro: 'cnpj', aceitos: [expect.stringContaining('14 caracteres') as unknown] }],
        })
      expect(asked).toEqual([])
    },
  )

  it('takes a station with its punctuation, as every face does', async () => {
    const { url, paths } = await answering('{}')
    await expect(createRemoteQuery({ url }).posto({ cnpj: '12.345.678/0001-00' })).rejects.toThrow(
      'não como uma API da gasolina',
    )
    expect(paths()).toEqual(['/gasolina/api/posto/12345678000100'])
  })

  it('for a file by any name asks no other route', async () => {
    const { url, paths } = await answering('{}')
    const query = createRemoteQuery({ url })
    for (const nome of ['..', '.', ''])
      await expect(query.arquivoDoHistorico(nome)).rejects.toMatchObject({ codigo: 'parametro_invalido' })
    await expect(query.arquivoDoHistorico('../a?b#c')).rejects.toThrow('não como uma API')
    const slug = '../api/situacao?' as 'gnv'
    await expect(query.arquivo(slug, 'json')).rejects.toThrow('não como uma API')
    expect(paths()).toEqual([
      '/gasolina/dados/historico/..%2Fa%3Fb%23c',
      '/gasolina/dados/..%2Fapi%2Fsituacao%3F.json',
    ])
  })

  it('is asked without credentials, under the name given', async () => {
    const { url, asked } = await answering(emptyList)
    await createRemoteQuery({ url, userAgent: 'teste/1' }).precos(pedido)
    expect(asked[0]?.headers['user-agent']).toBe('teste/1')
    expect(Object.keys(asked[0]?.headers ?? {}).filter((name) => /auth|cookie|token/.test(name))).toEqual([])
  })

  it('gets the answer whole, fields of a newer server too', async () => {
    const { url } = await answering({ ...emptyList, novidade: 1 })
    expect(await createRemoteQuery({ url }).precos(pedido)).toEqual({ ...emptyList, novidade: 1 })
  })
})

/** An answer with a field of a newer server. */
function answerWith(novidade: string): string {
  return JSON.stringify(emptyList).replace(/}$/, `,"novidade":${novidade}}`)
}

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels)
}

describe('an answer beyond what is parsed', () => {
  it.each([
    ['33 levels', nested(32)],
    ['a million values', `[${'0,'.repeat(1e6)}0]`],
    ['a million names', `[${'{"a":[]},'.repeat(250_000)}0]`],
    ['levels behind a quoted quote', `["\\"","a\\\\",${nested(31)}]`],
  ])('%s is refused before it is parsed', async (_, novidade) => {
    const { url } = await answering(answerWith(novidade))
    await expect(createRemoteQuery({ url }).precos(pedido)).rejects.toMatchObject({
      codigo: 'api_inalcancavel',
      message: `A resposta de ${url} tem níveis ou valores demais e foi abandonada.`,
    })
  })

  it.each([
    ['32 levels', nested(31)],
    ['brackets and commas in a text', JSON.stringify('"[{,:\\"'.repeat(200_000))],
  ])('%s are not beyond it', async (_, novidade) => {
    const { url } = await answering(answerWith(novidade))
    expect(await createRemoteQuery({ url }).precos(pedido)).toHaveProperty('novidade')
  })

  it('is checked to its first problem, as thousands of them fill the memory', async () => {
    const { url } = await answering({ ...emptyList, conteudo: Array.from({ length: 5000 }, () => ({})) })
    const error: unknown = await createRemoteQuery({ url })
      .precos(pedido)
      .catch((error: unknown) => error)
    expect(error).toMatchObject({ codigo: 'api_inalcancavel', cause: { issues: [{ code: 'invalid_type' }] } })
  })
})

async function failure(...args: Parameters<typeof answering>): Promise<GasolinaError> {
  const { url } = await answering(...args)
  const error: unknown = await createRemoteQuery({ url, timeoutMs: 5000 })
    .posto({ cnpj: '12345678000100' })
    .catch((error: unknown) => error)
  if (error instanceof GasolinaError) return error
  throw new Error('no GasolinaError', { cause: error })
}

describe('an error of the server', () => {
  const body = {
    timestamp: '2026-04-16T12:00:04-03:00',
    message: 'Posto desconhecido.\u001B[31m\nX',
    status: 404,
    codigo: 'posto_nao_encontrado',
    erros: [{ parametro: 'cnpj', valor: '1' }],
  }

  it('comes back as the same error, fit for a terminal', async () => {
    const error = await failure(body, { status: 404 })
    expect(error.codigo).toBe('posto_nao_encontrado')
    expect(error.message).toBe('Posto desconhecido. [31m X')
    expect(error.erros).toEqual([{ parametro: 'cnpj', valor: '1' }])
  })

  it('keeps when to try again', async () => {
    const error = await failure(
      { ...body, status: 503, codigo: 'dados_indisponiveis' },
      { status: 503, headers: { 'retry-after': '60' } },
    )
    expect(error).toMatchObject({ codigo: 'dados_indisponiveis', tentarEm: 60 })
  })

  it.each([
    ['a code it has no word in', { ...body, codigo: 'armazenamento_falhou' }, 500],
    ['an unknown code', { ...body, codigo: 'toString' }, 500],
    ['another shape', { error: 'nope' }, 404],
    ['HTML', '<html>404</html>', 404],
    ['HTML with 200', '<html>ok</html>', 200],
    ['an empty 200', '', 200],
    ['other JSON with 200', { ok: true }, 200],
    ['half a JSON', '{"combustivel":', 200],
  ])('%s means it is no API of ours', async (_, answer, status) => {
    const error = await failure(answer, { status })
    expect(error.codigo).toBe('api_inalcancavel')
    expect(error.message).toContain('não como uma API da gasolina')
  })
})

describe('a server that cannot be had', () => {
  it.each([
    ['refuses the connection', 'http://127.0.0.1:1', /\(ECONNREFUSED\)|Não foi possível falar/],
    ['has a name nobody knows', 'http://nao-existe.invalid', /Não foi possível falar com a API em http/],
  ])('%s', async (_, url, message) => {
    await expect(createRemoteQuery({ url }).situacao()).rejects.toMatchObject({
      codigo: 'api_inalcancavel',
      message: expect.stringMatching(message),
    })
  })

  it.each([
    ['never answers', (() => undefined) satisfies RequestListener],
    [
      'stalls in the middle of a body',
      ((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        response.write('{')
      }) satisfies RequestListener,
    ],
    [
      'drips a body for ever',
      ((_, response) => {
        const timer = setInterval(() => response.write(' '), 2)
        response.on('close', () => clearInterval(timer))
      }) satisfies RequestListener,
    ],
  ])('%s, whatever is garbage by then', async (_, listener) => {
    collectGarbageAllTheTime(60)
    const url = await serve(listener)
    await expect(createRemoteQuery({ url, timeoutMs: 100 }).situacao()).rejects.toMatchObject({
      codigo: 'api_inalcancavel',
      message: expect.stringContaining('não terminou de responder em 0.1 s'),
    })
  })

  it('is not asked once the caller ends, and a question under way ends with it', async () => {
    const ending = new AbortController()
    let asked = 0
    const url = await serve(() => {
      asked++
      ending.abort()
    })
    const query = createRemoteQuery({ url, signal: ending.signal })
    for (let n = 0; n < 2; n++)
      await expect(query.situacao()).rejects.toMatchObject({
        codigo: 'api_inalcancavel',
        message: `A pergunta à API em ${url} foi interrompida.`,
      })
    expect(asked).toBe(1)
  })

  it('sends without end', async () => {
    const chunk = Buffer.alloc(1 << 20, ' ')
    const url = await serve((_, response) => {
      const send = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', send)
      send()
    })
    await expect(createRemoteQuery({ url }).situacao()).rejects.toMatchObject({
      codigo: 'api_inalcancavel',
      message: expect.stringContaining('passa de 16 MiB e foi abandonada'),
    })
  })

  it('cuts the answer short', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{', () => response.destroy())
    })
    await expect(createRemoteQuery({ url }).situacao()).rejects.toMatchObject({ codigo: 'api_inalcancavel' })
  })
})

describe('a file', () => {
  it.each([
    ['padrao', 'false', '/gasolina/dados/gnv.csv', 'gnv.csv'],
    ['excel', 'true', '/gasolina/dados/gnv.csv?dialeto=excel', 'demonstracao-gnv.csv'],
  ] as const)('in %s comes byte for byte', async (dialeto, demonstracao, path, nome) => {
    const text = '\uFEFFcnpj;razaoSocial\r\n'
    const { url, paths } = await answering(text, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="../../etc/passwd"',
        'x-gasolina-demonstracao': demonstracao,
      },
    })
    const file = await createRemoteQuery({ url }).arquivo('gnv', 'csv', dialeto)
    expect(paths()).toEqual([path])
    expect({ ...file, pieces: Buffer.concat(file.pieces).toString() }).toEqual({
      nome,
      tipo: 'text/csv; charset=utf-8',
      pieces: text,
    })
  })

  it('of all fuels comes as the others do', async () => {
    const { url, paths } = await answering('combustivel,cnpj\r\n', {
      headers: { 'content-type': 'text/csv; charset=utf-8', 'x-gasolina-demonstracao': 'false' },
    })
    const query = createRemoteQuery({ url })
    expect((await query.todos()).nome).toBe('todos.csv')
    await query.todos('excel')
    expect(paths()).toEqual(['/gasolina/dados/todos.csv', '/gasolina/dados/todos.csv?dialeto=excel'])
  })

  it('of the past comes byte for byte, whatever its kind', async () => {
    const { url, paths } = await answering('PAR1…', {
      headers: {
        'content-type': 'application/vnd.apache.parquet',
        'x-gasolina-demonstracao': 'true',
      },
    })
    const file = await createRemoteQuery({ url }).arquivoDoHistorico('vendas-2026-04.parcial.parquet')
    expect(paths()).toEqual(['/gasolina/dados/historico/vendas-2026-04.parcial.parquet'])
    expect({ ...file, pieces: Buffer.concat(file.pieces).toString() }).toEqual({
      nome: 'demonstracao-vendas-2026-04.parcial.parquet',
      tipo: 'application/vnd.apache.parquet',
      pieces: 'PAR1…',
    })
  })

  it('in JSON is checked, and named by what it says of itself', async () => {
    const body = {
      combustivel: { slug: 'gnv', nome: 'GNV', nomePopular: 'GNV', codigoOrigem: 6, unidade: 'M3' },
      atualizadoEm: null,
      totalPostos: 0,
      conteudo: [],
      ...atribuicao,
    }
    const { url, paths } = await answering(body)
    const file = await createRemoteQuery({ url }).arquivo('gnv', 'json', 'padrao')
    expect(paths()).toEqual(['/gasolina/dados/gnv.json'])
    expect(file.nome).toBe('demonstracao-gnv.json')
    expect(JSON.parse(Buffer.concat(file.pieces).toString())).toEqual(body)
  })

  it('that is a page of HTML is refused', async () => {
    const { url } = await answering('<html>', { headers: { 'content-type': 'text/html' } })
    await expect(createRemoteQuery({ url }).arquivo('gnv', 'csv', 'padrao')).rejects.toMatchObject({
      codigo: 'api_inalcancavel',
    })
  })
})
