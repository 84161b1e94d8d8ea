import type { Atribuicao } from '../../domain/answers/common.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { combustiveis } from '../../domain/facts/fuels.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { PRICE_COLUMNS } from './station-sheets.ts'

type Combustivel = Pick<(typeof combustiveis)[number], 'slug' | 'nome' | 'codigoOrigem' | 'unidade'>

/** Foreign members (RFC 7946, 6.1) of the collection. */
export interface AroundFeatures {
  combustivel: Combustivel
  atualizadoEm: Instante | null
  atribuicao: Atribuicao
}

/** The collection's text before and after its features, which commas separate. */
export function aroundFeatures({ combustivel, atualizadoEm, atribuicao }: AroundFeatures): [string, string] {
  const { slug, nome, codigoOrigem, unidade } = combustivel
  const head = { type: 'FeatureCollection', combustivel: { slug, nome, codigoOrigem, unidade }, atualizadoEm }
  return [`${JSON.stringify({ ...head, ...atribuicao }).slice(0, -1)},"features":[\n`, '\n]}\n']
}

/**
 * An entry as a feature (RFC 7946), its properties flat and named as the CSV's columns, for programs that make a table of
 * them. A station with only an approximate point has no geometry.
 */
export function featureOf(entrada: Entrada): object {
  const { cnpj, endereco } = entrada.estabelecimento
  const { localizacao } = endereco
  return {
    type: 'Feature',
    id: cnpj,
    geometry:
      localizacao?.precisao === 'exata'
        ? { type: 'Point', coordinates: [localizacao.longitude, localizacao.latitude] }
        : null,
    properties: Object.fromEntries(PROPERTIES.map(([name, cell]) => [name, cell(entrada) ?? null])),
  }
}

/** Columns but those of the point, which is the geometry. */
const PROPERTIES = Object.entries(PRICE_COLUMNS).filter(
  ([name]) => !/^(latitude|longitude|precisao)/.test(name),
)
