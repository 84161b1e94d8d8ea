import { beforeAll, describe, expect, it } from 'vitest'
import { punctuatedCnpj } from '../../src/format/words/formatting.ts'
import { slugOf } from '../../src/site/request/addresses.ts'
import { titled } from '../../src/format/words/names.ts'
import { cnpjOf, queryOver } from '../fixtures.ts'
import { type World, createWorld, worldToRead } from '../http/fixture.ts'
import { pedido } from '../../src/site/request/page-interfaces.ts'
import { ask } from './ask.ts'

const BARRA_DE_SAO_MIGUEL = 2700607
let world: World
let cnpj: string
const page = (path: string) => ask(world.http, path)
const found = (q: string) => page(`/gasolina/busca/?q=${encodeURIComponent(q)}`)

beforeAll(async () => {
  world = await worldToRead()
  const { conteudo } = await world.query.postos({ municipio: 'maceio', limite: 1 })
  cnpj = conteudo[0]?.estabelecimento.cnpj ?? ''
})

const notConsidered = (words: string) =>
  `A busca acha lugares, postos e combustíveis, e não levou em conta “${words}”.`

const NO_ETHANOL =
  'A busca responde por um combustível de cada vez: aqui é Diesel S10, e não levou em conta Álcool (etanol).'

describe('search', () => {
  it.each([
    ['Centro, Arapiraca', 'gasolina-comum/arapiraca/?bairro=Centro'],
    ['centro arapiraca', 'gasolina-comum/arapiraca/?bairro=Centro'],
    ['centro de arapiraca', 'gasolina-comum/arapiraca/?bairro=Centro'],
    ['farol, maceio', 'gasolina-comum/maceio/?bairro=Farol'],
    ['mangabeiras', 'gasolina-comum/maceio/?bairro=Mangabeiras'],
    ['2704302', 'gasolina-comum/maceio/'],
    ['alagoas', 'gasolina-comum/'],
    // A landmark leads to the stations around it.
    ['ufal', 'perto/?perto=UFAL+Macei%C3%B3'],
    ['praia do francês', 'perto/?perto=Praia+do+Franc%C3%AAs%2C+Marechal+Deodoro'],
    ['aeroporto', 'perto/?perto=Aeroporto+de+Macei%C3%B3%2C+Rio+Largo'],
    ['etanol perto da rodoviária', 'perto/?perto=Rodovi%C3%A1ria+de+Macei%C3%B3&combustivel=alcool'],
    ['maragogi praia', 'perto/?perto=Orla+de+Maragogi'],
    ['ceasa', 'gasolina-comum/maceio/?bairro=ceasa'],
    ['posto na saída pra penedo', 'gasolina-comum/penedo/'],
    ['gnv jacintinho', 'gnv/maceio/?bairro=Jacintinho'],
    // A place that is no district is passed on, for the page to explain it.
    ['massagueira', 'gasolina-comum/marechal-deodoro/?bairro=massagueira'],
    ['maceio', 'gasolina-comum/maceio/'],
    ['etanol', 'alcool/'],
    ['etanol maceio', 'alcool/maceio/'],
    ['penedo gasolina aditivada', 'gasolina-aditivada/penedo/'],
    ['diesel s10 no farol', 'diesel-aditivado/maceio/?bairro=Farol'],
    ['etanol ufal', 'perto/?perto=UFAL+Macei%C3%B3&combustivel=alcool'],
    // Words that name nothing are left out.
    ['gasolina barata arapiraca', 'gasolina-comum/arapiraca/'],
    ['onde abastecer em penedo', 'gasolina-comum/penedo/'],
    ['gasosa mais barata na jatiuca', 'gasolina-comum/maceio/?bairro=Jati%C3%BAca'],
    ['gnv mais barato', 'gnv/'],
    // Fuels misspelt, by other names, among other words, and with a price.
    ['gazolina', 'gasolina-comum/'],
    ['alcol', 'alcool/'],
    ['etanou mais barato', 'alcool/'],
    ['oleo diezel s10', 'diesel-aditivado/'],
    ['gasolina v-power maceio', 'gasolina-aditivada/maceio/'],
    ['diesel grid', 'diesel-aditivado/'],
    ['diesel s10 grid maceió', 'diesel-aditivado/maceio/'],
    ['encher o tanque em maceió', 'gasolina-comum/maceio/'],
    ["gasolina mais barata em tanque d'arca", 'gasolina-comum/tanque-d-arca/'],
    ['qual o preço do diesel em arapiraca', 'diesel-aditivado/arapiraca/'],
    ['qual o posto mais barato', 'gasolina-comum/'],
    ['maceio - al', 'gasolina-comum/maceio/'],
    ['gasolina maceio farol', 'gasolina-comum/maceio/?bairro=Farol'],
    // Several districts of a town are one list, with the words for that or without.
    ['entre Jatiúca e Ponta Verde', `gasolina-comum/maceio/?bairro=Jati%C3%BAca+e+Ponta+Verde`],
    ['etanol no farol ou poço?', 'alcool/maceio/?bairro=Farol+e+Po%C3%A7o'],
    ['farol, poço e jatiúca', 'gasolina-comum/maceio/?bairro=Farol%2C+Po%C3%A7o+e+Jati%C3%BAca'],
    ['feitosa jacintinho', 'gasolina-comum/maceio/?bairro=Feitosa+e+Jacintinho'],
    ['shopping parque', 'gasolina-comum/maceio/?bairro=Parque+Shopping'],
    ['shopping parque maceio', 'gasolina-comum/maceio/?bairro=Parque+Shopping'],
    // Nicknames, and what lies in a district.
    ['gasolina no biu', 'gasolina-comum/maceio/?bairro=biu'],
    ['posto do hge', 'gasolina-comum/maceio/?bairro=hge'],
    // Nearness is more than the place itself.
    ['perto da ponta verde', 'perto/?perto=Ponta+Verde%2C+Macei%C3%B3'],
    ['etanol perto do farol', 'perto/?perto=Farol%2C+Macei%C3%B3&combustivel=alcool'],
    ['arapiraca perto do centro', 'perto/?perto=Centro%2C+Arapiraca'],
    ['posto próximo ao hge', 'perto/?perto=hge'],
    ['perto do farol e poço', 'gasolina-comum/maceio/?bairro=Farol+e+Po%C3%A7o'],
    // Several fuels of one town are on its page.
    ['etanol e gasolina em maragogi', 'municipio/maragogi/'],
    ['gasolina aditivada, comum ou diesel em penedo', 'municipio/penedo/'],
    ['etanol comum em penedo', 'alcool/penedo/'],
    // Two places of exact names are the ends of a journey.
    ['de maceió pra arapiraca', 'caminho/?de=Macei%C3%B3&para=Arapiraca'],
    ['ir de maceio ate penedo', 'caminho/?de=Macei%C3%B3&para=Penedo'],
    ['quero ir de maceió a penedo', 'caminho/?de=Macei%C3%B3&para=Penedo'],
    ['vou de maceio pra penedo', 'caminho/?de=Macei%C3%B3&para=Penedo'],
    ['maceió a maragogi', 'caminho/?de=Macei%C3%B3&para=Maragogi'],
    ['maceio - arapiraca', 'caminho/?de=Macei%C3%B3&para=Arapiraca'],
    ['maceió → arapiraca', 'caminho/?de=Macei%C3%B3&para=Arapiraca'],
    ['viagem maceio penedo', 'caminho/?de=Macei%C3%B3&para=Penedo'],
    ['viagem de penedo para são miguel dos campos', 'caminho/?de=Penedo&para=S%C3%A3o+Miguel+dos+Campos'],
    ['onde abastecer entre penedo e maceió', 'caminho/?de=Penedo&para=Macei%C3%B3'],
    ['entre maceió e arapiraca, onde abastecer', 'caminho/?de=Macei%C3%B3&para=Arapiraca'],
    ['postos entre maceió e penedo', 'caminho/?de=Macei%C3%B3&para=Penedo'],
    [
      'onde parar para abastecer diesel entre penedo e o aeroporto',
      'caminho/?de=Penedo&para=Aeroporto+de+Macei%C3%B3%2C+Rio+Largo&combustivel=diesel-aditivado',
    ],
    // Several towns are compared.
    ['entre maceió e arapiraca', 'comparar/?municipios=maceio%2Carapiraca'],
    ['comparar maceió e arapiraca', 'comparar/?municipios=maceio%2Carapiraca'],
    ['comparar os postos entre maceió e arapiraca', 'comparar/?municipios=maceio%2Carapiraca'],
    ['entre maceió e arapiraca qual mais barato', 'comparar/?municipios=maceio%2Carapiraca'],
    ['Maceió ou Arapiraca, qual é mais barata?', 'comparar/?municipios=maceio%2Carapiraca'],
    ['maceió e penedo, quem está mais barato', 'comparar/?municipios=maceio%2Cpenedo'],
    [
      'Maceió ou Arapiraca, onde a gasolina é mais barata?',
      'comparar/?combustivel=gasolina-comum&municipios=maceio%2Carapiraca',
    ],
    [
      'Penedo ou Pilar, em qual o diesel está mais barato ?',
      'comparar/?combustivel=diesel-aditivado&municipios=penedo%2Cpilar',
    ],
    [
      'penedo ou pilar onde o etanol fica mais barato ?',
      'comparar/?combustivel=alcool&municipios=penedo%2Cpilar',
    ],
    [
      'etanol em maceió ou arapiraca, onde é mais barato?',
      'comparar/?combustivel=alcool&municipios=maceio%2Carapiraca',
    ],
    ['maceió ou arapiraca', 'comparar/?municipios=maceio%2Carapiraca'],
    [
      'diesel delmiro ou arapiraca mais barato',
      'comparar/?combustivel=diesel-aditivado&municipios=delmiro-gouveia%2Carapiraca',
    ],
    ['comparar maceio, rio largo e penedo', 'comparar/?municipios=maceio%2Crio-largo%2Cpenedo'],
    ['etanol em maceió ou arapiraca', 'comparar/?combustivel=alcool&municipios=maceio%2Carapiraca'],
    ['gasolina comum hoje', 'gasolina-comum/'],
    ['posto pra caminhão', 'diesel-aditivado/'],
    ['diesel para caminhão', 'diesel-aditivado/'],
    ['gasolina pra moto em penedo', 'gasolina-comum/penedo/'],
    ['histórico maceió', 'gasolina-comum/maceio/'],
    ['cidade mais cara', 'mapa/'],
    [
      'diesel de penedo até aeroporto',
      'caminho/?de=Penedo&para=Aeroporto+de+Macei%C3%B3%2C+Rio+Largo&combustivel=diesel-aditivado',
    ],
    // Pages of the site itself.
    ['posto mais próximo', 'perto/'],
    ['gasolina perto de mim', 'perto/?combustivel=gasolina-comum'],
    ['gnv perto de mim', 'perto/?combustivel=gnv'],
    ['gas de cozinha perto de mim', 'perto/'],
    ['perto de casa', 'perto/'],
    ['alcool ou gasolina arapiraca', 'alcool-ou-gasolina/#arapiraca'],
    ['alcool ou gasolina ponta verde', 'alcool-ou-gasolina/'],
    ['alcool ou gasolina o que compensa', 'alcool-ou-gasolina/'],
  ])('%s leads to %s', async (q, address) => {
    const { status, headers } = await found(q)
    expect([status, headers.get('location')]).toEqual([302, `/base/gasolina/${address}`])
  })

  it.each([
    ['alcool abaixo de 4,50 em maceio', notConsidered('abaixo de 4,50'), 'alcool/maceio/'],
    ['gasolina menos de 6 reais', notConsidered('menos de 6 reais'), 'gasolina-comum/'],
    ['5,79', notConsidered('5,79'), 'gasolina-comum/'],
    ['glp gás de cozinha', 'o de cozinha não está aqui', 'gnv/'],
    ['botijão de gás', 'o de cozinha não está aqui', 'gnv/'],
    ['10 reais de gasolina', notConsidered('10 reais'), 'gasolina-comum/'],
    ['R$ 50 de etanol em maceio', notConsidered('R$ 50'), 'alcool/maceio/'],
    ['tanque de 20 litros em penedo', notConsidered('20 litros'), 'gasolina-comum/penedo/'],
    ['5 reais de gasolina', notConsidered('5 reais'), 'gasolina-comum/'],
    ['gasolina ontem em maceio', notConsidered('ontem'), 'gasolina-comum/maceio/'],
    ['etanol mês passado', notConsidered('mês passado'), 'alcool/'],
    ['gasolina ontem em maceio ou penedo', notConsidered('ontem'), 'gasolina-comum/penedo/'],
    ['gasolina amanhã em penedo', notConsidered('amanhã'), 'gasolina-comum/penedo/'],
    ['baixou arapiraca', 'não entendi “baixou”', 'gasolina-comum/arapiraca/'],
    ['gasolina em maceio exceto centro', notConsidered('exceto centro'), 'gasolina-comum/maceio/'],
    ['maceio menos ponta verde', notConsidered('menos ponta verde'), 'gasolina-comum/maceio/'],
    ['maceio menos o farol', notConsidered('menos o farol'), 'gasolina-comum/maceio/'],
    ['exceto farol maceio', notConsidered('exceto farol'), 'gasolina-comum/maceio/'],
    ['tudo menos o farol em maceio', notConsidered('tudo menos o farol'), 'gasolina-comum/maceio/'],
    ['gasto menos em penedo', 'não entendi “gasto menos”', 'gasolina-comum/penedo/'],
    ['etanol sem ser em maceio', notConsidered('sem ser em maceio'), 'alcool/'],
    ['fora de maceio gnv', notConsidered('fora de maceio gnv'), 'gasolina-comum/'],
    ['tudo menos penedo', notConsidered('tudo menos penedo'), 'gasolina-comum/'],
    ['diesel e etanol no farol', NO_ETHANOL, 'diesel-aditivado/maceio/?bairro=Farol'],
    ['diesel e etanol', NO_ETHANOL, 'diesel-aditivado/'],
    ['diesel e etanol na ufal', NO_ETHANOL, 'perto/?perto=UFAL+Macei%C3%B3&amp;combustivel=diesel-aditivado'],
    ['diesel e etanol perto de penedo', NO_ETHANOL, 'perto/?perto=Penedo&amp;combustivel=diesel-aditivado'],
    ['diesel em maceio e etanol em arapiraca', NO_ETHANOL, 'diesel-aditivado/arapiraca/'],
    ['de maceió a penedo sem pedágio', notConsidered('sem pedágio'), 'gasolina-comum/penedo/'],
    ['até 5 km de arapiraca', notConsidered('até 5 km'), 'gasolina-comum/arapiraca/'],
    [
      'etanol a 1,5 km da ufal',
      notConsidered('a 1,5 km'),
      'perto/?perto=UFAL+Macei%C3%B3&amp;combustivel=alcool',
    ],
    ['farol, farol xyz', 'Entendi só “Farol”; não entendi “xyz”.', 'gasolina-comum/maceio/?bairro=Farol'],
    ['gasolina e gás em maceio', 'o de cozinha não está aqui', 'gasolina-comum/maceio/'],
    // The same in either order.
    ['gás e etanol penedo', 'o de cozinha não está aqui', 'gnv/penedo/'],
    ['etanol e gás penedo', 'o de cozinha não está aqui', 'alcool/penedo/'],
    ['gasolina e etanol em maceió sem gnv', notConsidered('sem gnv'), 'gasolina-comum/maceio/'],
    ['perto da ponta', 'a até 10 km', 'perto/?perto=Ponta+Grossa%2C+Macei%C3%B3'],
  ])('%s has words that no list answers, and the page says so', async (q, told, address) => {
    const { status, text } = await found(q)
    expect(status).toBe(200)
    expect(text).toContain(told)
    expect(text).toContain(`href="/base/gasolina/${address}"`)
  })

  it.each([
    ['jatuca', '“jatuca” foi entendido como Jatiúca.', 'gasolina-comum/maceio/?bairro=jatuca'],
    ['marechal deod', 'Marechal Deodoro', 'gasolina-comum/marechal-deodoro/'],
    [
      'gasosa barata tabuleiro',
      'Gasolina comum no Tabuleiro',
      'gasolina-comum/maceio/?bairro=Tabuleiro+do+Martins',
    ],
    ['o melhor de penedo xyzabc', 'Entendi só “Penedo”; não entendi “xyzabc”.', 'gasolina-comum/penedo/'],
    ['gazolina arapiaca', '“arapiaca” foi entendido como Arapiraca.', 'gasolina-comum/arapiraca/'],
    [
      'alcol maseio tabulero',
      'foi entendido como Tabuleiro do Martins, Maceió.',
      'alcool/maceio/?bairro=Tabuleiro+do+Martins',
    ],
    ['ufal arapiraca', 'Entendi só “Arapiraca”; lá não conheço “ufal”.', 'gasolina-comum/arapiraca/'],
    ['gasolina no sertão', 'não conhece regiões do estado', 'gasolina-comum/maceio/'],
    ['óleo diesel no sertão', 'não conhece regiões do estado', 'gasolina-comum/maceio/'],
    ['gasolina em são paulo', '“são paulo” é de outro estado', 'gasolina-comum/maceio/'],
    ['maceió para recife', '“recife” é de outro estado', 'gasolina-comum/maceio/'],
    ['de propriá a recife', '“propriá” e “recife” são de outros estados', 'gasolina-comum/maceio/'],
    ['maceió ou recife', '“recife” é de outro estado', 'gasolina-comum/maceio/'],
    [
      'farol ou poço xyzabc?',
      'Entendi só “Farol” e “Poço”; não entendi “xyzabc”.',
      'gasolina-comum/maceio/?bairro=Farol+e+Po%C3%A7o',
    ],
    ['arapiraca penedo', '>Penedo</a', 'gasolina-comum/arapiraca/'],
    ['farol ou arapiraca', '>Farol, Maceió</a', 'gasolina-comum/arapiraca/'],
    ['posto na avenida fernandes lima', 'Farol, Maceió', 'gasolina-comum/maceio/?bairro=Farol'],
    [
      'avenida fernandes lima 2202',
      'Entendi só “avenida fernandes lima”; não entendi “2202”.',
      'gasolina-comum/maceio/?bairro=Farol',
    ],
    ['via espressa', 'Antares, Maceió', 'gasolina-comum/maceio/?bairro=Antares'],
    ['estadio trapichao', 'a até 10 km', 'perto/?perto=Est%C3%A1dio+Rei+Pel%C3%A9%2C+Macei%C3%B3'],
    [
      'mercado tabuleiro',
      'Entendi só “Tabuleiro do Martins”; não entendi “mercado”.',
      'gasolina-comum/maceio/?bairro=Tabuleiro+do+Martins',
    ],
    ['ipranga no farol', 'não têm campo para a bandeira', 'gasolina-comum/maceio/?bairro=Farol'],
    ['maragojipe', '>Maragogi', 'gasolina-comum/maragogi/'],
    ['br 104 penedo', 'Entendi só “Penedo”; não entendi “br 104”.', 'gasolina-comum/penedo/'],
    ['podium maceió', 'Entendi só “Maceió”; não entendi “podium”.', 'gasolina-comum/maceio/'],
    ['maior isidoro', '“maior isidoro” foi entendido como Major Isidoro.', 'gasolina-comum/major-isidoro/'],
    ['bom dia, gasolina em penedo', 'não entendi “bom dia”', 'gasolina-comum/penedo/'],
    ['xyzxyzxyz', 'Cidades com mais postos', 'gasolina-comum/maceio/'],
    ['', 'Perto de mim', 'gasolina-comum/arapiraca/'],
  ])('%s is no exact name: a page to choose from, with prices', async (q, told, address) => {
    const { status, text } = await found(q)
    expect(status).toBe(200)
    expect(text).toContain(told)
    expect(text).toContain(`href="/base/gasolina/${address}"`)
    expect(text).toMatch(/desde <b>R\$\u00A0\d,\d\d<\/b>|sem venda de/)
  })

  it('a name of another town is not gone to, and a mended word is no half of a name', async () => {
    const { headers, text } = await found('santa casa arapiraca')
    expect([headers.get('location'), text]).toEqual([null, expect.stringContaining('Entendi só “Arapiraca”')])
    expect((await found('ceasa')).text).not.toContain('Casado')
  })

  it('stations of a name come in the order of their likely price, and their number is told', async () => {
    const { text } = await found('posto ficticio')
    const asked = pedido('precos', { combustivel: 'gasolina-comum', ordenar: 'provavel', limite: 20 })
    const cheapest = (await world.query.precos(asked)).conteudo.map(({ estabelecimento: { cnpj } }) => cnpj)
    expect([...text.matchAll(/gasolina\/posto\/(\w{14})\//g)].map(([, cnpj]) => cnpj)).toEqual(cheapest)
    expect(text).toMatch(/Os 20 de menor preço, de \d+ postos/)
  })

  it('a street is the stations with it in the address, and words of a station beside a place leave the choice', async () => {
    const { headers, text } = await found('rua do sol')
    expect(headers.get('location')).toBe(null)
    expect([text.match(/Rua do Sol\b/g)?.length, text.includes('Instituto')]).toEqual([20, false])
    expect(text).not.toContain('Nenhum posto escreve')
    expect((await found('avenida dos coqueiros')).text).not.toContain('Nenhum posto escreve')
    // A known spot, whose districts the search knows, beside the word for a street.
    expect((await found('av menino marcelo')).text).not.toMatch(/n[ãa]o entendi/)
    expect((await found('rua da casa nova')).text).toContain(
      'Nenhum posto escreve “rua da casa nova” no endereço.',
    )
  })

  it('a known word is not changed into another: the other place is only proposed', async () => {
    const { text } = await found('baixa grande')
    expect(text).toContain('Nada se chama assim. Talvez:')
    expect(text).not.toContain('Barra Grande fica em')
  })

  it('a word of two letters is no beginning of a name, and a place of the phrase is of the town named', async () => {
    const { text } = await found('posto br')
    expect(text).toContain('não têm campo para a bandeira')
    expect(text).not.toContain('no nome, o que')
    expect((await found('ufal arapiraca')).text).not.toContain('Cidade Universitária')
    expect((await found('farol arapiraca')).text).not.toContain('IFAL')
  })

  it.each([
    ['posto aberto agora', notConsidered('aberto agora'), 'gasolina-comum/"'],
    ['posto 24 horas em maceio', notConsidered('24 horas'), 'gasolina-comum/maceio/"'],
    ['diesel que aceita pix', notConsidered('que aceita pix'), 'diesel-aditivado/"'],
    ['posto fechado', notConsidered('fechado'), 'gasolina-comum/"'],
    ['gasolina mais cara', notConsidered('mais cara'), 'gasolina-comum/"'],
    ['etanol mais caro de maceió', notConsidered('mais caro'), 'alcool/maceio/"'],
    ['a gasolina vai aumentar semana que vem?', notConsidered('semana que vem'), 'gasolina-comum/"'],
    ['a gasolina vai subir?', '“vai subir” não é bairro nem município conhecido', 'gasolina-comum/"'],
    ['melhor dia para abastecer em maceio', 'não entendi “dia”', 'gasolina-comum/maceio/"'],
    ['me avisa quando o etanol baixar', '“avisa quando baixar” não é bairro', 'alcool/"'],
  ])('%s: a sentence on what is not known, and a way', async (q, told, address) => {
    const { status, text } = await found(q)
    expect([status, text]).toEqual([200, expect.stringContaining(told)])
    expect(text).toContain(`href="/base/gasolina/${address}`)
  })

  it('words that several landmarks begin with are a list of them, beside a place of a similar name', async () => {
    const { status, text } = await found('ifal')
    expect(status).toBe(200)
    for (const place of ['IFAL+Penedo', 'IFAL+Maragogi']) expect(text).toContain(`/perto/?perto=${place}"`)
  })

  it('the page around a place has the stations that perto gives, in its order and with its understanding', async () => {
    const question = { combustivel: 'alcool', perto: 'rodoviaria', raio: 5, ordenar: 'distancia' } as const
    const { conteudo, centro } = await world.query.precos(pedido('precos', question))
    const { text } = await page(`/gasolina/perto/?${new URLSearchParams({ ...question, raio: '5' })}`)
    expect(text).toContain(`<h1>Álcool (etanol) perto da ${centro?.nome}</h1>`)
    expect([...text.matchAll(/class="row" id="posto-(\w+)"/g)].map(([, cnpj]) => cnpj)).toEqual(
      conteudo.slice(0, 50).map(({ estabelecimento }) => estabelecimento.cnpj),
    )
    expect(conteudo.length).toBeGreaterThan(5)
    const many = await page('/gasolina/perto/?perto=ifal')
    expect(many.text).toContain('pode ser mais de um lugar')
    expect(many.text).toContain('perto=IFAL+Penedo')
    for (const degrees of ['-9.65,-35.7', '-9,65 -35,7']) {
      const position = await page(`/gasolina/perto/?perto=${encodeURIComponent(degrees)}`)
      expect(position.text).toContain('Escreva o nome de um lugar')
      expect(position.text).not.toContain('class="row"')
    }
    const { text: numbers } = await page('/gasolina/perto/?perto=-966%20-3570')
    expect(numbers).toContain('Escreva o nome de uma cidade, de um bairro ou de um lugar conhecido.')
    expect(numbers).not.toContain('lat,lon')
    expect((await page('/gasolina/perto/')).text).toContain('name="perto"')
  })

  it('a station known only by its town is not the lowest price around a place', async () => {
    const told: string[] = []
    for (const place of ['ifal+arapiraca', 'coite+do+noia', 'igaci', 'marechal+deodoro', 'ponta+verde'])
      for (const fuel of ['gasolina-comum', 'alcool', 'gasolina-aditivada', 'diesel-aditivado']) {
        const { text } = await page(`/gasolina/perto/?perto=${place}&combustivel=${fuel}&raio=20`)
        const [, least = ''] = text.match(/og:title" content="[^"]*desde R\$\u00A0([\d,]+) /) ?? []
        const likely = /<data value="([\d.]+)"[^]*?<\/li>/.exec(text)
        expect([place, fuel, likely?.[0]]).toEqual([place, fuel, expect.stringContaining(least)])
        told.push(...(text.match(/O de R\$\u00A0[\d,]+ pode estar em qualquer parte da cidade/g) ?? []))
      }
    expect(told.length).toBeGreaterThan(0)
  })

  it('a town stands before a district of its first words', async () => {
    const { text } = await found('são miguel')
    const [campos, milagres] = ['sao-miguel-dos-campos', 'sao-miguel-dos-milagres'].map((town) =>
      text.indexOf(`/gasolina-comum/${town}/"`),
    )
    expect(campos).toBeGreaterThan(0)
    expect(milagres).toBeGreaterThan(campos ?? 0)
  })

  it('all the municipalities that begin with a word stand first, also where stations and landmarks have it', async () => {
    const { query } = await queryOver([
      { preco: 6.1, bairro: 'BARRA MAR', cidade: BARRA_DE_SAO_MIGUEL },
      ...['BARRA', 'PORTO', 'CAMPO', 'SANTANA', 'SANTA'].map((nome) => ({
        preco: 6.2,
        nome: `AUTO POSTO ${nome} NOVO`,
      })),
    ])
    const { http } = await createWorld({ spoil: () => query })
    for (const [q, towns] of Object.entries({
      barra: ['barra-de-santo-antonio', 'barra-de-sao-miguel'],
      porto: ['porto-calvo', 'porto-de-pedras', 'porto-real-do-colegio'],
      campo: ['campo-alegre', 'campo-grande'],
      santana: ['santana-do-ipanema', 'santana-do-mundau'],
      santa: ['santa-luzia-do-norte'],
    })) {
      const [, text = ''] = (await ask(http, `/gasolina/busca/?q=${q}`)).text.split('<main')
      const links = [...text.matchAll(/<li>\s*<a href="\/base\/gasolina\/([^"?]+)/g)].map(([, to]) => to)
      expect(links.slice(0, towns.length)).toEqual(towns.map((town) => `gasolina-comum/${town}/`))
      expect(text).toContain('/gasolina/posto/')
    }
    expect((await ask(http, '/gasolina/busca/?q=barra')).text).toContain('?bairro=Barra+Mar"')
  })

  it('a part of the name of a known place finds those that have it, each once', async () => {
    const bairros = ['MANGABEIRAS', 'CRUZ DAS ALMAS', 'CIDADE UNIVERSITARIA', 'TRAPICHE DA BARRA']
    const { query } = await queryOver(bairros.map((bairro) => ({ preco: 6.2, bairro })))
    const { http } = await createWorld({ spoil: () => query })
    const { status, text } = await ask(http, '/gasolina/busca/?q=shopping')
    const { text: hospital } = await ask(http, '/gasolina/busca/?q=hospital+geral')
    expect([status, text.match(/\bMangabeiras, Maceió<\/a/g)?.length]).toEqual([200, 1])
    for (const place of ['Maceió Shopping', 'Parque Shopping', 'Shopping Pátio'])
      expect(text).toContain(`${place} fica em `)
    expect(hospital).toContain('Hospital Geral do Estado fica em Trapiche da Barra, Maceió.')
  })

  it('two brands have one reason between them, and words of a name are said to be often the brand', async () => {
    const { text } = await found('shell ou ipiranga?')
    expect(text.match(/não têm campo para a bandeira/g)).toHaveLength(1)
    expect(text).not.toMatch(/“ou/)
    const { query } = await queryOver([{ preco: 6.2, nome: 'AUTO POSTO ALE CENTRAL' }])
    const { http } = await createWorld({ spoil: () => query })
    const named = await ask(http, '/gasolina/busca/?q=postos+da+bandeira+ale')
    expect(named.text).toContain(
      'Estes postos têm “ale” no nome, o que costuma ser a bandeira e nem sempre é',
    )
    expect(named.text).not.toContain('“bandeira”')
  })

  it('stations of the trade name leave out those of such a company', async () => {
    const { query } = await queryOver([
      { preco: 6.2, nome: 'POSTO SENA' },
      { preco: 6.2, nome: 'POSTO PARAISO', razao: 'H SENA COMERCIO LTDA' },
    ])
    const { http } = await createWorld({ spoil: () => query })
    const { headers } = await ask(http, '/gasolina/busca/?q=posto+sena')
    expect(headers.get('location')).toBe(`/base/gasolina/posto/${cnpjOf(1)}/`)
    expect((await ask(http, '/gasolina/busca/?q=h+sena')).text).toContain('>Posto Paraiso</a')
  })

  it('words of a wish in the name of a station are its name', async () => {
    const { query } = await queryOver(
      [
        'POSTO TUDO MENOS',
        'POSTO ALCOOL E DIESEL',
        'POSTO NORTE 10',
        'POSTO DELMIRO',
        'ALCOOL E DIESEL SUL',
      ].map((nome) => ({
        preco: 6.2,
        nome,
      })),
    )
    const { http } = await createWorld({ spoil: () => query })
    const stations = async (q: string) => {
      const { headers, text } = await ask(http, `/gasolina/busca/?q=${encodeURIComponent(q)}`)
      return [...(headers.get('location') ?? text).matchAll(/gasolina\/posto\/(\w{14})\//g)].map(
        ([, to]) => to,
      )
    }
    expect(await stations('tudo menos maceio')).toEqual([cnpjOf(1)])
    expect(await stations('alcool e diesel')).toEqual([cnpjOf(2), cnpjOf(5)])
    for (const q of ['tudo+menos+maceio', 'alcool+e+diesel'])
      expect((await ask(http, `/gasolina/busca/?q=${q}`)).text).not.toMatch(/não levou em conta/)
    expect(await stations('norte 10')).toEqual([cnpjOf(3)])
    expect(await stations('10 reais de gasolina')).toEqual([])
    const { text } = await ask(http, '/gasolina/busca/?q=delmiro+ou+farol')
    expect(text).toContain('não entendi “delmiro”')
  })

  it('words of talk in the name of a station are its name, and talk elsewhere', async () => {
    const names = ['BOA NOITE', 'LAVA JATO', 'POSTO 24 HORAS', 'MUDOU', 'ECONOMIZAR', 'SERTAO', 'MAIS BARATO']
    const { query } = await queryOver([...names, 'GASOLINA SOL'].map((nome) => ({ preco: 6.2, nome })))
    const { http } = await createWorld({ spoil: () => query })
    for (const [at, nome] of names.entries())
      for (const q of [`posto ${nome.replace('POSTO ', '')}`, `posto ${nome}, maceió`]) {
        // The list of the town.
        if (q === 'posto MAIS BARATO, maceió') continue
        const { headers, text } = await ask(http, `/gasolina/busca/?q=${encodeURIComponent(q.toLowerCase())}`)
        const found = [...(headers.get('location') ?? text).matchAll(/gasolina\/posto\/(\w{14})\//g)]
        expect([q, ...found.map(([, to]) => to)]).toEqual([q, cnpjOf(at + 1)])
        expect(text).not.toContain('não levou em conta')
      }
    // All stations may be meant, and beside a fuel alone they are.
    const { text: both } = await ask(http, '/gasolina/busca/?q=posto+mais+barato')
    expect(both).toContain('Gasolina comum em Alagoas')
    const { headers } = await ask(http, '/gasolina/busca/?q=gasolina')
    expect(headers.get('location')).toBe('/base/gasolina/gasolina-comum/')
    const { text } = await ask(http, '/gasolina/busca/?q=gasolina+aberto+24+horas')
    expect(text).toContain('não levou em conta “aberto” e “24 horas”')
  })

  it('a road finds the stations with it in the address', async () => {
    const { query } = await queryOver([
      { preco: 6.2, rua: 'RODOVIA BR 104 KM 12' },
      { preco: 6.2, rua: 'RODOVIA AL-101' },
    ])
    const { http } = await createWorld({ spoil: () => query })
    for (const [q, cnpj] of [
      ['posto na br-104', cnpjOf(1)],
      ['gasolina br104', cnpjOf(1)],
      ['al101', cnpjOf(2)],
    ] as const) {
      const { text } = await ask(http, `/gasolina/busca/?q=${encodeURIComponent(q)}`)
      expect([...text.matchAll(/gasolina\/posto\/(\w{14})\//g)].map(([, to]) => to)).toEqual([cnpj])
    }
  })

  it('stations of a street or a road are the answer, with its number, its district or its town beside it', async () => {
    const CARNEIROS = 2701803
    const { query } = await queryOver([
      { preco: 6.2, rua: 'AV FERNANDES LIMA', numero: '2202', bairro: 'GRUTA DE LOURDES' },
      { preco: 6.3, rua: 'AV FERNANDES LIMA', numero: '085', bairro: 'FAROL' },
      { preco: 6.2, rua: 'RUA PADRE CICERO', numero: '584', cidade: CARNEIROS },
      { preco: 6.2, rua: 'ROD AL 101 NORTE', bairro: 'AL 101', nome: 'POSTO PADRE CICERO' },
      { preco: 6.3, rua: 'ROD AL-101 SUL', bairro: 'AL 101-SUL' },
      { preco: 6.2, rua: 'RDV BR 101 SUL, AL' },
    ])
    const { http } = await createWorld({ spoil: () => query })
    const noNumber =
      'Nenhum posto escreve “av fernandes lima 220” no endereço. Estes têm o nome da rua, sem esse número.'
    for (const [q, stations, told = ''] of [
      ['Av Fernandes Lima', [1, 2]],
      ['avenida fernandes lima gasolina', [1, 2]],
      ['fernandes lima maceio', [1, 2]],
      ['av fernandes lima farol', [2]],
      ['avenida fernandes lima 2202', [1]],
      ['av. fernandes lima, 2202 maceio', [1]],
      ['av fernandes lima 85', [2]],
      ['av fernandes lima 220', [1, 2], noNumber],
      ['Rua Padre Cicero carneiros', [3]],
      ['rua padre cicero 584 centro', [3]],
      ['AL-101', [4, 5]],
      ['al 101 norte', [4]],
      ['AL 101 sul', [5]],
    ] as const) {
      const { status, text } = await ask(http, `/gasolina/busca/?q=${encodeURIComponent(q)}`)
      const found = [...text.matchAll(/gasolina\/posto\/(\w{14})\//g)].map(([, to]) => to)
      expect([q, status, ...found]).toEqual([q, 200, ...stations.map(cnpjOf)])
      expect(text).not.toMatch(/n[ãa]o entendi|<h2>Bairros/)
      expect(/Nenhum posto escreve[^<]*/.exec(text)?.[0] ?? '').toBe(told)
    }
  })

  it('the only station with the words in its name and its place is where one goes', async () => {
    const { query } = await queryOver([
      { preco: 6.2, nome: 'POSTO RPM', bairro: 'FAROL' },
      { preco: 6.3, nome: 'POSTO SM', bairro: 'GRUTA DE LOURDES' },
      { preco: 6.3, nome: 'POSTO SM', bairro: 'CENTRO' },
    ])
    const { http } = await createWorld({ spoil: () => query })
    for (const [q, station] of Object.entries({
      'rpm farol': 1,
      'posto rpm no farol, maceió': 1,
      'posto SM gruta': 2,
      'sm gruta de lourdes': 2,
    })) {
      const { headers } = await ask(http, `/gasolina/busca/?q=${encodeURIComponent(q)}`)
      expect([q, headers.get('location')]).toEqual([q, `/base/gasolina/posto/${cnpjOf(station)}/`])
    }
    const { text } = await ask(http, '/gasolina/busca/?q=auto+posto+farol')
    expect(text).not.toContain('não entendi')
  })

  it('words beyond the twelfth are not looked up, and the page says so', async () => {
    const { status, text } = await found('penedo a b c d e f g h i j k maceió arapiraca')
    expect([status, text]).toEqual([
      200,
      expect.stringContaining('A busca lê até 12 palavras, e não levou em conta “maceió arapiraca”.'),
    ])
  })

  it('no address is asked for both of two places', async () => {
    const { query } = await queryOver([{ preco: 6.2, rua: 'RUA SANTANA DELMIRO', bairro: 'FAROL' }])
    const { http } = await createWorld({ spoil: () => query })
    const { text } = await ask(http, '/gasolina/busca/?q=delmiro+ou+farol')
    expect(text).toContain('Entendi só “Farol”; não entendi “delmiro”.')
    expect(text).toContain('bairro=Farol')
    expect(text).not.toContain('/gasolina/posto/')
    const { text: several } = await ask(http, '/gasolina/busca/?q=santana+ou+farol')
    expect(several).toContain('Entendi só “Farol”; não entendi “santana”.')
    expect(several).not.toContain('/gasolina/posto/')
  })

  it('the line of a town on the page of ethanol has its address', async () => {
    expect((await page('/gasolina/alcool-ou-gasolina/')).text).toMatch(/<li id="arapiraca"\s*>/)
  })

  it('a number is never corrected, and a brand is not taken for a place', async () => {
    expect((await found('al 999')).text).not.toContain('bairro=')
    const { status, text } = await found('posto ipiranga')
    expect([status, text]).toEqual([
      200,
      expect.stringContaining('não têm campo para a bandeira do posto: aqui não dá'),
    ])
    expect(text).not.toContain('cadastro')
    expect(text).not.toContain('Piranhas')
  })

  it('a street finds its stations, with their prices', async () => {
    const { conteudo } = await world.query.precos(pedido('precos', { combustivel: 'gasolina-comum' }))
    const { estabelecimento } = conteudo[0] ?? {}
    const { nomeLogradouro = '', bairro = '' } = estabelecimento?.endereco ?? {}
    const { text } = await found(`na ${nomeLogradouro} ${bairro}`)
    expect(text).toContain(`/gasolina/posto/${estabelecimento?.cnpj}/`)
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
    const other = new Set(
      (await world.query.postos({})).conteudo.map((each) => each.estabelecimento.endereco.cep),
    )
    const near = [...Array(999).keys()]
      .map((at) => cep.slice(0, 5) + String(at).padStart(3, '0'))
      .find((each) => !other.has(each))
    expect((await found(near ?? '')).text).toContain('CEP parecido: nenhum posto declara')
    expect((await found(cep.slice(0, 5))).text).toContain('/gasolina-comum/penedo/')
    const { text: unknown } = await found('57035-180')
    expect(unknown).toContain('Nenhum posto conhecido tem CEP parecido com 57035-180')
    expect(unknown).not.toContain('Nada se chama assim')
    expect(await world.query.postos({ bairro: '57035-180' })).toMatchObject({ sugestoes: [] })
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
    const { status, headers } = await page('/gasolina/busca/?q=marechal%20deodoro')
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
