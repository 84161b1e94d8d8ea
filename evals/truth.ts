/** What is true, from the downloads alone: nothing here knows the tools or what answers them. */
import type { Question, Sought } from './questions.ts'
import type { Verdict } from './verdict.ts'

/** One of the values must stand in the answer, within half a cent; or one of the words; or the verdict, however it is put. */
export type Claim = { numeros: number[] } | { palavras: string[] } | { compensa: Verdict }

/** A row of a fuel's CSV. */
interface Row {
  cnpj: string
  nome: string
  bairro: string
  municipio: string
  latitude: number | null
  longitude: number | null
  preco: number
  provavel: number
  venda: string
  suspeito: boolean
}

export interface Downloads {
  /** The text of a download, by its address below the site. */
  download(path: string): Promise<string>
}

/** The claims an answer has to make. */
export type ClaimsOf = (question: Question) => Promise<Claim[]>

/** Finds them; each download is read once. */
export function createTruth({ download }: Downloads): ClaimsOf {
  const tables = new Map<string, Promise<Record<string, string>[]>>()
  function csv(path: string): Promise<Record<string, string>[]> {
    const known = tables.get(path) ?? download(path).then(parseCsv)
    tables.set(path, known)
    return known
  }
  const files: Files = { csv, rows: async (fuel) => rowsOf(await csv(`dados/${fuel}.csv`)) }
  return async ({ procura, dizUm }) => {
    const claims = await finders[procura.tipo](procura, files)
    return dizUm ? [...claims, { palavras: dizUm }] : claims
  }
}

interface Files {
  rows(fuel: string): Promise<Row[]>
  csv(path: string): Promise<Record<string, string>[]>
}

type Finder = (sought: Sought, files: Files) => Promise<Claim[]>

const finders: Record<Sought['tipo'], Finder> = {
  async menor(sought, { rows }) {
    return cheapest(within(await rows(fuelOf(sought)), sought), sought.ouCnpj)
  },

  async perto(sought, { rows }) {
    const [lat, lon] = sought.ponto ?? [0, 0]
    const near = within(await rows(fuelOf(sought)), sought).filter(
      ({ latitude, longitude }) =>
        latitude !== null &&
        longitude !== null &&
        km([lat, lon], [latitude, longitude]) <= (sought.raio ?? 10),
    )
    return cheapest(near)
  },

  async mediana(sought, { rows }) {
    return [{ numeros: [median(within(await rows(fuelOf(sought)), sought).map(({ preco }) => preco))] }]
  },

  async quantos(sought, { rows }) {
    const all = within(await rows(fuelOf(sought)), sought, true)
    return [{ numeros: [all.length, all.filter(({ suspeito }) => !suspeito).length] }]
  },

  async economia(sought, { rows }) {
    const prices = within(await rows(fuelOf(sought)), sought).map(({ preco }) => preco)
    const saved = Math.max(...prices) - Math.min(...prices)
    return [{ numeros: [saved * (sought.litros ?? 50)] }]
  },

  async paridade(sought, { rows }) {
    const [alcohol, gasoline] = await Promise.all(
      ['alcool', 'gasolina-comum'].map(async (fuel) =>
        median(within(await rows(fuel), sought).map(({ preco }) => preco)),
      ),
    )
    const ratio = (alcohol ?? 0) / (gasoline ?? 1)
    const [onAlcohol, onGasoline] = sought.consumo ?? [7, 10]
    const pays = ratio <= onAlcohol / onGasoline
    return [{ compensa: pays ? 'alcool' : 'gasolina' }]
  },

  async posto(sought, { rows }) {
    const [station] = named(await rows(fuelOf(sought)), sought)
    return [{ numeros: station ? [station.preco] : [] }]
  },

  async venda(sought, { rows }) {
    const [station] = named(await rows(fuelOf(sought)), sought)
    const [, month = '', day = '', hour = '', minute = ''] =
      /^\d+-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(station?.venda ?? '') ?? []
    const clock = [`${hour}:${minute}`, `${hour}h${minute}`, `${Number(hour)}h${minute}`]
    return [
      { palavras: [`${day}/${month}`, `${day} de abril`, `${Number(day)} de abril`, 'hoje', 'ha '] },
      { palavras: [...clock, 'ha '] },
    ]
  },

  async ambiguo(sought, { rows }) {
    const stations = named(await rows(fuelOf(sought)), sought)
    if (stations.length < 2) throw new Error('not ambiguous')
    return [{ palavras: [...new Set(stations.map(({ municipio }) => municipio))] }]
  },

  async faixaDoMes(sought, { rows, csv }) {
    const fuel = fuelOf(sought)
    const [station] = named(await rows(fuel), sought)
    const runs = await csv(`api/historico/${station?.cnpj}?combustivel=${fuel}&formato=csv`)
    const prices = runs
      .filter(({ suspeito }) => !suspeito)
      .map(({ valorDeclarado }) => Number(valorDeclarado))
    return [{ numeros: [Math.min(...prices)] }, { numeros: [Math.max(...prices)] }]
  },

  async comparar(sought, { rows }) {
    const all = await rows(fuelOf(sought))
    const medians = (sought.municipios ?? []).map((municipio) => ({
      municipio,
      mediana: median(within(all, { ...sought, municipio }).map(({ preco }) => preco)),
      menor: Math.min(...within(all, { ...sought, municipio }).map(({ preco }) => preco)),
    }))
    const winners = ['mediana', 'menor'].map(
      (key) => medians.toSorted((a, b) => a[key as 'menor'] - b[key as 'menor'])[0]?.municipio ?? '',
    )
    return [
      ...medians.map(({ mediana, menor }) => ({ numeros: [mediana, menor] })),
      { palavras: [...new Set(winners)] },
    ]
  },

  /** What filling up in the second place saves against the first, at the lowest prices or at the medians. */
  async poupanca(sought, { rows }) {
    const all = await rows(fuelOf(sought))
    const [here = [], there = []] = (sought.municipios ?? []).map((municipio) =>
      within(all, { ...sought, municipio }),
    )
    const differences = [
      Math.min(...here.map(({ preco }) => preco)) - Math.min(...there.map(({ preco }) => preco)),
      Math.min(...here.map(({ provavel }) => provavel)) - Math.min(...there.map(({ provavel }) => provavel)),
      median(here.map(({ preco }) => preco)) - median(there.map(({ preco }) => preco)),
      median(here.map(({ preco }) => preco)) - Math.min(...there.map(({ preco }) => preco)),
    ]
    return [{ numeros: differences.map((each) => Math.abs(each) * (sought.litros ?? 40)) }]
  },

  frases: async () => [],
}

/** The price of the first line, by price or by what one will most likely pay, and the station that has it. */
function cheapest(rows: readonly Row[], orCnpj = false): Claim[] {
  const lowest = Math.min(...rows.map(({ preco }) => preco))
  const likely = Math.min(...rows.map(({ provavel }) => provavel))
  const first = rows.filter(({ preco, provavel }) => preco === lowest || provavel === likely)
  if (first.length === 0) throw new Error('no station there')
  return [
    { numeros: [lowest, likely, ...first.map(({ preco }) => preco)] },
    {
      palavras: [
        ...new Set(first.map(({ nome }) => shortName(nome))),
        ...(orCnpj ? first.flatMap(cnpjsOf) : []),
      ],
    },
  ]
}

/** As the downloads write it, and as people do. */
function cnpjsOf({ cnpj }: Row): string[] {
  return [cnpj, cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')]
}

/** People leave out what all of them are called. */
function shortName(name: string): string {
  return name.replace(/^POSTO (FICTICIO )?/, '').replace(/ (COMBUSTIVEIS|COMB\. E DERIV\.)? ?(LTDA)?$/, '')
}

function within(rows: readonly Row[], { municipio, bairro }: Sought, alsoSuspects = false): Row[] {
  return rows.filter(
    (row) =>
      (alsoSuspects || !row.suspeito) &&
      (!municipio || plain(row.municipio) === plain(municipio)) &&
      (!bairro || plain(row.bairro) === plain(bairro)),
  )
}

function named(rows: readonly Row[], { nome = '', municipio }: Sought): Row[] {
  const words = plain(nome).split(' ')
  return rows.filter(
    (row) =>
      (!municipio || plain(row.municipio) === plain(municipio)) &&
      words.every((word) => plain(row.nome).split(' ').includes(word)),
  )
}

function rowsOf(table: readonly Record<string, string>[]): Row[] {
  return table.map((row) => ({
    cnpj: row['cnpj'] ?? '',
    nome: row['nomeFantasia'] ?? '',
    bairro: row['bairro'] ?? '',
    municipio: row['municipio'] ?? '',
    latitude: numberOrNull(row['latitude'] || row['latitudeAproximada']),
    longitude: numberOrNull(row['longitude'] || row['longitudeAproximada']),
    preco: Number(row['valorDeclarado']),
    provavel: Number(row['precoProvavel'] || row['valorDeclarado']),
    venda: row['dataVenda'] ?? '',
    suspeito: row['suspeito'] !== '',
  }))
}

/** RFC 4180, as the downloads are written. */
function parseCsv(text: string): Record<string, string>[] {
  const lines = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)]
  const table: string[][] = [[]]
  for (const [, quoted, bare, end] of lines) {
    table.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end !== ',') table.push([])
  }
  const [header = [], ...rows] = table.filter((row) => row.length > 1)
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])))
}

function fuelOf({ combustivel = 'gasolina-comum' }: Sought): string {
  return combustivel
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** Great-circle distance. */
function km([lat1, lon1]: readonly [number, number], [lat2, lon2]: readonly [number, number]): number {
  const rad = Math.PI / 180
  const h =
    Math.sin(((lat2 - lat1) * rad) / 2) ** 2 +
    Math.cos(lat1 * rad) * Math.cos(lat2 * rad) * Math.sin(((lon2 - lon1) * rad) / 2) ** 2
  return 12_742 * Math.asin(Math.sqrt(h))
}

function numberOrNull(text: string | undefined): number | null {
  return text ? Number(text) : null
}

/** Lower case, without accents and doubled spaces. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
