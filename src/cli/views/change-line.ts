import type { Mudanca } from '../../domain/answers/mudancas.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { whatChanged } from '../../format/words/change-words.ts'
import { dayAndTime } from '../../format/words/formatting.ts'

/** A change on one line: of which sale, what, where. */
export function changeLine(mudanca: Mudanca): string {
  const { combustivel, dataVenda, nomeFantasia, bairro, municipio, suspeito } = mudanca
  const doubt = suspeito ? ' (suspeito)' : ''
  return `${dayAndTime(dataVenda)}  ${fuelOf(combustivel).nome}: ${whatChanged(mudanca)}${doubt}  ${nomeFantasia}, ${bairro}, ${municipio}`
}
