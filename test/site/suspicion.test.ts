import { beforeAll, describe, expect, it } from 'vitest'
import type { RespostaPosto } from '../../src/domain/answers/posto.ts'
import type { Entrada, RespostaPrecos } from '../../src/domain/answers/precos.ts'
import { slugs } from '../../src/domain/facts/fuels.ts'
import { decimal } from '../../src/format/words/formatting.ts'
import { suspicionWords, outcomeOf, suspicionReason } from '../../src/site/words/page-doubts.ts'
import { AGORA, ARAPIRACA, crowd, queryOver } from '../fixtures.ts'
import { type World, createWorld, worldToRead } from '../http/fixture.ts'
import { ask } from './ask.ts'

let world: World
const textOf = async (path: string) => (await ask(world.http, path)).text.replaceAll(/\s+/g, ' ')
const titleOf = (text: string) => text.match(/property="og:title" content="([^"]*)"/)?.[1] ?? ''
const json = async <T>(path: string) => JSON.parse((await ask(world.http, `/gasolina/api/${path}`)).text) as T

beforeAll(async () => {
  world = await worldToRead()
})

describe('a price not believed', () => {
  it('is called an error of the receipt where no sale can confirm it, on each page that shows it', async () => {
    const lists = await Promise.all(
      slugs.map(async (slug) => {
        const { conteudo } = await json<RespostaPrecos>(`precos?combustivel=${slug}&suspeitos=incluir`)
        return { slug, suspects: conteudo.filter(({ suspeito }) => suspeito) }
      }),
    )
    const motives = new Set<string | undefined>()
    for (const { slug, suspects } of lists) {
      const list = await textOf(`/gasolina/${slug}/`)
      expect(list).not.toMatch(/>1 preço fora da lista<\/summary> <p> Ficam/)
      for (const { estabelecimento, suspeito } of suspects) {
        motives.add(suspeito?.motivo)
        const { cnpj } = estabelecimento
        const answer = await json<RespostaPosto>(`posto/${cnpj}`)
        const told = answer.combustiveis[slug]?.suspeito
        expect(told).toEqual(suspeito)
        const fuel = answer.combustiveis[slug]
        const reason = fuel && suspicionReason(fuel).replaceAll(/\s/g, ' ')
        expect(reason).toMatch(
          /^parece erro da nota: está [\d.]+ % a(?:cima|baixo) da mediana do estado com todos os preços \(R\$ \d,\d\d\)$/,
        )
        const station = await textOf(`/gasolina/posto/${cnpj}/`)
        expect(list).toContain(`, ${reason} </li>`)
        expect(list).not.toMatch(/confirmem|confirmarem/)
        expect(station).toContain(`Este preço ${reason}. Ele fica fora das listas; não conte com ele.`)
        expect(station).not.toContain('confirmem')
        // Link previews show a believed price, or none.
        const { nomePopular: nome, produto } =
          Object.values(answer.combustiveis).find(({ suspeito }) => !suspeito) ?? {}
        const headline = titleOf(station)
        const believed = produto ? [`: ${nome} R$ ${decimal(produto.venda.valorDeclarado, 2, 2)}`] : []
        expect(headline.match(/: [^:]*R\$ [\d,]+/g) ?? []).toEqual(believed)
        const kept = await textOf(`/gasolina/favoritos/?postos=${cnpj}`)
        expect(kept).toContain('· parece erro da nota')
        expect(kept).not.toMatch(/não (?:foi )?confirmado/)
      }
    }
    expect([...motives].toSorted()).toEqual(['muito_abaixo', 'muito_acima'])
  })

  it('is no station of a town beside the only one believed, nor of a district of its own', async () => {
    const { query } = await queryOver([
      { preco: 6.2, posto: 1, cidade: ARAPIRACA, bairro: 'Centro' },
      { preco: 60, posto: 2, cidade: ARAPIRACA, bairro: 'Canafistula' },
      ...crowd(9, 6.3),
    ])
    const { http } = await createWorld({ spoil: () => query })
    const { text } = await ask(http, '/gasolina/gasolina-comum/arapiraca/')
    expect(text).toContain('Um só posto com preço sem suspeita, a R$\u00A06,20')
    const { text: district } = await ask(http, '/gasolina/gasolina-comum/arapiraca/?bairro=Canafistula')
    expect(district).toContain('Nenhum preço de gasolina comum sem suspeita')
    expect(district).not.toContain('pouco para comparar')
  })

  it('waits for more sales where they may confirm it', () => {
    const waiting = { motivo: 'sem_confirmacao', referencia: 6.195, desvio: -27.4 } as const
    const confirmacao = { vendas: 4, desde: AGORA, nestePreco: 4, nestePrecoDesde: AGORA }
    const of = (suspeito: NonNullable<Entrada['suspeito']>) => ({ suspeito, confirmacao })
    expect(suspicionReason(of(waiting)).replaceAll('\u00A0', ' ')).toBe(
      'ainda não foi confirmado: está 27 % abaixo da mediana do estado com todos os preços (R$ 6,20)',
    )
    expect(outcomeOf(of(waiting))).toBe('fica fora das listas até que mais vendas o confirmem')
    expect(suspicionWords(of(waiting))).toBe('ainda não foi confirmado')
    // Four sales in a row are no error of an invoice.
    const far = of({ ...waiting, motivo: 'muito_abaixo' })
    expect([suspicionWords(far), outcomeOf(far)]).toEqual(['fica longe dos outros', 'fica fora das listas'])
  })
})
