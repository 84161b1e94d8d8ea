import type { Entrada, PostoServido } from '../domain/answers.ts'
import type { Slug } from '../domain/fuels.ts'
import type { Atual, Commit } from '../domain/state.ts'
import type { Dia, Instante } from '../domain/time.ts'

/** One commit in memory. Nothing in it changes; each index is made when first asked for. */
export interface Snapshot {
  readonly commit: Commit
  /** Newest of the fuels' times of update: the present, as far as answers are concerned. */
  readonly atualizadoEm: Instante
  /** End of the last collection in which a part of that fuel answered validly; null when none ever did. */
  updatedAt(slug: Slug): Instante | null
  /**
   * One entry per station, its newest sale of the fuel across product codes; suspects included and marked. Frozen.
   * Cheapest first; ties: newest sale, then CNPJ.
   */
  entries(slug: Slug): readonly Entrada[]
  /** Every station ever seen, by CNPJ, with believable coordinates and `localizacao`. Frozen. */
  postos(): readonly PostoServido[]
  posto(cnpj: string): PostoServido | undefined
  /** All products of the station under that fuel, newest sale first; empty when it has none. */
  current(cnpj: string, slug: Slug): readonly Atual[]
  /** Median of that day in reais, or of the nearest day on record; null when there is no record. */
  dayMedian(slug: Slug, dia: Dia): number | null
}
