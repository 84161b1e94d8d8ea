import { beforeAll, describe, expect, it } from 'vitest'
import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'
import { type World, worldToRead } from '../http/fixture.ts'
import { ask, pricesOf } from './ask.ts'

let world: World
const page = (search: string) => ask(world.http, `/gasolina/caminho/${search}`)

beforeAll(async () => {
  world = await worldToRead()
})

describe('on the way', () => {
  it('lists the stations of least cost in the order of the road, the best one first in a sentence', async () => {
    const { text } = await page('?de=maceio&para=arapiraca&combustivel=s10&consumo=3,5&litros=200')
    const answer = JSON.parse(
      (
        await ask(
          world.http,
          '/gasolina/api/precos?combustivel=s10&rota=maceio;arapiraca&consumo=3.5&litros=200&desvio=2&ordenar=custo',
        )
      ).text,
    ) as RespostaPrecos
    const shown = answer.conteudo.slice(0, 40)
    const along = shown.toSorted((a, b) => (a.rota?.kmDaRota ?? 0) - (b.rota?.kmDaRota ?? 0))
    expect(along.length).toBeGreaterThan(3)
    expect(pricesOf({ text })).toEqual(along.map(({ produto }) => produto.venda.valorDeclarado))
    const [, lead = ''] = text.match(/<p class="lead">O melhor: ([^<]*)</) ?? []
    expect(lead).toContain(`R$\u00A0${(answer.conteudo[0]?.precoProvavel ?? 0).toFixed(2).replace('.', ',')}`)
    expect(lead).toContain('mais perto da estrada')
  })

  it('explains a place it does not know, and keeps what was asked', async () => {
    const { status, text } = await page('?de=xyzabc&para=arapiraca')
    expect(status).toBe(200)
    expect(text).toMatch(/<p class="empty">[^<]*xyzabc/)
    expect(text).toContain('value="arapiraca"')
  })
})
