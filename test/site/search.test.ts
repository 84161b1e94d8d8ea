import { beforeAll, describe, expect, it } from 'vitest'
import { punctuatedCnpj } from '../../src/format/words/formatting.ts'
import { slugOf } from '../../src/site/request/addresses.ts'
import { titled } from '../../src/format/words/names.ts'
import { type World, worldToRead } from '../http/fixture.ts'
import { ask } from './ask.ts'

let world: World
let cnpj: string
const page = (path: string) => ask(world.http, path)
const found = (q: string) => page(`/gasolina/busca/?q=${encodeURIComponent(q)}`)

beforeAll(async () => {
  world = await worldToRead()
  const { conteudo } = await world.query.postos({ municipio: 'maceio', limite: 1 })
  cnpj = conteudo[0]?.estabelecimento.cnpj ?? ''
})

describe('search', () => {
  it.each([
    ['Centro, Arapiraca', 'gasolina-comum/arapiraca/?bairro=Centro'],
    ['centro arapiraca', 'gasolina-comum/arapiraca/?bairro=Centro'],
    ['centro de arapiraca', 'gasolina-comum/arapiraca/?bairro=Centro'],
    ['farol, maceio', 'gasolina-comum/maceio/?bairro=Farol'],
    ['mangabeiras', 'gasolina-comum/maceio/?bairro=Mangabeiras'],
    ['2704302', 'gasolina-comum/maceio/'],
    ['alagoas', 'gasolina-comum/'],
    // A place that is no district is passed on, for the page to explain it.
    ['ufal', 'gasolina-comum/maceio/?bairro=ufal'],
    ['massagueira', 'gasolina-comum/marechal-deodoro/?bairro=massagueira'],
    ['praia do francês', 'gasolina-comum/marechal-deodoro/?bairro=praia+do+franc%C3%AAs'],
    ['aeroporto', 'gasolina-comum/rio-largo/?bairro=aeroporto'],
    ['jatuca', 'gasolina-comum/maceio/?bairro=jatuca'],
    ['etanol', 'alcool/'],
    ['etanol maceio', 'alcool/maceio/'],
    ['penedo gasolina aditivada', 'gasolina-aditivada/penedo/'],
    ['diesel s10 no farol', 'diesel-aditivado/maceio/?bairro=Farol'],
    ['etanol ufal', 'alcool/maceio/?bairro=ufal'],
  ])('%s leads to %s', async (q, address) => {
    const { status, headers } = await found(q)
    expect([status, headers.get('location')]).toEqual([302, `/base/gasolina/${address}`])
  })

  it('the page of a landmark says where the landmark is', async () => {
    const { headers } = await found('massagueira')
    const { text } = await page((headers.get('location') ?? '').slice('/base'.length))
    expect(text).toContain('Massagueira fica em Marechal Deodoro')
  })

  it('a CEP leads where every question understands it to be', async () => {
    const { conteudo } = await world.query.postos({ municipio: 'penedo', limite: 1 })
    const cep = conteudo[0]?.estabelecimento.endereco.cep ?? ''
    const { lugar } = await world.query.postos({ bairro: cep })
    const { headers, text } = await found(cep)
    for (const { nome } of lugar.municipios)
      expect(headers.get('location') ?? text).toContain(slugOf({ nome }))
    expect((await found('50000-000')).text).toContain('O CEP 50000-000 não é de Alagoas')
  })

  it.each(['serano central', 'briza do norte', 'mirante do agrete'])(
    '%s: a misspelt name of a station finds those that the API proposes',
    async (q) => {
      const { sugestoes = [] } = await world.query.postos({ nome: q })
      expect(sugestoes.length).toBeGreaterThan(0)
      const { text } = await found(q)
      expect(text).toContain('Nada se chama assim')
      for (const nome of sugestoes) expect(text).toContain(`>${titled(nome)}</a`)
    },
  )

  it('a station is found by its name and its town as well', async () => {
    const { conteudo } = await world.query.postos({ municipio: 'maceio', limite: 1 })
    const { nomeFantasia, cnpj } = conteudo[0]?.estabelecimento ?? {}
    for (const q of [`${nomeFantasia}, Maceió`, `${nomeFantasia} em maceio`]) {
      const { headers, text } = await found(q)
      expect(headers.get('location') ?? text).toContain(`/gasolina/posto/${cnpj}/`)
    }
  })

  it('a name that several places have is a list of them, with the fuel asked for', async () => {
    const { text } = await found('etanol ponta')
    for (const place of ['Ponta Verde', 'Ponta Grossa'])
      expect(text).toContain(`/base/gasolina/alcool/maceio/?bairro=${place.replace(' ', '+')}`)
    expect(text).not.toContain('Nada se chama assim')
  })

  it('gas is explained to have two meanings, with a link to the one served', async () => {
    const { status, text } = await found('gas maceio')
    expect([status, text]).toEqual([200, expect.stringContaining('o de cozinha não está aqui')])
    expect(text).toContain('href="/base/gasolina/gnv/maceio/"')
  })

  it('the only thing found is where one goes', async () => {
    const { status, headers } = await page('/gasolina/busca/?q=marechal%20deod')
    expect([status, headers.get('location')]).toEqual([
      302,
      '/base/gasolina/gasolina-comum/marechal-deodoro/',
    ])
    // Cached only until another result is possible.
    expect(headers.get('cache-control')).toBe((await page('/gasolina/')).headers.get('cache-control'))
  })

  it('a CNPJ in any punctuation leads to its station; an unknown one is reported', async () => {
    for (const q of [cnpj, punctuatedCnpj(cnpj), ` ${cnpj.slice(0, 8)} ${cnpj.slice(8)}`]) {
      const { status, headers } = await page(`/gasolina/busca/?q=${encodeURIComponent(q)}`)
      expect([status, headers.get('location')]).toEqual([302, `/base/gasolina/posto/${cnpj}/`])
    }
    for (const q of ['12.ABC.345/01DE-35', '12abc34501de35'])
      expect(
        (await page(`/gasolina/busca/?q=${encodeURIComponent(q)}`)).text.replaceAll(/\s+/g, ' '),
      ).toContain('Nenhum posto conhecido tem o CNPJ 12.ABC.345/01DE-35. Confira os números')
    // Of the same form, and no CNPJ.
    expect((await page('/gasolina/busca/?q=posto%20centro%20101')).text).not.toContain('CNPJ PO')
  })

  it('towns, districts and stations are listed apart', async () => {
    const { text } = await page('/gasolina/busca/?q=centro')
    expect(text).toContain('<h2>Bairros</h2>')
    expect(text).toContain('bairro=Centro')
  })

  it('a typing error is understood', async () => {
    const { text } = await page('/gasolina/busca/?q=arapirca')
    expect(text).toContain('“arapirca” foi entendido como Arapiraca.')
    expect(text).toContain('/base/gasolina/gasolina-comum/arapiraca/')
  })

  it('no result suggests what to try; no possible name is refused', async () => {
    expect((await page('/gasolina/busca/?q=xyzxyzxyz')).text).toContain('Nenhum posto tem nome parecido')
    expect((await page('/gasolina/busca/?q=%3F%3F')).status).toBe(400)
  })
})
