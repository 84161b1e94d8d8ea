import Papa from 'papaparse'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { Localizacao } from '../../domain/answers/common.ts'
import type {
  RespostaHistorico,
  RespostaHistoricoDoLugar,
  TrechoDeMudanca,
  TrechoDePeriodo,
  TrechoDoLugar,
} from '../../domain/answers/historico.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { fixed } from '../../domain/basics/numbers.ts'
import type { Valor } from '../../domain/questions/parameters.ts'
import { day, dayAndTime, punctuatedCnpj } from '../words/formatting.ts'

export type Dialeto = Valor<'dialeto'>
/** null is an empty cell. */
export type Celula = string | number | boolean | null | undefined

export type Columns<Row> = Readonly<Record<string, (row: Row) => Celula>>

/** What there is to say of a station and where it stands. */
export const STATION_COLUMNS: Columns<Pick<Entrada, 'estabelecimento'>> = {
  cnpj: ({ estabelecimento }) => estabelecimento.cnpj,
  razaoSocial: ({ estabelecimento }) => estabelecimento.razaoSocial,
  nomeFantasia: ({ estabelecimento }) => estabelecimento.nomeFantasia,
  telefone: ({ estabelecimento }) => estabelecimento.telefone,
  nomeLogradouro: (entrada) => addressOf(entrada).nomeLogradouro,
  numeroImovel: (entrada) => addressOf(entrada).numeroImovel,
  bairro: (entrada) => addressOf(entrada).bairro,
  cep: (entrada) => addressOf(entrada).cep,
  codigoIBGE: (entrada) => addressOf(entrada).codigoIBGE,
  municipio: (entrada) => addressOf(entrada).municipio,
  latitude: (entrada) => addressOf(entrada).latitude,
  longitude: (entrada) => addressOf(entrada).longitude,
  precisao: (entrada) => addressOf(entrada).localizacao?.precisao,
  latitudeAproximada: (entrada) => approximatePlace(entrada)?.latitude,
  longitudeAproximada: (entrada) => approximatePlace(entrada)?.longitude,
}

/** Columns of a list of prices, in their order. New ones go to the end: who reads by position must not break. */
const PRICE_COLUMNS: Columns<Entrada> = {
  ...STATION_COLUMNS,
  codigo: ({ produto }) => produto.codigo,
  descricao: ({ produto }) => produto.descricao,
  unidadeMedida: ({ produto }) => produto.unidadeMedida,
  dataVenda: ({ produto }) => produto.venda.dataVenda,
  valorDeclarado: ({ produto }) => produto.venda.valorDeclarado,
  valorVenda: ({ produto }) => produto.venda.valorVenda,
  confirmacoes: ({ confirmacao }) => confirmacao.vendas,
  confirmadoDesde: ({ confirmacao }) => confirmacao.desde,
  suspeito: ({ suspeito }) => suspeito?.motivo,
  usual: ({ usual }) => usual?.valor,
  precoProvavel: ({ precoProvavel }) => precoProvavel,
}

/** Beside them where a point was asked for. */
const DISTANCE_COLUMN: Columns<Entrada> = { distanciaKm: ({ distanciaKm }) => distanciaKm }

/** Beside that where a drive was asked for. */
const JOURNEY_COLUMNS: Columns<Entrada> = {
  distanciaDaRotaKm: ({ rota }) => rota?.distanciaKm,
  kmDaRota: ({ rota }) => rota?.kmDaRota,
  abastecimento: ({ custo }) => custo?.abastecimento,
  desvioKm: ({ custo }) => custo?.desvioKm,
  deslocamento: ({ custo }) => custo?.deslocamento,
  custoTotal: ({ custo }) => custo?.total,
}

const CHANGE_COLUMNS: Columns<TrechoDeMudanca> = {
  codigo: ({ codigo }) => codigo,
  de: ({ de }) => de,
  ate: ({ ate }) => ate,
  valorDeclarado: ({ valorDeclarado }) => valorDeclarado,
  vendas: ({ vendas }) => vendas,
  suspeito: ({ suspeito }) => suspeito?.motivo,
}

const PERIOD_COLUMNS: Columns<TrechoDePeriodo> = {
  periodo: ({ periodo }) => periodo,
  minimo: ({ minimo }) => minimo,
  medio: ({ medio }) => medio,
  maximo: ({ maximo }) => maximo,
  vendas: ({ vendas }) => vendas,
}

const PLACE_PERIOD_COLUMNS: Columns<TrechoDoLugar> = {
  periodo: ({ periodo }) => periodo,
  minimo: ({ minimo }) => minimo,
  mediana: ({ mediana }) => mediana,
  maximo: ({ maximo }) => maximo,
  postos: ({ postos }) => postos,
}

export function pricesCsv(
  entradas: readonly Entrada[],
  dialeto: Dialeto = 'padrao',
  { distancia = false, viagem = false } = {},
): string {
  const columns = {
    ...PRICE_COLUMNS,
    ...(distancia && DISTANCE_COLUMN),
    ...(viagem && JOURNEY_COLUMNS),
  }
  return recordsCsv(suspectsLast(entradas), columns, dialeto)
}

/** An entry, and of which fuel it is. */
export interface OfFuel {
  slug: Slug
  entrada: Entrada
}

const FUEL_COLUMN: Columns<OfFuel> = { combustivel: ({ slug }) => slug }
const ENTRY_COLUMNS: Columns<OfFuel> = Object.fromEntries(
  Object.entries(PRICE_COLUMNS).map(([name, cell]) => [name, ({ entrada }: OfFuel) => cell(entrada)]),
)

/** The columns of a list of prices after the fuel's. */
export function allFuelsCsv(records: readonly OfFuel[], dialeto: Dialeto = 'padrao'): string {
  return recordsCsv(records, { ...FUEL_COLUMN, ...ENTRY_COLUMNS }, dialeto)
}

/** Of one station: the columns of a list of prices, and then the fuel's. */
export function stationPricesCsv(records: readonly OfFuel[]): string {
  return recordsCsv(records, { ...ENTRY_COLUMNS, ...FUEL_COLUMN })
}

/** In a spreadsheet the first row is read as the cheapest, so what is not believed stands after the rest. */
export function suspectsLast(entradas: readonly Entrada[]): readonly Entrada[] {
  if (!entradas.some(({ suspeito }) => suspeito)) return entradas
  return [...entradas.filter(({ suspeito }) => !suspeito), ...entradas.filter(({ suspeito }) => suspeito)]
}

/** A row a record. */
export function recordsCsv<Row>(
  records: readonly Row[],
  columns: Columns<Row>,
  dialeto: Dialeto = 'padrao',
): string {
  return tableCsv(Object.keys(columns), rowsOf(records, columns), dialeto)
}

/** `granularidade` chooses the header; it is the one the answer was asked with. */
export function historyCsv(
  { estabelecimento: { cnpj }, combustiveis }: Pick<RespostaHistorico, 'estabelecimento' | 'combustiveis'>,
  granularidade: Valor<'granularidade'>,
  dialeto: Dialeto = 'padrao',
): string {
  const rows = Object.entries(combustiveis).flatMap(([slug, { serie }]) => {
    const first = [cnpj, slug]
    const changes = rowsOf(serie.filter(isChange), CHANGE_COLUMNS, first)
    return changes.concat(rowsOf(serie.filter(isPeriod), PERIOD_COLUMNS, first))
  })
  const columns = granularidade === 'mudancas' ? CHANGE_COLUMNS : PERIOD_COLUMNS
  return tableCsv(['cnpj', 'combustivel', ...Object.keys(columns)], rows, dialeto)
}

export function placeHistoryCsv(
  { lugar, combustiveis }: Pick<RespostaHistoricoDoLugar, 'lugar' | 'combustiveis'>,
  dialeto: Dialeto = 'padrao',
): string {
  const rows = Object.entries(combustiveis).flatMap(([slug, { serie }]) =>
    rowsOf(serie, PLACE_PERIOD_COLUMNS, [lugar.nome, slug]),
  )
  return tableCsv(['lugar', 'combustivel', ...Object.keys(PLACE_PERIOD_COLUMNS)], rows, dialeto)
}

/**
 * Any table, its last line ended too. `padrao` is RFC 4180 in UTF-8 with a decimal point; `excel` opens in a Brazilian Excel
 * with a double click: byte order mark, `;`, decimal comma, prices with three decimals, its own dates, columns named
 * `cnpj` and `cep` punctuated.
 */
export function tableCsv(
  columns: readonly string[],
  rows: readonly (readonly Celula[])[],
  dialeto: Dialeto = 'padrao',
): string {
  const excel = dialeto === 'excel'
  const cells = rows.map((row) => row.map((cell, at) => toText(cell, excel ? columns[at] : undefined, excel)))
  // The header goes in as a row: papaparse's own form of it makes an empty line of a table without rows.
  const csv = Papa.unparse([[...columns], ...cells], { delimiter: excel ? ';' : ',', newline: '\r\n' })
  return `${excel ? '\uFEFF' : ''}${csv}\r\n`
}

function rowsOf<Row>(rows: readonly Row[], columns: Columns<Row>, first: readonly Celula[] = []): Celula[][] {
  const cells = Object.values(columns)
  return rows.map((row) => [...first, ...cells.map((cell) => cell(row))])
}

function addressOf({
  estabelecimento,
}: Pick<Entrada, 'estabelecimento'>): Entrada['estabelecimento']['endereco'] {
  return estabelecimento.endereco
}

function approximatePlace(entrada: Pick<Entrada, 'estabelecimento'>): Localizacao | null {
  const { localizacao } = addressOf(entrada)
  return localizacao?.precisao === 'exata' ? null : localizacao
}

function isChange(step: TrechoDeMudanca | TrechoDePeriodo): step is TrechoDeMudanca {
  return !isPeriod(step)
}

function isPeriod(step: TrechoDeMudanca | TrechoDePeriodo): step is TrechoDePeriodo {
  return 'periodo' in step
}

function toText(cell: Celula, column: string | undefined, excel: boolean): string {
  if (typeof cell === 'number')
    return excel ? (isMoney(column) ? fixed(cell, 3) : String(cell)).replace('.', ',') : String(cell)
  if (typeof cell !== 'string') return String(cell ?? '')
  return neutral(column === undefined ? cell : punctuated(cell, column))
}

/** Columns of reais, which line up when all have three decimals. */
function isMoney(column = ''): boolean {
  return /^(valor|preco|usual|economia|variacao|minimo|medio|mediana|maximo|abastecimento|deslocamento|custo)/.test(
    column,
  )
}

/**
 * Where a spreadsheet could begin to read a formula: at the start of the cell, after a line break and after a separator (a
 * program that splits at the wrong one, or before it unquotes), with blanks and quotes skipped, full-width signs included.
 */
const FORMULA =
  /(^|[\t\r\n;,|])([\p{Zs}\p{Cf}"']*)(?=[=+\-@\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20])/gu
const LEADING_CONTROL = /^(?=\p{Cc})/u
/** Most cells hold no sign at all, which is quicker to see. */
const SIGN = /[=+\-@\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]/

/**
 * An apostrophe makes a formula text. papaparse's own `escapeFormulae` looks at whole cells only and cannot tell the number
 * -9,66 of the Excel dialect from a text that begins with a minus; here numbers never come by.
 */
function neutral(text: string): string {
  const safe = SIGN.test(text) ? text.replace(FORMULA, "$1$2'") : text
  return safe.replace(LEADING_CONTROL, "'")
}

function punctuated(text: string, column: string): string {
  if (column === 'cnpj') return punctuatedCnpj(text)
  if (column === 'cep') return text.replace(/^(\d{5})(\d{3})$/, '$1-$2')
  if (TIME_COLUMNS.has(column)) return text.includes('T') ? dayAndTime(text) : day(text)
  return text
}

/** Instants and days, which a Brazilian Excel knows as `21/11/2026 13:17` and `21/11/2026`. */
const TIME_COLUMNS = new Set(['dataVenda', 'confirmadoDesde', 'de', 'ate', 'periodo'])
