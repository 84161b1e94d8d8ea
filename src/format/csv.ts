import Papa from 'papaparse'
import type { Entrada, RespostaHistorico, TrechoDeMudanca, TrechoDePeriodo } from '../domain/answers.ts'
import type { Valor } from '../domain/parameters.ts'

export type Dialeto = Valor<'dialeto'>
/** null is an empty cell. */
export type Celula = string | number | boolean | null | undefined

/** Columns of a list of prices. `distanciaKm` comes after them when asked for. */
const PRICE_COLUMNS =
  'cnpj,razaoSocial,nomeFantasia,telefone,nomeLogradouro,numeroImovel,bairro,cep,codigoIBGE,municipio,latitude,longitude,precisao,latitudeAproximada,longitudeAproximada,codigo,descricao,unidadeMedida,dataVenda,valorDeclarado,valorVenda,confirmacoes,confirmadoDesde,suspeito'.split(
    ',',
  )
const CHANGE_COLUMNS = 'cnpj,combustivel,codigo,de,ate,valorDeclarado,vendas,suspeito'.split(',')
const PERIOD_COLUMNS = 'cnpj,combustivel,periodo,minimo,medio,maximo,vendas'.split(',')

export function pricesCsv(
  entradas: readonly Entrada[],
  dialeto: Dialeto = 'padrao',
  { distancia = false } = {},
): string {
  const columns = distancia ? [...PRICE_COLUMNS, 'distanciaKm'] : PRICE_COLUMNS
  return tableCsv(
    columns,
    entradas.map((entrada) => (distancia ? [...priceRow(entrada), entrada.distanciaKm] : priceRow(entrada))),
    dialeto,
  )
}

/** `granularidade` chooses the header; it is the one the answer was asked with. */
export function historyCsv(
  { estabelecimento: { cnpj }, combustiveis }: Pick<RespostaHistorico, 'estabelecimento' | 'combustiveis'>,
  granularidade: Valor<'granularidade'>,
  dialeto: Dialeto = 'padrao',
): string {
  const rows = Object.entries(combustiveis).flatMap(([slug, { serie }]) =>
    serie.map((step) => [cnpj, slug, ...('periodo' in step ? periodRow(step) : changeRow(step))]),
  )
  return tableCsv(granularidade === 'mudancas' ? CHANGE_COLUMNS : PERIOD_COLUMNS, rows, dialeto)
}

/**
 * Any table, its last line ended too. `padrao` is RFC 4180 in UTF-8 with a decimal point; `excel` opens in a Brazilian Excel
 * with a double click: byte order mark, `;`, decimal comma, columns named `cnpj` and `cep` punctuated.
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

function priceRow({ estabelecimento, produto, confirmacao, suspeito }: Entrada): Celula[] {
  const { endereco } = estabelecimento
  const place = endereco.localizacao
  const approximate = place && place.precisao !== 'exata' ? place : null
  return [
    estabelecimento.cnpj,
    estabelecimento.razaoSocial,
    estabelecimento.nomeFantasia,
    estabelecimento.telefone,
    endereco.nomeLogradouro,
    endereco.numeroImovel,
    endereco.bairro,
    endereco.cep,
    endereco.codigoIBGE,
    endereco.municipio,
    endereco.latitude,
    endereco.longitude,
    place?.precisao,
    approximate?.latitude,
    approximate?.longitude,
    produto.codigo,
    produto.descricao,
    produto.unidadeMedida,
    produto.venda.dataVenda,
    produto.venda.valorDeclarado,
    produto.venda.valorVenda,
    confirmacao.vendas,
    confirmacao.desde,
    suspeito?.motivo,
  ]
}

function changeRow({ codigo, de, ate, valorDeclarado, vendas, suspeito }: TrechoDeMudanca): Celula[] {
  return [codigo, de, ate, valorDeclarado, vendas, suspeito?.motivo]
}

function periodRow({ periodo, minimo, medio, maximo, vendas }: TrechoDePeriodo): Celula[] {
  return [periodo, minimo, medio, maximo, vendas]
}

function toText(cell: Celula, column: string | undefined, excel: boolean): string {
  if (typeof cell === 'number') return excel ? String(cell).replace('.', ',') : String(cell)
  if (typeof cell !== 'string') return String(cell ?? '')
  return neutral(column === undefined ? cell : punctuated(cell, column))
}

/**
 * Where a spreadsheet could begin to read a formula: at the start of the cell, after a line break and after a separator (a
 * program that splits at the wrong one, or before it unquotes), with blanks and quotes skipped, full-width signs included.
 */
const FORMULA =
  /(^|[\t\r\n;,|])([\p{Zs}\p{Cf}"']*)(?=[=+\-@\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20])/gu
const LEADING_CONTROL = /^(?=\p{Cc})/u

/**
 * An apostrophe makes a formula text. papaparse's own `escapeFormulae` looks at whole cells only and cannot tell the number
 * -9,66 of the Excel dialect from a text that begins with a minus; here numbers never come by.
 */
function neutral(text: string): string {
  return text.replace(FORMULA, "$1$2'").replace(LEADING_CONTROL, "'")
}

function punctuated(text: string, column: string): string {
  if (column === 'cnpj') return text.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
  if (column === 'cep') return text.replace(/^(\d{5})(\d{3})$/, '$1-$2')
  return text
}
