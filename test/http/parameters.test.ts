import { beforeAll, describe, expect, it } from 'vitest'
import { slugs } from '../../src/domain/facts/fuels.ts'
import { createAsker } from './contract.ts'
import { URL_BASE, worldToRead } from './fixture.ts'

let ask: Awaited<ReturnType<typeof createAsker>>['ask']
let cnpj: string

beforeAll(async () => {
  const world = await worldToRead()
  ask = (await createAsker(world.http)).ask
  cnpj =
    (await world.query.precos({ combustivel: 'gasolina-comum', suspeitos: 'omitir', limite: 1 })).conteudo[0]
      ?.estabelecimento.cnpj ?? ''
})

const PRECOS = '/gasolina/api/precos'
const list = async (query: string) => (await ask(`${PRECOS}?${query}`)).json as unknown as Precos

interface Precos {
  totalPostos: number
  totalEncontrados: number
  conteudo: { distanciaKm?: number; estabelecimento: { endereco: { bairro: string; municipio: string } } }[]
  [member: string]: unknown
}

describe('precos takes', () => {
  it.each([
    '',
    'combustivel=',
    'combustivel=alcool',
    'combustivel=etanol',
    'combustivel=gasosa',
    'combustivel=3',
    'combustivel=GASOLINA-COMUM',
    'lat=-9.66&lon=-35.70',
    'lat=-9,66&lon=-35,70',
    'lat=-9.66&lon=-35.70&raio=0.5',
    'lat=-9.66&lon=-35.70&raio=500',
    'lat=90&lon=180',
    'lat=-9.66123456789012345678&lon=-35.7&raio=5.12345678901234567890',
    'perto=-9.66123456789012345678,-35.7',
    'perto=-9.66%20-35.70',
    'perto=-9,66%20-35,70',
    'perto=-9,66;-35,70',
    'lat=&lon=&raio=',
    'bairro=ponta%20verde',
    'bairro=PONTA+VERDE',
    'bairro=2704302',
    'municipio=arapiraca',
    'municipio=Macei%C3%B3',
    'limite=1',
    'limite=999999',
    'limite=99999999999999999999',
    'horas=1',
    'horas=240',
    'suspeitos=incluir',
    'suspeitos=omitir',
    'pagina=1',
    'pagina=2&registrosPorPagina=5000',
    'registrosPorPagina=1',
    'utm_source=boletim&utm_medium=email&_=1712',
    '&&limite=3&',
  ])('?%s', async (query) => {
    expect((await ask(`${PRECOS}?${query}`)).status).toBe(200)
  })

  it.each([
    [
      'combustivel=gasolna',
      'combustivel',
      { valor: 'gasolna', aceitos: [...slugs], sugestao: 'gasolina-comum' },
    ],
    ['combustivel=etanoll', 'combustivel', { valor: 'etanoll', sugestao: 'alcool' }],
    ['combustivel=g%C3%A1s', 'combustivel', { valor: 'gás', sugestao: 'gnv' }],
    ['combustivel=etanol+aditivado', 'combustivel', { sugestao: 'alcool' }],
    ['combustivel=alcol+aditivado', 'combustivel', { sugestao: 'alcool' }],
    ['combustivel=s500+aditivado', 'combustivel', { sugestao: 'diesel-comum' }],
    ['combustivel=diesel+s10+comum', 'combustivel', { sugestao: 'diesel-aditivado' }],
    ['combustivel=diesel+comum+s-10', 'combustivel', { sugestao: 'diesel-aditivado' }],
    ['combustivel=podium', 'combustivel', { sugestao: 'gasolina-aditivada' }],
    ['combustivel=gasolina+v-power', 'combustivel', { sugestao: 'gasolina-aditivada' }],
    ['combustivel=diesel+grid', 'combustivel', { sugestao: 'diesel-aditivado' }],
    ['combustivel=__proto__', 'combustivel', {}],
    ['lat=-9.66', 'lon', {}],
    ['lon=-35.7', 'lat', {}],
    ['lat=91&lon=0', 'lat', { valor: '91' }],
    ['lat=-90.01&lon=0', 'lat', {}],
    ['lat=0&lon=180.5', 'lon', {}],
    ['lat=abc&lon=0', 'lat', {}],
    ['lat=1e1&lon=0', 'lat', {}],
    ['lat=0x10&lon=0', 'lat', {}],
    ['lat=NaN&lon=0', 'lat', {}],
    ['lat=Infinity&lon=0', 'lat', {}],
    ['lat=%20&lon=0', 'lat', {}],
    ['lat=+1&lon=0', 'lat', {}],
    ['lat=1.&lon=0', 'lat', {}],
    ['raio=5', 'raio', {}],
    ['lat=0&lon=0&raio=0', 'raio', {}],
    ['lat=0&lon=0&raio=-1', 'raio', {}],
    ['lat=0&lon=0&raio=500.1', 'raio', {}],
    [`bairro=${'a'.repeat(501)}`, 'bairro', { valor: expect.stringMatching(/^a{99}…$/) }],
    [`bairro=${'a,'.repeat(21)}`, 'bairro', {}],
    [`municipio=${'a'.repeat(101)}`, 'municipio', {}],
    ['bairro=%F0%9F%98%80', 'bairro', {}],
    ['bairro=a%00b', 'bairro', {}],
    ['bairro=%ff', 'bairro', {}],
    ['bairro=%E0%A4%A', 'bairro', {}],
    ['municipio=%20', 'municipio', {}],
    ['limite=0', 'limite', {}],
    ['limite=-1', 'limite', {}],
    ['limite=1.5', 'limite', {}],
    ['limite=1e999', 'limite', {}],
    ['horas=0', 'horas', {}],
    ['horas=241', 'horas', {}],
    ['suspeitos=sim', 'suspeitos', { aceitos: ['omitir', 'incluir', 'so'] }],
    ['acima=7&abaixo=6.5', 'acima', { valor: '7' }],
    ['cnpj=12345678000100,123', 'cnpj', {}],
    [`cnpj=${Array(21).fill('12345678000100').join()}`, 'cnpj', {}],
    ['suspeitos=omitr', 'suspeitos', { sugestao: 'omitir' }],
    ['suspeitos=sim', 'suspeitos', { sugestao: 'incluir' }],
    ['suspeitos=n%C3%A3o', 'suspeitos', { sugestao: 'omitir' }],
    ['pagina=0', 'pagina', {}],
    ['registrosPorPagina=5001', 'registrosPorPagina', {}],
    ['registrosPorPagina=0', 'registrosPorPagina', {}],
    ['combustível=alcool', 'combustível', { sugestao: 'combustivel' }],
    ['limit=3', 'limit', { sugestao: 'limite' }],
    ['constructor=1', 'constructor', {}],
    ['__proto__=1', '__proto__', {}],
    ['=1', '', {}],
    ['limite=3&limite=3', 'limite', { valor: '3' }],
    ['foo=1', 'foo', { valor: '1' }],
    ['por=municipio', 'por', { valor: 'municipio' }],
    ['limite=&limite=3', 'limite', {}],
    ['cnpj=1', 'cnpj', {}],
  ])('no ?%s', async (query, parametro, erro) => {
    const { status, json, headers } = await ask(`${PRECOS}?${query}`)
    expect(status).toBe(400)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(json).toMatchObject({ codigo: 'parametro_invalido', erros: [{ parametro, ...erro }] })
    expect(Object.keys(json).slice(0, 2)).toEqual(['timestamp', 'message'])
  })
})

it.each(['foo=1', 'por=municipio', 'suspeitos=abc'])(
  '?%s suggests no name of another kind',
  async (query) => {
    const { json } = await ask(`${PRECOS}?${query}`)
    expect(JSON.stringify(json['erros'])).not.toContain('sugestao')
  },
)

it('of the history of a station, an address that lacks it or that has it already is told', async () => {
  const { json: place } = await ask('/gasolina/api/historico?cnpj=12.345.678/0001-00')
  expect(place['message']).toContain(' no endereço: api/historico/12345678000100.')
  const { json: wrong } = await ask('/gasolina/api/historico?cnpj=abc')
  expect(wrong['erros']).toEqual([{ parametro: 'cnpj', valor: 'abc', aceitos: ['api/historico/{cnpj}'] }])
  const { json: station } = await ask('/gasolina/api/historico/12345678000100?foo=1')
  expect(station['message']).toContain('Use: combustivel, desde, ')
})

it('of a place without a letter, a letter or a number is said to be missing', async () => {
  const { status, json } = await ask(`${PRECOS}?bairro=${encodeURIComponent('😀'.repeat(100))}`)
  expect([status, json['message']]).toEqual([400, expect.stringContaining('alguma letra ou número')])
})

it('direction marks and other invisible characters are left out of texts', async () => {
  const [marked, plain] = await Promise.all(
    ['pon%E2%80%AEta%20ver%E2%80%8Bde', 'ponta%20verde'].map((text) => ask(`${PRECOS}?bairro=${text}`)),
  )
  expect(marked?.text).toBe(plain?.text)
  const page = await ask('/gasolina/busca/?q=ab%E2%80%AEcd', { headers: { accept: 'text/html' } })
  expect(page.text).toContain('abcd')
  expect(page.text).not.toContain('\u202E')
})

describe('precos', () => {
  it('limits, pages and counts', async () => {
    const [all, some, page] = [
      await list(''),
      await list('limite=7'),
      await list('limite=7&pagina=2&registrosPorPagina=5'),
    ]
    expect(some).toMatchObject({ totalPostos: 7, totalEncontrados: all.totalEncontrados })
    expect(some.conteudo).toEqual(all.conteudo.slice(0, 7))
    expect(some).not.toHaveProperty('totalPaginas')
    expect(page.conteudo).toEqual(all.conteudo.slice(5, 7))
    expect(page).toMatchObject({ totalRegistros: 7, totalPaginas: 2, registrosPagina: 2, ultimaPagina: true })
  })

  it('combines filters with AND, and gives distances only when asked from a point', async () => {
    const near = await list('lat=-9.66&lon=-35.70&raio=5&municipio=maceio')
    expect(near.conteudo.length).toBeGreaterThan(0)
    for (const { distanciaKm, estabelecimento } of near.conteudo) {
      expect(distanciaKm).toBeLessThanOrEqual(5)
      expect(estabelecimento.endereco.municipio).toBe('MACEIO')
    }
    const [first] = (await list('municipio=maceio&limite=1')).conteudo
    expect(first).not.toHaveProperty('distanciaKm')
  })

  it('answers 200 with names nearby for a place no station has', async () => {
    const nowhere = await list('municipio=santana')
    expect(nowhere).toMatchObject({ totalPostos: 0, conteudo: [], precoMinimo: null })
    expect(nowhere['sugestoes']).toContain('Santana do Ipanema')
  })

  it('is the same answer however the question is written', async () => {
    const [plain, rewritten] = [
      await ask(`${PRECOS}?combustivel=gasolina-comum&limite=2`),
      await ask(`${PRECOS}?limite=2&bairro=&_=9&utm_campaign=x`),
    ]
    expect(rewritten.text).toBe(plain.text)
    expect(rewritten.headers.get('etag')).toBe(plain.headers.get('etag'))
  })
})

describe('a fuel by another name', () => {
  it.each([
    ['precos?limite=3&combustivel=etanol', 'precos?combustivel=alcool&limite=3'],
    ['precos?combustivel=Diesel', 'precos?combustivel=diesel-aditivado'],
    ['precos?combustivel=1&suspeitos=omitir', 'precos?combustivel=gasolina-comum'],
    ['estatisticas?por=municipio&combustivel=etanol', 'estatisticas?por=municipio&combustivel=alcool'],
  ])('%s is answered as %s, and the header says so', async (asked, meant) => {
    const [alias, slug] = [await ask(`/gasolina/api/${asked}`), await ask(`/gasolina/api/${meant}`)]
    expect(alias.text).toBe(slug.text)
    expect(alias.headers.get('etag')).toBe(slug.headers.get('etag'))
    expect(linkOf(alias.headers, 'canonical')).toMatch(
      new RegExp(`^https?://.+${meant.replace('?', '[?]')}$`),
    )
    expect(linkOf(slug.headers, 'canonical')).toBeUndefined()
    expect(linkOf((await ask(`/gasolina/api/${asked}`)).headers, 'canonical')).toBeDefined()
  })
})

describe('diesel alone', () => {
  it.each(['precos?', 'historico?', 'historico/{cnpj}?', 'mudancas?', 'estatisticas?por=municipio&'])(
    'is the S10, and the answer of %s says so',
    async (path) => {
      const { json } = await ask(`/gasolina/api/${path.replace('{cnpj}', cnpj)}combustivel=diesel`)
      expect(String(json['observacoes'])).toContain(
        'O S10 (diesel-aditivado) é também o que se entende por diesel, sem mais',
      )
    },
  )

  it('is the S10 on the page it leads to, whose name people know', async () => {
    const { text } = await ask('/gasolina/diesel-aditivado/')
    expect(text).toContain('<h1>Diesel S10 em Alagoas</h1>')
    expect(text).toContain('O S10 (diesel-aditivado) é também o que se entende por diesel, sem mais')
  })

  it('is called as people do, beside the name of the source', async () => {
    const { json } = await ask('/gasolina/api/combustiveis')
    expect(json['conteudo']).toContainEqual(
      expect.objectContaining({
        slug: 'diesel-comum',
        nome: 'Diesel comum',
        nomePopular: 'Diesel comum (em geral S500)',
      }),
    )
    expect(await list('combustivel=s10')).toMatchObject({
      combustivel: 'Diesel aditivado',
      nomePopular: 'Diesel S10',
    })
  })
})

describe('pages', () => {
  it('name the one after them, to the last', async () => {
    const first = `${PRECOS}?combustivel=etanol&bairro=ponta+verde&registrosPorPagina=1`
    let [next, seen]: [string | undefined, number] = [first, 0]
    const all = await list('combustivel=alcool&bairro=ponta%20verde')
    while (next !== undefined && seen <= all.conteudo.length) {
      const page: Awaited<ReturnType<typeof ask>> = await ask(next)
      expect((page.json['conteudo'] as unknown[])[0]).toEqual(all.conteudo[seen])
      next = linkOf(page.headers, 'next')?.replace(/^https?:\/\/[^/]+(\/base)?/, '')
      seen++
    }
    expect(seen).toBe(all.conteudo.length)
    expect(linkOf((await ask(PRECOS)).headers, 'next')).toBeUndefined()
  })
})

describe('pages', () => {
  it.each(['json', 'csv'])('in %s lead to the next one, the last to none', async (formato) => {
    const sizes: number[] = []
    let path = `/gasolina/api/precos?combustivel=gnv&registrosPorPagina=12&formato=${formato}`
    while (path !== '') {
      const { status, headers, text, json } = await ask(path)
      expect(status).toBe(200)
      const rows = json['conteudo'] as unknown[] | undefined
      sizes.push(rows?.length ?? text.trimEnd().split('\r\n').length - 1)
      const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
      path = next.replace(URL_BASE, '')
    }
    expect(sizes).toEqual([12, 12, 7])
  })
})

describe('CSV', () => {
  it.each([
    [
      'precos?combustivel=alcool&limite=3&formato=csv',
      'cnpj,razaoSocial',
      4,
      'demonstracao-precos-alcool.csv',
    ],
    ['postos?nome=posto&limite=2&formato=csv', 'cnpj,razaoSocial', 3, 'demonstracao-postos.csv'],
    ['estatisticas?formato=csv', 'combustivel,nome', 7, 'demonstracao-estatisticas.csv'],
    ['estatisticas?combustivel=gnv&formato=csv', 'combustivel,nome', 2, 'demonstracao-estatisticas.csv'],
    [
      'historico?granularidade=mudancas&desde=2026-04-10&registrosPorPagina=3&formato=csv',
      'combustivel,cnpj,nomeFantasia,bairro,municipio,de,para,em,vendas,confirmada,deConfirmado,codigo',
      1,
      'demonstracao-mudancas-alagoas.csv',
    ],
  ])('%s', async (path, header, lines, nome) => {
    const { headers, text } = await ask(`/gasolina/api/${path}`)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${nome}"`)
    expect(headers.get('x-gasolina-demonstracao')).toBe('true')
    expect(text.startsWith(header)).toBe(true)
    expect(text.trimEnd().split('\r\n')).toHaveLength(lines)
    const excel = await ask(`/gasolina/api/${path}&dialeto=excel`)
    expect(excel.text.startsWith(`\uFEFF${header.replaceAll(',', ';')}`)).toBe(true)
  })

  it('of a history in the dialect of Excel', async () => {
    const { text } = await ask(`/gasolina/api/historico/${cnpj}?formato=csv&dialeto=excel&granularidade=dia`)
    expect(text).toMatch(/;\d\d\/04\/2026;\d,\d+;/)
  })

  it('is the only thing that has a dialect', async () => {
    const { status, json } = await ask(`${PRECOS}?dialeto=excel`)
    expect([status, json['message']]).toEqual([400, 'dialeto só vale junto com formato=csv.'])
  })
})

describe('the other routes take', () => {
  it.each([
    ['/gasolina/api/postos?nome=posto&bairro=centro&municipio=maceio&limite=3'],
    ['/gasolina/api/estatisticas?municipio=maceio&horas=24&litros=40,5'],
    ['/gasolina/api/historico/{cnpj}?combustivel=gasolina-comum&desde=2026-04-01&ate=2026-04-16'],
    ['/gasolina/api/historico/{cnpj}?granularidade=semana'],
    ['/gasolina/api/historico/{cnpj}?granularidade=mes&formato=json'],
    ['/gasolina/dados/gnv.csv?dialeto=excel'],
    ['/gasolina/dados/gnv.json?utm_source=x'],
    ['/saude?qualquer=coisa'],
  ])('%s', async (path) => {
    expect((await ask(path.replace('{cnpj}', cnpj))).status).toBe(200)
  })

  it.each([
    ['/gasolina/api/?x=1', 'x'],
    ['/gasolina/api/situacao?x=1', 'x'],
    ['/gasolina/api/openapi.json?x=1', 'x'],
    ['/gasolina/dados/index.json?x=1', 'x'],
    ['/gasolina/dados/gnv.json?dialeto=excel', 'dialeto'],
    ['/gasolina/dados/gnv.csv?dialeto=excell', 'dialeto'],
    ['/gasolina/api/posto/{cnpj}?cnpj=1', 'cnpj'],
    ['/gasolina/api/posto/{cnpj}?limite=1', 'limite'],
    ['/gasolina/api/postos?lat=1', 'lat'],
    ['/gasolina/api/estatisticas?litros=0', 'litros'],
    ['/gasolina/api/estatisticas?litros=10001', 'litros'],
    ['/gasolina/api/historico/{cnpj}?desde=2026-02-30', 'desde'],
    ['/gasolina/api/historico/{cnpj}?desde=2026-04-02&ate=2026-04-01', 'desde'],
    ['/gasolina/api/historico/{cnpj}?granularidade=hora', 'granularidade'],
    ['/gasolina/api/historico?pagina=2', 'pagina'],
    ['/gasolina/api/historico?granularidade=mudancas&desde=2026-03-01', 'desde'],
    ['/gasolina/api/estatisticas?desde=2026-04-01&horas=3', 'desde'],
    ['/gasolina/api/historico?desde=2027-01-01', 'desde'],
    ['/gasolina/api/historico?lat=-9.6', 'lat'],
    ['/gasolina/api/historico/{cnpj}?formato=xml', 'formato'],
  ])('no %s', async (path, parametro) => {
    const { status, json } = await ask(path.replace('{cnpj}', cnpj))
    expect(status).toBe(400)
    expect(json).toMatchObject({ codigo: 'parametro_invalido', erros: [{ parametro }] })
  })
})

describe('CSV', () => {
  it.each([
    ['/gasolina/dados/gnv.csv', 'demonstracao-gnv.csv', /^cnpj,razaoSocial,nomeFantasia,/],
    ['/gasolina/dados/gnv.csv?dialeto=excel', 'demonstracao-gnv.csv', /^\uFEFFcnpj;razaoSocial;/],
    ['/gasolina/dados/todos.csv', 'demonstracao-todos.csv', /^combustivel,cnpj,razaoSocial,/],
    ['/gasolina/dados/todos.csv?dialeto=excel', 'demonstracao-todos.csv', /^\uFEFFcombustivel;cnpj;/],
    [
      '/gasolina/api/historico/{cnpj}?formato=csv',
      'demonstracao-historico-{cnpj}.csv',
      /^cnpj,combustivel,codigo,de,/,
    ],
    [
      '/gasolina/api/historico/{cnpj}?formato=csv&granularidade=dia',
      'demonstracao-historico-{cnpj}.csv',
      /^cnpj,combustivel,periodo,minimo,/,
    ],
    [
      '/gasolina/api/historico?municipio=s%C3%A3o%20miguel%20dos%20campos&formato=csv',
      'demonstracao-historico-sao-miguel-dos-campos.csv',
      /^lugar,combustivel,periodo,minimo,mediana,maximo,postos\r\nSão Miguel dos Campos,/,
    ],
  ])('%s comes as a file that says it is fictional', async (path, name, start) => {
    const { status, headers, text } = await ask(path.replace('{cnpj}', cnpj))
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name.replace('{cnpj}', cnpj)}"`)
    expect(headers.get('x-gasolina-demonstracao')).toBe('true')
    expect(text).toMatch(start)
  })
})

function linkOf(headers: Headers, rel: string): string | undefined {
  return new RegExp(`<([^>]+)>; rel="${rel}"`).exec(headers.get('link') ?? '')?.[1]
}

it.each([
  'precos?perto=zzz&lat=-9.6&lon=-35.7',
  'precos?combustivel=gasolna&perto=zzz',
  'precos?combustivel=gasolna&rota=maceio;zzz',
  'precos?combustivel=gasolna&bandeira=zzz',
  'precos?litros=40&bairro=centro',
  'posto/00000000000000?combustivel=gasolna',
])('%s is refused without a question in its place that may be refused, too', async (path) => {
  const { status, json } = await ask(`/gasolina/api/${path}`)
  expect([status, json['tente']]).toEqual([400, undefined])
})
