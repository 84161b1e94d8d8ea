import { z } from 'zod'
import { tiposDeMudanca, BEGINNING, CURSOR } from '../facts/published-changes.ts'
import { fuelByAlias, slugs } from '../facts/fuels.ts'
import { CNPJ_ACEITO, cnpjSchema, readCnpj, slugSchema } from '../facts/sale-record.ts'
import { municipios } from '../alagoas/municipalities.ts'
import { ESTADO } from '../alagoas/state.ts'
import {
  LONGEST_NAME,
  type Parametro,
  day,
  decimal,
  integer,
  option,
  pattern,
  text,
} from './parameter-kinds.ts'
import { MOST_PLACES, asCep, asMunicipalityCode, splitPlaces } from '../places/place-names.ts'
import { MOST_STATIONS, RAIO_DA_COMPARACAO, USUAL_RATIO, WINDOW_HOURS } from '../facts/rules.ts'
import { MOST_POINTS, readPoint, readRoute } from '../geo/driving-route.ts'
import { fold } from '../basics/text.ts'
import words from './parameters.json' with { type: 'json' }
import { consultas } from './questions.ts'

const SINCE = RegExp(`${CURSOR.source}|^${BEGINNING}$|^agora$`)

const MAX_PLACES_LENGTH = 500
/** Fifty points of seven decimals, and some room. */
const LONGEST_ROUTE = 1500

const MES_DE_ARQUIVO = /^\d{4}-(?:0[1-9]|1[0-2])(?:\.parcial)?$/

const RADIUS = { above: 0, max: 500, unidade: 'km' }

/** One row per parameter, its words in `parameters.json`. Query strings, flags, the tools' arguments and OpenAPI are made from these rows. */
export const parametros = {
  combustivel: {
    ...option(words.combustivel, slugs),
    schema: slugSchema,
    parse: (text) => fuelByAlias(text)?.slug,
  },
  lat: decimal(words.lat, { min: -90, max: 90 }),
  lon: decimal(words.lon, { min: -180, max: 180 }),
  perto: text(words.perto, { accepts: isPointName }),
  raio: { ...decimal(words.raio, RADIUS), padrao: 10 },
  bairro: {
    ...text(words.bairro, {
      max: MAX_PLACES_LENGTH,
      accepts: (text) => fold(text) !== '' && splitPlaces(text).length <= MOST_PLACES,
    }),
    aceita: `um texto de até ${MAX_PLACES_LENGTH} caracteres, com alguma letra ou número e no máximo ${MOST_PLACES} lugares`,
  },
  municipio: text(words.municipio),
  bandeira: text(words.bandeira),
  nome: text(words.nome),
  limite: integer(words.limite),
  horas: integer(words.horas, WINDOW_HOURS),
  ordenar: {
    ...option(words.ordenar, ['preco', 'provavel', 'distancia', 'recente', 'custo']),
    padrao: 'preco',
  },
  ordem: { ...option(words.ordem, ['asc', 'desc']), padrao: 'asc' },
  suspeitos: option(words.suspeitos, ['omitir', 'incluir', 'so']),
  pagina: integer(words.pagina),
  // The source's own default.
  registrosPorPagina: { ...integer(words.registrosPorPagina, 5000), padrao: 100 },
  cnpj: { ...words.cnpj, schema: cnpjSchema, aceita: CNPJ_ACEITO, parse: readCnpj },
  desde: day(words.desde),
  ate: day(words.ate),
  granularidade: option(words.granularidade, ['mudancas', 'dia', 'semana', 'mes']),
  formato: { ...option(words.formato, ['json', 'csv']), padrao: 'json' },
  por: option(
    {
      descricao: `Compara os ${municipios.length} municípios, os bairros de um, ou as bandeiras`,
      exemplo: 'municipio',
    },
    ['municipio', 'bairro', 'bandeira'],
  ),
  municipios: {
    ...text(words.municipios, { max: 1000 }),
    aceita: `de 2 a 20 municípios de ${ESTADO.nome} separados por vírgula`,
  },
  litros: { ...decimal(words.litros, { above: 0, max: 10_000, unidade: 'litros' }), padrao: 40 },
  consumo: { ...decimal(words.consumo, { min: 1, max: 100, unidade: 'km' }), padrao: 10 },
  razao: { ...decimal(words.razao, { min: 0.5, max: 1 }), padrao: USUAL_RATIO },
  rota: {
    ...text(words.rota, {
      min: 5,
      max: LONGEST_ROUTE,
      accepts: (text) => readRoute(text, isPointOfRoute) !== undefined,
    }),
    aceita: `de 2 a ${MOST_POINTS} lugares separados por ponto e vírgula, por nome (até ${LONGEST_NAME} caracteres) ou lat,lon em graus decimais (até ±90 e ±180), com ponto`,
  },
  desvio: { ...decimal(words.desvio, { above: 0, max: 50, unidade: 'km' }), padrao: 2 },
  acima: decimal(words.acima, { max: 10_000, unidade: 'reais' }),
  abaixo: decimal(words.abaixo, { above: 0, max: 10_000, unidade: 'reais' }),
  tipo: option(words.tipo, tiposDeMudanca),
  cursor: pattern(words.cursor, CURSOR),
  mes: pattern(words.mes, MES_DE_ARQUIVO),
  dialeto: { ...option(words.dialeto, ['padrao', 'excel']), padrao: 'padrao' },
} as const satisfies Record<string, Parametro<unknown>>

const umOuMaisCnpjs: Parametro<string> = {
  ...words['precos.cnpj'],
  schema: z.string(),
  aceita: `de 1 a ${MOST_STATIONS} CNPJs (${CNPJ_ACEITO}), separados por vírgula`,
  parse(text) {
    const cnpjs = text.length <= 1000 ? text.split(',').map((one) => readCnpj(one)) : []
    return cnpjs.length > 0 && cnpjs.length <= MOST_STATIONS && !cnpjs.includes(undefined)
      ? cnpjs.join(',')
      : undefined
  },
}

const omitirOuIncluir = option(words['mudancas.suspeitos'], ['omitir', 'incluir'])

/** Names that mean something else in one question. */
const proprios = {
  precos: { cnpj: umOuMaisCnpjs },
  // Neighbours are compared within a radius only where one is given.
  estatisticas: {
    desde: day(words['estatisticas.desde']),
    raio: decimal(
      {
        ...words['estatisticas.raio'],
        descricao: `Em km, de perto (${RAIO_DA_COMPARACAO}, se não vier) ou de municipio`,
      },
      RADIUS,
    ),
  },
  mudancas: {
    cnpj: umOuMaisCnpjs,
    suspeitos: omitirOuIncluir,
    desde: pattern(words['mudancas.desde'], SINCE),
    limite: integer(words['mudancas.limite']),
  },
  mudancasAtom: {
    cnpj: umOuMaisCnpjs,
    suspeitos: omitirOuIncluir,
    desde: pattern(words['mudancasAtom.desde'], CURSOR),
    pagina: integer(words['mudancasAtom.pagina']),
  },
} satisfies Proprios

type Proprios = Partial<Record<NomeDeConsulta, Partial<Record<NomeDeParametro, Parametro<unknown>>>>>

export function parametroDe(consulta: NomeDeConsulta | undefined, nome: NomeDeParametro): Parametro<unknown> {
  const own: Proprios = proprios
  return (consulta && own[consulta]?.[nome]) ?? parametros[nome]
}

/** A name with letters, a number that names a place, or `lat,lon`. */
function isPointName(text: string): boolean {
  const known = readPoint(text) ?? asCep(text) ?? asMunicipalityCode(text) ?? readCnpj(text)
  return known !== undefined || /\p{L}{2}/u.test(text)
}

/** Each point as `perto` takes it: names are looked up one by one, and a long one is no name. */
function isPointOfRoute(text: string): boolean {
  return text.length <= LONGEST_NAME && isPointName(text)
}

export type NomeDeParametro = keyof typeof parametros
export type Valor<N extends NomeDeParametro> = z.infer<(typeof parametros)[N]['schema']>
export type ValorEm<C, N extends NomeDeParametro> = C extends keyof typeof proprios
  ? (typeof proprios)[C] extends Record<N, Parametro<infer V>>
    ? V
    : Valor<N>
  : Valor<N>

export { consultas }
export type NomeDeConsulta = keyof typeof consultas
type NomeEm<C extends NomeDeConsulta> = (typeof consultas)[C]['parametros'][number]
type Padrao<C extends NomeDeConsulta> = keyof (typeof consultas)[C]['padroes']

/** A question's checked parameters: those with a default are always there. */
export type Pedido<C extends NomeDeConsulta> = {
  [N in NomeEm<C> as N extends Padrao<C> ? N : never]: ValorEm<C, N>
} & {
  [N in NomeEm<C> as N extends Padrao<C> ? never : N]?: ValorEm<C, N>
}

/** Default of a parameter in a question; undefined without one. */
export function defaultOf(consulta: NomeDeConsulta, name: NomeDeParametro): unknown {
  return (consultas[consulta].padroes as Values)[name] ?? parametroDe(consulta, name).padrao
}

/** Order of lists that people and models read, where a receipt far under a station's own price must not come first. */
export const ORDEM_DE_LEITURA = 'provavel'

export type Values = Partial<Record<NomeDeParametro, unknown>>

/** Parameters by which a list of prices leaves out one price and not another, as sentences name them. `cnpj` in any form. */
export function priceFilters(
  pedido: Partial<Pick<Pedido<'precos'>, 'acima' | 'abaixo' | 'suspeitos'>> & { cnpj?: unknown },
): string[] {
  const { cnpj, acima, abaixo, suspeitos } = pedido
  const given = Object.entries({ cnpj, acima, abaixo }).filter(([, value]) => value !== undefined)
  return [...given.map(([name]) => name), ...(suspeitos === 'so' ? ['suspeitos=so'] : [])]
}
