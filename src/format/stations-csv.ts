import type { RespostaPostos } from '../domain/answers.ts'
import type { Columns, Dialeto } from './csv.ts'
import { recordsCsv } from './csv.ts'

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

export function stationsCsv({ conteudo }: RespostaPostos, dialeto: Dialeto = 'padrao'): string {
  return recordsCsv(conteudo, COLUMNS, dialeto)
}
