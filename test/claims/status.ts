import type { Ask, Data } from './downloads.ts'
import type { Ledger } from './ledger.ts'
import { everywhere, marketAt } from './pages.ts'
import { reais } from './numbers.ts'

interface Status {
  atualizadoEm: string
  vendaMaisRecente: string
  cobertura: { municipios: number; postos: number; postosNasListas: number }
  combustiveis: Record<string, { postos: number; suspeitos: number }>
}

interface Documentation {
  combustiveis: Record<string, { postos: number; precoMinimo: number | null; precoMedio: number | null }>
}

/** `situacao` counts suspects among the stations; the documentation object and menus do not. */
export async function checkStatus(ask: Ask, data: Data, ledger: Ledger): Promise<void> {
  const json = async <T>(path: string): Promise<T> => (await (await ask(path)).json()) as T
  const status = await json<Status>('/gasolina/api/situacao')
  const documentation = await json<Documentation>('/gasolina/api/')
  const menu = await json<{ conteudo: { slug: string; postos: number }[] }>('/gasolina/api/combustiveis')
  const towns = await json<{ conteudo: { codigoIBGE: number; postos: number }[] }>('/gasolina/api/municipios')
  ledger.at('situacao')
  const stations = [...data.stations.values()]
  const sales = data.fuels.flatMap(({ entries }) => entries.map(({ dataVenda }) => dataVenda))
  ledger.same('vendaMaisRecente', status.vendaMaisRecente, sales.toSorted().at(-1))
  ledger.same('cobertura.postos', status.cobertura.postos, data.everSeen.length)
  ledger.same('cobertura.municipios', status.cobertura.municipios, new Set(data.everSeen).size)
  for (const { slug, entries } of data.fuels) {
    const { entries: believed, suspects, lowest, mean } = marketAt(data, slug, everywhere)
    ledger.same(`${slug} postos`, status.combustiveis[slug]?.postos, entries.length)
    ledger.same(`${slug} suspeitos`, status.combustiveis[slug]?.suspeitos, suspects.length)
    const told = documentation.combustiveis[slug]
    ledger.same(`${slug} postos, documentation`, told?.postos, believed.length)
    ledger.same(`${slug} precoMinimo, documentation`, told?.precoMinimo, lowest ? reais(lowest.price) : null)
    ledger.same(`${slug} precoMedio, documentation`, told?.precoMedio, mean === null ? null : reais(mean))
    const listed = menu.conteudo.find((fuel) => fuel.slug === slug)
    ledger.same(`${slug} postos, menu`, listed?.postos, believed.length)
  }
  const believed = new Set(
    data.fuels.flatMap(({ slug }) => marketAt(data, slug, everywhere).entries.map(({ cnpj }) => cnpj)),
  )
  ledger.same('cobertura.postosNasListas', status.cobertura.postosNasListas, believed.size)
  for (const { codigoIBGE, postos } of towns.conteudo) {
    const here = stations.filter(({ town, cnpj }) => town === codigoIBGE && believed.has(cnpj))
    ledger.same(`${codigoIBGE} postos`, postos, here.length)
  }
}
