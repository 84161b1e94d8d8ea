import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'
import { AGORA } from '../demonstration.ts'
import { gasolina } from './run.ts'
import { storeToRead } from './stores.ts'

const env = storeToRead()
const HOUR = 3_600_000
const DEMONSTRATION =
  'Dados de demonstração: postos, CNPJs e preços são fictícios e não valem como informação sobre posto algum.\n'

/** A station sure to be there: the demonstration has the same ones every day. */
const STATION = '64149172000153'

const outputs: [file: string, argv: string[]][] = [
  ['precos', ['precos', '--municipio', 'maceio']],
  ['precos-limite', ['precos', '--limite', '3']],
  ['precos-perto', ['precos', '--combustivel', 's10', '--perto', '-9.66,-35.71', '--raio', '3']],
  [
    'precos-custo',
    'precos --perto -9.66,-35.71 --litros 40 --consumo 11 --ordenar custo --limite 6'.split(' '),
  ],
  [
    'precos-rota',
    ['precos', '--rota=-9.66,-35.73;-9.62,-36;-9.75,-36.66', '--ordenar', 'distancia', '--limite', '12'],
  ],
  ['precos-rota-csv', ['precos', '--rota=-9.66,-35.73;-9.62,-36', '--limite', '2', '--csv']],
  ['precos-suspeitos', ['precos', '--combustivel', 'gnv', '--suspeitos', 'incluir', '--limite', '100']],
  ['precos-pagina', ['precos', '--pagina', '2', '--registrosPorPagina', '3']],
  ['precos-csv', ['precos', '--perto', '-9.66,-35.71', '--limite', '2', '--csv']],
  ['posto', ['posto', STATION]],
  ['posto-csv', ['posto', STATION, '--formato', 'csv']],
  ['posto-varios', ['posto', 'duas irmas', '--bairro', 'centro']],
  ['posto-varios-csv', ['posto', 'duas irmas', '--bairro', 'centro', '--csv']],
  ['historico', ['historico', STATION, '--combustivel', 'gasolina']],
  ['historico-todos', ['historico', STATION]],
  ['historico-semana', ['historico', STATION, '--combustivel', '3', '--granularidade', 'semana']],
  ['historico-csv', ['historico', STATION, '--combustivel', 'etanol', '--csv']],
  ['historico-dia-csv', ['historico', STATION, '--granularidade', 'dia', '--desde', '2026-04-14', '--csv']],
  ['historico-estado', ['historico']],
  ['historico-municipio', ['historico', '--municipio', 'maceio', '--combustivel', 'etanol']],
  [
    'historico-mudancas',
    ['historico', '--municipio', 'penedo', '--granularidade', 'mudancas', '--desde', '2026-04-14'],
  ],
  ['historico-poucos-postos', ['historico', '--municipio', 'penedo']],
  ['historico-lugar-csv', ['historico', '--municipio', 'penedo', '--granularidade', 'semana', '--csv']],
  ['estatisticas', ['estatisticas']],
  ['estatisticas-lugar', ['estatisticas', '--municipio', 'arapiraca', '--litros', '40', '--horas', '48']],
  ['estatisticas-csv', ['estatisticas', '--csv']],
  ['estatisticas-municipios', ['estatisticas', '--por', 'municipio', '--combustivel', 'etanol']],
  ['estatisticas-vizinhos', ['estatisticas', '--municipio', 'porto de pedras', '--raio', '30']],
  ['estatisticas-bairros', ['estatisticas', '--por', 'bairro', '--municipio', 'penedo']],
  ['estatisticas-municipios-csv', ['estatisticas', '--municipios', 'penedo,belem,maceio', '--csv']],
  ['estatisticas-diesel', 'estatisticas --por bairro --municipio maceio --combustivel diesel'.split(' ')],
  ['estatisticas-centros', 'estatisticas --por municipio --bairro centro'.split(' ')],
  ['situacao', ['situacao']],
  ['situacao-csv', ['situacao', '--csv']],
  ['dados', ['dados']],
  ['completar-bash', ['completar', 'bash']],
  ['completar-zsh', ['completar', 'zsh']],
  ['completar-fish', ['completar', 'fish']],
]

/** Sizes that the compression of the Node at hand decides. */
const COMPRESSED = /^((?:demonstracao-)?vendas-.*\.(?:parquet|gz) .* )\d{3} KiB/gm

describe('the whole output of a command', () => {
  it.each(outputs)('%s', async (file, argv) => {
    const { stdout, stderr } = await gasolina(argv, { env, now: AGORA + 2 * HOUR })
    expect(stdout.endsWith('\n')).toBe(true)
    const shown = stdout.replaceAll(COMPRESSED, (_, before: string) => `${before}### KiB`)
    await expect(
      `$ gasolina ${argv.join(' ')}\n${shown}${stderr && `--- stderr\n${stderr}`}`,
    ).toMatchFileSnapshot(`outputs/${file}.txt`)
  })

  it('a page asked for is shown whole', async () => {
    for (const paging of [
      ['--pagina', '1', '--registrosPorPagina', '50'],
      ['--registrosPorPagina', '50'],
    ]) {
      const { stdout } = await gasolina(['precos', ...paging], { env })
      expect(stdout).toMatch(/^Gasolina comum: 50 de \d+ postos .*; página 1 de \d+$/m)
      expect(stdout.match(/POSTO FICTICIO/g)).toHaveLength(50)
    }
  })

  it('in a terminal sentences break between words, and for a program they stay whole', async () => {
    const inTerminal = await gasolina(['precos', '--limite', '1'], { env, terminal: 60 })
    const lines = stripVTControlCharacters(inTerminal.stdout + inTerminal.stderr).split('\n')
    expect(lines.slice(1).filter((line) => line.length > 60)).toEqual([])
    const piped = await gasolina(['precos', '--limite', '1'], { env: { ...env, COLUMNS: '60' } })
    expect(piped.stdout).toMatch(/^Fonte: .{60,}$/m)
    expect(piped.stderr).toBe(DEMONSTRATION)
  })

  it('--links gives the way to each station whose place is exact, and to no other', async () => {
    const asked = ['precos', '--municipio', 'maceio', '--limite', '500']
    const { stdout } = await gasolina([...asked, '--links'], { env })
    const { conteudo } = JSON.parse((await gasolina([...asked, '--json'], { env })).stdout) as RespostaPrecos
    const exact = conteudo.flatMap(({ estabelecimento: { endereco } }) =>
      endereco.localizacao?.precisao === 'exata' ? [endereco.localizacao] : [],
    )
    const links = [...stdout.matchAll(/destination=(-?[\d.]+),(-?[\d.]+)$/gm)].map(([, lat, lon]) => [
      lat,
      lon,
    ])
    expect(exact.length).toBeLessThan(conteudo.length)
    expect(links.toSorted()).toEqual(
      exact.map(({ latitude, longitude }) => [String(latitude), String(longitude)]).toSorted(),
    )
  })

  it.each(outputs.filter(([file]) => !/csv|completar/.test(file)))(
    'fits a terminal of 60 columns: %s',
    async (_, argv) => {
      const { stdout, stderr } = await gasolina(argv, { env, terminal: 60 })
      const lines = stripVTControlCharacters(stdout + stderr).split('\n')
      expect(lines.filter((line) => line.length > 60)).toEqual([])
      expect(lines.length).toBeGreaterThan(8)
    },
  )

  it.each([
    'precos',
    'posto',
    'historico',
    'estatisticas',
    'situacao',
    'dados',
    'atualizar',
    'servir',
    'mcp',
    'vigiar',
  ])('%s --help', async (command) => {
    const { code, stdout } = await gasolina([command, '--help'])
    expect(code).toBe(0)
    await expect(stdout).toMatchFileSnapshot(`outputs/ajuda-${command}.txt`)
  })

  it.each([[['--help']], [['ajuda']], [[]]])('gasolina %j lists the commands', async (argv) => {
    const { stdout } = await gasolina(argv)
    await expect(stdout).toMatchFileSnapshot('outputs/ajuda.txt')
  })

  it('says in Portuguese whose help it is', async () => {
    const { stdout } = await gasolina(['ajuda', 'precos'])
    expect(stdout).toBe((await gasolina(['precos', '--help'])).stdout)
    expect(stdout).not.toMatch(/USAGE|FLAGS|DESCRIPTION|EXAMPLES/)
  })
})

describe('colour', () => {
  const argv = ['precos', '--limite', '2']

  it('is for terminals', async () => {
    const { stdout } = await gasolina(argv, { env, terminal: 100 })
    expect(stdout).toContain('\u001B[32m►')
    expect(stdout).toContain('\u001B[1mGasolina comum: 2 de ')
  })

  it.each(['NO_COLOR', 'TERM'])('is not for a terminal whose %s says so', async (variable) => {
    const { stdout } = await gasolina(argv, { env: { ...env, [variable]: 'dumb' }, terminal: 100 })
    expect(stdout).not.toContain('\u001B')
  })

  it('is not for pipes', async () => {
    const { stdout, stderr } = await gasolina(argv, { env })
    expect(stdout + stderr).not.toContain('\u001B')
  })
})

describe('demonstration data', () => {
  it.each([['precos'], ['situacao'], ['dados'], ['dados', 'gnv.csv'], ['posto', 'duas irmas']])(
    'is announced once on stderr: %s %s',
    async (...argv) => {
      const { stderr } = await gasolina(argv.filter(Boolean), { env })
      expect(stderr.split(DEMONSTRATION)).toHaveLength(2)
    },
  )
})
