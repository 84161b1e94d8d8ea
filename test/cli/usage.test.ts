import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'
import { describe, expect, it } from 'vitest'
import { erroSchema } from '../../src/domain/answers/shared-schemas.ts'
import { gasolina } from './run.ts'
import { storeToRead } from './stores.ts'

const env = storeToRead()

const FUELS = 'gasolina-comum, gasolina-aditivada, alcool, diesel-comum, diesel-aditivado, gnv'
const COMMANDS =
  'atualizar, cadastro, completar, copiar, dados, estatisticas, historico, mcp, posto, precos, servir, situacao, vigiar'

const wrong: [argv: string[], sentence: string][] = [
  [['mudancas'], "O comando 'mudancas' não existe. Talvez vigiar?"],
  [['preco'], `O comando 'preco' não existe. Talvez precos? Use um de: ${COMMANDS}.`],
  [['constructor'], `O comando 'constructor' não existe. Use um de: ${COMMANDS}.`],
  [['--limite', '3'], `Falta o comando antes de '--limite'. Use um de: ${COMMANDS}.`],
  [
    ['estatisticas', '--litro', '3'],
    "A opção '--litro' não existe aqui. Talvez --litros? Use: --formato, --csv, --json, --api, --bairro, --municipio, --bandeira, --horas, --desde, --litros, --razao, --por, --combustivel, --municipios, --ordem, --perto, --raio, --dialeto.",
  ],
  [
    ['posto', '--nome', 'X'],
    "A opção '--nome' não existe aqui. Escreva o CNPJ ou o nome do posto sem opção. Use: --formato, ",
  ],
  [
    ['posto', '--cnpj', '12345678000100'],
    "A opção '--cnpj' não existe aqui. Escreva o CNPJ ou o nome do posto sem opção. Use: --formato, ",
  ],
  [
    ['historico', '--cnpj=12345678000100'],
    "A opção '--cnpj' não existe aqui. Escreva o CNPJ ou o nome do posto sem opção. Use: --formato, ",
  ],
  [['servir', '--__proto__'], "A opção '--__proto__' não existe aqui. Este comando não tem opções."],
  [['servir', '--__proto__=1'], "A opção '--__proto__' não existe aqui. Este comando não tem opções."],
  [['precos', '--constructor', 'x'], "A opção '--constructor' não existe aqui. Use: --combustivel, "],
  [['precos', 'etanol', '--toString'], "A opção '--toString' não existe aqui. Use: --combustivel, "],
  [['precos', '--dialeto', 'excel'], '--dialeto só vale junto com --csv.'],
  [['servir', '--porta=8080'], "A opção '--porta' não existe aqui. Este comando não tem opções."],
  [
    ['precos', 'etanol', '--combustivel', 'gnv'],
    "O argumento 'etanol' sobra: o combustível ou o lugar já veio numa opção.",
  ],
  [['situacao', 'agora'], "O argumento 'agora' sobra: este comando só aceita opções, que começam com --."],
  [['dados', 'gnv.csv', 'gnv.json'], "O argumento 'gnv.json' sobra: este comando só aceita ARQUIVO."],
  [['posto'], 'Falta POSTO: CNPJ do posto, com ou sem pontuação, ou palavras do seu nome.'],
  [['precos', '--limite'], 'Falta o valor de --limite.'],
  [['precos', '--bairro', '--csv'], 'Falta o valor de --bairro.'],
  [['precos', '--limite', '1', '--limite', '2'], 'A opção --limite veio mais de uma vez: use uma só.'],
  [['precos', '--limite', '1e3'], "--limite '1e3' não vale: use um inteiro a partir de 1."],
  [
    ['precos', '--lat', '-9.66'],
    'Falta --lon: --lat e --lon vão juntos, em graus decimais (ex.: --lat -9.66 --lon -35.70).',
  ],
  [
    ['precos', '--combustivel', 'gasolna'],
    `Combustível 'gasolna' não existe. Use um de: ${FUELS}. Talvez gasolina-comum?`,
  ],
  [
    ['precos', '--perto', 'xyzw'],
    '--perto “xyzw”: não é um lugar conhecido, e só há dados de Alagoas. Use um bairro, município, CEP, CNPJ de posto, lugar conhecido (aeroporto, ufal) ou lat,lon.',
  ],
  [['precos', '--perto', '-9.66,-35.71', '--lat', '-9'], '--perto já diz o ponto: use só perto'],
  [['precos', '--formato', 'xml'], "--formato 'xml' não vale: use um de: tabela, csv, json."],
  [['precos', '--formato', 'cvs'], "--formato 'cvs' não vale: use um de: tabela, csv, json. Talvez csv?"],
  [
    ['precos', '--csv', '--formato', 'tabela'],
    'Uma saída de cada vez: veio tabela e csv. Use um de: tabela, csv, json.',
  ],
  [
    ['posto', '123456789'],
    "cnpj '123456789' não vale: use os 14 caracteres de um CNPJ, com ou sem pontuação.",
  ],
  [
    ['historico', '64149172000153', '--desde', '2026-04-10', '--ate', '2026-04-01'],
    'O período começa em 2026-04-10, depois do seu fim, 2026-04-01: use --desde igual ou anterior a --ate.',
  ],
  [
    ['dados', 'gasolina.cvs'],
    `O arquivo 'gasolina.cvs' não existe. Talvez gasolina-comum.csv? Use um combustível (${FUELS}) e .csv ou .json, todos.csv, postos.csv, ou as vendas de um mês, como vendas-2026-10.parquet ou .csv.gz.`,
  ],
  [['precos', '--municipio', ''], '--municipio veio sem valor: dê-lhe um, ou tire a opção.'],
  [
    ['dados', 'gnv.geojson'],
    "'gnv.geojson' só vem por HTTP: sirva com gasolina servir e baixe /gasolina/dados/gnv.geojson.",
  ],
  [
    ['dados', 'SHA256SUMS'],
    "'SHA256SUMS' só vem por HTTP: sirva com gasolina servir e baixe /gasolina/dados/historico/SHA256SUMS.",
  ],
  [['dados', 'gnv.csv', '--saida', ''], '--saida recebe um caminho; - é a saída padrão.'],
  [
    ['dados', 'gnv.json', '--csv'],
    'O arquivo vem na forma do seu nome: tire a opção de saída (csv), ou peça outro arquivo.',
  ],
  [['dados', '--saida', 'x.csv'], '--saida vale junto com o nome de um arquivo, como gasolina-comum.csv.'],
  [['completar', 'basch'], "terminal 'basch' não vale: use um de: bash, zsh, fish."],
]

describe('wrong usage ends with 2 and one sentence', () => {
  it.each(wrong)('%j', async (argv, sentence) => {
    const { code, stdout, stderr } = await gasolina(argv, { env })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).not.toMatch(/Error|\bat /)
  })

  it.each(wrong.filter(([argv]) => !argv.some((word) => word.startsWith('--') && /formato|csv/.test(word))))(
    '%j, as an object for a program',
    async (argv) => {
      const { code, stdout, stderr } = await gasolina([...argv, '--json'], { env })
      expect(code).toBe(2)
      const body = erroSchema.parse(JSON.parse(stdout))
      expect(body).toMatchObject({ status: 400, codigo: 'parametro_invalido' })
      // With a suggestion comes the command line that is answered.
      expect(stderr).toBe(`${body.message}${body.tente ? ` Tente: ${body.tente}` : ''}\n`)
    },
  )

  it.each([
    [
      { GASOLINA_PROXIES: '10.0.0.0/8, nginx' },
      "GASOLINA_PROXIES '10.0.0.0/8, nginx' não vale: use endereços IP ou redes, separados por vírgula, como 127.0.0.1, 10.0.0.0/8.\n",
    ],
    [
      { GASOLINA_PROXIES: '::1/129' },
      "GASOLINA_PROXIES '::1/129' não vale: use endereços IP ou redes, separados por vírgula, como 127.0.0.1, 10.0.0.0/8.\n",
    ],
    [
      { GASOLINA_MAPA: 'https://mapas.example/{z}/{x}.png', GASOLINA_MAPA_CREDITO: 'Alguém' },
      "GASOLINA_MAPA 'https://mapas.example/{z}/{x}.png' não vale: use um endereço http:// ou https:// com {z}, {x} e {y}, sem usuário nem senha, como https://mapas.example/{z}/{x}/{y}.png.\n",
    ],
    [
      { GASOLINA_MAPA: 'https://mapas.example/{z}/{x}/{y}.png' },
      'GASOLINA_MAPA pede GASOLINA_MAPA_CREDITO: diga quem fez o mapa, como quem o serve manda citar.\n',
    ],
    [{ GASOLINA_INTERVALO: '0' }, "GASOLINA_INTERVALO '0' não vale: use um inteiro de 1 a 1440 (minutos).\n"],
  ])('a wrong variable: %j', async (variable, sentence) => {
    for (const argv of [['precos'], ['atualizar'], ['situacao']])
      expect(await gasolina(argv, { env: { ...env, ...variable } })).toEqual({
        code: 2,
        stdout: '',
        stderr: sentence,
      })
  })
})

describe('a variable that looks like ours', () => {
  it.each([
    [
      { GASOLINA_INTERVAL: '30' },
      'A variável GASOLINA_INTERVAL não existe e foi ignorada. Talvez GASOLINA_INTERVALO?\n',
    ],
    [{ SEFAZ_TOKEN: 'segredo' }, 'A variável SEFAZ_TOKEN não existe e foi ignorada. Talvez SEFAZ_'],
  ])('and is none is told, and its value is not: %j', async (variable, sentence) => {
    const { code, stderr } = await gasolina(['situacao', '--json'], { env: { ...env, ...variable } })
    expect([code, stderr.startsWith(sentence)]).toEqual([0, true])
    expect(stderr).not.toContain('segredo')
  })
})

describe('a question without results ends with 1', () => {
  const missing: [argv: string[], sentence: string][] = [
    [['precos', '--bairro', 'ponta'], 'Nenhum posto com Gasolina comum em Ponta. Talvez Ponta'],
    [
      ['precos', '--combustivel', 's500', '--lat=-9.66', '--lon=-35.7', '--raio=0.001'],
      'Diesel comum é em geral o S500, e a maioria dos postos vende o S10: procure o Diesel S10 (diesel-aditivado).',
    ],
    [
      ['precos', '--pagina', '900', '--registrosPorPagina', '100'],
      'A página 900 não existe: a última é a 6.',
    ],
    [['posto', 'duas irmãs do agrestee'], "Nenhum posto encontrado com 'duas irmãs do agrestee' no nome."],
    [['posto', 'duas irmas'], "postos têm 'duas irmas' no nome: repita com o CNPJ de um deles"],
    [['posto', '00000000000000'], '00000000000000'],
    [
      ['historico', '64149172000153', '--combustivel', 'gnv'],
      'Nenhuma venda de Posto Ficticio Duas Irmas do Agreste',
    ],
    [
      ['historico', '--bairro', 'farol', '--ate', '2026-02-01'],
      'Nenhum preço de Farol, Maceió de 03/01/2026 a 01/02/2026',
    ],
    [['estatisticas', '--bairro', 'xyzzy'], 'Nenhum posto em Xyzzy. “xyzzy” não é bairro nem município'],
    [['precos', '--municipio', 'recife'], '“recife” não é município de Alagoas, e só há dados de Alagoas.'],
  ]

  it.each(missing)('%j', async (argv, sentence) => {
    const { code, stderr } = await gasolina(argv, { env })
    expect(code).toBe(1)
    expect(stderr).toContain(sentence)
  })

  it.each(missing)('%j, in JSON', async (argv) => {
    const { code, stdout } = await gasolina([...argv, '--json'], { env })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toBeTypeOf('object')
  })

  it('tells an unknown CNPJ as HTTP does', async () => {
    const { stdout } = await gasolina(['posto', '00.000.000/0000-00', '--json'], { env })
    expect(erroSchema.parse(JSON.parse(stdout))).toMatchObject({
      status: 404,
      codigo: 'posto_nao_encontrado',
    })
  })
})

describe('spellings', () => {
  it.each([
    [
      ['--combustivel', 'etanol'],
      ['--combustivel', 'alcool'],
    ],
    [
      ['--combustivel', '3'],
      ['--combustivel', 'alcool'],
    ],
    [
      ['--combustivel', 'S10'],
      ['--combustivel', 'diesel-aditivado'],
    ],
    [['--perto=-9.66, -35.71'], ['--perto', '-9.66,-35.71']],
    [
      ['--perto', '-9,66; -35,71'],
      ['--perto', '-9.66,-35.71'],
    ],
    [
      ['--perto', '-9.66 -35.71'],
      ['--perto', '-9.66,-35.71'],
    ],
    [
      ['--formato', 'json', '--bairro', 'Jatiúca'],
      ['--json', '--bairro', 'JATIUCA'],
    ],
  ])('%j means %j', async (said, meant) => {
    const [a, b] = [
      await gasolina(['precos', '--json', ...said], { env }),
      await gasolina(['precos', '--json', ...meant], { env }),
    ]
    expect(a.code).toBe(0)
    expect(a.stdout).toBe(b.stdout)
  })

  it.each([
    ['porto de pedras', ['PORTO DE PEDRAS', 'JAPARATINGA', 'SAO MIGUEL DOS MILAGRES', 'PORTO CALVO']],
    ['farol, maceió', ['MACEIO']],
  ])('--perto %s is around its middle', async (name, towns) => {
    const { code, stdout } = await gasolina(['precos', '--json', '--perto', name, '--raio', '5'], {
      env,
    })
    expect(code).toBe(0)
    const { conteudo, lugar, centro } = JSON.parse(stdout) as RespostaPrecos
    expect([lugar.ambito, centro?.tipo]).toEqual(['ponto', name.includes(',') ? 'bairro' : 'municipio'])
    for (const { estabelecimento, distanciaKm } of conteudo) {
      expect(towns).toContain(estabelecimento.endereco.municipio)
      expect(distanciaKm).toBeLessThanOrEqual(5)
    }
  })

  it('--perto in degrees is the point of statistics, too', async () => {
    const argv = ['estatisticas', '--json', '--perto', '-9.66,-35.71', '--raio', '20']
    const { code, stdout } = await gasolina(argv, { env })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ lugar: { ambito: 'ponto' }, comparacao: { por: 'municipio' } })
  })

  it('--perto of a name that many towns have asks which', async () => {
    const { code, stderr } = await gasolina(['precos', '--perto', 'centro'], { env })
    expect([code, stderr.includes('perto “centro”: pode ser mais de um lugar: diga qual')]).toEqual([2, true])
  })

  it.each(['64.149.172/0001-53', '64149172000153', 'DUAS IRMÃS DO AGRESTE', 'agreste irmas'])(
    'the station %s',
    async (said) => {
      const { stdout } = await gasolina(['posto', said, '--csv'], { env })
      expect(stdout.split('\r\n')[1]).toMatch(/^64149172000153,/)
    },
  )
})
