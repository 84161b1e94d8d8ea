import { describe, expect, it } from 'vitest'
import { type NomeDeConsulta, consultas, parametros } from '../../src/domain/questions/parameters.ts'
import { readQuery } from '../../src/domain/questions/read-query.ts'
import { combustiveis } from '../../src/domain/facts/fuels.ts'
import { municipios } from '../../src/domain/alagoas/municipalities.ts'
import { GasolinaError } from '../../src/errors.ts'

function read(consulta: NomeDeConsulta, query: string): unknown {
  return readQuery(consulta, new URLSearchParams(query))
}

function refusal(consulta: NomeDeConsulta, query: string): GasolinaError {
  try {
    read(consulta, query)
  } catch (error) {
    if (error instanceof GasolinaError) return error
    throw error
  }
  throw new Error(`${query} was accepted`)
}

describe('a question without parameters has the defaults', () => {
  it.each([
    ['precos', { combustivel: 'gasolina-comum', suspeitos: 'omitir' }],
    ['estatisticas', { litros: 50 }],
    ['postos', {}],
    ['dados', { dialeto: 'padrao' }],
  ] as const)('%s', (consulta, expected) => {
    expect(read(consulta, '')).toEqual(expected)
    expect(read(consulta, consultas[consulta].parametros.map((p) => `${p}=`).join('&'))).toEqual(expected)
  })
})

describe('values are read', () => {
  it.each([
    ['precos', 'lat=-9.66&lon=-35,70&raio=0,5', { lat: -9.66, lon: -35.7, raio: 0.5 }],
    ['precos', 'lat=-90&lon=180&raio=500', { lat: -90, lon: 180, raio: 500 }],
    ['precos', 'bairro=ponta+verde&municipio=Macei%C3%B3', { bairro: 'ponta verde', municipio: 'Maceió' }],
    ['precos', 'horas=240&limite=1', { horas: 240, limite: 1 }],
    ['precos', 'suspeitos=incluir', { suspeitos: 'incluir' }],
    ['precos', 'pagina=1&registrosPorPagina=5000', { pagina: 1, registrosPorPagina: 5000 }],
    ['posto', 'cnpj=12.345.678/0001-00', { cnpj: '12345678000100' }],
    ['posto', 'cnpj=12345678%252F0001-00', { cnpj: '12345678000100' }],
    ['posto', 'cnpj=12abc34501de35', { cnpj: '12ABC34501DE35' }],
    [
      'historico',
      'cnpj=12345678000100&desde=2026-04-01&ate=2026-04-01',
      { desde: '2026-04-01', ate: '2026-04-01' },
    ],
    ['estatisticas', 'litros=45.5', { litros: 45.5 }],
  ] as const)('%s?%s', (consulta, query, expected) => {
    expect(read(consulta, query)).toMatchObject(expected)
  })

  it.each([
    ['gas', 'pode ser o gás natural dos carros ou o gás de cozinha: para o dos carros use gnv'],
    ['Gás', 'pode ser o gás natural dos carros ou o gás de cozinha: para o dos carros use gnv'],
    ['gás de cozinha', 'é o gás de cozinha: para o dos carros use gnv'],
    ['botijão de gás', 'é o gás de cozinha: para o dos carros use gnv'],
    ['GLP', 'é o gás de cozinha: para o dos carros use gnv'],
  ])('%s is cooked with, or may be: GNV is proposed', (said, sentence) => {
    const { message, erros } = refusal('precos', `combustivel=${encodeURIComponent(said)}`)
    expect(message).toContain(sentence)
    expect(erros?.[0]?.sugestao).toBe('gnv')
  })

  it.each(combustiveis)(
    '$nomePopular, the name people are shown, is a name of $slug',
    ({ nomePopular, slug }) => {
      expect(read('precos', `combustivel=${encodeURIComponent(nomePopular)}`)).toMatchObject({
        combustivel: slug,
      })
    },
  )
})

describe('a wrong value is refused by name', () => {
  it.each([
    ...['1e3', '0x10', 'NaN', ' ', '+1', '1.', '.5', '--1', '1,2,3', '91', '-90.1', '１'].map((v) => [
      'lat',
      v,
    ]),
    ...['181', 'Infinity', '1e999'].map((v) => ['lon', v]),
    ...['0', '-1', '500.1', '0,0'].map((v) => ['raio', v]),
    ...['0', '-1', '1.5', '1e1', 'dez'].map((v) => ['limite', v]),
    ...['0', '241', '1.5'].map((v) => ['horas', v]),
    ...['0', '5001'].map((v) => ['registrosPorPagina', v]),
    ...['sim', 'OMITIR', '__proto__'].map((v) => ['suspeitos', v]),
    ...['querosene', 'constructor'].map((v) => ['combustivel', v]),
    ...['-9.6,-35.7', '-9.6,-35.7;-9.7,-181', `${'-9.6,-35.7;'.repeat(50)}-9.6,-35.7`].map((v) => [
      'rota',
      v,
    ]),
    ...['0', '50.1', '-1'].map((v) => ['desvio', v]),
    ...['0.9', '101', 'muito'].map((v) => ['consumo', v]),
    ...['0', '10000.1'].map((v) => ['litros', v]),
    ...['barato', 'PRECO'].map((v) => ['ordenar', v]),
    ...['DESC', 'crescente'].map((v) => ['ordem', v]),
    ...['x'.repeat(501), 'x,'.repeat(21), '---', '\u0000'].map((v) => ['bairro', v]),
    ...['x'.repeat(101), '---'].map((v) => ['municipio', v]),
  ])('%s=%s', (name, value) => {
    const point = name === 'raio' ? '&lat=-9.6&lon=-35.7' : ''
    const error = refusal('precos', `${name}=${encodeURIComponent(value ?? '')}${point}`)
    expect(error.codigo).toBe('parametro_invalido')
    expect(error.erros?.[0]?.parametro).toBe(name)
    expect(error.erros?.[0]?.aceitos?.length).toBeGreaterThan(0)
    expect([...(error.erros?.[0]?.valor ?? '')].length).toBeLessThanOrEqual(100)
  })

  it.each(['1234567800010', '123456780001000', 'abcdefghijklmn', '12345678/0001-0x'])('cnpj %s', (cnpj) => {
    expect(refusal('posto', `cnpj=${encodeURIComponent(cnpj)}`).erros?.[0]?.parametro).toBe('cnpj')
  })

  it.each(['2026-02-30', '16/04/2026', '2026-4-1', 'hoje'])('desde %s', (desde) => {
    expect(refusal('historico', `desde=${desde}`).erros?.[0]?.parametro).toBe('desde')
  })
})

function twentyOne(): string {
  return municipios
    .slice(0, 21)
    .map(({ nome }) => encodeURIComponent(nome))
    .join(',')
}

it('a municipality that does not exist is told with the nearest names, each of a list', () => {
  const { message, erros } = refusal('estatisticas', 'municipios=maceio,arapirca,penedu')
  expect(erros?.map(({ valor, sugestao }) => [valor, sugestao])).toEqual([
    ['arapirca', 'Arapiraca'],
    ['penedu', 'Penedo'],
  ])
  expect(message).toContain('102')
})

describe('parameters that do not go together', () => {
  it.each([
    ['precos', 'lat=-9.66', 'lon'],
    ['precos', 'lon=-35.7', 'lat'],
    ['precos', 'raio=5', 'raio'],
    ['precos', 'desvio=5', 'desvio'],
    ['precos', 'desvio=5&lat=-9.66&lon=-35.7', 'desvio'],
    ['precos', 'ordenar=custo', 'ordenar'],
    ['precos', 'ordenar=distancia', 'ordenar'],
    ['precos', 'litros=40', 'litros'],
    ['precos', 'consumo=11', 'consumo'],
    ['precos', 'rota=-9.66,-35.7;-9.7,-36&lat=-9.66', 'lat'],
    ['precos', 'rota=-9.66,-35.7;-9.7,-36&raio=5', 'raio'],
    ['historico', 'desde=2026-04-02&ate=2026-04-01', 'desde'],
    ['historicoDoLugar', 'pagina=2', 'pagina'],
    ['estatisticas', 'por=bairro', 'municipio'],
    ['estatisticas', 'por=bairro&municipio=alagoas', 'municipio'],
    ['estatisticas', 'municipio=AL&raio=40', 'raio'],
    ['estatisticas', 'por=bairro&municipios=maceio,pilar', 'municipios'],
    ['estatisticas', 'por=bairro&municipio=maceio&raio=5', 'raio'],
    ['estatisticas', 'raio=5', 'raio'],
    ['estatisticas', 'municipio=pilar&municipios=maceio,penedo', 'municipio'],
    ['estatisticas', 'municipios=maceio', 'municipios'],
    ['estatisticas', 'municipios=maceio,2704302,Macei%C3%B3', 'municipios'],
    ['estatisticas', `municipios=${twentyOne()}`, 'municipios'],
    ['estatisticas', 'municipios=maceio,recife', 'municipios'],
    ['estatisticas', 'municipios=maceio,2611606', 'municipios'],
  ] as const)('%s?%s', (consulta, query, parametro) => {
    expect(refusal(consulta, query).erros?.map((e) => e.parametro)).toEqual([parametro])
  })
})

describe('an unknown or repeated parameter', () => {
  it.each([
    ['combustivl=gnv', 'combustivel'],
    ['Limite=3', 'limite'],
    ['raios=5', 'raio'],
    ['cidade=maceio', 'municipio'],
    ['Fuel=gnv', 'combustivel'],
  ])('%s names the nearest', (query, sugestao) => {
    expect(refusal('precos', query).erros?.[0]?.sugestao).toBe(sugestao)
  })

  it.each(['limite=1&limite=1', 'limite=&limite=1'])('%s is refused', (query) => {
    expect(refusal('precos', query).message).toContain('mais de uma vez')
  })

  it('of another question is unknown to this one', () => {
    expect(refusal('postos', 'combustivel=gnv').erros?.[0]?.parametro).toBe('combustivel')
    expect(refusal('postos', 'fuel=gnv').message).not.toContain('Talvez')
  })

  it('is told with all that is wrong at once, up to ten', () => {
    expect(refusal('precos', 'limite=0&horas=0&lat=x').erros).toHaveLength(3)
    const many = Array.from({ length: 5000 }, (_, i) => `p${i}=1`).join('&')
    expect(refusal('precos', many).erros).toHaveLength(10)
  })
})

it('every row has a sentence, what it accepts, and an example it accepts', () => {
  for (const row of Object.values(parametros)) {
    const value = row.parse(row.exemplo)
    expect(value).toBeDefined()
    expect(row.schema.safeParse(value).success).toBe(true)
    expect(row.descricao).not.toMatch(/\.$/)
    expect(row.aceita.length).toBeGreaterThan(3)
  }
})
