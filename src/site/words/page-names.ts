import type { Entrada } from '../../domain/answers/precos.ts'
import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import { titled, townOf } from '../../format/words/names.ts'

/** As people call it: without the form of the company. */
export function stationName({ nomeFantasia }: Pick<PostoServido, 'nomeFantasia'>): string {
  return titled(nomeFantasia.replace(COMPANY, ''))
}

const COMPANY = /(?<=\S)(?:[\s.,-]+(?:LTDA|EIRELI|EPP|ME|S\/?A)\b\.?)+$/i

export function townName({ endereco }: PostoServido): string {
  return townOf(endereco)
}

/** The id of a station's row, target of links on the map. */
export function rowId({ estabelecimento }: Pick<Entrada, 'estabelecimento'>): string {
  return `posto-${estabelecimento.cnpj}`
}
