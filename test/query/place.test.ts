import { describe, expect, it } from 'vitest'
import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'
import { readQuery } from '../../src/domain/questions/read-query.ts'
import type { Slug } from '../../src/domain/facts/fuels.ts'
import { ARAPIRACA, MACEIO, type Pump, queryOver } from '../fixtures.ts'

const MARECHAL = 2704708
const TEOTONIO = 2709152

/** A few stations of each place people ask about, districts in the spellings of invoices. */
const PUMPS: Pump[] = (
  [
    [MACEIO, 'PONTA VERDE', '57035060'],
    [MACEIO, 'JATIUCA', '57035180'],
    [MACEIO, 'JATIÚCA', '57036000'],
    [MACEIO, 'FAROL', '57051000'],
    [MACEIO, 'POCO', '57025000'],
    [MACEIO, 'CENTRO', '57020150'],
    [MACEIO, 'GRUTA DE LOURDES', '57052400'],
    [MACEIO, 'TAB.DOS MARTINS', '57061000'],
    [MACEIO, 'TABULEIRO DO MARTINS', '57081000'],
    [MACEIO, 'TRAPICHE DA BARRA', '57010405'],
    [MACEIO, 'MANGABEIRA', '57025580'],
    [MACEIO, 'MANGABEIRAS', '57037285'],
    [MACEIO, 'PONTA GROSSA', '57014000'],
    [MACEIO, 'JACARECICA', '57038635'],
    [MACEIO, 'CIDADE UNIVERSITARIA', '57072000'],
    [ARAPIRACA, 'CENTRO', '57300010'],
    [ARAPIRACA, 'BRASILIA', '57313000'],
    [ARAPIRACA, 'OURO PRETO', '57301000'],
    [ARAPIRACA, 'ZONA RURAL', '57319000'],
    [MARECHAL, 'FRANCES', '57160000'],
    [MARECHAL, 'POVOADO DO FRANCES', '57160000'],
    [MARECHAL, 'TAPERAGUA', '57160000'],
    [TEOTONIO, 'SAO MIGUEL', '57265000'],
    [2701506, 'CENTRO', '57350000'],
    [2702405, 'CAMPO GRANDE', '57480000'],
    [2708600, 'CENTRO', '57240000'],
    [2706307, 'CENTRO', '57600000'],
    [2706307, 'PALMEIRA DE FORA', '57601000'],
    [2707503, 'CENTRO', '57290000'],
  ] as const
).map(([cidade, bairro, cep], i) => ({ preco: 6 + i / 100, posto: i + 1, cidade, bairro, cep }))

const world = queryOver(PUMPS)

async function ask(pedido: { bairro?: string; municipio?: string }): Promise<RespostaPrecos> {
  return (await world).query.precos({ combustivel: 'gasolina-comum', suspeitos: 'omitir', ...pedido })
}

describe('a short name of one district of the capital', () => {
  it.each([
    ['trapiche da barra', [1, 2]],
    ['trapiche, maceio', [1, 2]],
    ['trapiche', [1, 2, 3]],
    ['trapiche, arapiraca', [3]],
  ])('%s is the district, of all who declare either name, and no other town', async (bairro, postos) => {
    const { query } = await queryOver([
      { preco: 6.1, posto: 1, cidade: MACEIO, bairro: 'TRAPICHE DA BARRA' },
      { preco: 6.2, posto: 2, cidade: MACEIO, bairro: 'TRAPICHE' },
      { preco: 6.3, posto: 3, cidade: ARAPIRACA, bairro: 'TRAPICHE' },
    ])
    const { conteudo } = await query.precos({ combustivel: 'gasolina-comum', suspeitos: 'omitir', bairro })
    expect(conteudo.map(({ produto }) => produto.venda.valorDeclarado)).toEqual(
      postos.map((posto) => 6 + posto / 10),
    )
  })
})

describe('ways people write a place', () => {
  it('are told with the accents that stations leave out', async () => {
    const { query } = await queryOver([
      { preco: 6.1, cidade: ARAPIRACA, bairro: 'CANAFISTULA DE SAO LUIZ II' },
    ])
    const asked = { combustivel: 'gasolina-comum', suspeitos: 'omitir' } as const
    const { lugar } = await query.precos({ ...asked, bairro: 'canafistula de sao luiz ii' })
    expect(lugar.nome).toBe('Canafístula de São Luiz II, Arapiraca')
  })

  it.each([
    ['ponta verde', 'Ponta Verde, Maceió', 1],
    ['PONTA-VERDE', 'Ponta Verde, Maceió', 1],
    ['Ponta Verde, Maceió - AL', 'Ponta Verde, Maceió', 1],
    ['bairro do Farol', 'Farol, Maceió', 1],
    ['jatiuca', 'Jatiúca, Maceió', 2],
    ['gruta', 'Gruta de Lourdes, Maceió', 1],
    ['trapiche', 'Trapiche da Barra, Maceió', 1],
    ['tabuleiro', 'Tabuleiro do Martins, Maceió', 2],
    ['tab. dos martins', 'Tabuleiro do Martins, Maceió', 2],
    ['mangabeira', 'Mangabeiras, Maceió', 2],
    ['mangabeiras', 'Mangabeiras, Maceió', 2],
    ['jatiúca,ponta verde', 'Jatiúca e Ponta Verde, Maceió', 3],
    ['farol e poço', 'Farol e Poço, Maceió', 2],
    ['farol ou poço', 'Farol e Poço, Maceió', 2],
    ['entre farol e poço', 'Farol e Poço, Maceió', 2],
    ['Centro, Arapiraca', 'Centro, Arapiraca', 1],
    ['Centro de Arapiraca', 'Centro, Arapiraca', 1],
    ['Centro - Arapiraca', 'Centro, Arapiraca', 1],
    ['centro (arapiraca)', 'Centro, Arapiraca', 1],
    ['centro arapiraca', 'Centro, Arapiraca', 1],
    ['Brasília, Centro, Arapiraca', 'Brasília e Centro, Arapiraca', 2],
    ['Centro', 'Centro, em 6 municípios', 6],
    ['Maceió/AL', 'Maceió', 15],
    ['Maceió AL', 'Maceió', 15],
    ['Maceió, Arapiraca', 'Maceió e Arapiraca', 19],
    ['2700300', 'Arapiraca', 4],
    ['Alagoas', 'Alagoas', 29],
    ['palmeira', 'Palmeira dos Índios', 2],
    ['campo grande, delmiro gouveia', 'Campo Grande, Delmiro Gouveia', 1],
    ['57035-060', 'Ponta Verde, Maceió', 1],
    ['CEP 57035-060', 'Ponta Verde, Maceió', 1],
    ['cep: 57035 060', 'Ponta Verde, Maceió', 1],
    ['57.035-999', 'Ponta Verde e Jatiúca, Maceió', 3],
    ['57160000', 'Marechal Deodoro', 3],
    ['francês', 'Francês, Marechal Deodoro', 2],
    ['Praia do Francês', 'Francês, Marechal Deodoro', 2],
    ['UFAL', 'Cidade Universitária, Maceió', 1],
    ['stela maris', 'Jatiúca, Maceió', 2],
    ['Massagueira', 'Marechal Deodoro', 3],
    ['pnta verde', 'Ponta Verde, Maceió', 1],
    ['arapirca', 'Arapiraca', 4],
  ])('%s is %s', async (bairro, nome, postos) => {
    const answer = await ask({ bairro })
    expect([answer.lugar.nome, answer.totalPostos]).toEqual([nome, postos])
    expect(answer.sugestoes).toBeUndefined()
  })

  it.each([
    ['Maceió/AL', 'Maceió', 15],
    ['2704302', 'Maceió', 15],
    ['arapirca', 'Arapiraca', 4],
    ['Maceió AL', 'Maceió', 15],
    ['Massagueira', 'Marechal Deodoro', 3],
    ['estado de alagoas', 'Alagoas', 29],
  ])('%s as municipality is %s', async (municipio, nome, postos) => {
    const answer = await ask({ municipio })
    expect([answer.lugar.nome, answer.totalPostos]).toEqual([nome, postos])
  })
})

describe('what is understood', () => {
  it('names districts and municipalities as people write them', async () => {
    expect((await ask({})).lugar).toEqual({ ambito: 'estado', nome: 'Alagoas', bairros: [], municipios: [] })
    expect((await ask({ bairro: 'farol, poco' })).lugar).toEqual({
      ambito: 'bairro',
      nome: 'Farol e Poço, Maceió',
      bairros: ['Farol', 'Poço'],
      municipios: [{ nome: 'Maceió', codigoIBGE: MACEIO }],
    })
    expect((await ask({ municipio: 'palmeira dos indios' })).lugar).toMatchObject({
      ambito: 'municipio',
      bairros: [],
      municipios: [{ nome: 'Palmeira dos Índios', codigoIBGE: 2706307 }],
    })
  })

  it('around a point is that point, and the place in it', async () => {
    const { query } = await world
    const at = { lat: -9.66, lon: -35.7, raio: 3.5 }
    const near = await query.precos({ combustivel: 'gasolina-comum', suspeitos: 'omitir', ...at })
    expect(near.lugar).toEqual({
      ambito: 'ponto',
      nome: 'a até 3,5 km do ponto',
      bairros: [],
      municipios: [],
    })
    const both = await query.precos({
      combustivel: 'gasolina-comum',
      suspeitos: 'omitir',
      ...at,
      bairro: 'farol',
    })
    expect(both.lugar).toMatchObject({
      ambito: 'ponto',
      nome: 'Farol, Maceió, a até 3,5 km do ponto',
      bairros: ['Farol'],
    })
  })

  it('is told by every answer about a place', async () => {
    const { query } = await world
    const asked = { bairro: 'centro, arapiraca' }
    const answers = [
      await ask(asked),
      await query.postos(asked),
      await query.estatisticas({ ...asked, litros: 50 }),
    ]
    for (const { lugar, observacoes } of answers) {
      expect(lugar.nome).toBe('Centro, Arapiraca')
      expect(observacoes).toBeInstanceOf(Array)
    }
  })
})

/** Ten kilometres south of the one before it. */
function pumpIn(cidade: number, combustivel: Slug, posto: number, more: Partial<Pump> = {}): Pump {
  return { preco: 6, cidade, combustivel, posto, ponto: [-9.4 - posto / 11, -36.6], ...more }
}

describe('the places near one', () => {
  const [LAGOA, PALMEIRA, PENEDO] = [2704104, 2706307, 2706703]
  const pumps = [
    pumpIn(ARAPIRACA, 'gasolina-comum', 1),
    pumpIn(LAGOA, 'gasolina-comum', 2),
    pumpIn(PALMEIRA, 'gasolina-comum', 3),
    pumpIn(PALMEIRA, 'gnv', 3),
    pumpIn(PENEDO, 'gnv', 4),
  ]
  const asked = async (combustivel: Slug, more: object = {}) => {
    const { query } = await queryOver(pumps)
    const pedido = { combustivel, municipio: 'arapiraca', suspeitos: 'omitir', ...more } as const
    return (await query.precos(pedido)).observacoes
  }

  it('are those that sell the fuel', async () => {
    expect(await asked('gasolina-comum')).toEqual([
      expect.stringMatching(
        /^Só 1 posto, pouco para comparar; perto \(em linha reta, de centro a centro\) há Lagoa da Canoa \(\S+ km\), Palmeira/,
      ),
    ])
    expect(await asked('gnv')).toEqual([
      expect.stringMatching(
        /^Ninguém de lá vendeu GNV nos últimos dez dias; perto \(em linha reta, de centro a centro\) há Palmeira dos Índios \(\S+ km\), Penedo/,
      ),
      'O posto mais perto que vende GNV fica a uns 39 km, em Palmeira dos Índios: CNPJ 99.000.000/0003-00.',
    ])
    expect(await asked('alcool')).toEqual(['Ninguém de lá vendeu Álcool (etanol) nos últimos dez dias.'])
    expect((await asked('gnv', { municipio: 'xyzw', lat: -9.66, lon: -35.73 })).join(' ')).not.toContain(
      'mais perto',
    )
    expect(await asked('gnv', { horas: 3 })).toEqual([
      expect.stringContaining('nas últimas 3 horas; perto'),
      expect.stringContaining('O posto mais perto'),
    ])
  })

  it('of a name that two towns have: the example is the town with stations, the nearest that of either middle', async () => {
    const { query } = await queryOver([
      pumpIn(ARAPIRACA, 'gasolina-comum', 1, { bairro: 'OURO PRETO' }),
      pumpIn(PENEDO, 'gnv', 2),
      { preco: 4, combustivel: 'gnv', bairro: 'FAROL', ponto: [-9.652, -35.735] },
    ])
    const { observacoes } = await query.precos({
      combustivel: 'gnv',
      bairro: 'ouro preto',
      suspeitos: 'omitir',
    })
    expect(observacoes).toEqual([
      'Há bairros Ouro Preto em Arapiraca, Maceió, e a resposta os junta: para um só, diga o município (Ouro Preto, Arapiraca).',
      'Ninguém de lá vendeu GNV nos últimos dez dias.',
      expect.stringMatching(/^O posto mais perto que vende GNV fica a \d(,\d)? km, em Maceió: CNPJ /),
    ])
  })

  it('are those where it was sold in the hours asked for', async () => {
    const { query } = await queryOver([
      pumpIn(ARAPIRACA, 'gnv', 1, { vendidoEm: '2026-04-16T08:00:00-03:00' }),
      pumpIn(LAGOA, 'gnv', 2, { vendidoEm: '2026-04-16T10:30:00-03:00' }),
      pumpIn(PALMEIRA, 'gnv', 3, { vendidoEm: '2026-04-16T11:30:00-03:00' }),
    ])
    const notes = async (horas?: number) => {
      const pedido = { combustivel: 'gnv', municipio: 'arapiraca', suspeitos: 'omitir', horas } as const
      return (await query.precos(pedido)).observacoes.map((note) => note.replaceAll(/[\d,]+ km/g, 'x km'))
    }
    expect(await notes(1)).toEqual([
      'Ninguém de lá vendeu GNV na última hora; perto (em linha reta, de centro a centro) há Palmeira dos Índios (x km).',
      'O posto mais perto que vendeu GNV na última hora fica a uns x km, em Palmeira dos Índios: CNPJ 99.000.000/0003-00.',
    ])
    expect(await notes(2)).toEqual([
      'Ninguém de lá vendeu GNV nas últimas 2 horas; perto (em linha reta, de centro a centro) há Lagoa da Canoa (x km), Palmeira dos Índios (x km).',
      'O posto mais perto que vendeu GNV nas últimas 2 horas fica a uns x km, em Lagoa da Canoa: CNPJ 99.000.000/0002-00.',
    ])
    expect(await notes()).toEqual([
      'Só 1 posto, pouco para comparar; perto (em linha reta, de centro a centro) há Lagoa da Canoa (x km), Palmeira dos Índios (x km).',
    ])
  })

  it('are as far as comparing them says', async () => {
    const { query } = await queryOver(pumps)
    const { grupos = [] } = await query.estatisticas({ municipio: 'arapiraca', raio: 100, litros: 50 })
    const lagoa = grupos.find(({ codigoIBGE }) => codigoIBGE === LAGOA)?.distanciaKm ?? 0
    const { observacoes } = await query.precos({
      combustivel: 'gasolina-comum',
      municipio: 'arapiraca',
      suspeitos: 'omitir',
    })
    expect(lagoa).toBeGreaterThan(10)
    expect(observacoes.join()).toContain(`Lagoa da Canoa (${Math.round(lagoa)} km)`)
  })
})

describe('what is said of it', () => {
  it.each([
    [{ bairro: 'centro' }, 'Há bairros Centro em 6 municípios, e a resposta os junta'],
    [{ bairro: 'campo grande' }, 'Campo Grande é município e também bairro (Delmiro Gouveia)'],
    [{ bairro: 'pnta verde' }, '“pnta verde” foi entendido como Ponta Verde.'],
    [{ municipio: 'arapirca' }, '“arapirca” foi entendido como Arapiraca.'],
    [{ bairro: 'quitunde' }, '“quitunde” foi entendido como São Luís do Quitunde.'],
    [{ bairro: 'palmeira' }, '“palmeira” foi entendido como Palmeira dos Índios.'],
    [{ municipio: 'palmeira' }, '“palmeira” foi entendido como Palmeira dos Índios.'],
    [{ bairro: 'UFAL' }, 'UFAL fica em Cidade Universitária, Maceió.'],
    [{ bairro: 'massaguera' }, '“massaguera” foi entendido como Massagueira.\nMassagueira fica em Marechal'],
    [{ bairro: 'igreja' }, '“igreja” foi entendido como Igreja Nova.'],
    [{ municipio: 'Capela SE' }, '“Capela SE” não é município de Alagoas, e só há dados de Alagoas'],
    [{ bairro: 'casa' }, '“casa” não é bairro nem município conhecido'],
    [{ bairro: 'ifal' }, '“ifal” não é bairro nem município conhecido'],
    [
      { bairro: 'av fernandes lima' },
      'Fernandes Lima fica em Farol, Pinheiro, Gruta de Lourdes e Canaã, Maceió.',
    ],
    [{ bairro: 'posto shell na ponta verde' }, 'A bandeira dos postos não é conhecida aqui'],
    [{ bairro: 'Massagueira' }, 'Massagueira fica em Marechal Deodoro: nenhum posto se diz de lá'],
    [{ bairro: '57035-060' }, 'CEP 57035-060: vale o que declaram os postos desse CEP'],
    [
      { bairro: 'ponta verde' },
      'Só 1 posto, pouco para comparar; perto (em linha reta, de centro a centro) há Jatiúca (1,2 km)',
    ],
    [
      { municipio: 'teotonio vilela' },
      'Só 1 posto, pouco para comparar; perto (em linha reta, de centro a centro) há São Miguel dos Campos',
    ],
    [
      { bairro: 'ouro preto, arapiraca' },
      'Só 1 posto, pouco para comparar: veja também o município, Arapiraca.',
    ],
    // Of the capital too, where no station declares it.
    [{ bairro: 'ouro preto' }, 'Há bairros Ouro Preto em Arapiraca, Maceió, e a resposta os junta'],
  ])('%j: %s', async (asked, sentence) => {
    expect((await ask(asked)).observacoes.join('\n')).toContain(sentence)
  })

  it('proposes the place beside a brand, and takes a hyphen for none', async () => {
    expect((await ask({ bairro: 'posto shell na ponta verde' })).sugestoes).toEqual(['Ponta Verde, Maceió'])
    const { observacoes } = await ask({ bairro: 'alhures - maceio' })
    expect(observacoes.join(' ')).not.toContain('bandeira')
  })

  it.each([{}, { municipio: 'maceio' }, { bairro: 'Maceió/AL' }])('%j needs no word', async (asked) => {
    expect((await ask(asked)).observacoes).toEqual([])
  })
})

describe('a place asked for after another', () => {
  it('is answered as if it stood alone', async () => {
    const { query } = await queryOver(PUMPS)
    const joined = { municipio: 'maceio\nfarol' }
    await query.postos(joined).catch(() => undefined)
    const { lugar } = await query.postos({ municipio: 'maceio', bairro: 'farol\n' })
    expect([lugar.nome, lugar.ambito]).toEqual(['Farol, Maceió', 'bairro'])
  })
})

it('a district whose name begins those of municipalities is told beside them', async () => {
  const told = 'Se não é o bairro, mas São Miguel dos Campos ou São Miguel dos Milagres, diga o nome inteiro.'
  expect((await ask({ bairro: 'são miguel' })).observacoes).toContain(told)
  expect((await ask({ bairro: 'são miguel, teotônio vilela' })).observacoes).not.toContain(told)
  const compared = readQuery('estatisticas', [
    ['combustivel', 'gasolina-comum'],
    ['bairro', 'são miguel'],
    ['municipios', 'maceio,teotonio vilela'],
  ])
  expect((await (await world).query.estatisticas(compared)).observacoes).not.toContain(told)
})

describe('a place without stations', () => {
  it.each([
    [{ bairro: 'ponta' }, ['Ponta Verde', 'Ponta Grossa', 'Ponta da Terra'], 'pode ser mais de um lugar'],
    [{ municipio: 'santana' }, ['Santana do Ipanema', 'Santana do Mundaú'], 'pode ser mais de um lugar'],
    [
      { municipio: 'sao bras' },
      ['Porto Real do Colégio'],
      'Nenhum posto conhecido é de lá; com postos, os mais próximos, de centro a centro: Porto Real',
    ],
    [{ bairro: 'guaxuma' }, ['Jacarecica'], 'os mais próximos, de centro a centro: Jacarecica (2,2 km)'],
    [
      { bairro: 'ouro preto', municipio: 'maceio' },
      ['Gruta de Lourdes'],
      'os mais próximos, de centro a centro: Gruta de Lourdes',
    ],
    [
      { bairro: 'xyzw, recife' },
      [],
      '“recife” não é bairro nem município conhecido, e só há dados de Alagoas.',
    ],
    [{ bairro: 'centro, recife' }, ['Centro'], '“recife” não é bairro nem município conhecido'],
    [{ bairro: 'farol, xyzw, maceio' }, ['Farol'], 'Nenhum posto de Maceió se diz de “xyzw”.'],
    [
      { bairro: 'farol ou xyzw' },
      [],
      'só há dados de Alagoas: se são vários lugares, separe-os por vírgula.',
    ],
    [{ bairro: 'xyzw' }, [], '“xyzw” não é bairro nem município conhecido, e só há dados de Alagoas.'],
    [
      { bairro: 'salvador' },
      [],
      '“salvador” não é bairro nem município conhecido, e só há dados de Alagoas.',
    ],
    [{ municipio: 'recife' }, [], '“recife” não é município de Alagoas, e só há dados de Alagoas.'],
    [{ municipio: 'ponta verde' }, [], '“ponta verde” é bairro, não município: peça-o em bairro.'],
    [
      { municipio: 'tabuleiro' },
      [],
      '“tabuleiro” não é município; se é o bairro Tabuleiro do Martins, peça-o em bairro.',
    ],
    [
      { municipio: 'ponta' },
      ['Ponta Verde', 'Ponta Grossa', 'Ponta da Terra'],
      '“ponta” não é município de Alagoas, e só há dados de Alagoas: se é um bairro, peça-o em bairro.',
    ],
    [{ municipio: '57035-060' }, [], 'CEP se pede em bairro, não em municipio.'],
    [
      { municipio: 'maceio, arapiraca' },
      [],
      'municipio leva um só nome: para juntá-los, bairro=Maceió, Arapiraca; para comparar, estatisticas com municipios=Maceió, Arapiraca.',
    ],
    [
      { municipio: 'maceió e arapiraca' },
      [],
      'municipio leva um só nome: para juntá-los, bairro=Maceió, Arapiraca; para comparar, estatisticas com municipios=Maceió, Arapiraca.',
    ],
    [
      { municipio: 'farol, maceio' },
      [],
      'municipio leva um só nome: para mais de um, ou para um bairro, use bairro.',
    ],
    [
      { bairro: 'orla de maceio' },
      ['Maceió'],
      'Nenhum posto de Maceió se diz de “orla de maceio”: peça Maceió, ou um bairro de lá.',
    ],
    [
      { bairro: 'ponta verde, arapiraca' },
      [],
      'Nenhum posto de Arapiraca se diz de “ponta verde”; há em Maceió.',
    ],
    [{ bairro: 'zona rural', municipio: 'maceio' }, [], 'se diz de “zona rural”; há em Arapiraca.'],
    [{ bairro: '50000-000' }, [], 'O CEP 50000-000 não é de Alagoas'],
    [
      { bairro: '57999-000' },
      [],
      'Nenhum posto conhecido tem CEP parecido com 57999-000: diga o bairro ou o município.',
    ],
    [{ bairro: '1234567' }, [], 'só há dados de Alagoas'],
    [{ bairro: 'rurla' }, [], 'só há dados de Alagoas'],
  ])('%j is answered with what may have been meant', async (asked, names, sentence) => {
    const answer = await ask(asked)
    expect(answer).toMatchObject({ totalPostos: 0, precoMinimo: null, conteudo: [] })
    expect(answer.sugestoes?.slice(0, Math.max(1, names.length))).toEqual(names)
    expect(answer.observacoes.join('\n')).toContain(sentence)
  })

  it('no note of a part that was understood stands beside an unknown part', async () => {
    const { observacoes } = await ask({ bairro: 'centro, recife' })
    expect(observacoes.join()).not.toContain('a resposta os junta')
  })

  it('a misspelt municipality at the end is where districts are looked for, and is told', async () => {
    const { lugar, observacoes } = await ask({ bairro: 'centro, arapirca' })
    expect(lugar.nome).toBe('Centro, Arapiraca')
    expect(observacoes[0]).toBe('“arapirca” foi entendido como Arapiraca.')
  })
})
