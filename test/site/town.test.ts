import { beforeAll, describe, expect, it } from 'vitest'
import type { PostoServido } from '../../src/domain/answers/shared-schemas.ts'
import { type RespostaEstatisticas, figuresOf } from '../../src/domain/answers/estatisticas.ts'
import type { RespostaPosto } from '../../src/domain/answers/posto.ts'
import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'
import { municipios } from '../../src/domain/alagoas/municipalities.ts'
import { HOUR } from '../../src/domain/basics/time.ts'
import { roughDistance } from '../../src/format/words/directions.ts'
import { decimal } from '../../src/format/words/formatting.ts'
import { slugOf } from '../../src/site/request/addresses.ts'
import { readOutlines } from '../../src/site/assets.ts'
import { onMap } from '../../src/site/maps/drawing.ts'
import { ARAPIRACA, cnpjOf, crowd, queryOver } from '../fixtures.ts'
import { type World, createWorld, worldToRead } from '../http/fixture.ts'
import { type Page, ask, linksOf, pricesOf } from './ask.ts'

const PAO_DE_ACUCAR = 2706406
let world: World
const page = (path: string) => ask(world.http, path)
const json = async <T>(path: string) => JSON.parse((await page(`/gasolina/api/${path}`)).text) as T
const mapOf = ({ text }: Page) =>
  text.match(/<figure class="town-map"[^>]*>.*?<\/figure>/s)?.[0].replaceAll('\u00A0', ' ') ?? ''

beforeAll(async () => {
  world = await worldToRead()
})

describe('a district', () => {
  it('has the title people write and its own figures, however it was asked for', async () => {
    const { text } = await page('/gasolina/alcool/arapiraca/?bairro=CENTRO')
    expect(text).toContain('<h1>Álcool (etanol) no Centro, Arapiraca</h1>')
    const { combustiveis } = await json<RespostaEstatisticas>(
      'estatisticas?municipio=arapiraca&bairro=centro',
    )
    const { postos, precoMinimo, precoMediano } = figuresOf(combustiveis, 'alcool')
    const [, lead = ''] = text.match(/<p class="lead">([^<]*)</) ?? []
    expect(lead).toContain(`${postos}\u00A0postos`)
    for (const value of [precoMinimo, precoMediano])
      expect(lead).toContain(`R$\u00A0${decimal(value ?? NaN, 2, 2)}`)
    expect(text).toContain('<option selected>Centro</option>')
    // Its links lead to the same district.
    const strip = text.slice(text.indexOf('aria-label="Combustível"'), text.indexOf('class="columns"'))
    expect(strip.match(/\d,\d\d\b/g)).toEqual(
      Object.values(combustiveis).flatMap((fuel) =>
        fuel.precoMinimo === null ? [] : [decimal(fuel.precoMinimo, 2, 2)],
      ),
    )
  })

  it('is once in the menu, by the name of the API, and selected in any spelling', async () => {
    const { http } = await createWorld({
      spoil: (query) => ({
        ...query,
        async precos(asked) {
          const answer = await query.precos(asked)
          return { ...answer, conteudo: answer.conteudo.map(withAccents) }
        },
      }),
    })
    const optionsOf = async (bairro: string) => {
      const { text } = await ask(
        http,
        `/gasolina/gasolina-comum/maceio/?bairro=${encodeURIComponent(bairro)}`,
      )
      return [...text.matchAll(/<option( selected)?>([^<]+)</g)].map(([, chosen, name]) => [name, chosen])
    }
    const { conteudo } = await world.query.bairros({ municipio: 'maceio' })
    const names = new Set(conteudo.map(({ nome }) => nome))
    const options = await optionsOf('')
    expect(options.filter(([name]) => /^jati/i.test(name ?? ''))).toEqual([['Jatiúca', undefined]])
    expect(options.every(([name]) => names.has(name ?? ''))).toBe(true)
    expect(new Set(options.map(([name]) => name)).size).toBe(options.length)
    for (const spelling of ['jatiuca', 'JATIÚCA', 'Jatiúca', 'Jatiuca, Maceió']) {
      const now = await optionsOf(spelling)
      expect(now.map(([name]) => name)).toEqual(options.map(([name]) => name))
      expect(now.filter(([, chosen]) => chosen)).toEqual([['Jatiúca', ' selected']])
    }
  })

  it('that stations spell in two ways is once in the menu', async () => {
    const { query } = await queryOver(
      ["OLHO D'AGUA DOS CAZUZINHAS", 'OLHO D AGUA DOS CAZUZINHOS', 'CENTRO'].map((bairro) => ({
        preco: 6.1,
        bairro,
        cidade: ARAPIRACA,
      })),
    )
    const { http } = await createWorld({ spoil: () => query })
    const { text } = await ask(http, '/gasolina/gasolina-comum/arapiraca/')
    expect(text.match(/<option>[^<]*Cazuzinh/g)).toHaveLength(1)
  })

  it('shows the notes of the API about the place', async () => {
    const { observacoes } = await json<RespostaPrecos>('precos?municipio=maceio&bairro=farol')
    expect(observacoes.length).toBeGreaterThan(0)
    const shown = await page('/gasolina/gasolina-comum/maceio/?bairro=farol')
    const said = shown.text.replaceAll(/<\/?a\b[^>]*>/g, '')
    for (const sentence of observacoes) expect(said).toContain(sentence)
    const [, near = ''] =
      /perto \(em linha reta, de centro a centro\) há ([^(]+) \(/.exec(observacoes.join(' ')) ?? []
    expect(linksOf(shown)).toContain(
      `/base/gasolina/gasolina-comum/maceio/?bairro=${encodeURIComponent(near).replaceAll('%20', '+')}`,
    )
  })
})

describe('a locality without stations of its own', () => {
  it('is answered with the town, which the page says before the list, as its form does', async () => {
    const { text } = await page('/gasolina/gasolina-comum/maragogi/?bairro=barra+grande')
    const said = 'Barra Grande fica em Maragogi: nenhum posto se diz de lá, e vêm os do município.'
    expect(text.split(said)).toHaveLength(2)
    expect(text.indexOf(said)).toBeLessThan(text.indexOf('class="columns"'))
    expect(text).not.toContain('<option selected>')
  })
})

describe('a town whose one station has a doubtful newest sale', () => {
  it('is not said to have become cheaper on any page', async () => {
    const [town] = municipios
    if (!town) throw new Error('no town')
    const { codigoIBGE: cidade, nome } = town
    const { query } = await queryOver([
      ...crowd(9, 6.94),
      { preco: 6.6, antes: Array.from({ length: 9 }, () => 6.94), cidade },
    ])
    const semana = { valor: -0.34, percentual: -4.9, postos: 1 }
    const serie = [6.94, 6.6].map((mediana, i) => ({
      periodo: `2026-04-1${5 + i}`,
      minimo: mediana,
      mediana,
      maximo: mediana,
      postos: 1,
    }))
    const own = await createWorld({
      spoil: () => ({
        ...query,
        async estatisticas(asked) {
          const answer = await query.estatisticas(asked)
          const grupos = answer.grupos?.map((group) => ({
            ...group,
            ...(group.codigoIBGE === cidade && { variacao: { ...group.variacao, semana } }),
          }))
          return { ...answer, ...(grupos && { grupos }) }
        },
        async historicoDoLugar(asked) {
          const answer = await query.historicoDoLugar(asked)
          const resumo = { minimo: 6.6, mediana: 6.6, maximo: 6.94, variacao: semana }
          const told = { nome: '', nomePopular: '', unidadeMedida: 'L' as const, serie, resumo }
          return { ...answer, combustiveis: { 'gasolina-comum': told } }
        },
      }),
    })
    const name = slugOf(town)
    for (const path of [
      `municipio/${name}/`,
      `gasolina-comum/${name}/`,
      `comparar/?municipios=${name},maceio`,
    ]) {
      const { text } = await ask(own.http, `/gasolina/${path}`)
      expect(text).toContain(nome)
      expect(text).toContain('está a confirmar: a dos preços prováveis é R$\u00A06,94.')
      expect(text).not.toContain('4,9\u00A0%')
      expect(text).not.toMatch(/mediana caiu|Caiu/)
    }
  })
})

it('says what the cheapest of a town saves in forty litres', async () => {
  const { combustiveis } = await json<RespostaEstatisticas>('estatisticas?municipio=maceio')
  const { sobreMediana } = figuresOf(combustiveis, 'gasolina-comum').economia.provavel
  const saving = 40 * (sobreMediana ?? 0)
  const { text } = await page('/gasolina/gasolina-comum/maceio/')
  expect(text).toContain(
    `Em 40 L, o mais barato poupa R$\u00A0${decimal(saving, 2, 2)} contra a mediana dos preços prováveis.`,
  )
  expect((await page('/gasolina/gnv/maceio/')).text).not.toContain('o mais barato poupa')
})

describe('an unknown district', () => {
  it.each([
    ['xyzabc', 'Nenhum posto de Maceió se diz de “xyzabc”.', '/base/gasolina/gnv/maceio/'],
    ['ponta', 'pode ser mais de um lugar', '/base/gasolina/gnv/maceio/?bairro=Ponta+Verde'],
    ['Centro, Recife', 'se diz de “Recife”', '/base/gasolina/gnv/maceio/?bairro=Centro'],
  ])('%s is a page not found with suggestions', async (bairro, reason, proposed) => {
    const shown = await page(`/gasolina/gnv/maceio/?bairro=${encodeURIComponent(bairro)}`)
    expect(shown.status).toBe(404)
    expect(shown.text).toContain(reason)
    expect(linksOf(shown)).toContain(proposed)
    expect(shown.text).not.toContain('O mais perto')
  })

  it('is not a known one in which no station sells', async () => {
    expect((await page('/gasolina/gnv/maceio/?bairro=guaxuma')).status).toBe(200)
  })
})

describe('the map of a town', () => {
  it('shows all stations that have a place of their own, each leading to its row or its page, and counts the others', async () => {
    const shown = await page('/gasolina/gasolina-comum/maceio/')
    const { conteudo } = await json<RespostaPrecos>('precos?municipio=maceio&ordenar=provavel')
    const exact = conteudo.filter(({ estabelecimento: e }) => e.endereco.localizacao?.precisao === 'exata')
    expect(exact.length).toBeGreaterThan(10)
    expect(exact.length).toBeLessThan(conteudo.length)
    const map = mapOf(shown)
    const targets = linksOf({ text: map })
    const listed = (cnpj: string) => shown.text.includes(`class="row" id="posto-${cnpj}"`)
    expect(targets.toSorted()).toEqual(
      exact
        .map(({ estabelecimento: { cnpj } }) =>
          listed(cnpj) ? `#posto-${cnpj}` : `/base/gasolina/posto/${cnpj}/`,
        )
        .toSorted(),
    )
    expect(targets.filter((target) => target.startsWith('#')).length).toBeGreaterThan(10)
    expect(map).toContain(
      `${exact.length} postos. ${conteudo.length - exact.length} postos não estão no mapa`,
    )
  })

  it('marks cheap, ordinary and dear by shape and word, and the first of the list by its price', async () => {
    const map = mapOf(await page('/gasolina/gasolina-comum/arapiraca/'))
    const signs = (faixa: string) =>
      [...map.matchAll(new RegExp(`class="${faixa}"[^>]*, ${faixa}"\\s*><path d="([^"]+)"`, 'g'))].map(
        ([, d]) => d,
      )
    const found = [signs('barato'), signs('normal'), signs('caro')]
    expect(found.every((paths) => paths.length > 0)).toBe(true)
    // A point down, a circle, a point up.
    expect(found.map((paths) => paths.every((d) => /l-[\d.]+ \d/.test(d ?? '')))).toEqual([
      true,
      false,
      false,
    ])
    expect(found.map((paths) => paths.every((d) => /a/.test(d ?? '')))).toEqual([false, true, false])
    expect(found.map((paths) => paths.every((d) => /l-[\d.]+ -/.test(d ?? '')))).toEqual([false, false, true])
    expect(map.match(/<text x="\d+" y="\d+" text-anchor/g)).toHaveLength(3)
    expect(map).toMatch(/<text class="name" x="12" y="\d+">[\d.]+ km</)
  })

  it('writes the first price, and no label covers another; a district none of the signs', async () => {
    let districts = 0
    for (const municipio of ['maceio', 'arapiraca', 'penedo', 'rio-largo', 'palmeira-dos-indios']) {
      const map = mapOf(await page(`/gasolina/gasolina-comum/${municipio}/`))
      const labels = [
        ...map.matchAll(/<text(?<name> class="name")? x="(\d+)" y="(\d+)" text-anchor="middle">([^<]+)/g),
      ].map(([, name, x, y, words = '']) => ({ name, x: Number(x), y: Number(y), half: words.length * 4.5 }))
      const signs = [...map.matchAll(/<path d="M([\d.]+) ([\d.]+)[ah]([\d.]+)/g)].map(([, x, y, size]) => ({
        x: Number(x) + Number(size) / 2,
        y: Number(y),
      }))
      expect(signs.length).toBeGreaterThan(1)
      expect(labels.some(({ name }) => !name)).toBe(true)
      for (const [at, { name, x, y, half }] of labels.entries()) {
        for (const other of labels.slice(0, at))
          expect(Math.abs(x - other.x) >= half + other.half || Math.abs(y - other.y) >= 15).toBe(true)
        if (!name) continue
        districts += 1
        const covered = signs.filter(
          (sign) => Math.abs(sign.x - x) < half && sign.y > y - 12 && sign.y < y + 3,
        )
        expect(covered).toEqual([])
      }
    }
    expect(districts).toBeGreaterThan(6)
    // A crowded map names them at its edge.
    const crowded = mapOf(await page('/gasolina/gasolina-comum/maceio/'))
    expect(crowded.match(/<text class="name" x="\d+" y="\d+" text-anchor/g)?.length).toBeGreaterThan(3)
  })

  it('is none where a dot would be alone', async () => {
    const { grupos = [] } = await json<RespostaEstatisticas>('estatisticas?por=municipio')
    const alone = grupos.find(({ postos }) => postos === 1)
    const { headers } = await page(`/gasolina/gasolina-comum/${alone?.codigoIBGE}/`)
    expect(mapOf(await page((headers.get('location') ?? '').slice('/base'.length)))).toBe('')
  })

  it('lies where the outlines lie', () => {
    const outlines = readOutlines()
    const outside = municipios.filter(({ codigoIBGE, ...centre }) => {
      const { x, y } = onMap(centre)
      const { xs, ys } = cornersOf(outlines[codigoIBGE] ?? '')
      // The drawing is right to about a kilometre, which is two of its units.
      return (
        x < Math.min(...xs) - 2 ||
        x > Math.max(...xs) + 2 ||
        y < Math.min(...ys) - 2 ||
        y > Math.max(...ys) + 2
      )
    })
    expect(outside.map(({ nome }) => nome)).toEqual([])
  })
})

const nearOf = ({ text }: Page) =>
  (text.match(/<section id="perto">.*?<\/section>/s)?.[0] ?? '').replaceAll('\u00A0', ' ')
const nearby = async (combustivel: string, [lat, lon]: readonly [number, number], raio: number) =>
  (await json<RespostaPrecos>(`precos?combustivel=${combustivel}&lat=${lat}&lon=${lon}&raio=${raio}`))
    .conteudo
// As the list of the capital's districts has it.
const PONTA_VERDE = [-9.66, -35.703] as const

describe('what is near a place', () => {
  it('is measured from the district, and cheaper than all of it', async () => {
    const address = '/gasolina/gasolina-comum/maceio/?bairro=ponta+verde'
    const { conteudo } = await json<RespostaPrecos>('precos?municipio=maceio&bairro=ponta+verde')
    const least = Math.min(...conteudo.map(({ precoProvavel }) => precoProvavel))
    const cheaper = (await nearby('gasolina-comum', PONTA_VERDE, 20)).filter(
      ({ precoProvavel }) => precoProvavel < least,
    )
    const section = nearOf(await page(address))
    const items = section.split('<li>').slice(1)
    expect(items.length).toBeGreaterThan(0)
    for (const item of items) {
      const of = cheaper.find(({ estabelecimento }) => item.includes(estabelecimento.cnpj))
      expect(item).toContain(`R$ ${decimal(of?.precoProvavel ?? NaN, 2, 2)}`)
      expect(item).toContain(`datetime="${of?.produto.venda.dataVenda}"`)
      const away = of?.distanciaKm ?? NaN
      const { localizacao } = of?.estabelecimento.endereco ?? {}
      const digits = away < 10 ? 1 : 0
      expect(item).toContain(
        roughDistance(localizacao?.precisao, away) ?? `${decimal(away, digits, digits)} km`,
      )
    }
    expect(section).toContain('do meio da Ponta Verde')
  })

  it('is nothing where nothing within 20 km is cheaper', async () => {
    const { conteudo } = await json<RespostaPrecos>('precos?ordenar=provavel&limite=1')
    const { codigoIBGE } = conteudo[0]?.estabelecimento.endereco ?? {}
    const { headers } = await page(`/gasolina/gasolina-comum/${codigoIBGE}/`)
    const shown = await page((headers.get('location') ?? '').slice('/base'.length))
    expect(nearOf(shown)).toContain('Nada mais barato a até 20 km.')
  })

  it('is the nearest station that has the fuel, whatever its town, where none of the place has it', async () => {
    const address = '/gasolina/gnv/maceio/?bairro=guaxuma'
    const [nearest] = (await nearby('gnv', [-9.587, -35.68], 500)).toSorted(
      (a, b) => (a.distanciaKm ?? 0) - (b.distanciaKm ?? 0),
    )
    const { text } = await page(address)
    const [, empty = ''] = text.match(/<p class="empty">O mais perto: (.*?)<\/p>/s) ?? []
    expect(empty).toContain(`/posto/${nearest?.estabelecimento.cnpj}/`)
    expect(text.match(/<p class="lead">Ninguém vendeu GNV/g)).toHaveLength(1)
    expect(text).not.toMatch(/Ninguém de lá|perto há|mais perto que vende/)
    const { observacoes } = await json<RespostaPrecos>(
      'precos?combustivel=gnv&municipio=maceio&bairro=guaxuma',
    )
    expect(observacoes.at(-1)).toContain(
      `O posto mais perto que vende GNV fica a ${decimal(nearest?.distanciaKm ?? NaN, 1, 1)} km, em `,
    )
  })
})

describe('a town without a station', () => {
  it('says so once, with one distance to each place near it, and has no links to days that nobody sold', async () => {
    const { query } = await queryOver([{ preco: 6.1, cidade: PAO_DE_ACUCAR, ponto: [-9.74, -37.43] }])
    const { http } = await createWorld({ spoil: () => query })
    const { text: town } = await ask(http, '/gasolina/gasolina-comum/palestina/')
    const { text: fuels } = await ask(http, '/gasolina/municipio/palestina/')
    expect(town).toContain('Ninguém vendeu gasolina comum em Palestina')
    expect(town).toContain('O mais perto: <a')
    expect(town).not.toContain('Nenhum posto conhecido é de lá')
    expect(fuels).toContain('Nenhum posto de Palestina vendeu')
    expect(fuels).not.toMatch(/Ninguém vendeu|Estes dias em|acompanhados desde/)
    const { text: sold } = await ask(http, '/gasolina/municipio/pao-de-acucar/')
    expect([sold.includes('Ninguém vendeu'), sold.includes('Estes dias em')]).toEqual([true, true])
  })
})

describe('take the data', () => {
  it('the very view as CSV, in its order', async () => {
    const shown = await page('/gasolina/gasolina-comum/maceio/?ordenar=recente')
    const address =
      linksOf(shown).find((link) => link.includes('formato=csv') && !link.includes('dialeto')) ?? ''
    const { status, headers, text } = await page(address.slice('/base'.length))
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const [header = '', ...rows] = text.trim().split('\r\n')
    const column = header.split(',').indexOf('valorDeclarado')
    const prices = rows.map((row) => Number(row.replaceAll(/"[^"]*"/g, '').split(',')[column]))
    expect(pricesOf(shown)).toEqual(prices.slice(0, 50))
  })
})

describe('the age of a price', () => {
  it('is marked from a day on, and an old price is called neither cheap nor dear', async () => {
    const ages = { fresh: 0, old: 0, stale: 0 }
    for (const municipio of ['atalaia', 'pariconha', 'sao-miguel-dos-campos']) {
      const { text } = await page(`/gasolina/gasolina-comum/${municipio}/`)
      const { conteudo, atualizadoEm } = await json<RespostaPrecos>(`precos?municipio=${municipio}`)
      for (const { estabelecimento, produto } of conteudo) {
        const [row = ''] =
          text.match(new RegExp(`<li class="row" id="posto-${estabelecimento.cnpj}">.*?</li>`, 's')) ?? []
        const hours = (Date.parse(atualizadoEm ?? '') - Date.parse(produto.venda.dataVenda)) / HOUR
        ages[hours > 72 ? 'stale' : hours > 24 ? 'old' : 'fresh']++
        expect([row.includes('class="sale old"'), row.includes('class="band')]).toEqual([
          hours > 24,
          hours <= 72,
        ])
      }
    }
    for (const count of Object.values(ages)) expect(count).toBeGreaterThan(0)
  })
})

describe('a station', () => {
  it('compares ethanol for a car of another ratio, and keeps the period', async () => {
    const { conteudo } = await json<RespostaPrecos>('precos?combustivel=alcool&limite=30')
    const answers = await Promise.all(
      conteudo.map(({ estabelecimento }) => json<RespostaPosto>(`posto/${estabelecimento.cnpj}`)),
    )
    const found = answers.find(({ paridade }) => paridade?.compensa === 'gasolina')
    const address = `/gasolina/posto/${found?.estabelecimento.cnpj}/`
    const { alcool, 'gasolina-comum': gasolina } = found?.combustiveis ?? {}
    const likely = (alcool?.precoProvavel ?? 0) / (gasolina?.precoProvavel ?? 1)
    const ratio = `${decimal(likely * 100, 0, 1)}\u00A0%`
    expect((await page(address)).text).toContain(
      `Aqui a gasolina compensa: o álcool custa ${ratio} dela, pelo`,
    )
    const { text } = await page(`${address}?razao=1&dias=90`)
    expect(text).toContain(`Aqui o álcool compensa: custa ${ratio} da gasolina comum, pelo`)
    expect(text).toContain('name="dias" value="90"')
    // Only the thirty days that have all known sales, and the days asked for.
    expect(text).toContain(`/?razao=1`)
    expect(text).not.toContain('dias=365')
  })
})

it('cheaper stations around one are said to be the cheaper ones', async () => {
  const { conteudo } = await json<RespostaPrecos>('precos?municipio=maceio&ordenar=provavel')
  const exact = conteudo.filter(
    ({ estabelecimento: { endereco } }) => endereco.localizacao?.precisao === 'exata',
  )
  const { text } = await page(`/gasolina/posto/${exact.at(-1)?.estabelecimento.cnpj}/`)
  expect(text).toContain('<h2>Gasolina comum: mais barato por perto</h2>')
})

it('where no cheaper station of known place is around, those of the town alone are counted', async () => {
  const { query } = await queryOver([
    { preco: 6.4, bairro: 'FAROL', ponto: [-9.64, -35.735], rua: 'RUA A' },
    { preco: 6.1, bairro: 'ZONA RURAL' },
    { preco: 6.5, bairro: 'ZONA RURAL' },
  ])
  const { http } = await createWorld({ spoil: () => query })
  const { text } = await ask(http, `/gasolina/posto/${cnpjOf(1)}/`)
  expect(text.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')).toContain(
    'Nada mais barato a até 5 km, entre os postos de lugar conhecido. De 1 posto de menor preço só se sabe que é de Maceió.',
  )
})

it.each([
  ['(82) 30000000', false],
  ['(82) 99999-9999', false],
  ['(82) 3333-3000', true],
])(
  'a telephone %s, of one digit to the end, is null in answers and files, and on no page',
  async (telefone, isShown) => {
    const { query } = await queryOver([{ preco: 6.1, telefone, ponto: [-9.661, -35.702] }])
    const { http } = await createWorld({ spoil: () => query })
    expect((await ask(http, `/gasolina/posto/${cnpjOf(1)}/`)).text.includes(telefone)).toBe(isShown)
    expect((await ask(http, '/gasolina/dados/gasolina-comum.csv')).text.includes(telefone)).toBe(isShown)
    for (const path of [
      `api/posto/${cnpjOf(1)}`,
      'api/precos',
      'api/postos',
      'dados/gasolina-comum.json',
      'dados/gasolina-comum.geojson',
    ])
      expect((await ask(http, `/gasolina/${path}`)).text).toContain(
        `"telefone":${isShown ? `"${telefone}"` : 'null'}`,
      )
  },
)

describe('the method', () => {
  it('says when a price is ordinary though it is among the cheapest', async () => {
    const { text } = await page('/gasolina/metodo/')
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'A até 1 % da mediana, para baixo ou para cima, o preço é sempre normal',
    )
  })
})

/** Every other station declares its district with the accents that the rest leave out. */
function withAccents<T extends { estabelecimento: PostoServido }>(entry: T, at: number): T {
  const { estabelecimento: posto } = entry
  const { bairro } = posto.endereco
  const declared = at % 2 === 0 ? bairro : bairro.replace('JATIUCA', 'JATIÚCA')
  return { ...entry, estabelecimento: { ...posto, endereco: { ...posto.endereco, bairro: declared } } }
}

/** Every corner of an outline: a first point, then steps from each to the next. */
function cornersOf(outline: string): { xs: number[]; ys: number[] } {
  const [xs, ys]: [number[], number[]] = [[], []]
  for (const ring of outline.split('z').filter((text) => text !== '')) {
    const numbers = (ring.match(/-?\d+/g) ?? []).map(Number)
    let [x, y] = [0, 0]
    for (let i = 0; i < numbers.length; i += 2) {
      x += numbers[i] ?? 0
      y += numbers[i + 1] ?? 0
      xs.push(x)
      ys.push(y)
    }
  }
  return { xs, ys }
}
