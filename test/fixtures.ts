import { type Slug, fuelOf, perFuel } from '../src/domain/facts/fuels.ts'
import type { Estabelecimento } from '../src/domain/facts/sale-record.ts'
import { municipioByCode } from '../src/domain/alagoas/municipalities.ts'
import type { Atual, Coleta, Commit, MedianaDoDia, Posto, Trecho } from '../src/domain/state/commit-state.ts'
import { toMs } from '../src/domain/basics/time.ts'
import { type CurrentCommit, createDataset } from '../src/query/current/dataset.ts'
import { still } from './still.ts'
import { createQuery } from '../src/query/query.ts'
import { memory } from './memory.ts'
import type { Refused } from '../src/store/engines/checked-files.ts'
import { type Store, createStore } from '../src/store/store.ts'
import type { LastAttempt } from '../src/store/notes/note-files.ts'
import type { PublishedCommit } from '../src/store/commits/commit-file.ts'

export const AGORA = '2026-04-16T12:00:00-03:00'
export const MACEIO = 2704302
export const ARAPIRACA = 2700300

/** One station's newest sale of one product; all but the price has a default. */
export interface Pump {
  preco: number
  combustivel?: Slug
  /** Number of the station: pumps that share it stand at one station. */
  posto?: number
  codigo?: string
  vendidoEm?: string
  corrida?: Trecho[]
  /** Prices of the sales before, newest first, an hour between two. */
  antes?: number[]
  nome?: string
  razao?: string
  telefone?: string
  rua?: string
  numero?: string
  bairro?: string
  cidade?: number
  ponto?: [number, number]
  cep?: string
}

export interface Situation {
  atualizadoEm?: string
  atualizadoPorCombustivel?: Partial<Record<Slug, string | null>>
  medianas?: Partial<Record<Slug, MedianaDoDia[]>>
  coleta?: Partial<Coleta>
  seq?: number
  reconstruidoEm?: string
}

/** A fictional CNPJ: wrong check digits. */
export function cnpjOf(posto: number): string {
  return `99${String(posto).padStart(10, '0')}00`
}

/** `count` more stations in Maceió, numbered from 900, at one price: enough of them make its median. */
export function crowd(count: number, preco: number, combustivel: Slug = 'gasolina-comum'): Pump[] {
  return Array.from({ length: count }, (_, i) => ({ preco, combustivel, posto: 900 + i }))
}

export function commitOf(pumps: readonly Pump[], situation: Situation = {}): Commit {
  const { atualizadoEm = AGORA, seq = 1 } = situation
  const numbered = pumps.map((pump, i) => ({ ...pump, posto: pump.posto ?? i + 1 }))
  const postos = new Map(numbered.map((pump) => [pump.posto, stationOf(pump)]))
  return {
    sha256: String(seq).padStart(64, '0'),
    cabecalho: {
      formato: 1,
      seq,
      prev: null,
      fonte: 'demonstracao',
      publicadoEm: atualizadoEm,
      atualizadoEm,
      atualizadoPorCombustivel: perFuel(({ slug }) => {
        const own = situation.atualizadoPorCombustivel?.[slug]
        return own === undefined ? atualizadoEm : own
      }),
      ...(situation.reconstruidoEm !== undefined && { reconstruidoEm: situation.reconstruidoEm }),
      coleta: collectionOf(situation.coleta),
    },
    estado: {
      atuais: perFuel(({ slug }) =>
        numbered
          .filter((pump) => fuelOfPump(pump) === slug)
          .map(productOf)
          .toSorted(byCnpj),
      ),
      postos: [...postos.values()].toSorted((a, b) => byCnpj(a.estabelecimento, b.estabelecimento)),
      medianas: perFuel(({ slug }) => situation.medianas?.[slug] ?? []),
    },
    fatias: [],
  }
}

export interface Beside {
  damaged?: number[]
  problem?: ReturnType<CurrentCommit['problem']>
  lost?: PublishedCommit
  files?: string[]
  refused?: Refused[]
  lastAttempt?: LastAttempt
  /** Whether the process collects, which it does unless told. */
  coleta?: boolean
  intervaloMinutos?: number
  /** Whether the process is collecting now. */
  isCollecting?: boolean
  attempts?: Omit<Store['attempts'], 'renew'>
  /** The present of the machine that answers. */
  agora?: string
}

/** The query module over such a commit, its store in memory; null is before the first commit. */
export async function queryOver(
  pumps: readonly Pump[] | null,
  situation: Situation = {},
  beside: Beside = {},
) {
  const store = createStore(memory(), 'demonstracao')
  if (beside.lastAttempt) await store.notes.writeLastAttempt(beside.lastAttempt)
  const loaded = pumps && { commit: commitOf(pumps, situation), damaged: beside.damaged ?? [] }
  const follow = {
    ...still(loaded),
    problem: () => beside.problem ?? null,
    lost: () => beside.lost ?? null,
  }
  const { agora = AGORA, coleta = true, intervaloMinutos = 60 } = beside
  const dataset = createDataset({
    store: {
      ...store,
      ...(beside.attempts && { attempts: beside.attempts }),
      damaged: () => beside.files ?? [],
      refused: () => beside.refused ?? [],
    },
    follow,
    clock: () => toMs(agora),
    coleta,
    intervaloMinutos,
    isCollecting: () => beside.isCollecting ?? false,
  })
  const query = createQuery({
    dataset,
    urlBase: 'http://localhost:3000',
    site: 'http://localhost:3000/gasolina/',
  })
  return { query, dataset, store }
}

export function collectionOf(more: Partial<Coleta> = {}): Coleta {
  return {
    inicio: '2026-04-16T11:45:00-03:00',
    fim: AGORA,
    resultado: 'completa',
    pedidos: 612,
    falhas: 0,
    fatias: 612,
    fatiasComFalha: [],
    fatiasVazias: 0,
    registros: 1900,
    vendasNovas: 300,
    recusados: { futuros: 0, invalidos: 0, motivos: {} },
    retidos: [],
    ...more,
  }
}

function byCnpj(a: { cnpj: string }, b: { cnpj: string }): number {
  return a.cnpj < b.cnpj ? -1 : 1
}

function fuelOfPump({ combustivel = 'gasolina-comum' }: Pump): Slug {
  return combustivel
}

function productOf(pump: Pump & { posto: number }): Atual {
  const { preco, codigo = '1', vendidoEm = '2026-04-16T10:00:00-03:00', corrida, antes = [] } = pump
  const slug = fuelOfPump(pump)
  return {
    cnpj: cnpjOf(pump.posto),
    produto: {
      codigo,
      descricao: slug.toUpperCase(),
      unidadeMedida: fuelOf(slug).unidade,
      venda: { dataVenda: vendidoEm, valorDeclarado: preco, valorVenda: preco },
    },
    corrida: corrida ?? [{ valor: preco, vendas: 1, desde: vendidoEm }],
    anteriores: antes.flatMap((preco) => [3600, Math.round(preco * 1000)]),
  }
}

function stationOf(pump: Pump & { posto: number }): Posto {
  const { posto, nome, razao, telefone = null, vendidoEm = '2026-04-16T10:00:00-03:00' } = pump
  const name = nome ?? `POSTO FICTICIO ${posto}`
  const estabelecimento: Estabelecimento = {
    cnpj: cnpjOf(posto),
    razaoSocial: razao ?? `${name} LTDA`,
    nomeFantasia: name,
    telefone,
    endereco: addressOf(pump),
  }
  return { estabelecimento, primeiraVenda: vendidoEm, ultimaVenda: vendidoEm }
}

function addressOf({
  // A highway, as tests place stations far from their district.
  rua = 'RODOVIA A',
  numero = 'S/N',
  bairro = 'CENTRO',
  cidade = MACEIO,
  ponto,
  cep = '57000000',
}: Pump): Estabelecimento['endereco'] {
  return {
    nomeLogradouro: rua,
    numeroImovel: numero,
    bairro,
    cep,
    codigoIBGE: cidade,
    municipio: municipioByCode(cidade)?.nomeNaFonte ?? 'ALHURES',
    latitude: ponto?.[0] ?? null,
    longitude: ponto?.[1] ?? null,
  }
}
