import type { Mudanca } from '../answers/mudancas.ts'
import { type Slug, slugs } from '../facts/fuels.ts'
import { type Verdict, fuelReference, judge, newestPerStation } from './judging.ts'
import { type Estabelecimento, productKey } from '../facts/sale-record.ts'
import type { Atual, Estado } from '../state/commit-state.ts'
import { compareTexts } from '../basics/text.ts'

/**
 * Changes from one published state to the next: prices and flags, never a mere newer sale. By fuel, CNPJ and code; where
 * a price and its flag change at once, the price first. Each row tells all that holds after it, so rows may be applied to any
 * state that lies on their way.
 */
export function changesBetween(before: Estado, after: Estado): Mudanca[] {
  const stations = new Map(after.postos.map(({ estabelecimento: e }) => [e.cnpj, e] as const))
  return slugs.flatMap((slug) => {
    const [known, now] = [judgedProducts(before, slug), judgedProducts(after, slug)]
    const keys = [...new Set([...known.keys(), ...now.keys()])].toSorted(compareTexts)
    return keys.flatMap((key) => changesOf(slug, known.get(key), now.get(key), stations))
  })
}

interface Judged extends Verdict {
  atual: Atual
}

/** By station and code: CNPJs are of one length, so their order is that of stations, then codes. */
function judgedProducts({ atuais, medianas }: Estado, slug: Slug): Map<string, Judged> {
  const reference = fuelReference(newestPerStation(atuais[slug]), medianas[slug])
  return new Map(
    atuais[slug].map((atual) => [
      productKey(atual.cnpj, atual.produto.codigo),
      { atual, ...judge(atual, reference) },
    ]),
  )
}

function changesOf(
  combustivel: Slug,
  before: Judged | undefined,
  after: Judged | undefined,
  stations: ReadonlyMap<string, Estabelecimento>,
): Mudanca[] {
  const told = after ?? before
  const station = told && stations.get(told.atual.cnpj)
  if (!told || !station) return []
  const [de, para] = [priceOf(before), priceOf(after)]
  const { codigo, venda } = told.atual.produto
  const { bairro, municipio, codigoIBGE } = station.endereco
  const { cnpj, nomeFantasia } = station
  const rest = {
    dataVenda: venda.dataVenda,
    nomeFantasia,
    bairro,
    municipio,
    codigoIBGE,
    ...(after?.suspeito && { suspeito: after.suspeito }),
    confirmacao: told.confirmacao,
  }
  return [priceChange(de, para), before && after && flip(before, after)]
    .filter((tipo) => tipo !== undefined)
    .map((tipo) => Object.assign({ combustivel, cnpj, codigo, tipo, de, para }, rest))
}

function priceOf(judged: Judged | undefined): number | null {
  return judged?.atual.produto.venda.valorDeclarado ?? null
}

function priceChange(de: number | null, para: number | null): Mudanca['tipo'] | undefined {
  if (de === para) return undefined
  if (de === null) return 'novo'
  if (para === null) return 'saiu'
  return para > de ? 'subiu' : 'desceu'
}

function flip(before: Judged, after: Judged): Mudanca['tipo'] | undefined {
  if (!before.suspeito === !after.suspeito) return undefined
  return after.suspeito ? 'suspeita' : 'confirmada'
}
