import { stationName, townOf } from '../../src/format/words/names.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'
import { crowd, queryOver } from '../fixtures.ts'
import { type World, createWorld, worldToRead } from '../http/fixture.ts'
import { reais, toCents } from '../../src/site/words/page-figures.ts'
import { ask, linksOf, pricesOf } from './ask.ts'

let world: World
const page = (search: string) => ask(world.http, `/gasolina/caminho/${search}`)

async function answerOf(search: string): Promise<RespostaPrecos> {
  const { text } = await ask(world.http, `/gasolina/api/precos?${search}`)
  return JSON.parse(text) as RespostaPrecos
}

/** Names of the stations, each with the heading of the town above it. */
function stationsIn(text: string): string[] {
  let town = ''
  return [...text.matchAll(/<h2>(.*?) <span class="why">km \d+<\/span>|<h3><a[^>]*>(.*?)<\/a>/g)].flatMap(
    ([, heading, station]) => {
      town = heading ?? town
      return station === undefined ? [] : `${town}: ${station}`
    },
  )
}

beforeAll(async () => {
  world = await worldToRead()
})

describe('on the way', () => {
  it('lists each town in the order of the way, with its stations of least cost, the best one first in a sentence', async () => {
    const { text } = await page('?de=maceio&para=arapiraca&combustivel=s10&consumo=3,5&litros=200')
    const { conteudo, pontosDaRota, caminho } = await answerOf(
      'combustivel=s10&rota=maceio;arapiraca&consumo=3.5&litros=200&desvio=2&ordenar=custo',
    )
    expect(pontosDaRota?.map(({ nome, tipo }) => [nome, tipo])).toEqual([
      ['Maceió', 'municipio'],
      ['Arapiraca', 'municipio'],
    ])
    expect(text).toContain('<h1>De Maceió a Arapiraca: Diesel S10</h1>')
    expect(text).toContain(
      `<p class="lead">Por Pilar, São Miguel dos Campos, Limoeiro de Anadia e mais 2 cidades: ${Math.round(caminho?.km ?? 0)} km em linha reta de cidade em cidade. A estrada pode ser outra`,
    )
    const shown = stationsIn(text)
    expect(shown).toHaveLength(Math.min(50, conteudo.length))
    const towns = [...new Set(conteudo.map(({ estabelecimento }) => townOf(estabelecimento.endereco)))]
    for (const town of towns) {
      const there = conteudo.filter(({ estabelecimento }) => townOf(estabelecimento.endereco) === town)
      const named = shown.filter((each) => each.startsWith(`${town}: `))
      const cheapest = there.slice(0, named.length)
      const along = cheapest.toSorted((a, b) => (a.rota?.kmDaRota ?? 0) - (b.rota?.kmDaRota ?? 0))
      expect(named).toEqual(along.map(({ estabelecimento }) => `${town}: ${stationName(estabelecimento)}`))
    }
    const isExact = ({ estabelecimento: e }: (typeof conteudo)[number]) =>
      e.endereco.localizacao?.precisao === 'exata'
    const exact = conteudo.filter(isExact)
    const [nearest] = exact.toSorted((a, b) => (a.rota?.distanciaKm ?? 0) - (b.rota?.distanciaKm ?? 0))
    const [, lead = ''] = text.match(/<p class="lead">(O melhor: .*?)<\/p>/s) ?? []
    expect(lead).toContain(`R$\u00A0${exact[0]?.precoProvavel.toFixed(2).replace('.', ',')}`)
    // As the rows print them: the exact difference is a cent more.
    const saved = (toCents(nearest?.custo?.total ?? NaN) - toCents(exact[0]?.custo?.total ?? NaN)) / 100
    expect(lead).toContain(
      `; 200 L por ${reais(saved)} a menos que em ${nearest && stationName(nearest.estabelecimento)} (${reais(nearest?.precoProvavel ?? NaN)}), o mais perto da linha, no km ${Math.round(nearest?.rota?.kmDaRota ?? NaN)}.`,
    )
    // The answer comes before the way it takes.
    expect(text.indexOf(lead)).toBeLessThan(text.indexOf('<p class="lead">Por '))
    const least = reais(Math.min(...conteudo.map(({ precoProvavel }) => precoProvavel)))
    expect(text).toContain(
      `property="og:title" content="Demonstração: De Maceió a Arapiraca: Diesel S10 desde ${least} (coleta de 16/04, 12:50)"`,
    )
    expect(text).toContain(`property="og:description" content="${lead.replaceAll(/<.*?>/g, '')}"`)
    // The detour to an approximate place is not known.
    expect(
      text.match(/km \d+: (?:sem desvio|desvio de)[^<]*; 200 L por R\$\u00A0[\d.,]+ ao todo/g)?.length,
    ).toBe(shown.length - (text.match(/km \d+: ponto aproximado, o desvio não se sabe/g) ?? []).length)
  })

  it('tells of a cheaper station whose place is approximate beside the best of an exact one', async () => {
    const linePoint: [number, number] = [-9.66, -35.75]
    const shownWith = async (preco: number) => {
      const { query } = await queryOver([
        { preco: 6.2, posto: 1, nome: 'POSTO EXATO', ponto: linePoint },
        { preco, posto: 2, nome: 'POSTO APROXIMADO' },
        ...crowd(3, 6.3),
      ])
      const { http } = await createWorld({ spoil: () => query })
      return (await ask(http, '/gasolina/caminho/?de=maceio&para=arapiraca')).text.replaceAll(/\s+/g, ' ')
    }
    const told =
      'Mais barato, mas de ponto aproximado, sem desvio conhecido: Posto Aproximado, Maceió, a R$ 6,10.'
    const cheaper = await shownWith(6.1)
    expect(cheaper).toContain('Posto Exato</a>, Maceió, a <strong>')
    expect(cheaper).toContain(told)
    expect(await shownWith(6.2)).not.toContain('Mais barato, mas')
  })

  it('says which other place it took a name for, before any figure; so does the page around a place', async () => {
    const told = '<p class="lead care">“feliz” foi entendido como Feliz Deserto.</p>'
    for (const path of ['caminho/?de=maceio&para=feliz', 'perto/?perto=feliz']) {
      const [, main = ''] = (await ask(world.http, `/gasolina/${path}`)).text.split('<main')
      expect(main.indexOf(told)).toBeGreaterThan(main.indexOf('<h1>'))
      expect(main.indexOf(told)).toBeLessThan(main.indexOf('R$'))
      expect(main.split('foi entendido como')).toHaveLength(2)
    }
  })

  it('puts the name of a station before its price, for those who listen', async () => {
    const { text } = await page('?de=maceio&para=arapiraca')
    const order = [...text.matchAll(/<h3>|<p class="price">/g)].map(([tag]) => tag)
    expect(order.slice(0, 4)).toEqual(['<h3>', '<p class="price">', '<h3>', '<p class="price">'])
  })

  it('offers other ways, and goes through the towns that the reader names', async () => {
    const usual = await page('?de=maceio&para=delmiro+gouveia&combustivel=s10')
    const { caminho } = await answerOf('combustivel=s10&rota=maceio;delmiro gouveia')
    const [other] = caminho?.outros ?? []
    expect(usual.text.replaceAll(/\s+/g, ' ')).toContain(
      `>por Palmeira dos Índios</a> (${Math.round(other?.km ?? 0)}\u00A0km).`.replaceAll(/\s+/g, ' '),
    )
    const address = linksOf(usual).find((link) => link.includes('por=Palmeira')) ?? ''
    const through = await ask(world.http, address.replace('/base', ''))
    expect(through.text).toContain('<h1>De Maceió a Delmiro Gouveia por Palmeira dos Índios: Diesel S10</h1>')
    expect(linksOf(through)).toContain(address.replace(/&por=[^&]*/, ''))
    expect(stationsIn(through.text).some((each) => each.startsWith('Santana do Ipanema: '))).toBe(true)
    const both = await page('?de=maceio&para=delmiro+gouveia&por=palmeira,santana+do+ipanema')
    const twice = await page('?de=maceio&para=delmiro+gouveia&por=palmeira&por=santana+do+ipanema')
    expect(both.text).toContain(' por Palmeira dos Índios e Santana do Ipanema: ')
    expect(twice.text).toBe(both.text)
  })

  it('warns at its top of a long stretch without a station, and marks it in the list', async () => {
    const { text } = await page('?de=maceio&para=delmiro+gouveia&combustivel=gnv')
    const { caminho } = await answerOf('combustivel=gnv&rota=maceio;delmiro gouveia')
    const [gap] = caminho?.semPosto ?? []
    const [from, to] = [gap?.de ?? NaN, gap?.ate ?? NaN]
    expect(to - from).toBeGreaterThanOrEqual(60)
    const words = `o km ${Math.round(from)} ao ${Math.round(to)}`
    const warning = /Sem GNV perto da linha <a href="#trecho-1"\s*>d(o km \d+ ao \d+)<\/a\s*>/.exec(text)
    expect(warning?.[1]).toBe(words)
    const wider = /, ou <a\s+href="[^"]*desvio=5"\s*>procure a até 5 km dela</
    expect(text).toMatch(wider)
    expect((await page('?de=maceio&para=delmiro+gouveia&combustivel=gnv&desvio=5')).text).not.toMatch(wider)
    expect(warning?.index).toBeLessThan(text.indexOf('class="row"'))
    const mark = text.indexOf(`id="trecho-1">D${words} (${Math.round(to - from)} km): nenhum posto.</p>`)
    const before = [...text.slice(0, mark).matchAll(/>km (\d+): /g)].map(([, km]) => Number(km))
    const after = [...text.slice(mark).matchAll(/>km (\d+): /g)].map(([, km]) => Number(km))
    expect(Math.max(...before)).toBeLessThanOrEqual(Math.round(from))
    expect(Math.min(...after)).toBeGreaterThanOrEqual(Math.round(to))
  })

  it.each([
    ['?de=xyzabc&para=arapiraca', /<p class="empty">[^<]*xyzabc/],
    ['?de=penedo&para=arapiraca&por=xyzabc', /<p class="empty">[^<]*xyzabc/],
    ['?de=arapiraca', /<p class="empty">Diga de onde e para onde/],
    ['?de=Arapiraca&para=arapiraca', /<p class="empty">“De” e “Para” são o mesmo lugar, Arapiraca/],
    ['?de=maceyo+velho&para=arapiraca', /<p class="empty">[^<]*não é um lugar conhecido/],
    ['?de=penedo&para=arapiraca&por=a,b,c,d,e,f', /<p class="empty">“Por” aceita até 5 cidades/],
  ])('explains what it does not accept, and keeps what was asked: %s', async (search, said) => {
    const { status, text } = await page(search)
    expect(status).toBe(200)
    expect(text).toMatch(said)
    expect(text).toContain('value="arapiraca"')
  })

  it('goes straight between two positions, and between two districts of the capital through others', async () => {
    const straight = await page('?de=-9.66,-35.7&para=-9.755,-36.661')
    expect(straight.text).toContain(
      '<p class="lead">Em linha reta de ponto a ponto, sem as curvas da estrada.</p>',
    )
    expect(pricesOf(straight).length).toBeGreaterThan(0)
    const { text } = await page('?de=ponta+verde&para=santos+dumont')
    expect(text).toMatch(/<p class="lead">Em linha reta de bairro em bairro: \d+ km\./)
    const airport = await page('?de=ponta+verde&para=aeroporto+de+maceio')
    expect(airport.text).toContain('<h1>Da Ponta Verde, Maceió ao Aeroporto de Maceió, Rio Largo: ')
    const swapped = await page('?de=-35.7,-9.66&para=penedo')
    expect(swapped.text).toContain('fora de Alagoas, e só há dados de lá')
  })

  it('of a name of several places offers the journey by each', async () => {
    const { text } = await page('?de=maceio&para=s%C3%A3o+miguel')
    expect(text).toContain('“são miguel” pode ser mais de um lugar. Qual?')
    const links = linksOf({ text: text.slice(text.indexOf('Qual?'), text.indexOf('<form')) })
    expect(links.length).toBeGreaterThan(1)
    for (const link of links)
      expect((await ask(world.http, link.slice('/base'.length).replaceAll('&amp;', '&'))).text).toContain(
        'O melhor',
      )
  })

  it.each([
    ['?de=maceio&para=arapiraca&consumo=abc', 'Km por litro ou m³: use um número de 1 a 100.'],
    ['?de=maceio&para=arapiraca&consumo=abc&litros=x', 'Km por litro ou m³: use um número de 1 a 100.'],
    ['?de=maceio&para=arapiraca&desvio=900', 'Da linha até (km): use um número maior que 0 e até 50.'],
    ['?de=maceio', 'Diga de onde e para onde.'],
    [
      '?de=recife&para=maceio',
      'só há dados de Alagoas. Use um bairro, uma cidade, um CEP ou um lugar conhecido',
    ],
  ])('of %s says what is accepted, in the words of its form', async (search, words) => {
    const { text } = await page(search)
    expect(text).toContain(words)
    expect(text).toContain('<h1>No caminho</h1>')
  })
})
