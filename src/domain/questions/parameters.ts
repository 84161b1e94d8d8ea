import { z } from 'zod'
import { tiposDeMudanca } from '../answers/mudancas.ts'
import { BEGINNING, CURSOR } from '../answers/cursor.ts'
import { fuelByAlias, slugs } from '../facts/fuels.ts'
import { CNPJ_ACEITO, cnpjSchema, readCnpj, slugSchema } from '../facts/sale-record.ts'
import { municipios } from '../alagoas/municipalities.ts'
import { ESTADO } from '../alagoas/state.ts'
import { type Parametro, day, decimal, integer, option, text } from './parameter-kinds.ts'
import { MOST_PLACES, asCep, asMunicipalityCode, splitPlaces } from '../places/place-names.ts'
import { USUAL_RATIO, WINDOW_HOURS } from '../facts/rules.ts'
import { MOST_POINTS, readPoint, readRoute } from '../geo/driving-route.ts'
import { fold } from '../basics/text.ts'

const SINCE = RegExp(`${CURSOR.source}|^${BEGINNING}$|^agora$`)

/** Limit of a text that may name several places. */
const MAX_PLACES_LENGTH = 500
/** Fifty points of seven decimals, and some room. */
const LONGEST_ROUTE = 1500

/** A month as the name of a file has it. */
const MES_DE_ARQUIVO = /^\d{4}-(?:0[1-9]|1[0-2])(?:\.parcial)?$/

/**
 * One row per parameter. HTTP's query strings, the CLI's flags, the MCP tools' arguments and the OpenAPI file are made
 * from these rows, so a rule, a default or a sentence is written once.
 */
export const parametros = {
  combustivel: {
    schema: slugSchema,
    descricao: 'Um dos seis combustíveis, como gasolina-comum; também etanol, s10, diesel',
    exemplo: 'gasolina-comum',
    aceita: `um de: ${slugs.join(', ')}`,
    parse: (text) => fuelByAlias(text)?.slug,
  },
  lat: decimal('Em graus decimais, com lon', '-9.66', -90, 90, 'um número de -90 a 90'),
  lon: decimal('Em graus decimais, com lat', '-35.70', -180, 180, 'um número de -180 a 180'),
  perto: {
    schema: z.string().min(1).max(100),
    descricao: 'De onde: bairro, município, CEP, CNPJ de posto, aeroporto, praia ou lat,lon',
    exemplo: 'aeroporto',
    aceita: 'um bairro, município, CEP, CNPJ de posto, lugar conhecido (aeroporto, ufal) ou lat,lon',
    parse: (text) => (text.length <= 100 && isPointName(text) ? text : undefined),
  },
  raio: {
    ...decimal(
      'Em km; em estatisticas, também com municipio',
      '5',
      0,
      500,
      'um número maior que 0 e até 500 (km)',
      {
        exclusiveMin: true,
      },
    ),
    padrao: 10,
  },
  bairro: {
    schema: z.string().min(1).max(MAX_PLACES_LENGTH),
    descricao: 'Bairro ou município: um, vários (“farol, poço”) ou “centro, arapiraca”; CEP; código do IBGE',
    exemplo: 'ponta verde',
    aceita: `um texto de até ${MAX_PLACES_LENGTH} caracteres, com no máximo ${MOST_PLACES} lugares`,
    parse: (text) =>
      text.length <= MAX_PLACES_LENGTH && fold(text) !== '' && splitPlaces(text).length <= MOST_PLACES
        ? text
        : undefined,
  },
  municipio: text('Só município, por nome ou código do IBGE', 'arapiraca'),
  bandeira: {
    schema: z.string().min(1).max(100),
    descricao: 'Bandeira: ipiranga, ou várias por vírgula; -ale: sem a Ale',
    exemplo: 'ipiranga',
    aceita: 'um texto de até 100 caracteres, como ipiranga, vibra,raizen ou -branca',
    parse: (text) => (text.length <= 100 && fold(text) !== '' ? text : undefined),
  },
  nome: text('Palavras do nome comercial ou da empresa', 'posto central'),
  limite: integer('Só os N primeiros', '10', 1, Number.MAX_SAFE_INTEGER, 'um inteiro a partir de 1'),
  horas: integer(
    'Só vendas das últimas N horas antes de atualizadoEm',
    '24',
    1,
    WINDOW_HOURS,
    `um inteiro de 1 a ${WINDOW_HOURS}`,
  ),
  ordenar: {
    ...option(
      'Ordem; recente: pela venda mais nova; custo: com o desvio',
      ['preco', 'provavel', 'distancia', 'recente', 'custo'],
      'provavel',
    ),
    padrao: 'preco',
  },
  ordem: {
    ...option('desc: o mais caro, longe ou antigo primeiro', ['asc', 'desc'], 'desc'),
    padrao: 'asc',
  },
  suspeitos: option('Suspeitos ficam fora, entram marcados ou vêm só eles', ['omitir', 'incluir', 'so']),
  pagina: integer('Página, a partir de 1', '1', 1, Number.MAX_SAFE_INTEGER, 'um inteiro a partir de 1'),
  registrosPorPagina: {
    ...integer('Registros por página', '100', 1, 5000, 'um inteiro de 1 a 5000'),
    // The source's own.
    padrao: 100,
  },
  cnpj: {
    schema: cnpjSchema,
    descricao: 'CNPJ do posto, com ou sem pontuação',
    exemplo: '12345678000100',
    aceita: CNPJ_ACEITO,
    parse: readCnpj,
  },
  desde: day('Primeiro dia do período (AAAA-MM-DD)', '2026-04-01'),
  ate: day('Último dia do período, incluído (AAAA-MM-DD)', '2026-04-16'),
  granularidade: option('Cada mudança de preço, ou um resumo por dia, semana ou mês', [
    'mudancas',
    'dia',
    'semana',
    'mes',
  ]),
  formato: { ...option('Formato da resposta', ['json', 'csv']), padrao: 'json' },
  por: option(`Compara os ${municipios.length} municípios, os bairros de um, ou as bandeiras`, [
    'municipio',
    'bairro',
    'bandeira',
  ]),
  municipios: {
    schema: z.string().min(1).max(1000),
    descricao: 'Municípios a comparar, por nome ou código do IBGE: maceio,arapiraca',
    exemplo: 'maceio,arapiraca',
    aceita: `de 2 a 20 municípios de ${ESTADO.nome} separados por vírgula`,
    parse: (text) => (text.length <= 1000 && fold(text) !== '' ? text : undefined),
  },
  litros: {
    ...decimal(
      'Litros do tanque, ou do que se vai abastecer',
      '50',
      0,
      10_000,
      'um número maior que 0 e até 10000 (litros)',
      {
        exclusiveMin: true,
      },
    ),
    padrao: 40,
  },
  consumo: {
    ...decimal('km do carro por litro (ou m³)', '11', 1, 100, 'um número de 1 a 100 (km)'),
    padrao: 10,
  },
  razao: {
    ...decimal(
      'Até que razão o álcool compensa: km/l no álcool ÷ na gasolina',
      '0.72',
      0.5,
      1,
      'um número de 0.5 a 1',
    ),
    padrao: USUAL_RATIO,
  },
  rota: {
    schema: z.string().min(5).max(LONGEST_ROUTE),
    descricao: 'Lugares de um caminho, como em perto',
    exemplo: 'maceio;arapiraca',
    aceita: `de 2 a ${MOST_POINTS} lugares separados por ponto e vírgula, por nome ou lat,lon em graus decimais (até ±90 e ±180), com ponto`,
    parse: (text) => (text.length <= LONGEST_ROUTE && readRoute(text, isPointName) ? text : undefined),
  },
  desvio: {
    ...decimal('Até quantos km da rota', '2', 0, 50, 'um número maior que 0 e até 50 (km)', {
      exclusiveMin: true,
    }),
    padrao: 2,
  },
  acima: decimal(
    'Só preços declarados maiores que este',
    '6.50',
    0,
    10_000,
    'um número de 0 a 10000 (reais)',
  ),
  abaixo: decimal(
    'Só preços declarados menores que este, em reais',
    '5.79',
    0,
    10_000,
    'um número maior que 0 e até 10000 (reais)',
    {
      exclusiveMin: true,
    },
  ),
  tipo: option('Só mudanças deste tipo', tiposDeMudanca),
  cursor: {
    schema: z.string().regex(CURSOR),
    descricao: 'O estado a que as mudanças do arquivo levam',
    exemplo: '1042-3f9ad0c47b1e',
    aceita: 'um cursor do índice, como 1042-3f9ad0c47b1e',
    parse: (text) => (CURSOR.test(text) ? text : undefined),
  },
  mes: {
    schema: z.string().regex(MES_DE_ARQUIVO),
    descricao: 'O mês das vendas, pelo dia delas em Maceió',
    exemplo: '2026-10',
    aceita: 'AAAA-MM; até o dia 10 do mês seguinte, AAAA-MM.parcial',
    parse: (text) => (MES_DE_ARQUIVO.test(text) ? text : undefined),
  },
  dialeto: {
    ...option('Dialeto do CSV: RFC 4180, ou o do Excel brasileiro', ['padrao', 'excel']),
    padrao: 'padrao',
  },
} as const satisfies Record<string, Parametro<unknown>>

/** Stations of a list, as written: one given twice counts twice. */
const MOST_STATIONS = 20

const umOuMais: Parametro<string> = {
  schema: z.string(),
  descricao: 'Só estes postos, por CNPJ, separados por vírgula',
  exemplo: '12345678000100',
  aceita: `de 1 a ${MOST_STATIONS} CNPJs (${CNPJ_ACEITO}), separados por vírgula`,
  parse(text) {
    const cnpjs = text.length <= 1000 ? text.split(',').map((one) => readCnpj(one)) : []
    return cnpjs.length > 0 && cnpjs.length <= MOST_STATIONS && !cnpjs.includes(undefined)
      ? cnpjs.join(',')
      : undefined
  },
}

const semSo = option('Preços suspeitos ficam fora ou entram marcados', ['omitir', 'incluir'])

/** Names that mean something else in one question. */
const proprios = {
  precos: { cnpj: umOuMais },
  estatisticas: {
    desde: day('Diz também a variação desde o fim deste dia (AAAA-MM-DD)', '2026-04-01'),
  },
  mudancas: {
    cnpj: umOuMais,
    suspeitos: semSo,
    desde: {
      schema: z.string().regex(SINCE),
      descricao:
        'O que mudou depois deste cursor, de uma resposta anterior; inicio: tudo o que se sabe agora; agora: só o cursor',
      exemplo: 'agora',
      aceita: 'um cursor como 1042-3f9ad0c47b1e (o ate de uma resposta anterior), inicio ou agora',
      parse: (text) => (SINCE.test(text) ? text : undefined),
    },
  },
  mudancasAtom: {
    cnpj: umOuMais,
    suspeitos: semSo,
    desde: {
      schema: z.string().regex(CURSOR),
      descricao: 'Começo de um documento do arquivo do feed; sem ele, o documento que se assina',
      exemplo: '1042-3f9ad0c47b1e',
      aceita: 'um cursor, como os que prev-archive e next-archive trazem',
      parse: (text) => (CURSOR.test(text) ? text : undefined),
    },
    pagina: integer(
      'Com desde: que documento do arquivo, dos que cobrem o dia desde aquele cursor',
      '2',
      1,
      Number.MAX_SAFE_INTEGER,
      'um inteiro a partir de 1',
    ),
  },
} satisfies Proprios

type Proprios = Partial<Record<NomeDeConsulta, Partial<Record<NomeDeParametro, Parametro<unknown>>>>>

/** The meaning of a name in a question. */
export function parametroDe(consulta: NomeDeConsulta | undefined, nome: NomeDeParametro): Parametro<unknown> {
  const own: Proprios = proprios
  return (consulta && own[consulta]?.[nome]) ?? parametros[nome]
}

/** A name with letters, a number that names a place, or `lat,lon`. */
function isPointName(text: string): boolean {
  const known = readPoint(text) ?? asCep(text) ?? asMunicipalityCode(text) ?? readCnpj(text)
  return known !== undefined || /\p{L}{2}/u.test(text)
}

export type NomeDeParametro = keyof typeof parametros
export type Valor<N extends NomeDeParametro> = z.infer<(typeof parametros)[N]['schema']>
export type ValorEm<C, N extends NomeDeParametro> = C extends keyof typeof proprios
  ? (typeof proprios)[C] extends Record<N, Parametro<infer V>>
    ? V
    : Valor<N>
  : Valor<N>

/** Filters of changes, for the answer and the feed. */
const deMudancas = [
  'desde',
  'combustivel',
  'municipio',
  'bairro',
  'cnpj',
  'perto',
  'lat',
  'lon',
  'raio',
  'abaixo',
  'tipo',
  'suspeitos',
] as const

/** Parameters of each question, with the defaults that are always present. */
export const consultas = {
  precos: {
    parametros: [
      'combustivel',
      'perto',
      'lat',
      'lon',
      'raio',
      'bairro',
      'municipio',
      'bandeira',
      'limite',
      'horas',
      'cnpj',
      'acima',
      'abaixo',
      'suspeitos',
      'ordenar',
      'ordem',
      'litros',
      'consumo',
      'rota',
      'desvio',
      'pagina',
      'registrosPorPagina',
      'formato',
      'dialeto',
    ],
    padroes: { combustivel: 'gasolina-comum', suspeitos: 'omitir' },
  },
  posto: { parametros: ['cnpj', 'combustivel', 'razao'], padroes: {} },
  postos: {
    parametros: ['nome', 'bairro', 'municipio', 'bandeira', 'limite', 'formato', 'dialeto'],
    padroes: {},
  },
  historico: {
    parametros: ['cnpj', 'combustivel', 'desde', 'ate', 'granularidade', 'formato', 'dialeto'],
    padroes: { granularidade: 'mudancas', formato: 'json' },
  },
  historicoDoLugar: {
    parametros: [
      'bairro',
      'municipio',
      'combustivel',
      'desde',
      'ate',
      'granularidade',
      'pagina',
      'registrosPorPagina',
      'formato',
      'dialeto',
    ],
    padroes: { granularidade: 'dia', formato: 'json' },
  },
  estatisticas: {
    parametros: [
      'bairro',
      'municipio',
      'bandeira',
      'horas',
      'desde',
      'litros',
      'razao',
      'por',
      'combustivel',
      'municipios',
      'ordem',
      'perto',
      'raio',
      'formato',
      'dialeto',
    ],
    padroes: { litros: 50 },
    // Without one no neighbours are asked for.
    semPadrao: ['raio'],
  },
  bairros: { parametros: ['municipio'], padroes: {} },
  mudancas: {
    parametros: [...deMudancas, 'limite'],
    padroes: { suspeitos: 'omitir', limite: 1000 },
  },
  mudancasArquivo: { parametros: ['cursor'], padroes: {} },
  mudancasAtom: {
    parametros: [...deMudancas, 'pagina'],
    padroes: { suspeitos: 'omitir' },
  },
  vendasDoMes: { parametros: ['mes'], padroes: {} },
  dados: { parametros: ['dialeto'], padroes: { dialeto: 'padrao' } },
} as const satisfies Record<string, Consulta>

interface Consulta {
  parametros: readonly NomeDeParametro[]
  padroes: object
  /** Parameters without their own default here. */
  semPadrao?: readonly NomeDeParametro[]
}

export type NomeDeConsulta = keyof typeof consultas
type Padrao<C extends NomeDeConsulta> = keyof (typeof consultas)[C]['padroes']

/** A question's checked parameters: those with a default are always there. */
export type Pedido<C extends NomeDeConsulta> = {
  [N in (typeof consultas)[C]['parametros'][number] as N extends Padrao<C> ? N : never]: ValorEm<C, N>
} & {
  [N in (typeof consultas)[C]['parametros'][number] as N extends Padrao<C> ? never : N]?: ValorEm<C, N>
}

/** Default of a parameter in a question; undefined without one. */
export function defaultOf(consulta: NomeDeConsulta, name: NomeDeParametro): unknown {
  const { padroes, semPadrao }: Consulta = consultas[consulta]
  const { padrao }: Parametro<unknown> = parametros[name]
  return (padroes as Values)[name] ?? (semPadrao?.includes(name) ? undefined : padrao)
}

/** In lists that people and models read, where a receipt far under a station's own price must not come first. */
export const ORDEM_DE_LEITURA = 'provavel'

export type Values = Partial<Record<NomeDeParametro, unknown>>
