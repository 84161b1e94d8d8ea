import type { Entrada } from '../../domain/answers/precos.ts'
import type { PostoServido } from '../../domain/answers/common.ts'
import { titled, townOf } from '../../format/words/names.ts'

export function stationName({ nomeFantasia }: Pick<PostoServido, 'nomeFantasia'>): string {
  return titled(nomeFantasia)
}

export function districtName({ endereco }: PostoServido): string {
  return titled(endereco.bairro)
}

export function townName({ endereco }: PostoServido): string {
  return townOf(endereco)
}

/** The id of a station's row, target of links on the map. */
export function rowId({ estabelecimento }: Pick<Entrada, 'estabelecimento'>): string {
  return `posto-${estabelecimento.cnpj}`
}
