import { describe, expect, it } from 'vitest'
import { GasolinaError } from '../../src/errors.ts'
import { couldNot } from '../../src/store/bytes/storage-errors.ts'
import type { LastAttempt } from '../../src/store/notes/note-files.ts'
import { situacaoSchema } from '../../src/domain/answers/situacao-and-menus.ts'
import {
  AGORA,
  ARAPIRACA,
  type Beside,
  type Pump,
  type Situation,
  collectionOf,
  crowd,
  queryOver,
} from '../fixtures.ts'

const LATE = '2026-04-16T23:45:00-03:00'

async function status(pumps: readonly Pump[] | null, situation: Situation = {}, beside: Beside = {}) {
  const { query } = await queryOver(pumps, situation, beside)
  const answer = await query.situacao()
  expect(situacaoSchema.strict().parse(answer)).toEqual(answer)
  return answer
}

it('answers before the first commit', async () => {
  expect(await status(null)).toMatchObject({
    commit: null,
    atualizadoEm: null,
    ultimaColeta: null,
    vendaMaisRecente: null,
    cobertura: { municipios: 0, postos: 0, pontosContraditos: 0, fatias: 0, fatiasComFalha: 0 },
    combustiveis: { gnv: { atualizadoEm: null, postos: 0, suspeitos: 0 } },
    alertas: ['Ainda não há dados: a primeira coleta não terminou.'],
    demonstracao: true,
  })
})

it.each<[string, Partial<LastAttempt>, Beside, string]>([
  ['is planned', { proxima: '2026-04-16T12:02:00-03:00' }, {}, '; a próxima começa em 16/04/2026 12:02.'],
  [
    'is overdue',
    { proxima: '2026-04-16T11:59:00-03:00' },
    {},
    '; a próxima, de 16/04/2026 11:59, ainda não trouxe nada.',
  ],
  ['is unknown', {}, {}, '.'],
  [
    'is under way',
    { proxima: '2026-04-16T12:45:00-03:00' },
    { isCollecting: true },
    ', e outra está em andamento.',
  ],
])(
  'tells why there is no data after a failed collection, where the next one %s',
  async (_, noted, beside, next) => {
    const coleta = collectionOf({ resultado: 'falhou', motivo: 'Nada veio.' })
    const { alertas } = await status(
      null,
      {},
      { ...beside, lastAttempt: { coleta, proxima: null, ...noted } },
    )
    expect(alertas).toEqual([
      `Ainda não há dados: a coleta de 16/04/2026 12:00 falhou${next}`,
      'A última tentativa de coleta, às 12:00 de 16/04, falhou: Nada veio.',
    ])
  },
)

it('tells before anything is served that a store lost what it held', async () => {
  const { alertas } = await status(null, {}, { lost: { seq: 41, publicadoEm: AGORA } })
  expect(alertas[0]).toBe(
    'O commit 41, de 16/04/2026 12:00, não está mais no armazenamento, nem algum outro.',
  )
})

it('tells what is served, how fresh it is and how much of it there is', async () => {
  const pumps = [...crowd(9, 6), { preco: 6, cidade: ARAPIRACA }, { preco: 1 }]
  expect(await status(pumps, { seq: 7 })).toMatchObject({
    commit: 7,
    atualizadoEm: AGORA,
    proximaColeta: null,
    ultimaColeta: { resultado: 'completa', pedidos: 612, falhas: 0, fim: AGORA },
    vendaMaisRecente: '2026-04-16T10:00:00-03:00',
    cobertura: { municipios: 2, postos: 11, fatias: 612, fatiasComFalha: 0 },
    combustiveis: { 'gasolina-comum': { atualizadoEm: AGORA, postos: 11, suspeitos: 1 } },
  })
})

it('tells of an attempt after the commit, and when the next is due', async () => {
  const proxima = '2026-04-16T13:45:00-03:00'
  const coleta = collectionOf({
    inicio: '2026-04-16T12:45:00-03:00',
    fim: '2026-04-16T12:46:00-03:00',
    resultado: 'falhou',
    motivo: 'A fonte recusou o token.',
  })
  const answer = await status(crowd(9, 6), {}, { lastAttempt: { coleta, proxima } })
  expect(answer.ultimaColeta).toMatchObject({ resultado: 'falhou', motivo: 'A fonte recusou o token.' })
  expect([answer.proximaColeta, answer.atualizadoEm]).toEqual([proxima, AGORA])
})

it('tells of an attempt after a commit that a clock years ahead dated', async () => {
  const later = '2036-04-13T12:00:00-03:00'
  const coleta = collectionOf({ resultado: 'falhou', motivo: 'A fonte caiu.' })
  const answer = await status(
    crowd(9, 6),
    { atualizadoEm: later, coleta: { inicio: later, fim: later } },
    { lastAttempt: { coleta, proxima: null } },
  )
  expect(answer.ultimaColeta).toMatchObject({ resultado: 'falhou', motivo: 'A fonte caiu.' })
})

describe('alerts', () => {
  const fatiasComFalha = ['MACEIO', 'ARAPIRACA', 'PENEDO', 'PILAR', 'PILAR'].map(falha)

  it.each<[string, Situation, Beside, string]>([
    [
      'a frozen source',
      { coleta: { fim: '2026-04-16T16:30:00-03:00' } },
      {},
      'A fonte parece parada: na última coleta, a venda mais recente já tinha 6 horas.',
    ],
    [
      'slices failing',
      { coleta: { fatiasComFalha } },
      {},
      '5 de 612 consultas à fonte falharam (MACEIO, ARAPIRACA, PENEDO e mais 1; a fonte respondeu 500). Esses preços ficam como estavam.',
    ],
    [
      'one slice failing',
      { coleta: { fatiasComFalha: fatiasComFalha.slice(0, 1) } },
      {},
      '1 de 612 consultas à fonte falhou (MACEIO; a fonte respondeu 500). Esses preços ficam como estavam.',
    ],
    [
      'empty answers where there was data',
      { coleta: { fatiasVazias: 1 } },
      {},
      '1 consulta veio vazia onde antes havia postos; nada foi retirado por isso.',
    ],
    [
      'partial answers',
      { coleta: { fatiasParciais: 2 } },
      {},
      '2 consultas mostraram bem menos postos que antes; nada foi retirado por isso.',
    ],
    [
      'prices held back',
      { coleta: { retidos: [{ combustivel: 'gnv', vendas: 30, de: 4.19, para: 5.03, vezes: 2 }] } },
      {},
      'GNV: 30 vendas novas retidas, porque levariam a mediana de R$ 4,19 para R$ 5,03 de uma vez; entram se três coletas seguidas, cada uma com a maior parte dos postos, concordarem (até agora 2).',
    ],
    [
      'a collection stopped early',
      { coleta: { resultado: 'parcial', motivo: 'Acabou o tempo da coleta.' } },
      {},
      'A última coleta não foi até o fim: Acabou o tempo da coleta. O que faltou fica como estava.',
    ],
    [
      'a failed attempt',
      {},
      { lastAttempt: { coleta: collectionOf({ resultado: 'falhou', motivo: 'Nada veio.' }), proxima: null } },
      'A última tentativa de coleta, às 12:00 de 16/04, falhou: Nada veio. Vale o que já se sabia.',
    ],
    [
      'refused records',
      { coleta: { recusados: { futuros: 2, invalidos: 1, motivos: {} } } },
      {},
      '2 vendas recusadas por ter data no futuro.',
    ],
    [
      'damaged commits',
      { seq: 41 },
      { damaged: [42] },
      '1 commit está danificado (42): é servido o anterior, 41.',
    ],
    [
      'a damaged commit that is in memory',
      { seq: 42 },
      { damaged: [42] },
      '1 commit está danificado (42): o que é servido, 42, está íntegro só na memória.',
    ],
    [
      'damaged sales',
      {},
      {
        files: [
          `vendas:2026-04:${'0123456789abcdef'.repeat(4)}.ndjson`,
          'historico:2026-03:99000000000100.json',
        ],
      },
      '2 arquivos estão danificados no armazenamento (vendas/2026-04/0123456789ab….ndjson, historico/2026-03/99000000000100.json): o que guardam pode faltar nas respostas até que sejam reparados.',
    ],
    [
      'removed sales',
      {},
      { files: ['vendas:2026-04'] },
      '1 pasta do armazenamento perdeu arquivos (vendas/2026-04): as vendas que guardavam podem faltar nas respostas até que voltem.',
    ],
    [
      'a state that was rebuilt',
      { reconstruidoEm: AGORA },
      {},
      'Em 16/04/2026 12:00 nenhum commit estava íntegro, e o estado foi reconstruído do registro de vendas e das partes que restaram: pode faltar um posto ou o nome de um produto até a próxima coleta completa.',
    ],
    [
      'damaged notes',
      {},
      { files: ['situacao.json', 'rejeitados:gnv.json'] },
      '2 anotações da coleta estão danificadas (situacao.json, rejeitados/gnv.json): não contam, e a próxima coleta escreve outras.',
    ],
    [
      'files and folders that must not be read',
      {},
      {
        refused: [
          { key: 'vendas', motivo: 'falta permissão no banco' },
          { key: 'commits:000000000007.json', motivo: 'falta permissão no banco' },
        ],
      },
      'O armazenamento não deixa ler 2 arquivos ou pastas (vendas, commits/000000000007.json): falta permissão no banco. Não se sabe se estão íntegros.',
    ],
    [
      'damaged commits that nobody needs now',
      { seq: 41 },
      { damaged: [42], files: ['commits:000000000042.json', 'commits:000000000007.json'] },
      '1 commit guardado está danificado (7).',
    ],
    [
      'a store that went back',
      { seq: 41 },
      { lost: { seq: 44, publicadoEm: '2026-04-16T13:00:00-03:00' } },
      'O commit 44, de 16/04/2026 13:00, não está mais no armazenamento: é servido o mais novo que há, 41, de 16/04/2026 12:00.',
    ],
    [
      'a store that is gone',
      { seq: 41 },
      { lost: { seq: 41, publicadoEm: AGORA } },
      'O commit 41, de 16/04/2026 12:00, não está mais no armazenamento, nem algum outro: é servido o que está na memória.',
    ],
    [
      'a store that cannot be read',
      {},
      { problem: new GasolinaError('armazenamento_inalcancavel', 'O armazenamento não responde.') },
      'Os dados mais novos não puderam ser lidos: O armazenamento não responde.',
    ],
    [
      'a store that must not be listed, in one sentence',
      {},
      {
        problem: couldNot('listar', 'commits', 'falta permissão no banco'),
        refused: [{ key: 'vendas', motivo: 'falta permissão no banco' }],
      },
      "Os dados mais novos não puderam ser lidos: Não foi possível listar 'commits' no armazenamento (GASOLINA_STORAGE): falta permissão no banco.",
    ],
    [
      'data older than three intervals, whoever should have collected',
      {},
      { agora: '2026-04-16T15:00:01-03:00' },
      'Os dados têm 3 horas: deveria haver uma coleta de hora em hora, e nenhuma publicou desde 16/04/2026 12:00.',
    ],
    [
      'data older than three intervals of a collector that keeps other hours',
      {},
      { coleta: false, agora: '2026-04-18T00:00:01-03:00', lastAttempt: attemptUntil(LATE, 720) },
      'Os dados têm 36 horas: deveria haver uma coleta a cada 12 horas, e nenhuma publicou desde 16/04/2026 12:00.',
    ],
    [
      'data older than three waits of a collector that told no interval',
      {},
      { coleta: false, agora: '2026-04-18T00:00:01-03:00', lastAttempt: attemptUntil(LATE) },
      'Os dados têm 36 horas: nenhuma coleta publicou desde 16/04/2026 12:00.',
    ],
    [
      'data older than three short intervals',
      {},
      { intervaloMinutos: 5, agora: '2026-04-16T12:15:01-03:00' },
      'Os dados têm 15 minutos: deveria haver uma coleta a cada 5 minutos, e nenhuma publicou desde 16/04/2026 12:00.',
    ],
    [
      'data of a time to come',
      { atualizadoEm: '2036-04-13T12:00:00-03:00' },
      {},
      'Os dados dizem ser de 13/04/2036 12:00, e o relógio desta máquina marca 16/04/2026 12:00: um dos dois está errado. Se o relógio estiver certo, a próxima coleta corrige os dados.',
    ],
  ])('tell of %s', async (_, situation, beside, alert) => {
    expect((await status(crowd(9, 6), situation, beside)).alertas).toContain(alert)
  })

  it('tell of suspects and of stations out of place', async () => {
    const pumps: Pump[] = [...crowd(9, 6), { preco: 80 }, { preco: 6, ponto: [-12.6, -39.1] }]
    expect((await status(pumps)).alertas).toEqual([
      '1 preço suspeito fica fora das listas e contas (Gasolina comum 1); suspeitos=incluir os mostra.',
      '1 posto declara coordenadas fora do seu município; vale o ponto aproximado do bairro ou da cidade.',
    ])
  })

  it.each([
    ['of three intervals to the second', { agora: '2026-04-16T15:00:00-03:00' }],
    ['a little ahead of this clock', { agora: '2026-04-16T11:00:00-03:00' }],
    [
      'of half a day, where one collects every twelve hours',
      { coleta: false, agora: '2026-04-17T00:10:00-03:00', lastAttempt: attemptUntil(LATE, 720) },
    ],
    [
      'of two days, where this process collects once a day',
      { intervaloMinutos: 1440, agora: '2026-04-18T11:00:00-03:00' },
    ],
  ])('do not tell of data %s', async (_, beside) => {
    expect((await status(crowd(9, 6), {}, beside)).alertas).toEqual([])
  })

  it('are none when all is well, a sale of almost six hours included', async () => {
    expect((await status(crowd(9, 6), { coleta: { fim: '2026-04-16T15:59:59-03:00' } })).alertas).toEqual([])
  })
})

const exactOf = async (pumps: readonly Pump[]) => {
  const { query } = await queryOver(pumps)
  const { conteudo } = await query.postos({})
  const { cobertura } = await query.situacao()
  const exact = conteudo.filter(({ estabelecimento: e }) => e.endereco.localizacao?.precisao === 'exata')
  return [exact.length, cobertura.pontosContraditos]
}

describe('a declared point', () => {
  const FAROL: [number, number] = [-9.651, -35.735]
  const two = (first: Partial<Pump>, second: Partial<Pump>): Pump[] => [
    { preco: 6, posto: 1, bairro: 'FAROL', ponto: FAROL, ...first },
    { preco: 6, posto: 2, bairro: 'FAROL', ponto: FAROL, ...second },
  ]

  it.each<[string, Pump[], number[]]>([
    ['two doors of one forecourt', two({}, {}), [2, 0]],
    ['two streets', two({ rua: 'RUA B' }, { rua: 'AV C' }), [0, 2]],
    ['two districts', two({ bairro: 'POCO' }, {}), [0, 2]],
    [
      'one number of a highway, written in two ways',
      two(
        { rua: 'RDV AL 101 NORTE', numero: '678' },
        { rua: 'ROD AL 101', numero: '678', bairro: 'ZONA RURAL' },
      ),
      [2, 0],
    ],
    ['a highway without a number', two({ rua: 'RDV AL 101 NORTE' }, { rua: 'ROD AL 101' }), [0, 2]],
    [
      'a highway that the district names, with two numbers',
      two({ rua: 'RDV D', bairro: 'AL 101-SUL', numero: '1' }, { rua: 'RDV D', bairro: 'ZONA RURAL' }),
      [0, 2],
    ],
    [
      'nine kilometres from its district',
      two({}, { bairro: 'LEVADA', rua: 'RUA B', ponto: [-9.584, -35.775] }),
      [1, 1],
    ],
    [
      'a highway far from its district',
      two({}, { bairro: 'LEVADA', rua: 'ROD BR 104', ponto: [-9.584, -35.775] }),
      [2, 0],
    ],
  ])('%s', async (_, pumps, expected) => {
    expect(await exactOf(pumps)).toEqual(expected)
  })
})

/** An attempt that began at 11:45, when the next was due, and the minutes between them, where its collector told. */
function attemptUntil(proxima: string, intervalo?: number) {
  return { coleta: collectionOf(), proxima, ...(intervalo !== undefined && { intervalo }) }
}

function falha(municipio: string) {
  return { codigoIBGE: ARAPIRACA, municipio, combustivel: 'gnv' as const, motivo: 'a fonte respondeu 500' }
}
