import type { RespostaEstatisticas } from '../domain/answers.ts'
import type { Slug } from '../domain/fuels.ts'
import { municipioByCode } from '../domain/municipalities.ts'
import type { Municipio } from '../domain/municipalities.ts'
import type { Search } from './addresses.ts'
import type { Sources } from './page.ts'
import { pedido } from './page.ts'

type Grupo = NonNullable<RespostaEstatisticas['grupos']>[number]

/** A town's figures for one fuel, as `estatisticas` groups them. */
export interface Town extends Omit<Grupo, 'municipio'> {
  municipio: Municipio
}

export interface Comparison extends RespostaEstatisticas {
  towns: readonly Town[]
}

/** Towns side by side for one fuel: all of them, or what `search` asks for; cheapest median first, or nearest. */
export async function compareTowns(
  { query }: Pick<Sources, 'query'>,
  combustivel: Slug,
  search: Search = {},
): Promise<Comparison> {
  const answer = await query.estatisticas(
    pedido('estatisticas', { por: 'municipio', combustivel, ...search }),
  )
  const towns = (answer.grupos ?? []).flatMap((group) => {
    const municipio = municipioByCode(group.codigoIBGE)
    return municipio ? [{ ...group, municipio }] : []
  })
  return { ...answer, towns }
}
