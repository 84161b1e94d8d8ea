import { addressOf } from '../../domain/questions/question-url.ts'
import type { NomeDeConsulta, Pedido } from '../../domain/questions/parameters.ts'

/** Where all of a history is that is too long for a model: the very question as CSV, and every sale there was. */
export function wholeFiles<C extends NomeDeConsulta & ('historico' | 'historicoDoLugar')>(
  urlBase: string,
  consulta: C,
  pedido: Pedido<C>,
): string {
  const csv = `${urlBase}${addressOf(consulta, consulta, { ...pedido, formato: 'csv' })}`
  return `A série inteira, em CSV: ${csv}; todas as vendas, mês a mês, em Parquet e CSV: ${urlBase}/gasolina/dados/historico/datapackage.json.`
}
