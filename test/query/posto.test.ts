import { describe, expect, it } from 'vitest'
import { paritySentence } from '../../src/format/words/comparisons.ts'
import { type RespostaPosto, postosSchema, respostaPostoSchema } from '../../src/domain/answers/posto.ts'
import type { Slug } from '../../src/domain/facts/fuels.ts'
import type { Pedido } from '../../src/domain/questions/parameters.ts'
import { AGORA, ARAPIRACA, type Pump, cnpjOf, crowd, queryOver } from '../fixtures.ts'

async function station(posto: number, pumps: readonly Pump[]): Promise<RespostaPosto> {
  const { query } = await queryOver(pumps)
  const answer = await query.posto({ cnpj: cnpjOf(posto) })
  expect(respostaPostoSchema.strict().parse(answer)).toEqual(answer)
  return answer
}

async function positionOf(posto: number, pumps: readonly Pump[]) {
  return (await station(posto, pumps)).combustiveis['gasolina-comum']?.posicao
}

/** Stations 1… at these prices in Arapiraca, each price backed by nobody. */
function town(...precos: number[]): Pump[] {
  return precos.map((preco, i) => ({ posto: i + 1, preco, cidade: ARAPIRACA }))
}

describe('a station', () => {
  it('shows all its fuels, the newest product first, the others beside it', async () => {
    const answer = await station(1, [
      { posto: 1, preco: 6.5 },
      {
        posto: 1,
        preco: 7.1,
        combustivel: 'diesel-aditivado',
        codigo: '10',
        vendidoEm: '2026-04-16T08:00:00-03:00',
      },
      {
        posto: 1,
        preco: 7.3,
        combustivel: 'diesel-aditivado',
        codigo: '11',
        vendidoEm: '2026-04-16T09:00:00-03:00',
      },
    ])
    expect(Object.keys(answer.combustiveis)).toEqual(['gasolina-comum', 'diesel-aditivado'])
    expect(answer.atualizadoEm).toBe(AGORA)
    expect(answer.combustiveis['gasolina-comum']).not.toHaveProperty('outros')
    const { produto, outros } = answer.combustiveis['diesel-aditivado'] ?? {}
    expect([produto?.codigo, outros?.map(({ codigo }) => codigo)]).toEqual(['11', ['10']])
    for (const { produto: own, codigo, venda } of outros ?? []) expect(own).toMatchObject({ codigo, venda })
    expect(answer.historico.periodo).toEqual({ desde: '2026-03-18', ate: '2026-04-16' })
  })

  it('shows the fuel asked for alone, here and in its past', async () => {
    const { query } = await queryOver([
      { posto: 1, preco: 6 },
      { posto: 1, preco: 4, combustivel: 'alcool' },
      { posto: 1, preco: 7, combustivel: 'diesel-aditivado' },
    ])
    const ofFuel = async (combustivel: Slug) => {
      const { combustiveis, historico, paridade } = await query.posto({ cnpj: cnpjOf(1), combustivel })
      return [Object.keys(combustiveis), Object.keys(historico.combustiveis), paridade?.compensa]
    }
    expect(await ofFuel('alcool')).toEqual([['alcool'], ['alcool'], 'alcool'])
    expect(await ofFuel('diesel-aditivado')).toEqual([['diesel-aditivado'], ['diesel-aditivado'], undefined])
    expect(await ofFuel('gnv')).toEqual([[], ['gnv'], undefined])
  })

  it('judges each of its products by itself', async () => {
    const { combustiveis } = await station(1, [
      ...crowd(9, 7, 'diesel-aditivado'),
      { posto: 1, preco: 7.1, combustivel: 'diesel-aditivado', codigo: '10' },
      {
        posto: 1,
        preco: 71.9,
        combustivel: 'diesel-aditivado',
        codigo: '11',
        vendidoEm: '2026-04-16T09:00:00-03:00',
        corrida: [{ valor: 71.9, vendas: 2, desde: '2026-04-15T09:00:00-03:00' }],
      },
    ])
    const fuel = combustiveis['diesel-aditivado']
    expect([fuel?.suspeito, fuel?.confirmacao.vendas]).toEqual([undefined, 1])
    expect(fuel?.outros).toMatchObject([
      {
        codigo: '11',
        venda: { valorDeclarado: 71.9 },
        suspeito: { motivo: 'muito_acima', referencia: 7 },
        confirmacao: { vendas: 2, desde: '2026-04-15T09:00:00-03:00' },
      },
    ])
  })

  it('of two products sold in the same second shows the cheaper', async () => {
    const answer = await station(1, [
      { posto: 1, preco: 7.3, codigo: '10' },
      { posto: 1, preco: 7.1, codigo: '11' },
    ])
    expect(answer.combustiveis['gasolina-comum']?.produto.codigo).toBe('11')
  })

  it('that no longer sells anything answers with no fuels', async () => {
    const { query, dataset } = await queryOver([{ posto: 1, preco: 6 }])
    dataset.snapshot().commit.estado.atuais['gasolina-comum'].length = 0
    const answer = await query.posto({ cnpj: cnpjOf(1) })
    expect([answer.combustiveis, answer.paridade]).toEqual([{}, undefined])
  })

  it('nobody knows is an error that says where to look', async () => {
    const { query } = await queryOver([{ preco: 6 }])
    await expect(query.posto({ cnpj: cnpjOf(77) })).rejects.toMatchObject({
      codigo: 'posto_nao_encontrado',
      message: expect.stringMatching(/procure o posto pelo nome\.$/),
    })
  })

  it.each([
    ['of a cheaper additive gasoline, where ethanol does not pay against it', 4.97, 7, 0.71],
    ['not at exactly the limit', 4.9, 7, undefined],
    ['nor of one that costs as much', 4.97, 7.1, undefined],
    ['nor where ethanol pays against neither', 5.1, 7, undefined],
  ])('tells the ratio %s', async (_, alcool, aditivada, razaoAditivada) => {
    const { paridade } = await station(1, [
      { posto: 1, preco: 7.1 },
      { posto: 1, preco: alcool, combustivel: 'alcool' },
      { posto: 1, preco: aditivada, combustivel: 'gasolina-aditivada' },
    ])
    expect(paridade?.razaoAditivada).toBe(razaoAditivada)
  })

  it('has an approximate place: its district, else the known one of the capital, else its town, else the town of the table', async () => {
    const pumps: Pump[] = [
      { posto: 1, preco: 6, bairro: 'FAROL', ponto: [-9.651, -35.735] },
      { posto: 2, preco: 6, bairro: 'FAROL' },
      { posto: 3, preco: 6, bairro: 'POCO' },
      { posto: 4, preco: 6, bairro: 'ZONA RURAL', ponto: [-9.6, -35.8] },
      { posto: 5, preco: 6, bairro: 'ZONA RURAL' },
      { posto: 6, preco: 6, cidade: ARAPIRACA, ponto: [-12.6, -39.1] },
      { posto: 7, preco: 6, cidade: 2799999 },
    ]
    const places = await Promise.all(
      [1, 2, 3, 5, 6, 7].map(async (posto) => (await station(posto, pumps)).estabelecimento.endereco),
    )
    expect(places.map(({ localizacao }) => localizacao)).toEqual([
      { precisao: 'exata', latitude: -9.651, longitude: -35.735, origem: 'declarada' },
      { precisao: 'bairro', latitude: -9.651, longitude: -35.735, origem: 'aproximada' },
      { precisao: 'bairro', latitude: -9.661, longitude: -35.721, origem: 'aproximada' },
      { precisao: 'municipio', latitude: -9.6255, longitude: -35.7675, origem: 'aproximada' },
      { precisao: 'municipio', latitude: -9.755, longitude: -36.661, origem: 'aproximada' },
      null,
    ])
    expect(places[4]).toMatchObject({ latitude: null, longitude: null })
  })
})

describe('the position of a price', () => {
  it.each([
    ['cheapest of five', [6, 6.1, 6.2, 6.3, 6.4], 1, [1, 5, -0.2, 'barato']],
    ['at the first quartile', [6, 6.1, 6.2, 6.3, 6.4], 2, [2, 5, -0.1, 'barato']],
    ['in the middle', [6, 6.1, 6.2, 6.3, 6.4], 3, [3, 5, 0, 'normal']],
    ['at the third quartile', [6, 6.1, 6.2, 6.3, 6.4], 4, [4, 5, 0.1, 'caro']],
    ['equal prices share a place', [6.1, 6.1, 6.2, 6.3, 6.4], 2, [1, 5, -0.1, 'barato']],
    ['after equals the places are skipped', [6.1, 6.1, 6.2, 6.3, 6.4], 3, [3, 5, 0, 'normal']],
    ['all equal', [6, 6, 6, 6, 6], 5, [1, 5, 0, 'normal']],
    ['the only one that charges more', [6, 6, 6, 6, 6.9], 5, [5, 5, 0.9, 'caro']],
    ['the only one that charges less', [5.2, 6, 6, 6, 6], 1, [1, 5, -0.8, 'barato']],
    ['the price of all others', [5.2, 6, 6, 6, 6], 3, [2, 5, 0, 'normal']],
    ['a third quartile that is the median', [6, 6.2, 6.3, 6.3, 6.3, 6.3, 6.3], 7, [3, 7, 0, 'normal']],
    ['a first quartile that is the median', [6.3, 6.3, 6.3, 6.3, 6.3, 6.5, 6.6], 1, [1, 7, 0, 'normal']],
    ['1 % under the median', [6.138, 6.2, 6.2, 6.3, 6.4], 1, [1, 5, -0.062, 'normal']],
    ['a thousandth more than 1 % under it', [6.137, 6.2, 6.2, 6.3, 6.4], 1, [1, 5, -0.063, 'barato']],
    ['1 % over the median', [6, 6.1, 6.2, 6.2, 6.262], 5, [5, 5, 0.062, 'normal']],
    ['a thousandth more than 1 % over it', [6, 6.1, 6.2, 6.2, 6.263], 5, [5, 5, 0.063, 'caro']],
    ['a median between two prices', [6, 6.1, 6.2, 6.303, 6.4, 6.5], 1, [1, 6, -0.252, 'barato']],
  ])('%s', async (_, precos, posto, [colocacao, de, diferencaDaMediana, faixa]) => {
    expect(await positionOf(posto, [...crowd(9, 6.2), ...town(...precos)])).toEqual({
      colocacao,
      colocacaoProvavel: colocacao,
      empatados: precos.filter((preco) => preco === precos[posto - 1]).length - 1,
      de,
      diferencaDaMediana,
      faixa,
      ambito: 'municipio',
    })
  })

  it('with fewer than five stations in town is within the state', async () => {
    const pumps = [...crowd(9, 6.2), ...town(6, 6.1, 6.2, 6.3)]
    expect(await positionOf(1, pumps)).toMatchObject({ colocacao: 1, de: 13, ambito: 'estado' })
  })

  it('a suspect has none, and counts for nobody', async () => {
    const pumps = [...crowd(9, 6.2), ...town(6, 6.1, 6.2, 6.3, 6.4, 2)]
    expect(await positionOf(6, pumps)).toBeNull()
    expect(await positionOf(1, pumps)).toMatchObject({ colocacao: 1, de: 5, ambito: 'municipio' })
  })

  it('alone in the state is normal', async () => {
    expect(await positionOf(1, [{ posto: 1, preco: 6 }])).toEqual({
      colocacao: 1,
      colocacaoProvavel: 1,
      empatados: 0,
      de: 1,
      diferencaDaMediana: 0,
      faixa: 'normal',
      ambito: 'estado',
    })
  })
})

describe('parity', () => {
  it.each([
    ['exactly 0.7', 4.2, 6, 0.7, 'alcool'],
    ['0.7 that binary fractions miss', 4.823, 6.89, 0.7, 'alcool'],
    ['a thousandth more', 4.201, 6, 0.7, 'gasolina'],
    ['a thousandth less', 4.199, 6, 0.7, 'alcool'],
    ['as usual', 5.29, 6.79, 0.779, 'gasolina'],
  ])('%s', async (_, alcool, gasolina, razao, compensa) => {
    const answer = await station(1, [
      { posto: 1, preco: alcool, combustivel: 'alcool' },
      { posto: 1, preco: gasolina },
    ])
    expect(answer.paridade).toEqual({ razao, limite: 0.7, compensa, provavel: { razao, compensa } })
  })

  it('counts a gasoline far above its usual on few sales at that usual', async () => {
    const pumps: Pump[] = [
      { posto: 1, preco: 7.99, antes: [6.89, 6.89, 6.89] },
      { posto: 1, preco: 5.39, combustivel: 'alcool' },
    ]
    const { paridade } = await station(1, pumps)
    expect(paridade).toEqual({
      razao: 0.675,
      limite: 0.7,
      compensa: 'alcool',
      provavel: { razao: 0.782, compensa: 'gasolina', usualDaGasolina: 6.89 },
    })
    expect(paridade && paritySentence(paridade)).toBe(
      'Aqui compensa a gasolina: o álcool custa 0,782 da gasolina comum (limite 0,7), pelo preço mais provável do álcool e o usual da gasolina, R$ 6,89.',
    )
    const { query } = await queryOver(pumps)
    expect((await query.estatisticas({ litros: 50 })).paridade).toMatchObject({
      postosEmQueAlcoolCompensa: 1,
      postosEmQueCompensaProvavel: 0,
      postosQueCompensam: [],
      lugar: { alcool: 5.39, gasolina: 7.99, usualDaGasolina: 6.89, razao: 0.782, compensa: 'gasolina' },
    })
  })

  it('is told by the likely prices too, where a price is far under the usual', async () => {
    const { paridade } = await station(1, [
      { posto: 1, preco: 5.7, antes: [6.6, 6.6, 6.6] },
      { posto: 1, preco: 4.5, combustivel: 'alcool' },
    ])
    expect(paridade).toMatchObject({
      razao: 0.789,
      compensa: 'gasolina',
      provavel: { razao: 0.682, compensa: 'alcool' },
    })
    expect(paridade && paritySentence(paridade)).toBe(
      'Aqui compensa o álcool: o álcool custa 0,682 da gasolina comum (limite 0,7), pelo preço mais provável de cada um.',
    )
  })

  it.each([
    [4.44, 0.74, 'alcool'],
    [4.44, 0.739, 'gasolina'],
    [3, 0.5, 'alcool'],
  ] as const)(
    "álcool at R$ %f beside gasolina at R$ 6, with a ratio of %f of one's own: %s",
    async (preco, razao, compensa) => {
      const { query } = await queryOver([
        { posto: 1, preco: 6 },
        { posto: 1, preco, combustivel: 'alcool' },
      ])
      const { paridade } = await query.posto({ cnpj: cnpjOf(1), razao })
      expect(paridade).toMatchObject({ limite: razao, compensa })
    },
  )

  it('is absent without both fuels, or with a suspect one', async () => {
    expect(await station(1, [{ posto: 1, preco: 6 }])).not.toHaveProperty('paridade')
    const pumps: Pump[] = [
      ...crowd(9, 6),
      { posto: 1, preco: 2 },
      { posto: 1, preco: 4, combustivel: 'alcool' },
    ]
    expect(await station(1, pumps)).not.toHaveProperty('paridade')
  })
})

describe('looking for stations', () => {
  const pumps: Pump[] = [
    {
      posto: 3,
      preco: 6,
      nome: 'POSTO SÃO JOSÉ',
      razao: 'COMERCIO DE COMBUSTIVEIS ALFA LTDA',
      bairro: 'POÇO',
    },
    { posto: 2, preco: 6, nome: 'POSTO SAO JOSE II', cidade: ARAPIRACA },
    { posto: 1, preco: 6, nome: 'AUTO POSTO ALFA' },
    { posto: 1, preco: 5, combustivel: 'alcool', nome: 'AUTO POSTO ALFA' },
  ]

  async function find(pedido: Pedido<'postos'>) {
    const { query } = await queryOver(pumps)
    const answer = await query.postos(pedido)
    expect(postosSchema.strict().parse(answer)).toEqual(answer)
    return answer
  }

  it.each([
    [{}, [1, 2, 3]],
    [{ nome: 'são josé' }, [2, 3]],
    [{ nome: 'jose sao' }, [2, 3]],
    [{ nome: 'alfa' }, [1, 3]],
    [{ nome: 'comb' }, [3]],
    [{ nome: 'osto' }, []],
    [{ nome: 'jose', municipio: 'arapiraca' }, [2]],
    [{ bairro: 'poco' }, [3]],
    [{ limite: 2 }, [1, 2]],
  ])('%o', async (pedido, expected) => {
    const { conteudo, totalPostos } = await find(pedido)
    expect(conteudo.map(({ estabelecimento }) => Number(estabelecimento.cnpj.slice(2, 12)))).toEqual(expected)
    expect(totalPostos).toBe(expected.length)
  })

  it('tells which fuels each sells and how many there are in all', async () => {
    const answer = await find({ limite: 1 })
    expect(answer.totalEncontrados).toBe(3)
    expect(answer.conteudo[0]?.combustiveis).toEqual(['gasolina-comum', 'alcool'])
  })

  it.each([
    // Of the place asked for first, then wherever; and with the district or the town in the name.
    [{ nome: 'josee', municipio: 'arapiraca' }, ['POSTO SAO JOSE II']],
    [{ nome: 'josee' }, ['POSTO SÃO JOSÉ', 'POSTO SAO JOSE II']],
    [{ nome: 'alfaa', municipio: 'arapiraca' }, ['AUTO POSTO ALFA']],
    [{ nome: 'sao jose arapiraca' }, ['POSTO SAO JOSE II']],
    [{ nome: 'jose poço' }, ['POSTO SÃO JOSÉ']],
    [{ nome: 'jose poço', municipio: 'maceio' }, ['POSTO SÃO JOSÉ']],
  ])('%o has nobody, and names like it are suggested', async (pedido, names) => {
    const { totalEncontrados, sugestoes } = await find(pedido)
    expect([totalEncontrados, sugestoes?.toSorted()]).toEqual([0, names.toSorted()])
  })

  it('suggests no station of a district elsewhere for a word of its name', async () => {
    expect(await find({ nome: 'poc', municipio: 'arapiraca' })).not.toHaveProperty('sugestoes')
  })

  it('suggests names for a place nobody has', async () => {
    expect((await find({ municipio: 'santana' })).sugestoes).toEqual([
      'Santana do Ipanema',
      'Santana do Mundaú',
    ])
  })
})
