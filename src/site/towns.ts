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
  { query, version }: Pick<Sources, 'query' | 'version'>,
  combustivel: Slug,
  search: Search = {},
): Promise<Comparison> {
  const commit = version()
  if (!commit || Object.keys(search).length > 0) return compare(query, combustivel, search)
  const known = wholeState.get(commit) ?? new Map<Slug, Promise<Comparison>>()
  wholeState.set(commit, known)
  const comparison = known.get(combustivel) ?? compare(query, combustivel, search)
  known.set(combustivel, comparison)
  // A failed answer must not be remembered: the next question tries again.
  comparison.catch(() => known.delete(combustivel))
  return comparison
}

/** Of each commit served: every town's page shows where it stands among all, for six fuels. */
const wholeState = new WeakMap<object, Map<Slug, Promise<Comparison>>>()

async function compare(query: Sources['query'], combustivel: Slug, search: Search): Promise<Comparison> {
  const answer = await query.estatisticas(
    pedido('estatisticas', { por: 'municipio', combustivel, ...search }),
  )
  const towns = (answer.grupos ?? []).flatMap((group) => {
    const municipio = municipioByCode(group.codigoIBGE)
    return municipio ? [{ ...group, municipio }] : []
  })
  return { ...answer, towns }
}
