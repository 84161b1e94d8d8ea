import { type Slug, perFuel } from '../../src/domain/facts/fuels.ts'
import type { Estabelecimento, Venda } from '../../src/domain/facts/sale-record.ts'
import {
  type Atual,
  type Commit,
  type EstadoDosPrecos,
  type MedianaDoDia,
  emptyEstado,
} from '../../src/domain/state/commit-state.ts'
import { monthOf } from '../../src/domain/basics/time.ts'
import { type Snapshot, createSnapshot } from '../../src/query/lists/snapshot.ts'
import { memory } from '../memory.ts'
import { createStore } from '../../src/store/store.ts'
import type { SalesLog } from '../../src/store/sales/sales-log.ts'

export const CNPJ = '11222333000100'

/** A sale of R$ 6,00 at 10:00 unless told otherwise; `em` is day and time of Maceió. */
export function sale(em: string, valorDeclarado = 6, more: Partial<Venda> = {}): Venda {
  const [dia, hora = '10:00'] = em.split(' ')
  return {
    cnpj: CNPJ,
    combustivel: 'gasolina-comum',
    codigo: '1',
    dataVenda: `${dia}T${hora}:00-03:00`,
    valorDeclarado,
    valorVenda: valorDeclarado,
    ...more,
  }
}

export interface Situation {
  atualizadoEm?: string
  medianas?: Partial<Record<Slug, MedianaDoDia[]>>
  /** Stations known besides those that sold. */
  semVendas?: string[]
  /** The invoices' words for every product. */
  descricao?: string
}

/** What a collector would hold after seeing these sales, in a store in memory. */
export async function afterSales(
  sales: readonly Venda[],
  {
    atualizadoEm = '2026-04-16T12:00:00-03:00',
    medianas,
    semVendas = [],
    descricao = 'PRODUTO',
  }: Situation = {},
): Promise<{ snapshot: Snapshot; sales: SalesLog }> {
  const store = createStore(memory(), 'demonstracao')
  const months = new Set(sales.map(({ dataVenda }) => monthOf(dataVenda)))
  for (const month of months)
    await store.sales.append(
      month,
      sales.filter(({ dataVenda }) => monthOf(dataVenda) === month),
    )
  const estado: EstadoDosPrecos = {
    ...emptyEstado(),
    atuais: perFuel(({ slug }) =>
      newestOf(
        sales.filter(({ combustivel }) => combustivel === slug),
        descricao,
      ),
    ),
    postos: [...new Set([...sales.map(({ cnpj }) => cnpj), ...semVendas])].toSorted().map((cnpj) => {
      const times = sales.filter((v) => v.cnpj === cnpj).map(({ dataVenda }) => dataVenda)
      const [primeiraVenda = atualizadoEm] = times.toSorted()
      return {
        estabelecimento: stationOf(cnpj),
        primeiraVenda,
        ultimaVenda: times.toSorted().at(-1) ?? atualizadoEm,
      }
    }),
    medianas: perFuel(({ slug }) => medianas?.[slug] ?? []),
  }
  return { snapshot: createSnapshot(commitOf(estado, atualizadoEm), store), sales: store.sales }
}

/** The same median on each of some days, in reais. */
export function medians(mediana: number, ...dias: string[]): MedianaDoDia[] {
  return dias.map((dia) => ({ dia, mediana, postos: 100 }))
}

function newestOf(sales: readonly Venda[], descricao: string): Atual[] {
  const newest = new Map<string, Venda>()
  for (const venda of sales.toSorted((a, b) => (a.dataVenda < b.dataVenda ? -1 : 1)))
    newest.set(`${venda.cnpj} ${venda.codigo}`, venda)
  return [...newest.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { cnpj, codigo, dataVenda, valorDeclarado, valorVenda }]) => ({
      cnpj,
      produto: {
        codigo,
        descricao,
        unidadeMedida: 'L',
        venda: { dataVenda, valorDeclarado, valorVenda },
      },
      corrida: [{ valor: valorDeclarado, vendas: 1, desde: dataVenda }],
    }))
}

function commitOf(estado: EstadoDosPrecos, atualizadoEm: string): Commit {
  return {
    sha256: '0'.repeat(64),
    cabecalho: {
      formato: 1,
      seq: 1,
      prev: null,
      fonte: 'demonstracao',
      publicadoEm: atualizadoEm,
      atualizadoEm,
      atualizadoPorCombustivel: perFuel(() => atualizadoEm),
      coleta: {
        inicio: atualizadoEm,
        fim: atualizadoEm,
        resultado: 'completa',
        pedidos: 0,
        falhas: 0,
        fatias: 0,
        fatiasComFalha: [],
        fatiasVazias: 0,
        registros: 0,
        vendasNovas: 0,
        recusados: { futuros: 0, invalidos: 0, motivos: {} },
        retidos: [],
      },
    },
    estado,
    fatias: [],
  }
}

function stationOf(cnpj: string): Estabelecimento {
  return {
    cnpj,
    razaoSocial: 'POSTO FICTICIO LTDA',
    nomeFantasia: 'POSTO FICTICIO',
    telefone: null,
    endereco: {
      nomeLogradouro: 'RUA A',
      numeroImovel: 'S/N',
      bairro: 'CENTRO',
      cep: '57000000',
      codigoIBGE: 2704302,
      municipio: 'MACEIO',
      latitude: null,
      longitude: null,
    },
  }
}
