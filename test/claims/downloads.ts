import { gunzipSync } from 'node:zlib'
import { type Point, folded, thousandths } from './numbers.ts'

/** Asks a running program; a body makes it a POST. */
export type Ask = (path: string, body?: string) => Promise<Response>

export interface Sale {
  codigo: string
  /** As written, and in milliseconds. */
  dataVenda: string
  at: number
  price: number
  exact: number
  suspect: boolean
}

/** An entry of a file `{slug}.json`, with what the sentences need of it. */
export interface Entry {
  fuel: string
  cnpj: string
  codigo: string
  descricao: string
  price: number
  exact: number
  likely: number
  at: number
  dataVenda: string
  suspect: { motivo: string; referencia: number; desvio: number } | null
  usual: number | null
  doubt: { motivo: string; usual: number; vendas: number } | null
  raw: RawEntry
  station: Station
}

export interface RawEntry {
  produto: {
    codigo: string
    descricao: string
    venda: { dataVenda: string; valorDeclarado: number; valorVenda: number }
  }
  estabelecimento: Establishment
  confirmacao?: { vendas: number; desde: string; nestePreco?: number; nestePrecoDesde?: string }
  usual?: { valor: number; vendas: number } | null
  precoProvavel: number
  duvida?: { motivo: string; usual: number; vendas: number }
  suspeito?: { motivo: string; referencia: number; desvio: number }
  outros?: RawEntry['produto'][]
}

export interface Establishment {
  cnpj: string
  razaoSocial: string
  nomeFantasia: string
  telefone: string | null
  endereco: {
    nomeLogradouro: string
    numeroImovel: string
    bairro: string
    cep: string
    codigoIBGE: number
    municipio: string
    localizacao: (Point & { precisao: string }) | null
  }
}

export interface Station {
  cnpj: string
  name: string
  town: number
  district: string
  point: (Point & { precisao: string }) | null
  raw: Establishment
}

export interface Fuel {
  slug: string
  name: string
  entries: Entry[]
}

export interface Town {
  name: string
  slug: string
  codigoIBGE: number
  /** Its middle, as the groups of `estatisticas` tell it. */
  centre: Point | null
}

export interface Data {
  demonstration: boolean
  collectedAt: string
  fuels: Fuel[]
  towns: Town[]
  stations: Map<string, Station>
  /** Districts of the capital, as menus write them, with their middles. */
  districts: { name: string; centre: Point | null }[]
  /** Municipality of every station of `postos.csv`, also of those without a current price. */
  everSeen: number[]
  /** The first day that a place's history tells, of the last thirty. */
  followedSince: string
  /** By CNPJ and fuel, oldest first. */
  sales: Map<string, Sale[]>
}

/** Everything the program lets anyone download, read once. */
export async function download(ask: Ask): Promise<Data> {
  const json = async <T>(path: string): Promise<T> => (await (await ask(path)).json()) as T
  const { conteudo } = await json<{ conteudo: { nome: string; codigoIBGE: number }[] }>(
    '/gasolina/api/municipios',
  )
  const { grupos } = await json<{ grupos: { codigoIBGE: number; centro: Point | null }[] }>(
    '/gasolina/api/estatisticas?por=municipio',
  )
  const centres = new Map(grupos.map(({ codigoIBGE, centro }) => [codigoIBGE, centro]))
  const towns = conteudo.map(({ nome, codigoIBGE }) => ({
    name: nome,
    slug: folded(nome).toLowerCase().replaceAll(' ', '-'),
    codigoIBGE,
    centre: centres.get(codigoIBGE) ?? null,
  }))
  const { arquivos } = await json<{ arquivos: { combustivel: string; formato: string }[] }>(
    '/gasolina/dados/index.json',
  )
  const slugs = new Set(arquivos.map(({ combustivel }) => combustivel).filter((slug) => slug !== 'todos'))
  const stations = new Map<string, Station>()
  const fuels: Fuel[] = []
  let [collectedAt, demonstration] = ['', false]
  for (const slug of slugs) {
    const file = await json<{
      combustivel: { nome: string; nomePopular: string }
      atualizadoEm: string
      demonstracao: boolean
      conteudo: RawEntry[]
    }>(`/gasolina/dados/${slug}.json`)
    collectedAt = file.atualizadoEm > collectedAt ? file.atualizadoEm : collectedAt
    demonstration = file.demonstracao
    const entries = file.conteudo.map((raw) => entryOf(slug, raw, stations))
    fuels.push({ slug, name: file.combustivel.nomePopular, entries })
  }
  const { grupos: ofCapital } = await json<{ grupos: { nome: string; centro: Point | null }[] }>(
    '/gasolina/api/estatisticas?por=bairro&municipio=maceio',
  )
  const past = await json<{ combustiveis: Record<string, { serie: { periodo: string }[] }> }>(
    '/gasolina/api/historico',
  )
  const known = csv(await (await ask('/gasolina/dados/historico/postos.csv')).text())
  return {
    demonstration,
    collectedAt,
    fuels,
    towns,
    stations,
    districts: ofCapital.map(({ nome: name, centro: centre }) => ({ name, centre })),
    everSeen: known.map(({ codigoIBGE }) => Number(codigoIBGE)),
    followedSince: past.combustiveis['gasolina-comum']?.serie[0]?.periodo ?? '',
    sales: await salesOf(ask, json),
  }
}

/** Rows without line breaks within cells, by the names of the header. */
export function csv(text: string): Record<string, string>[] {
  const [header = [], ...rows] = text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
      ),
    )
  return rows.map((cells) => Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])))
}

async function salesOf(ask: Ask, json: <T>(path: string) => Promise<T>): Promise<Map<string, Sale[]>> {
  const { resources } = await json<{ resources: { path: string }[] }>(
    '/gasolina/dados/historico/datapackage.json',
  )
  const sales = new Map<string, Sale[]>()
  for (const { path } of resources.filter(({ path }) => /^vendas-.*\.csv\.gz$/.test(path))) {
    const bytes = await (await ask(`/gasolina/dados/historico/${path}`)).arrayBuffer()
    const [, ...lines] = gunzipSync(new Uint8Array(bytes)).toString().split('\n')
    for (const line of lines) {
      const [cnpj = '', fuel = '', codigo = '', dataVenda = '', , declared, exact, suspeito] = line
        .trim()
        .split(',')
      if (cnpj === '') continue
      const sale = {
        codigo,
        dataVenda,
        at: Date.parse(dataVenda),
        price: thousandths(Number(declared)),
        exact: Number(exact),
        suspect: suspeito !== undefined && suspeito !== '',
      }
      const key = `${cnpj} ${fuel}`
      const list = sales.get(key)
      if (list) list.push(sale)
      else sales.set(key, [sale])
    }
  }
  for (const list of sales.values()) list.sort((a, b) => a.at - b.at)
  return sales
}

function entryOf(fuel: string, raw: RawEntry, stations: Map<string, Station>): Entry {
  const { cnpj, nomeFantasia, endereco } = raw.estabelecimento
  let station = stations.get(cnpj)
  if (!station) {
    station = {
      cnpj,
      name: nomeFantasia,
      town: endereco.codigoIBGE,
      district: endereco.bairro,
      point: endereco.localizacao,
      raw: raw.estabelecimento,
    }
    stations.set(cnpj, station)
  }
  const { venda, codigo, descricao } = raw.produto
  return {
    fuel,
    cnpj,
    codigo,
    descricao,
    price: thousandths(venda.valorDeclarado),
    exact: venda.valorVenda,
    likely: thousandths(raw.precoProvavel),
    at: Date.parse(venda.dataVenda),
    dataVenda: venda.dataVenda,
    suspect: raw.suspeito ?? null,
    usual: raw.usual ? thousandths(raw.usual.valor) : null,
    doubt: raw.duvida ?? null,
    raw,
    station,
  }
}
