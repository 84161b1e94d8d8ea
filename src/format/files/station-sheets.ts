import type { Localizacao, PostoServido } from '../../domain/answers/shared-schemas.ts'
import type { RespostaPostos } from '../../domain/answers/posto.ts'
import type { Entrada, RespostaPrecos } from '../../domain/answers/precos.ts'
import type { Instante } from '../../domain/basics/time.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { type Columns, type Sheet, members, ofPart, sheetOf } from './sheet.ts'

type Endereco = PostoServido['endereco']

const STATION_COLUMNS: Columns<{ estabelecimento: PostoServido }> = ofPart(
  ({ estabelecimento }) => estabelecimento,
  {
    ...members('cnpj', 'razaoSocial', 'nomeFantasia', 'telefone'),
    ...ofPart(({ endereco }: PostoServido) => endereco, {
      ...members('nomeLogradouro', 'numeroImovel', 'bairro', 'cep', 'codigoIBGE', 'municipio'),
      ...members('latitude', 'longitude'),
      precisao: ({ localizacao }: Endereco) => localizacao?.precisao,
      latitudeAproximada: (endereco: Endereco) => approximatePoint(endereco)?.latitude,
      longitudeAproximada: (endereco: Endereco) => approximatePoint(endereco)?.longitude,
    }),
  },
)

/** Columns of a list of prices, in their order. New ones go to the end, for readers by position. */
export const PRICE_COLUMNS: Columns<Entrada> = {
  ...STATION_COLUMNS,
  ...ofPart(({ produto }: Entrada) => produto, members('codigo', 'descricao', 'unidadeMedida')),
  ...ofPart(({ produto }: Entrada) => produto.venda, members('dataVenda', 'valorDeclarado', 'valorVenda')),
  confirmacoes: ({ confirmacao }) => confirmacao.vendas,
  confirmadoDesde: ({ confirmacao }) => confirmacao.desde,
  suspeito: ({ suspeito }) => suspeito?.motivo,
  usual: ({ usual }) => usual?.valor,
  precoProvavel: ({ precoProvavel }) => precoProvavel,
  nestePreco: ({ confirmacao }) => confirmacao.nestePreco,
  duvida: ({ duvida }) => duvida?.motivo,
  /** Unknown without a registry of stations. */
  bandeira: ({ estabelecimento }) => estabelecimento.bandeira,
}

/** Columns of questions about a drive, after `PRICE_COLUMNS` and the distance. */
const JOURNEY_COLUMNS: Columns<Entrada> = {
  distanciaDaRotaKm: ({ rota }) => rota?.distanciaKm,
  kmDaRota: ({ rota }) => rota?.kmDaRota,
  abastecimento: ({ custo }) => custo?.abastecimento,
  desvioKm: ({ custo }) => custo?.desvioKm,
  deslocamento: ({ custo }) => custo?.deslocamento,
  custoTotal: ({ custo }) => custo?.total,
}

type Found = RespostaPostos['conteudo'][number]

const FOUND_COLUMNS: Columns<Found> = {
  ...ofPart(({ estabelecimento }: Found) => estabelecimento, members('cnpj', 'razaoSocial', 'nomeFantasia')),
  ...ofPart(
    ({ estabelecimento }: Found) => estabelecimento.endereco,
    members('bairro', 'codigoIBGE', 'municipio'),
  ),
  combustiveis: ({ combustiveis }) => combustiveis.join(' '),
  bandeira: ({ estabelecimento }) => estabelecimento.bandeira,
}

export interface KnownStation {
  estabelecimento: PostoServido
  /** First sale of any fuel, since the first collection. */
  primeiraVenda: Instante
  ultimaVenda: Instante
}

export const KNOWN_COLUMNS: Columns<KnownStation> = {
  ...STATION_COLUMNS,
  ...members('primeiraVenda', 'ultimaVenda'),
  bandeira: ({ estabelecimento }) => estabelecimento.bandeira,
}

export interface OfFuel {
  slug: Slug
  entrada: Entrada
}

const FUEL_COLUMN: Columns<OfFuel> = { combustivel: ({ slug }) => slug }
const ENTRY_COLUMNS: Columns<OfFuel> = ofPart(({ entrada }) => entrada, PRICE_COLUMNS)

/** Columns of all fuels, and of one station: those of a list of prices after the fuel, and before it. */
export const ALL_COLUMNS = { ...FUEL_COLUMN, ...ENTRY_COLUMNS }
export const OWN_COLUMNS = { ...ENTRY_COLUMNS, ...FUEL_COLUMN }

/** The list of an answer. The distance has a column in every one. */
export function pricesSheet({ conteudo, contas }: Pick<RespostaPrecos, 'conteudo' | 'contas'>, slug: Slug) {
  const columns = { ...PRICE_COLUMNS, ...members('distanciaKm'), ...(contas && JOURNEY_COLUMNS) }
  return sheetOf(`precos-${slug}`, conteudo, columns)
}

export function stationsSheet({ conteudo }: RespostaPostos): Sheet {
  return sheetOf('postos', conteudo, FOUND_COLUMNS)
}

/** The point in use where the station declares none: approximate, or the registry's. */
function approximatePoint({ latitude, localizacao }: Endereco): Localizacao | null {
  return latitude === null ? localizacao : null
}
