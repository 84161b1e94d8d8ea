import type { Atribuicao } from '../../domain/answers/shared-schemas.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { Combustivel } from '../../domain/facts/fuels.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { slices } from '../../domain/basics/lists.ts'
import { PRICE_COLUMNS } from './station-sheets.ts'

/** Features of one piece of text: a few milliseconds. */
const SLICE = 250

/** A collection of features in pieces, a feature a line, with foreign members (RFC 7946, 6.1). */
export function* geojsonOf(
  combustivel: Combustivel,
  atualizadoEm: Instante | null,
  atribuicao: Atribuicao,
  entries: readonly Entrada[],
): Generator<string> {
  const { apelidos: _, ...fuel } = combustivel
  const head = { type: 'FeatureCollection', combustivel: fuel, atualizadoEm, ...atribuicao }
  yield `${JSON.stringify(head).slice(0, -1)},"features":[\n`
  let before = ''
  for (const slice of slices(entries, SLICE)) {
    yield before + slice.map((entrada) => JSON.stringify(featureOf(entrada))).join(',\n')
    before = ',\n'
  }
  yield '\n]}\n'
}

/** Flat properties named as the CSV's columns (RFC 7946). A station with only an approximate point has no geometry. */
function featureOf(entrada: Entrada): object {
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

const PROPERTIES = Object.entries(PRICE_COLUMNS).filter(
  ([name]) => !/^(latitude|longitude|precisao)/.test(name),
)
