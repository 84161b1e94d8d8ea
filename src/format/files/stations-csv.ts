import type { PostoServido } from '../../domain/answers/common.ts'
import type { RespostaPostos } from '../../domain/answers/posto.ts'
import type { Instante } from '../../domain/basics/time.ts'
import type { Columns, Dialeto } from './csv.ts'
import { STATION_COLUMNS, recordsCsv } from './csv.ts'

type Found = RespostaPostos['conteudo'][number]

const COLUMNS: Columns<Found> = {
  cnpj: ({ estabelecimento }) => estabelecimento.cnpj,
  razaoSocial: ({ estabelecimento }) => estabelecimento.razaoSocial,
  nomeFantasia: ({ estabelecimento }) => estabelecimento.nomeFantasia,
  bairro: ({ estabelecimento }) => estabelecimento.endereco.bairro,
  codigoIBGE: ({ estabelecimento }) => estabelecimento.endereco.codigoIBGE,
  municipio: ({ estabelecimento }) => estabelecimento.endereco.municipio,
  combustiveis: ({ combustiveis }) => combustiveis.join(' '),
}

/** A station as the file of all of them tells it. */
export interface KnownStation {
  estabelecimento: PostoServido
  /** Of any fuel, as far as anybody collected. */
  primeiraVenda: Instante
  ultimaVenda: Instante
}

const KNOWN_COLUMNS: Columns<KnownStation> = {
  ...STATION_COLUMNS,
  primeiraVenda: ({ primeiraVenda }) => primeiraVenda,
  ultimaVenda: ({ ultimaVenda }) => ultimaVenda,
}

export function knownStationsCsv(stations: readonly KnownStation[]): string {
  return recordsCsv(stations, KNOWN_COLUMNS)
}

export function stationsCsv({ conteudo }: RespostaPostos, dialeto: Dialeto = 'padrao'): string {
  return recordsCsv(conteudo, COLUMNS, dialeto)
}
