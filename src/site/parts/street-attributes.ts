import type { Slug } from '../../domain/facts/fuels.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'
import type { Sources } from '../request/view.ts'

/** What the script needs to lay a map's stations on streets: attributes of its figure; none where no streets are to be had. */
export function streetAttributes(
  { streets, links }: Pick<Sources, 'streets' | 'links'>,
  slug: Slug,
  municipio?: Municipio,
): Html | undefined {
  return (
    streets &&
    html` data-ruas="${streets.script}" data-estilo="${streets.style}" data-ladrilhos="${streets.tiles}"
    data-credito="${streets.credit}" data-arquivos="${links.page('dados/')}"
    data-postos="${links.page('posto/')}"
    data-combustivel="${slug}"${municipio && html` data-cidade="${municipio.nome}"`}`
  )
}
