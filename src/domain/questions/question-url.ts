// Apart from the routes, which the client of the package bundles: parameters would bring it places and geometry, 8 kB compressed.
import type { Tente } from '../../errors.ts'
import { type NomeDeConsulta, type NomeDeParametro, type Pedido, consultas, defaultOf } from './parameters.ts'
import { rotas } from './routes.ts'

/** Path and query of a question: parameters in the table's order, defaults left out unless `isAlwaysTold`. */
export function addressOf<C extends NomeDeConsulta>(consulta: C, pedido: Pedido<C>): string {
  const values: Partial<Record<NomeDeParametro, unknown>> = pedido
  let path = rotas.find(({ nome }) => nome === consulta)?.caminho ?? '/'
  const query = new URLSearchParams()
  for (const name of consultas[consulta].parametros) {
    const value = values[name]
    if (value === undefined) continue
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(String(value)))
    else if (isAlwaysTold(consulta, name) || value !== defaultOf(consulta, name))
      query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

/** A list of prices has costs where litres or consumption are given, also as the default. */
function isAlwaysTold(consulta: NomeDeConsulta, name: NomeDeParametro): boolean {
  return name === 'combustivel' || (consulta === 'precos' && (name === 'litros' || name === 'consumo'))
}

export function addressOfTexts({ consulta, parametros }: Tente): string {
  const path = rotas.find((rota) => rota.consulta === consulta)?.caminho ?? '/'
  return `${path}?${new URLSearchParams(Object.fromEntries(parametros))}`
}

export function namesFuelOtherwise(search: string, { combustivel }: { combustivel?: string }): boolean {
  const asked = /[?&]combustivel=([^&]+)/.exec(search)?.[1]
  return combustivel !== undefined && asked !== undefined && asked !== combustivel
}
