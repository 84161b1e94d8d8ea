import { beforeAll, describe, expect, it } from 'vitest'
import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'
import { type World, worldToRead } from '../http/fixture.ts'
import { stationName } from '../../src/site/words/names.ts'
import { ask, pricesOf } from './ask.ts'

let world: World
const page = (search: string) => ask(world.http, `/gasolina/caminho/${search}`)

beforeAll(async () => {
  world = await worldToRead()
})

describe('on the way', () => {
  it('lists the stations of least cost in the order of the straight line, the best one first in a sentence', async () => {
    const { text } = await page('?de=maceio&para=arapiraca&combustivel=s10&consumo=3,5&litros=200')
    const answer = JSON.parse(
      (
        await ask(
          world.http,
          '/gasolina/api/precos?combustivel=s10&rota=maceio;arapiraca&consumo=3.5&litros=200&desvio=2&ordenar=custo',
        )
      ).text,
    ) as RespostaPrecos
    expect(answer.pontosDaRota?.map(({ nome, tipo }) => [nome, tipo])).toEqual([
      ['Maceió', 'municipio'],
      ['Arapiraca', 'municipio'],
    ])
    const shown = answer.conteudo.slice(0, 50)
    const along = shown.toSorted((a, b) => (a.rota?.kmDaRota ?? 0) - (b.rota?.kmDaRota ?? 0))
    expect(along.length).toBeGreaterThan(3)
    expect(pricesOf({ text })).toEqual(along.map(({ produto }) => produto.venda.valorDeclarado))
    const [, lead = ''] = text.match(/<p class="lead">O melhor: ([^<]*)</) ?? []
    expect(text).toContain('<h1>De Maceió a Arapiraca: Diesel S10</h1>')
    const isExact = ({ estabelecimento: e }: (typeof shown)[number]) =>
      e.endereco.localizacao?.precisao === 'exata'
    const best = answer.conteudo.find(isExact)?.precoProvavel ?? 0
    expect(lead).toContain(`R$\u00A0${best.toFixed(2).replace('.', ',')}`)
    const exact = answer.conteudo.filter(isExact)
    const [nearest] = exact.toSorted((a, b) => (a.rota?.distanciaKm ?? 0) - (b.rota?.distanciaKm ?? 0))
    expect(nearest).toBeDefined()
    expect(nearest?.estabelecimento.cnpj).not.toBe(exact[0]?.estabelecimento.cnpj)
    expect(lead).toContain(
      ` que em ${nearest && stationName(nearest.estabelecimento)}, o mais perto da linha reta.`,
    )
    expect(text).toContain('Na ordem da linha reta entre Maceió e Arapiraca, sem as curvas da estrada.')
    expect(text.match(/km \d+ da linha reta: /g)).toHaveLength(shown.length)
    // The detour to an approximate place is not known.
    expect(text.match(/ponto aproximado, o desvio não se sabe/g)).toHaveLength(
      shown.filter((entry) => !isExact(entry)).length,
    )
  })

  it('explains a place it does not know, and keeps what was asked', async () => {
    const { status, text } = await page('?de=xyzabc&para=arapiraca')
    expect(status).toBe(200)
    expect(text).toMatch(/<p class="empty">[^<]*xyzabc/)
    expect(text).toContain('value="arapiraca"')
  })
})
