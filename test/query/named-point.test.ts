import { figuresOf } from '../../src/domain/answers/estatisticas.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bairrosDeMaceio, marcos } from '../../src/domain/alagoas/known-places.ts'
import { municipios } from '../../src/domain/alagoas/municipalities.ts'
import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'
import { placeKey } from '../../src/domain/places/place-names.ts'
import { readQuery } from '../../src/domain/questions/read-query.ts'
import { GasolinaError } from '../../src/errors.ts'
import { onMap } from '../../src/site/maps/drawing.ts'
import { ARAPIRACA, type Pump, cnpjOf, queryOver } from '../fixtures.ts'

const MARECHAL = 2704708
const RIO_LARGO = 2707701
const PENEDO = 2706703
const TEOTONIO_VILELA = 2709152
const MARAGOGI = 2704500

const PUMPS: Pump[] = [
  { preco: 6.1, bairro: 'PONTA VERDE', cep: '57035060', ponto: [-9.661, -35.702] },
  { preco: 6.2, bairro: 'FAROL', cep: '57051000', ponto: [-9.652, -35.735], nome: 'POSTO DO FAROL' },
  { preco: 6.3, bairro: 'CENTRO', cep: '57020150', ponto: [-9.666, -35.738] },
  { preco: 6.4, bairro: 'CENTRO', cep: '57300010', cidade: ARAPIRACA, ponto: [-9.752, -36.66] },
  { preco: 6.5, bairro: 'BRASILIA', cep: '57313000', cidade: ARAPIRACA },
  { preco: 6.6, bairro: 'FRANCES', cep: '57160000', cidade: MARECHAL },
  { preco: 6.7, bairro: 'TABULEIRO DO PINTO', cidade: RIO_LARGO, ponto: [-9.515, -35.79] },
  { preco: 6.8, bairro: 'CENTRO', cidade: PENEDO, ponto: [-10.288, -36.583] },
  { preco: 6.9, bairro: 'CENTRO', cidade: 9900000, nome: 'POSTO DE ALHURES' },
  { preco: 7.1, bairro: 'MANGABEIRAS', ponto: [-9.45, -35.6] },
  { preco: 7, bairro: 'BARRO DURO', ponto: [-9.6, -35.73] },
  { preco: 7.2, bairro: 'OURO PRETO', cidade: ARAPIRACA },
]
const STATION = PUMPS.findIndex(({ nome }) => nome === 'POSTO DO FAROL') + 1
const NOWHERE = PUMPS.findIndex(({ nome }) => nome === 'POSTO DE ALHURES') + 1

const world = queryOver(PUMPS)

async function ask(...given: [string, string][]): Promise<RespostaPrecos> {
  return (await world).query.precos(readQuery('precos', given))
}

async function refusalOf(...given: [string, string][]): Promise<GasolinaError> {
  try {
    await ask(...given)
  } catch (error) {
    if (error instanceof GasolinaError) return error
  }
  throw new Error('was answered')
}

describe('perto', () => {
  it.each([
    ['ponta verde', 'Ponta Verde, Maceió', 'bairro', 'bairro'],
    ['Centro, Arapiraca', 'Centro, Arapiraca', 'bairro', 'bairro'],
    ['brasília, arapiraca', 'Brasília, Arapiraca', 'bairro', 'municipio'],
    ['arapiraca', 'Arapiraca', 'municipio', 'municipio'],
    ['2700300', 'Arapiraca', 'municipio', 'municipio'],
    ['57035-060', 'CEP 57035-060', 'cep', 'bairro'],
    ['cep 57035', 'CEP 57035', 'cep', 'bairro'],
    [cnpjOf(STATION), 'Posto do Farol, Maceió', 'posto', 'exata'],
    ['aeroporto', 'Aeroporto de Maceió, Rio Largo', 'marco', 'exata'],
    ['aeroporto de arapiraca', 'Aeroporto de Arapiraca', 'marco', 'exata'],
    ['rodoviária', 'Rodoviária de Maceió', 'marco', 'exata'],
    ['rodoviaria joao paulo', 'Rodoviária de Maceió', 'marco', 'exata'],
    ['Estadio Rei Pele', 'Estádio Rei Pelé, Maceió', 'marco', 'exata'],
    ['trapichao', 'Estádio Rei Pelé, Maceió', 'marco', 'exata'],
    ['hospital universitario maceio', 'Hospital Universitário, Maceió', 'marco', 'exata'],
    ['praia do francês', 'Praia do Francês, Marechal Deodoro', 'marco', 'exata'],
    ['UFAL', 'UFAL Maceió', 'marco', 'exata'],
    ['maceió shopping', 'Mangabeiras, Maceió', 'bairro', 'bairro'],
    ['praia da pajuçara', 'Pajuçara, Maceió', 'bairro', 'bairro'],
    ['-9.66,-35.7', '-9.66,-35.7', 'ponto', 'exata'],
    ['-9,66, -35,70', '-9.66,-35.7', 'ponto', 'exata'],
  ])('%s is %s', async (perto, nome, tipo, precisao) => {
    const { centro, lugar, conteudo } = await ask(['perto', perto], ['raio', '500'])
    expect(Object.keys(centro ?? {}).toSorted()).toEqual([
      'latitude',
      'longitude',
      'nome',
      'precisao',
      'tipo',
    ])
    expect(centro).toMatchObject({ nome, tipo, precisao })
    expect(lugar.ambito).toBe('ponto')
    expect(conteudo.map(({ distanciaKm }) => distanciaKm)).not.toContain(undefined)
  })

  it('answers as its point does, and says the place', async () => {
    const { centro, lugar, observacoes, ...named } = await ask(['perto', 'aeroporto'], ['litros', '30'])
    const { lat, lon } = { lat: String(centro?.latitude), lon: String(centro?.longitude) }
    const point = await ask(['lat', lat], ['lon', lon], ['litros', '30'])
    expect({ ...named, lugar: point.lugar, observacoes }).toEqual(point)
    expect(lugar.nome).toBe('a até 10 km do Aeroporto de Maceió, Rio Largo')
  })

  it.each([
    [
      'arapiraca',
      'Arapiraca, aqui, é um ponto só (o meio dos seus postos ou, com menos de três, o da cidade)',
    ],
    ['brasília, arapiraca', 'Desse bairro só se sabe o município: as distâncias contam-se do meio dele.'],
    [cnpjOf(5), 'Desse posto só se sabe o município: as distâncias contam-se do meio dele.'],
  ])('%s is not where distances are measured from, which it says', async (perto, said) => {
    expect((await ask(['perto', perto])).observacoes[0]).toContain(said)
  })

  it.each([
    ['farol, arapiraca', 'Nenhum posto de Arapiraca se diz de “farol”; há em Maceió. Use'],
    ['salvador, ba', 'não é um lugar conhecido, e só há dados de Alagoas. Use'],
    ['centro, recife', '“recife” não é bairro nem município conhecido, e só há dados de Alagoas. Use'],
    ['farol, recife', 'não é um lugar conhecido; talvez seja: Farol. Use'],
    ['Viçosa MG', 'não é um lugar conhecido, e só há dados de Alagoas. Use'],
    ['casa', 'não é um lugar conhecido, e só há dados de Alagoas. Use'],
  ])('%s, a district elsewhere, is no slip of a landmark', async (perto, said) => {
    const { message } = await refusalOf(['perto', perto])
    expect(message).toContain(said)
  })

  it.each([
    ['shell arapirca', ['Arapiraca']],
    ['shell, arapiraca', ['Arapiraca']],
    ['posto ipiranga no farol', ['Farol, Maceió']],
  ])(
    '%s names a brand: the place beside it is proposed, and no landmark of that town',
    async (perto, names) => {
      const { message, erros } = await refusalOf(['perto', perto])
      expect(message).toContain('A bandeira dos postos não é conhecida aqui')
      expect(erros).toMatchObject([{ aceitos: names, sugestao: names[0] }])
    },
  )

  it.each(['petrobras', 'ipiranga'])('%s, a brand, is no slip of a place', async (perto) => {
    const { message } = await refusalOf(['perto', perto])
    expect(message).toContain('A bandeira dos postos não é conhecida aqui')
    const { totalEncontrados, observacoes } = await ask(['bairro', perto])
    expect([totalEncontrados, observacoes[0]]).toEqual([
      0,
      expect.stringContaining('A bandeira dos postos não é conhecida aqui'),
    ])
  })

  it.each([
    ['feliz', 'Feliz Deserto'],
    ['serra', 'Serraria, Maceió'],
  ])('%s, half a word or half a municipality, is told', async (perto, nome) => {
    expect((await ask(['perto', perto])).observacoes).toContain(`“${perto}” foi entendido como ${nome}.`)
  })

  it('half a name that is a brand too is a place', async () => {
    const { observacoes } = await ask(['perto', 'branca'])
    expect(observacoes[0]).toBe('“branca” foi entendido como Água Branca.')
  })

  it('says what it took another name for', async () => {
    const { observacoes } = await ask(['perto', 'trapichão'])
    expect(observacoes[0]).toBe('“trapichão” foi entendido como Estádio Rei Pelé, Maceió.')
  })

  it.each([
    ['aeropoto', 'Aeroporto de Maceió, Rio Largo'],
    ['zumbi dos palmares', 'Aeroporto de Maceió, Rio Largo'],
    ['praia do francez', 'Praia do Francês, Marechal Deodoro'],
    ['rodoviaira', 'Rodoviária de Maceió'],
    ['hospital universitaro', 'Hospital Universitário, Maceió'],
  ])('%s, a landmark misspelt or named by half, is no place around it', async (perto, nome) => {
    const { centro, observacoes } = await ask(['perto', perto])
    expect(centro).toMatchObject({ nome, tipo: 'marco', precisao: 'exata' })
    expect(observacoes).toContain(`“${perto}” foi entendido como ${nome}.`)
    expect((await ask(['rota', `${perto};arapiraca`])).lugar.nome).toContain(nome)
  })

  it.each([
    ['orla', 'Orla de Maragogi'],
    ['upa', 'UPA de Maragogi'],
    ['igreja', 'Igreja Nova'],
    ['usina', 'Usina de Xingó, Piranhas'],
    ['rua', 'Rua Sá e Albuquerque, Maceió'],
    ['igreja do farol', 'Farol, Maceió'],
    ['colegio do trapiche', 'Trapiche da Barra, Maceió'],
    ['igreja de santo antonio', 'Barra de Santo Antônio'],
    ['usina santo antonio', 'Barra de Santo Antônio'],
  ])(
    '%s, a kind of place, alone or beside the name of one, asks whether %s is meant',
    async (perto, nome) => {
      const { message, erros } = await refusalOf(['perto', perto])
      expect(message).toContain(`não é um lugar conhecido; talvez seja: ${nome}.`)
      expect(erros).toMatchObject([{ sugestao: nome }])
    },
  )

  it.each([
    ['lagoa', ['Lagoa da Canoa', 'Praia de Lagoa Azeda, Jequiá da Praia']],
    ['são', ['São Brás', 'São José da Laje', 'São Bento de Maragogi']],
  ])('%s begins one landmark and other places: it asks which', async (perto, names) => {
    const { message, erros } = await refusalOf(['perto', perto])
    expect(message).toContain('pode ser mais de um lugar: diga qual')
    expect(erros?.[0]?.aceitos).toEqual(expect.arrayContaining(names))
    expect((await refusalOf(['rota', `maceio;${perto}`])).message).toContain('diga qual')
  })

  it.each(['rua do comércio, maceió', 'rua santo antonio', 'praça deodoro da fonseca, maceió'])(
    '%s is no landmark with a like name, or with half the name of its town',
    async (perto) => {
      expect((await refusalOf(['perto', perto])).codigo).toBe('parametro_invalido')
    },
  )

  it('a square of the capital is its own, not one of Marechal Deodoro', async () => {
    const { centro, observacoes } = await ask(['perto', 'praça deodoro'])
    expect(centro?.nome).toBe('Centro, Maceió')
    expect(observacoes).toContain('“praça deodoro” foi entendido como Centro, Maceió.')
  })

  it.each(['aeroporto', 'rodoviária', 'hospital universitario maceio'])(
    '%s, a whole name, needs no sentence',
    async (perto) => {
      const { observacoes } = await ask(['perto', perto])
      expect(observacoes.filter((said) => said.includes('foi entendido'))).toEqual([])
    },
  )

  it('is joined with a district or a municipality', async () => {
    const all = await ask(['perto', 'farol'], ['raio', '20'])
    const there = await ask(['perto', 'farol'], ['raio', '20'], ['municipio', 'rio largo'])
    expect(all.totalPostos).toBeGreaterThan(1)
    expect(there.conteudo.map(({ produto }) => produto.venda.valorDeclarado)).toEqual([6.7])
  })

  it.each([
    ['centro', ['Centro, Maceió', 'Centro, Arapiraca', 'Centro, Penedo'], 'Centro, Maceió'],
    ['ifal', ['IFAL Maceió', 'IFAL Benedito Bentes, Maceió', 'IFAL Arapiraca'], 'IFAL Maceió'],
    ['farol, poço', ['Farol, Maceió', 'Poço, Maceió'], 'Farol, Maceió'],
    ['ouro preto', ['Ouro Preto, Maceió', 'Ouro Preto, Arapiraca'], 'Ouro Preto, Maceió'],
    ['marechal', ['Marechal Deodoro', 'Centro Histórico de Marechal Deodoro'], 'Marechal Deodoro'],
  ])('%s may be several places, which it names', async (perto, aceitos, sugestao) => {
    const { codigo, message, erros } = await refusalOf(['perto', perto])
    expect([codigo, message]).toEqual(['parametro_invalido', expect.stringContaining('diga qual')])
    expect(erros).toEqual([
      { parametro: 'perto', valor: perto, aceitos: expect.arrayContaining(aceitos), sugestao },
    ])
    expect((await ask(['perto', sugestao])).centro?.nome).toBe(sugestao)
  })

  it('a CEP of another state is refused in one sentence', async () => {
    const { message } = await refusalOf(['perto', '99999-999'])
    expect(message).toMatch(/^perto “99999-999”: o CEP 99999-999 não é de Alagoas/)
  })

  it('a CEP unlike those of stations is refused, and no place is like a number', async () => {
    const { erros, motivo } = await refusalOf(['perto', '57033-000'])
    expect(motivo).toContain('Nenhum posto conhecido tem CEP parecido com 57033-000')
    expect(erros?.[0]).not.toHaveProperty('sugestao')
    expect((await ask(['bairro', '57369-000'])).sugestoes).toEqual([])
  })

  it.each([
    ['xyzw', /não é um lugar conhecido, e só há dados de Alagoas/],
    ['Alagoas', /é o estado todo/],
    ['50030-230', /não é de Alagoas/],
    [cnpjOf(999), /nenhum posto conhecido tem esse CNPJ/],
    [cnpjOf(NOWHERE), /não se sabe onde fica esse posto/],
  ])('%s is refused', async (perto, sentence) => {
    const { codigo, message, erros } = await refusalOf(['perto', perto])
    expect([codigo, message]).toEqual(['parametro_invalido', expect.stringMatching(sentence)])
    expect(erros?.[0]).toMatchObject({ parametro: 'perto', valor: perto })
  })

  it.each([
    [
      ['lat', '-9.66'],
      ['lon', '-35.7'],
    ],
    [['rota', 'maceio;arapiraca']],
    [['lat', '-9.66']],
  ] as [string, string][][])('does not go with %j', async (...others) => {
    const { codigo, erros } = await refusalOf(['perto', 'farol'], ...others)
    expect([codigo, erros?.some(({ parametro }) => parametro === 'perto')]).toEqual([
      'parametro_invalido',
      true,
    ])
  })
})

describe('a route by names', () => {
  it('goes from place to place', async () => {
    const { lugar, conteudo } = await ask(
      ['rota', 'ponta verde; -9.6,-35.73; arapiraca'],
      ['desvio', '3'],
      ['ordenar', 'distancia'],
    )
    expect(lugar.nome).toBe('a até 3 km da rota de Ponta Verde, Maceió a Arapiraca')
    expect(conteudo.map(({ produto }) => produto.venda.valorDeclarado)).toEqual([
      6.1, 7.1, 6.2, 7, 6.4, 6.5, 7.2,
    ])
  })

  it('is refused for a name of several places', async () => {
    const { erros } = await refusalOf(['rota', 'maceio;centro'])
    expect(erros).toMatchObject([{ parametro: 'rota', valor: 'centro', sugestao: 'Centro, Maceió' }])
  })
})

describe('a name of more words than a place has', () => {
  it('is refused in a route as it is in perto', () => {
    const long = 'a'.repeat(101)
    const refusal = expect.objectContaining({ message: expect.stringContaining('nome (até 100 caracteres)') })
    expect(() => readQuery('precos', [['rota', `maceio;${long}`]])).toThrow(refusal as Error)
    expect(readQuery('precos', [['rota', `maceio;${long.slice(1)}`]]).rota).toContain(long.slice(1))
  })

  it('has every brand among its words taken away before the place beside them is proposed', async () => {
    const { query } = await queryOver([{ preco: 6.1, bairro: 'FAROL' }])
    const asked = query.precos(readQuery('precos', [['perto', 'shell ipiranga shell farol']]))
    await expect(asked).rejects.toMatchObject({ erros: [{ parametro: 'perto', aceitos: ['Farol, Maceió'] }] })
  })
})

describe('a name that may be half of a longer one', () => {
  const towns = [
    { preco: 6.1, bairro: 'SÃO MIGUEL', cidade: TEOTONIO_VILELA },
    { preco: 6.2, bairro: 'PRAIA DOURADA II', cidade: MARAGOGI },
    { preco: 6.3, bairro: 'POCO' },
  ]
  it.each([
    ['são miguel', ['São Miguel dos Campos', 'São Miguel dos Milagres', 'São Miguel, Teotônio Vilela']],
    [
      'praia',
      ['Praia do Francês, Marechal Deodoro', 'Barra Nova, Marechal Deodoro', 'Praia de Ipioca, Maceió'],
    ],
    ['shopping', ['Maceió Shopping', 'Parque Shopping', 'Shopping Pátio']],
    ['hospital', ['Hospital Universitário, Maceió', 'Hospital Geral do Estado', 'Hospital da Mulher']],
  ])('%s asks which', async (name, names) => {
    const { query } = await queryOver(towns)
    for (const [parametro, valor] of [
      ['perto', name],
      ['rota', `${name};maceio`],
    ] as const) {
      const asked = query.precos(readQuery('precos', [[parametro, valor]]))
      const erros = [{ parametro, valor: name, sugestao: names[0] }]
      const refusal = await asked.then(
        () => undefined,
        (error: GasolinaError) => error,
      )
      expect(refusal).toMatchObject({ codigo: 'parametro_invalido', erros })
      expect(refusal?.message).toContain(names.join('; '))
    }
  })

  it('is not asked back for a district of the capital, or with its municipality', async () => {
    const { query } = await queryOver(towns)
    for (const [perto, nome] of [
      ['poço', 'Poço, Maceió'],
      ['São Miguel, Teotônio Vilela', 'São Miguel, Teotônio Vilela'],
      ['são miguel dos campos', 'São Miguel dos Campos'],
    ] as const)
      expect((await query.precos(readQuery('precos', [['perto', perto]]))).centro).toMatchObject({ nome })
  })
})

describe('a district of which no station sells the fuel', () => {
  it('is told so around a point, too', async () => {
    const asked = [
      ['bairro', 'ponta verde'],
      ['combustivel', 'gnv'],
    ] as [string, string][]
    const [said] = (await ask(...asked)).observacoes
    expect(said).toMatch(/^Ninguém de lá vendeu GNV/)
    expect((await ask(...asked, ['perto', 'farol'])).observacoes).toContain(said)
  })
})

describe('other questions around a place', () => {
  it('changes are those of its stations', async () => {
    const { query } = await world
    const given: [string, string][] = [
      ['desde', 'inicio'],
      ['perto', 'aeroporto'],
      ['raio', '3'],
    ]
    const { mudancas, centro, lugar } = await query.mudancas(readQuery('mudancas', given))
    expect(mudancas.map(({ para }) => para)).toEqual([6.7])
    expect([centro?.tipo, lugar.nome]).toEqual(['marco', 'a até 3 km do Aeroporto de Maceió, Rio Largo'])
  })

  it('municipalities are compared nearest first, 40 km away at most, and summarized by the stations within', async () => {
    const { query } = await world
    const answer = await query.estatisticas(readQuery('estatisticas', [['perto', 'aeroporto']]))
    const distances = (answer.grupos ?? []).map(({ distanciaKm = Infinity }) => distanciaKm)
    expect(answer.grupos?.[0]?.municipio).toBe('SATUBA')
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(Math.max(...distances)).toBeLessThanOrEqual(40)
    expect(figuresOf(answer.combustiveis, 'gasolina-comum').postos).toBe(7)
    expect(answer.lugar.nome).toBe('a até 40 km do Aeroporto de Maceió, Rio Largo')
  })
})

describe('the landmarks', () => {
  it('lie each in the box of its municipality, to a kilometre', () => {
    const data = join(dirname(createRequire(import.meta.url).resolve('mapa-brasil/package.json')), 'data')
    const drawing = readFileSync(join(data, 'svg/low/municipios/al_municipios.svg'), 'utf8')
    const codes = (
      JSON.parse(readFileSync(join(data, 'json/municipios/al_municipios.json'), 'utf8')) as {
        CD_GEOCMU: string
      }[]
    ).map(({ CD_GEOCMU }) => Number(CD_GEOCMU))
    const outlines = [...drawing.matchAll(/<path d="([^"]+)"/g)].map(([, path = '']) =>
      path.match(/-?[\d.]+/g)?.map(Number),
    )
    const outside = marcos.filter((marco) => {
      const outline = outlines[codes.indexOf(marco.codigoIBGE)] ?? []
      const [xs, ys] = [outline.filter((_, i) => i % 2 === 0), outline.filter((_, i) => i % 2 === 1)]
      const { x, y } = onMap(marco)
      return !isIn(x, xs) || !isIn(y, ys)
    })
    expect(outside).toEqual([])
  })

  it('are at least forty, each name of one only, and none the name of a municipality or a district of the capital', () => {
    const keys = marcos.flatMap(({ nome, outros }) => [...new Set([nome, ...outros].map(placeKey))])
    const places = new Set([...municipios, ...bairrosDeMaceio].map(({ nome }) => placeKey(nome)))
    expect(marcos.length).toBeGreaterThanOrEqual(40)
    expect(keys.filter((key, at) => keys.indexOf(key) < at)).toEqual([])
    expect(keys.filter((key) => places.has(key))).toEqual([])
  })

  it('are understood by each of their names', async () => {
    for (const { nome, outros, latitude, longitude } of marcos)
      for (const name of [nome, ...outros])
        expect([name, (await ask(['perto', name])).centro]).toMatchObject([name, { latitude, longitude }])
  })
})

/** A kilometre in the units of the drawing. */
const KM = 2.33

function isIn(at: number, of: number[]): boolean {
  return at >= Math.min(...of) - KM && at <= Math.max(...of) + KM
}
