import { z } from 'zod'
import { tiposDeMudanca } from '../answers/mudancas.ts'
import { BEGINNING, CURSOR } from '../answers/cursor.ts'
import { fuelByAlias, slugs } from '../facts/fuels.ts'
import { CNPJ_ACEITO, cnpjSchema, readCnpj, slugSchema } from '../facts/sale-record.ts'
import { municipios } from '../alagoas/municipalities.ts'
import { ESTADO } from '../alagoas/state.ts'
import { type Parametro, day, decimal, integer, option, pattern, text } from './parameter-kinds.ts'
import { MOST_PLACES, asCep, asMunicipalityCode, splitPlaces } from '../places/place-names.ts'
import { MOST_STATIONS, USUAL_RATIO, WINDOW_HOURS } from '../facts/rules.ts'
import { MOST_POINTS, readPoint, readRoute } from '../geo/driving-route.ts'
import { fold } from '../basics/text.ts'
import { perguntas } from './questions.ts'

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
  lat: decimal('Em graus decimais, com lon', '-9.66', { min: -90, max: 90 }),
  lon: decimal('Em graus decimais, com lat', '-35.70', { min: -180, max: 180 }),
  perto: text('De onde: bairro, município, CEP, CNPJ de posto, aeroporto, praia ou lat,lon', 'aeroporto', {
    aceita: 'um bairro, município, CEP, CNPJ de posto, lugar conhecido (aeroporto, ufal) ou lat,lon',
    accepts: isPointName,
  }),
  raio: {
    ...decimal('Em km; em estatisticas, também com municipio', '5', { above: 0, max: 500, unidade: 'km' }),
    padrao: 10,
  },
  bairro: text(
    'Bairro ou município: um, vários (“farol, poço”) ou “centro, arapiraca”; CEP; código do IBGE',
    'ponta verde',
    {
      max: MAX_PLACES_LENGTH,
      aceita: `um texto de até ${MAX_PLACES_LENGTH} caracteres, com no máximo ${MOST_PLACES} lugares`,
      accepts: (text) => fold(text) !== '' && splitPlaces(text).length <= MOST_PLACES,
    },
  ),
  municipio: text('Só município, por nome ou código do IBGE', 'arapiraca'),
  bandeira: text('Bandeira: ipiranga, ou várias por vírgula; -ale: sem a Ale', 'ipiranga', {
    aceita: 'um texto de até 100 caracteres, como ipiranga, vibra,raizen ou -branca',
  }),
  nome: text('Palavras do nome comercial ou da empresa', 'posto central'),
  limite: integer('Só os N primeiros', '10'),
  horas: integer('Só vendas das últimas N horas antes de atualizadoEm', '24', WINDOW_HOURS),
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
  pagina: integer('Página, a partir de 1', '1'),
  // The source's own default.
  registrosPorPagina: { ...integer('Registros por página', '100', 5000), padrao: 100 },
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
  municipios: text(
    'Municípios a comparar, por nome ou código do IBGE: maceio,arapiraca',
    'maceio,arapiraca',
    {
      max: 1000,
      aceita: `de 2 a 20 municípios de ${ESTADO.nome} separados por vírgula`,
    },
  ),
  litros: {
    ...decimal('Litros do tanque, ou do que se vai abastecer', '50', {
      above: 0,
      max: 10_000,
      unidade: 'litros',
    }),
    padrao: 40,
  },
  consumo: {
    ...decimal('km do carro por litro (ou m³)', '11', { min: 1, max: 100, unidade: 'km' }),
    padrao: 10,
  },
  razao: {
    ...decimal('Até que razão o álcool compensa: km/l no álcool ÷ na gasolina', '0.72', { min: 0.5, max: 1 }),
    padrao: USUAL_RATIO,
  },
  rota: text('Lugares de um caminho, como em perto', 'maceio;arapiraca', {
    min: 5,
    max: LONGEST_ROUTE,
    aceita: `de 2 a ${MOST_POINTS} lugares separados por ponto e vírgula, por nome ou lat,lon em graus decimais (até ±90 e ±180), com ponto`,
    accepts: (text) => readRoute(text, isPointName) !== undefined,
  }),
  desvio: { ...decimal('Até quantos km da rota', '2', { above: 0, max: 50, unidade: 'km' }), padrao: 2 },
  acima: decimal('Só preços declarados maiores que este', '6.50', { max: 10_000, unidade: 'reais' }),
  abaixo: decimal('Só preços declarados menores que este, em reais', '5.79', {
    above: 0,
    max: 10_000,
    unidade: 'reais',
  }),
  tipo: option('Só mudanças deste tipo', tiposDeMudanca),
  cursor: pattern(
    'O estado a que as mudanças do arquivo levam',
    '1042-3f9ad0c47b1e',
    CURSOR,
    'um cursor do índice, como 1042-3f9ad0c47b1e',
  ),
  mes: pattern(
    'O mês das vendas, pelo dia delas em Maceió',
    '2026-10',
    MES_DE_ARQUIVO,
    'AAAA-MM; até o dia 10 do mês seguinte, AAAA-MM.parcial',
  ),
  dialeto: {
    ...option('Dialeto do CSV: RFC 4180, ou o do Excel brasileiro', ['padrao', 'excel']),
    padrao: 'padrao',
  },
} as const satisfies Record<string, Parametro<unknown>>

const umOuMaisCnpjs: Parametro<string> = {
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

const omitirOuIncluir = option('Preços suspeitos ficam fora ou entram marcados', ['omitir', 'incluir'])

/** Names that mean something else in one question. */
const proprios = {
  precos: { cnpj: umOuMaisCnpjs },
  estatisticas: {
    desde: day('Diz também a variação desde o fim deste dia (AAAA-MM-DD)', '2026-04-01'),
  },
  mudancas: {
    cnpj: umOuMaisCnpjs,
    suspeitos: omitirOuIncluir,
    desde: pattern(
      'O que mudou depois deste cursor, de uma resposta anterior; inicio: tudo o que se sabe agora; agora: só o cursor',
      'agora',
      SINCE,
      'um cursor como 1042-3f9ad0c47b1e (o ate de uma resposta anterior), inicio ou agora',
    ),
  },
  mudancasAtom: {
    cnpj: umOuMaisCnpjs,
    suspeitos: omitirOuIncluir,
    desde: pattern(
      'Começo de um documento do arquivo do feed; sem ele, o documento que se assina',
      '1042-3f9ad0c47b1e',
      CURSOR,
      'um cursor, como os que prev-archive e next-archive trazem',
    ),
    pagina: integer('Com desde: que documento do arquivo, dos que cobrem o dia desde aquele cursor', '2'),
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

type Perguntas = typeof perguntas
export type NomeDeConsulta = keyof Perguntas
type Padrao<C extends NomeDeConsulta> = keyof Perguntas[C]['padroes']

interface Consulta<C extends NomeDeConsulta> {
  parametros: readonly Perguntas[C]['parametros'][number][]
  padroes: Perguntas[C]['padroes']
}

export const consultas: { readonly [C in NomeDeConsulta]: Consulta<C> } = perguntas

/** A question's checked parameters: those with a default are always there. */
export type Pedido<C extends NomeDeConsulta> = {
  [N in Consulta<C>['parametros'][number] as N extends Padrao<C> ? N : never]: ValorEm<C, N>
} & {
  [N in Consulta<C>['parametros'][number] as N extends Padrao<C> ? never : N]?: ValorEm<C, N>
}

/** Default of a parameter in a question; undefined without one. Neighbours are compared within a radius only where one is given. */
export function defaultOf(consulta: NomeDeConsulta, name: NomeDeParametro): unknown {
  const { padrao }: Parametro<unknown> = parametros[name]
  const usual = consulta === 'estatisticas' && name === 'raio' ? undefined : padrao
  return (consultas[consulta].padroes as Values)[name] ?? usual
}

/** In lists that people and models read, where a receipt far under a station's own price must not come first. */
export const ORDEM_DE_LEITURA = 'provavel'

export type Values = Partial<Record<NomeDeParametro, unknown>>

/** Parameters by which a list of prices leaves out one price and not another, as sentences name them. `cnpj` in any form. */
export function priceFilters({
  cnpj,
  acima,
  abaixo,
  suspeitos,
}: Partial<Pick<Pedido<'precos'>, 'acima' | 'abaixo' | 'suspeitos'>> & { cnpj?: unknown }): string[] {
  const given = Object.entries({ cnpj, acima, abaixo }).filter(([, value]) => value !== undefined)
  return [...given.map(([name]) => name), ...(suspeitos === 'so' ? ['suspeitos=so'] : [])]
}
