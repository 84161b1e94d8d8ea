import { isRecord } from '../domain/basics/lists.ts'
import { type Slug, type Unidade, fuelOf } from '../domain/facts/fuels.ts'
import { CNPJ, type Endereco, type Estabelecimento, type Registro } from '../domain/facts/sale-record.ts'
import { municipioByCode } from '../domain/alagoas/municipalities.ts'
import { ESTADO } from '../domain/alagoas/state.ts'
import { rounded } from '../domain/basics/numbers.ts'
import { clean } from '../domain/basics/text.ts'
import { type Instante, MINUTE, addMs, parseInstante } from '../domain/basics/time.ts'

/** Reason to drop a raw record. `detalhe` is one of a few fixed sentences, so refusals can be counted by it. */
export interface Refusal {
  motivo: 'futuro' | 'invalido'
  detalhe: string
}

/** Tolerance for a sale ahead of the clock: clocks differ. */
export const MAX_AHEAD = 10 * MINUTE
const MAX_PRICE = 10_000
const OLDEST = '2000'
const PRICE = /^\d{1,9}([.,]\d{1,20})?$/
const DEGREES = /^-?\d{1,3}([.,]\d{1,20})?$/
/** Text that `clean` would not change: most of the thousands in a sweep. */
const CLEAN_ALREADY = /^(?:[!-`{-~]+ )*[!-`{-~]+$/
/** Text of which `clean` would change only case and spaces: nearly all the rest, a fifth of the texts of a country's sweep. */
const PRINTABLE = /^[ -~]*$/
const UNITS: Record<string, Unidade> = {
  L: 'L',
  LT: 'L',
  LTS: 'L',
  LITRO: 'L',
  LITROS: 'L',
  M3: 'M3',
  'M³': 'M3',
}

/** `agora` only serves to refuse sales dated more than ten minutes ahead of it. */
export function normalize(raw: unknown, combustivel: Slug, agora: Instante): Registro | Refusal {
  if (!isRecord(raw) || !isRecord(raw['produto']) || !isRecord(raw['estabelecimento']))
    return invalid('Registro sem produto ou sem estabelecimento.')
  const { produto } = raw
  const { venda } = produto
  if (!isRecord(venda)) return invalid('Produto sem venda.')

  const dataVenda = typeof venda['dataVenda'] === 'string' ? parseInstante(venda['dataVenda']) : undefined
  if (!dataVenda || dataVenda < OLDEST) return invalid('Data da venda ausente ou inválida.')
  if (dataVenda > agora && dataVenda > addMs(agora, MAX_AHEAD))
    return { motivo: 'futuro', detalhe: 'Data da venda no futuro.' }

  const declared = price(venda['valorDeclarado'])
  const valorDeclarado = declared && rounded(declared, 3)
  if (!valorDeclarado) return invalid('Preço declarado ausente ou fora de R$ 0,001 a R$ 10.000.')
  const paid = venda['valorVenda'] ?? ''
  const valorVenda = paid === '' ? valorDeclarado : price(paid)
  if (!valorVenda) return invalid('Valor da venda fora de R$ 0,001 a R$ 10.000.')

  const estabelecimento = station(raw['estabelecimento'])
  if ('motivo' in estabelecimento) return estabelecimento
  return {
    combustivel,
    produto: {
      codigo: text(produto['codigo']),
      descricao: text(produto['descricao']),
      unidadeMedida: UNITS[text(produto['unidadeMedida'])] ?? fuelOf(combustivel).unidade,
      venda: { dataVenda, valorDeclarado, valorVenda },
    },
    estabelecimento,
  }
}

export function isRefusal(result: Registro | Refusal): result is Refusal {
  return 'motivo' in result
}

function station(raw: Record<string, unknown>): Estabelecimento | Refusal {
  const cnpj = typeof raw['cnpj'] === 'string' ? raw['cnpj'].trim().toUpperCase() : ''
  if (!CNPJ.test(cnpj)) return invalid('CNPJ ausente ou malformado.')
  const endereco = address(raw['endereco'])
  if (!endereco) return invalid(`Endereço sem código do IBGE de um município de ${ESTADO.nome}.`)
  const tradeName = text(raw['nomeFantasia'])
  const razaoSocial = text(raw['razaoSocial']) || tradeName
  return {
    cnpj,
    razaoSocial,
    nomeFantasia: tradeName || razaoSocial,
    telefone: text(raw['telefone']) || null,
    endereco,
  }
}

/** Undefined outside the state: any text could then be the town's name, and its prices would be among the state's. */
function address(raw: unknown): Endereco | undefined {
  const town = isRecord(raw) && municipioByCode(Number(text(raw['codigoIBGE'])))
  if (!town) return undefined
  const { latitude, longitude } = pointOf(raw)
  return {
    nomeLogradouro: text(raw['nomeLogradouro']),
    numeroImovel: text(raw['numeroImovel']),
    bairro: text(raw['bairro']),
    cep: text(raw['cep']).replace(/\D/g, '').slice(0, 8),
    codigoIBGE: town.codigoIBGE,
    municipio: town.nomeNaFonte,
    latitude,
    longitude,
  }
}

/** The point in a raw record. Sources write 0.0 for "unknown"; half a point is no point either. */
export function pointOf(raw: Readonly<Record<string, unknown>>): Pick<Endereco, 'latitude' | 'longitude'> {
  const latitude = degrees(raw['latitude'], 90)
  const longitude = degrees(raw['longitude'], 180)
  return latitude && longitude ? { latitude, longitude } : { latitude: null, longitude: null }
}

function text(value: unknown): string {
  if (typeof value === 'number') return String(value).toUpperCase()
  if (typeof value !== 'string') return ''
  if (value.length > 100 || !PRINTABLE.test(value)) return clean(value)
  return CLEAN_ALREADY.test(value) ? value : value.toUpperCase().replace(/ {2,}/g, ' ').trim()
}

/** A price in reais; undefined unless above zero and plausible. */
function price(value: unknown): number | undefined {
  const number = decimal(value, PRICE)
  return number !== undefined && number >= 0.0005 && number <= MAX_PRICE ? number : undefined
}

function degrees(value: unknown, limit: number): number | undefined {
  const number = decimal(value, DEGREES)
  return number !== undefined && Math.abs(number) <= limit ? number : undefined
}

/** Numbers, also as text with a point or a comma. */
function decimal(value: unknown, form: RegExp): number | undefined {
  if (typeof value === 'string')
    return form.test(value.trim()) ? Number(value.trim().replace(',', '.')) : undefined
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function invalid(detalhe: string): Refusal {
  return { motivo: 'invalido', detalhe }
}
