import { describe, expect, it } from 'vitest'
import { gasolina } from './run.ts'
import { storeToRead } from './stores.ts'

const env = storeToRead()

describe('fuel and place without options are understood', () => {
  it.each([
    ['etanol maceio', 'precos --combustivel etanol --bairro maceio'],
    ['precos etanol maceio', 'precos --combustivel etanol --bairro maceio'],
    ['precos ponta verde --limite 2', 'precos --bairro "ponta verde" --limite 2'],
    ['diesel s10 arapiraca --csv', 'precos --combustivel s10 --bairro arapiraca --csv'],
    ['Álcool --municipio penedo', 'precos --combustivel alcool --municipio penedo'],
    ['precos penedo --combustivel=gnv', 'precos --bairro penedo --combustivel gnv'],
    ['gnv', 'precos --combustivel gnv'],
    ['gas natural veicular maceio', 'precos --combustivel gnv --bairro maceio'],
    ['óleo diesel s10 arapiraca', 'precos --combustivel s10 --bairro arapiraca'],
    ['diesel s 500 maceio', 'precos --combustivel s500 --bairro maceio'],
    ['precos --limite 1 etanol maceio', 'precos --combustivel etanol --bairro maceio --limite 1'],
    [
      'precos maceio etanol --json --limite 2',
      'precos --combustivel etanol --bairro maceio --limite 2 --json',
    ],
    ['precos ponta --limite=2 --csv verde', 'precos --bairro "ponta verde" --limite 2 --csv'],
    ['estatisticas maceio', 'estatisticas --municipio maceio'],
    [
      'estatisticas --raio 30 penedo etanol',
      'estatisticas --combustivel etanol --municipio penedo --raio 30',
    ],
    ['historico maceio', 'historico --municipio maceio'],
    ['historico etanol ponta verde', 'historico --combustivel etanol --bairro "ponta verde"'],
    ['historico --csv serrano central', 'historico "serrano central" --csv'],
    ['posto serrano central', 'posto "serrano central"'],
    [
      'vigiar --uma-vez etanol maceio --abaixo 9',
      'vigiar --combustivel etanol --bairro maceio --abaixo 9 --uma-vez',
    ],
  ])('gasolina %s is gasolina %s', async (typed, meant) => {
    const [first, second] = [await gasolina(split(typed), { env }), await gasolina(split(meant), { env })]
    expect(first).toEqual(second)
    expect(first.stderr).not.toContain('sobra')
  })

  it.each([
    ['etanl maceio', "O comando 'etanl' não existe."],
    ['maceio', "O comando 'maceio' não existe."],
    ['precos etanool maceio', 'Talvez alcool? Tente: gasolina precos --combustivel alcool --bairro maceio'],
    ['precos maceio gazolina', 'Talvez gasolina-comum?'],
    ['gas maceio', 'pode ser o gás natural dos carros ou o gás de cozinha'],
    ['precos gás', 'pode ser o gás natural dos carros ou o gás de cozinha'],
    ['precos etanol --combustivel gnv', "O argumento 'etanol' sobra"],
    ['precos maceio --municipio maceio', "O argumento 'maceio' sobra"],
  ])('gasolina %s is not', async (typed, told) => {
    const { code, stderr } = await gasolina(split(typed), { env })
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)])
  })

  it('a word like a fuel among those of a name of a station is none', async () => {
    const { code, stderr } = await gasolina(['historico', 'posto', 'carolina'], { env })
    expect([code, stderr]).toEqual([1, expect.stringContaining("com 'posto carolina' no nome")])
  })
})

describe('a refusal speaks of options', () => {
  it.each([
    ['precos --raio 3', /^--raio só vale junto com /],
    ['precos --lat -9.66', /\(ex\.: --lat -9\.66 --lon -35\.70\)/],
    [
      'precos --rota -9.66,-35.73;-9.62,-36 --raio 3',
      /^--raio não vale junto com --rota, que já diz onde: .*, diz --desvio\.$/,
    ],
    ['precos --consumo 10', /^--consumo precisa saber de onde: diga também .*--rota\.$/],
    ['precos --limite 0', /^--limite '0' não vale: /],
    ['historico --desde 2026-04-10 --ate 2026-04-01', /use --desde igual ou anterior a --ate\.$/],
    [
      'estatisticas --por bairro',
      /^--por bairro compara os bairros de um município: diga qual em --municipio \(ex\.: --municipio maceio\)\.$/,
    ],
    ['precos --rota maceio', /ponto e vírgula, por nome \(até 100 caracteres\) ou lat,lon em graus/],
    ['precos --acima 7 --abaixo 6', /: --acima deve ser menor que --abaixo\.$/],
    [
      'historico --granularidade mudancas --municipio maceio --desde 2026-03-01 --ate 2026-04-10',
      /peça por dia, por semana ou por mês/,
    ],
    ['estatisticas --por rua', /^--por 'rua' não vale: use um de: municipio, bairro/],
  ])('gasolina %s', async (typed, told) => {
    const { code, stderr } = await gasolina(split(typed), { env })
    expect([code, stderr.trim()]).toEqual([2, expect.stringMatching(told)])
  })
})

function split(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
}
