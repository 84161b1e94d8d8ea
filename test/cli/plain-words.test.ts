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
  ])('gasolina %s is gasolina %s', async (typed, meant) => {
    const [first, second] = [await gasolina(split(typed), { env }), await gasolina(split(meant), { env })]
    expect(first).toEqual(second)
    expect(first.stderr).not.toContain('sobra')
  })

  it.each([
    ['etanl maceio', "O comando 'etanl' não existe."],
    ['maceio', "O comando 'maceio' não existe."],
    ['gas maceio', 'pode ser o gás natural dos carros ou o gás de cozinha'],
    ['precos gás', 'pode ser o gás natural dos carros ou o gás de cozinha'],
    ['precos etanol --combustivel gnv', "O argumento 'etanol' sobra"],
    ['precos maceio --municipio maceio', "O argumento 'maceio' sobra"],
  ])('gasolina %s is not', async (typed, told) => {
    const { code, stderr } = await gasolina(split(typed), { env })
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)])
  })
})

function split(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
}
