import { beforeAll, describe, expect, it } from 'vitest'
import type { RespostaHistoricoDoLugar, TrechoDoLugar } from '../../src/domain/answers/historico.ts'
import type { RespostaPosto } from '../../src/domain/answers/posto.ts'
import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'
import { municipios } from '../../src/domain/alagoas/municipalities.ts'
import { slugOf } from '../../src/site/request/addresses.ts'
import { addDays } from '../../src/domain/basics/time.ts'
import { summarizeDays } from '../../src/domain/past/periods.ts'
import { decimal } from '../../src/format/words/formatting.ts'
import { newsIn } from '../../src/site/pages/town.ts'
import { settledBefore } from '../../src/domain/trust/changes.ts'
import { medianOver } from '../../src/site/parts/past.ts'
import type { Html } from '../../src/site/markup/html.ts'
import { placeChart, sparkline } from '../../src/site/charts/step-charts.ts'
import { fuelBlock } from '../../src/site/parts/station-fuel.ts'
import { type World, worldToRead } from '../http/fixture.ts'
import { ask, linksOf } from './ask.ts'

const day = (periodo: string, mediana: number): TrechoDoLugar => ({
  periodo,
  minimo: mediana - 0.5,
  mediana,
  maximo: mediana + 0.5,
  postos: 3,
})
const CHART = { title: 'Preço', description: 'Subiu.', desde: '2026-04-01', ate: '2026-04-06' }
const days = [day('2026-04-01', 6), day('2026-04-02', 6.1), day('2026-04-05', 6.2), day('2026-04-06', 6.2)]
/** Start of the line on a scale that includes `room`. */
const heightOf = (room: number[]) =>
  placeChart(CHART, days, [], room).markup.match(/class="line" d="M4 ([\d.]+)/)?.[1]
/** The sentence for days with these medians. */
const wordsOf = (medians: number[], { postos = [], middle }: { postos?: number[]; middle?: number } = {}) => {
  const serie = medians.map((mediana, i) => ({
    ...day(`2026-04-0${i + 1}`, mediana),
    postos: postos[i] ?? 3,
  }))
  const resumo = summarizeDays(serie)
  return medianOver({ nome: '', nomePopular: '', unidadeMedida: 'L', serie, resumo }, middle)
}
/** The days at the ends of its axis. */
const ends = ({ markup }: Html) => [...markup.matchAll(/>(\d\d\/\d\d[^<]*)<\/text>/g)].map(([, end]) => end)
/** Pieces of each path, by its class. */
const pieces = (markup: string, name: string) =>
  (markup.match(new RegExp(`class="${name}" d="([^"]*)"`))?.[1] ?? '').split('M').length - 1

/** Heights of a line before and after a rise. */
const heightsOf = (step: number) =>
  placeChart(CHART, [day('2026-04-01', 6), day('2026-04-02', 6 + step)], [], [])
    .markup.match(/class="line" d="M4 ([\d.]+)H[\d.]+V([\d.]+)/)
    ?.slice(1)
    .map(Number) ?? []

describe('a chart of a place', () => {
  it('breaks its line and its band where a day is missing', () => {
    const { markup } = placeChart(CHART, days)
    expect([pieces(markup, 'line'), pieces(markup, 'range')]).toEqual([2, 2])
    expect(pieces(placeChart(CHART, days.slice(0, 2)).markup, 'line')).toBe(1)
  })

  it('broken where a day is missing does not say that nobody collected then', () => {
    const past = { nome: '', nomePopular: '', unidadeMedida: 'L' as const, resumo: null }
    expect(medianOver({ ...past, serie: days })).toMatch(
      / Onde a linha se interrompe, não havia preço em que confiar ou ninguém coletou\.$/,
    )
  })

  it('has a description in words, and its last value in the picture', () => {
    const { markup } = placeChart(CHART, days)
    expect(markup).toMatch(/role="img"[^>]*>\s*<title>Preço<\/title>\s*<desc>Subiu\.<\/desc>/)
    expect(markup).toMatch(/class="last"[^>]*>6,20</)
  })

  it('that fell and rose again is not said to have stood still', () => {
    expect(wordsOf([6.98, 6.68, 6.98])).toBe(
      'De 01/04 a 03/04 a mediana foi de R$\u00A06,68 a R$\u00A06,98 e terminou onde começou, em R$\u00A06,98.',
    )
    expect(wordsOf([6.98, 6.98])).toContain('a mediana ficou estável: R$\u00A06,98.')
    expect(wordsOf([6.981, 6.979])).toContain('a mediana ficou estável: R$\u00A06,98.')
    expect(wordsOf([6.98, 6.68])).toContain('a mediana caiu 4,3\u00A0%')
  })

  it('tells a change of the exact medians, rounded once', () => {
    expect(wordsOf([6.869, 6.856])).toContain('caiu 0,2\u00A0%, de R$\u00A06,87 para R$\u00A06,86.')
  })

  it('of one or two stations does not end in a fall that rests on a doubtful sale', () => {
    expect(wordsOf([6.94, 6.6], { postos: [1, 1], middle: 6.94 })).toBe(
      'De 01/04 a 02/04 a mediana foi de R$\u00A06,60 a R$\u00A06,94; a última, R$\u00A06,60, está a confirmar: a dos preços prováveis é R$\u00A06,94.',
    )
    expect(wordsOf([6.94, 6.6], { postos: [1, 1], middle: 6.6 })).toContain('a mediana caiu 4,9\u00A0%')
  })

  it('of far fewer stations on its first day than on its last tells no rise or fall', () => {
    expect(wordsOf([5.25, 5.82], { postos: [8, 9] })).toBe(
      'De 01/04 a 02/04 a mediana passou de R$\u00A05,25, de 8\u00A0postos conhecidos, a R$\u00A05,82, de 9; a diferença é também dos que se passou a conhecer.',
    )
    expect(wordsOf([4.78, 4.781], { postos: [4, 6] })).toContain('a mediana ficou estável: R$\u00A04,78.')
    expect(wordsOf([4.78, 4.9, 4.78], { postos: [4, 4, 6] })).toContain('e terminou onde começou, em')
    expect(wordsOf([5.25, 5.82], { postos: [1, 2] })).toContain('de 1\u00A0posto conhecido, a')
    expect(wordsOf([5.25, 5.82], { postos: [9, 10] })).toContain('a mediana subiu 10,9\u00A0%')
  })

  it('says of which years its ends are, when they are of two', () => {
    expect(ends(placeChart(CHART, days))).toEqual(['01/04', '06/04'])
    expect(ends(placeChart({ ...CHART, desde: '2025-04-07' }, days))).toEqual(['07/04/2025', '06/04/2026'])
  })

  it('of six cents is low: its scale is of fifty at least', () => {
    const [low = 0, high = 0] = heightsOf(0.06)
    const [lower = 0, higher = 0] = heightsOf(0.5)
    expect((lower - higher) / (low - high)).toBeGreaterThan(6)
  })

  it('gives several the same room, so that they can be compared', () => {
    expect(heightOf([5, 8])).not.toBe(heightOf([]))
  })

  it('a sparkline of one day is none', () => {
    expect(sparkline(days.slice(0, 1))).toBeUndefined()
    expect(sparkline(days)?.markup).toContain('aria-hidden')
  })
})

describe('thirty days', () => {
  let world: World
  beforeAll(async () => {
    world = await worldToRead({ history: true })
  })
  const historyOf = async (search: string) =>
    JSON.parse((await ask(world.http, `/gasolina/api/historico?${search}`)).text) as RespostaHistoricoDoLugar

  it.each([
    ['/gasolina/alcool/arapiraca/', 'combustivel=alcool&municipio=2700300'],
    ['/gasolina/gasolina-comum/', 'combustivel=gasolina-comum'],
  ])('%s has the days of the JSON it links to, as a chart and as a table', async (path, search) => {
    const page = await ask(world.http, path)
    const [history] = Object.values((await historyOf(search)).combustiveis)
    expect(history?.serie.length).toBeGreaterThan(25)
    expect(daysIn(page.text)).toEqual(
      history?.serie
        .toReversed()
        .map(({ periodo, minimo, mediana, maximo, postos }) => [
          `${periodo.slice(8)}/${periodo.slice(5, 7)}`,
          decimal(minimo, 2, 2),
          decimal(mediana, 2, 2),
          decimal(maximo, 2, 2),
          String(postos),
        ]),
    )
    expect(linksOf(page)).toContain(`/base/gasolina/api/historico?${search}`)
    const { minimo, maximo } = history?.resumo ?? { minimo: 0, maximo: 0 }
    expect(page.text).toContain('Preços no fim de cada dia e na última coleta. De ')
    expect(page.text).toContain(
      `O menor foi R$\u00A0${decimal(minimo, 2, 2)}; o maior, R$\u00A0${decimal(maximo, 2, 2)}.`,
    )
  })

  it('a town with all its fuels has a chart of each it sells, beside the state', async () => {
    const { text } = await ask(world.http, '/gasolina/municipio/arapiraca/')
    const { combustiveis } = await historyOf('municipio=arapiraca')
    const sold = Object.values(combustiveis).filter(({ serie }) => serie.length > 1)
    expect(sold.length).toBeGreaterThan(3)
    expect(text.match(/<figure class="past">/g)).toHaveLength(sold.length)
    expect(text.match(/class="beside"/g)).toHaveLength(sold.length)
    const [alcool] = combustiveis.alcool?.serie.toReversed() ?? []
    expect(text).toContain(
      `${decimal(alcool?.mediana ?? 0, 2, 2)} (${decimal(alcool?.minimo ?? 0, 2, 2)}–${decimal(alcool?.maximo ?? 0, 2, 2)})`,
    )
  })

  it('a town names the stations that changed their price since yesterday, newest first, none by a single sale', async () => {
    const page = await ask(world.http, '/gasolina/municipio/maceio/')
    const asked = 'municipio=2704302&granularidade=mudancas&registrosPorPagina=5000'
    const { periodo } = await historyOf(asked)
    const since = addDays(periodo.ate, -1)
    const { mudancas: all = [] } = await historyOf(`${asked}&desde=${since}`)
    const told = newsIn(all)
    expect(all.some(({ vendas }) => vendas === 1)).toBe(true)
    expect(told.some(({ vendas }) => vendas === 1)).toBe(false)
    expect(told.length).toBeGreaterThan(0)
    const section = page.text.slice(page.text.indexOf('id="mudancas"'), page.text.indexOf('JSON</a>'))
    const rows = section.split('<li>').slice(1)
    expect(rows.map((row) => /datetime="([^"]+)"/.exec(row)?.[1])).toEqual(
      told.slice(0, 12).map(({ em }) => em),
    )
    expect(linksOf({ text: section }).slice(0, -1)).toEqual(
      told.slice(0, 12).map(({ cnpj }) => `/base/gasolina/posto/${cnpj}/`),
    )
    expect(section).not.toContain('só 1')
    for (const { codigoIBGE, nome } of municipios) {
      const { mudancas = [] } = await historyOf(
        `municipio=${codigoIBGE}&granularidade=mudancas&registrosPorPagina=5000&desde=${since}`,
      )
      if (newsIn(mudancas).length > 0) continue
      const quiet = await ask(world.http, `/gasolina/municipio/${slugOf({ nome })}/`)
      // A town without stations has no such section.
      if (!quiet.text.includes('id="mudancas"')) continue
      expect(quiet.text).toMatch(/Desde ontem,\s+nenhuma mudança confirmada\./)
      expect(quiet.text).toContain(
        `/api/historico?municipio=${codigoIBGE}&amp;granularidade=mudancas&amp;registrosPorPagina=5000&amp;desde=${addDays(periodo.ate, -7)}"`,
      )
      return
    }
    expect.unreachable('every town has news')
  })

  it('a price of a single sale, or of few far from the one before, is passed over', () => {
    expect(told([6.89, 9], [6.79, 2])).toEqual([[6.89, 6.79]])
    expect(told([6.89, 9], [6.79, 1])).toEqual([])
    // Far from 6,89: three sales are few, four are enough.
    expect(told([6.89, 9], [5.81, 3])).toEqual([])
    expect(told([6.89, 9], [5.81, 4])).toEqual([[6.89, 5.81]])
    // A price that is no longer the station's is no news, nor are two of one station.
    expect(told([6.89, 9], [6.79, 2], [6.69, 1])).toEqual([])
    expect(told([6.89, 9], [6.79, 2], [6.69, 2])).toEqual([[6.79, 6.69]])
    // There and back is none; from the price before it otherwise.
    expect(told([6.89, 9], [7.99, 1], [6.89, 5])).toEqual([])
    expect(told([6.89, 9], [7.99, 1], [6.85, 5])).toEqual([[6.89, 6.85]])
    // Nor is one from a price of a single sale.
    expect(told([6.89, 1], [6.79, 9])).toEqual([])
  })

  it('towns chosen to be compared have a chart each; all 102 have none', async () => {
    const { text } = await ask(world.http, '/gasolina/comparar/?municipios=maceio,arapiraca,penedo')
    expect(text.match(/class="chart"/g)).toHaveLength(3)
    for (const [column, town] of ['maceio', 'arapiraca', 'penedo'].entries()) {
      const { combustiveis } = await historyOf(`combustivel=gasolina-comum&municipio=${town}`)
      expect(daysIn(text).map((cells) => cells[column + 1])).toEqual(
        combustiveis['gasolina-comum']?.serie.toReversed().map(({ mediana }) => decimal(mediana, 2, 2)),
      )
    }
    const { text: all } = await ask(world.http, '/gasolina/comparar/')
    expect(all).not.toContain('class="chart"')
    expect(all.includes('Onde falta a variação')).toBe(/<td>–<\/td>\s*<\/tr>/.test(all))
  })

  it('the front page shows the week of each fuel', async () => {
    const { text } = await ask(world.http, '/gasolina/')
    expect(text.match(/class="spark"/g)).toHaveLength(6)
  })
})

const STATION = { combustivel: 'alcool', cnpj: '1', nomeFantasia: 'A', bairro: '', municipio: '' } as const

/** Prices before and after of the news among prices of so many sales, one an hour. */
function told(...prices: readonly (readonly [valorDeclarado: number, vendas: number])[]): number[][] {
  const runs = prices.map(([valorDeclarado, vendas]) => ({ valorDeclarado, vendas }))
  const settled = settledBefore(runs)
  const rows = runs.slice(1).map(({ valorDeclarado: para, vendas }, i) => {
    const [de, deConfirmado = NaN] = [runs[i]?.valorDeclarado ?? NaN, settled[i + 1]]
    const em = `2026-04-16T0${i}:00:00-03:00`
    const change = { de, para, em, vendas, confirmada: settled[i + 1] !== undefined, deConfirmado }
    return Object.assign(change, STATION)
  })
  return newsIn(rows.toReversed()).map(({ deConfirmado = NaN, para }) => [deConfirmado, para])
}

/** Cells of each row of a page's table of days. */
function daysIn(text: string): (string | undefined)[][] {
  const table = text.slice(text.indexOf('<th scope="col">Dia'))
  return [...table.matchAll(/<tr>\s*<th scope="row">.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/>([^<>\s]+)<\/t[hd]>/g)].map(([, cell]) => cell),
  )
}

describe('the page of a station', () => {
  let world: World
  const answer = async <T>(path: string) =>
    JSON.parse((await ask(world.http, `/gasolina/api/${path}`)).text) as T

  beforeAll(async () => {
    world = await worldToRead({ history: true })
  })

  it('tells a price that goes to and fro between two', async () => {
    const { conteudo } = await answer<RespostaPrecos>('precos?limite=1')
    const cnpj = conteudo[0]?.estabelecimento.cnpj ?? ''
    const posto = await answer<RespostaPosto>(`posto/${cnpj}`)
    const { combustiveis, historico } = posto
    const fuel = combustiveis['gasolina-comum']
    const history = historico.combustiveis['gasolina-comum']
    if (!fuel || !history) throw new Error('the station sells no gasolina')
    const suspect = { motivo: 'sem_confirmacao', referencia: 7.3, desvio: 21 } as const
    const told = (
      prices: number[],
      vendas = 2,
      suspeito?: typeof fuel.suspeito,
      { since = prices.length - 1, doubted = NaN } = {},
    ) => {
      const confirmacao = { ...fuel.confirmacao, vendas, nestePreco: vendas }
      const [de = 0, para = 0] = prices.slice(-2)
      const ultimaMudanca = { em: `2026-04-${10 + since}T08:00:00-03:00`, de, para }
      const serie = prices.map((valorDeclarado, i) => ({
        codigo: fuel.produto.codigo,
        valorDeclarado,
        de: `2026-04-${10 + i}T08:00:00-03:00`,
        ate: `2026-04-${10 + i}T20:00:00-03:00`,
        vendas,
        ...(i === doubted && { suspeito: suspect }),
      }))
      const resumo = history.resumo && { ...history.resumo, ultimaMudanca }
      const past = { ...historico, combustiveis: { 'gasolina-comum': { ...history, resumo, serie } } }
      return fuelBlock('gasolina-comum', { ...fuel, duvida: undefined, confirmacao, suspeito }, posto, past)
        .markup
    }
    expect(told([6.89, 5.81, 6.89, 5.81])).toContain(
      'Alterna entre R$\u00A05,81 e R$\u00A06,89: 3 mudanças desde 10/04.',
    )
    expect(told([6.89, 5.81, 6.89])).not.toContain('Alterna')
    expect(told([6.89, 5.81, 6.89, 5.99])).not.toContain('Alterna')
    expect(told([6.89, 5.81, 6.87, 5.79])).toContain(
      'Sobe e desce entre R$\u00A05,79 e R$\u00A06,89: 3 mudanças de mais de 2\u00A0% desde 10/04.',
    )
    expect(told([6.89, 6.81, 6.87, 6.79])).not.toContain('Sobe e desce')
    const lone = 'para R$\u00A05,81. Por ora, só a última venda.'
    expect(told([6.89, 5.81], 1)).toContain(lone)
    expect(told([6.89, 5.81])).not.toContain('Por ora')
    const without = 'Sem contar preços suspeitos,'
    expect(told([6.89, 5.81], 1, suspect)).toContain(`${without} caiu R$\u00A01,08 em 11/04: de`)
    expect(told([6.89, 5.81], 1, suspect)).not.toContain('Por ora')
    const between = told([6.89, 5.81, 3.14, 5.81], 1, undefined, { since: 1, doubted: 2 })
    expect(between).toContain(without)
    expect(between).not.toContain('Por ora')
    expect(between.match(/<td>\d,\d\d( suspeito)?(?=<)/g)).toEqual(
      ['5,81', '3,14 suspeito', '5,81', '6,89'].map((price) => `<td>${price}`),
    )
    expect(told([6.89, 5.81], 1)).toContain('só ela a este preço')
    expect(told([5.81], 1)).toContain('a única conhecida em 30 dias')
  })

  it('leads to cheaper stations around', async () => {
    const { conteudo } = await answer<RespostaPrecos>('precos?municipio=maceio&ordenar=preco')
    const exact = conteudo.filter(({ estabelecimento: e }) => e.endereco.localizacao?.precisao === 'exata')
    for (const { estabelecimento, precoProvavel } of exact.slice(0, 12)) {
      const { latitude = 0, longitude = 0 } = estabelecimento.endereco.localizacao ?? {}
      const near = await answer<RespostaPrecos>(
        `precos?lat=${latitude}&lon=${longitude}&raio=5&ordenar=provavel`,
      )
      const cheaper = near.conteudo.filter(
        ({ precoProvavel: price, estabelecimento: e }) =>
          e.endereco.localizacao?.precisao !== 'municipio' &&
          Math.round(price * 100) < Math.round(precoProvavel * 100),
      )
      const { text } = await ask(world.http, `/gasolina/posto/${estabelecimento.cnpj}/`)
      const told = text.split('<section data-combustivel="gasolina-comum">')[1]?.split('</section>')[0] ?? ''
      expect(told.includes('a até 5 km, entre os postos de lugar conhecido.')).toBe(cheaper.length === 0)
      expect([...told.matchAll(/\/posto\/(\w{14})\//g)].map(([, cnpj]) => cnpj)).toEqual(
        cheaper.slice(0, 3).map(({ estabelecimento: e }) => e.cnpj),
      )
    }
  })
})
