import { counted, reais, salesTold } from '../words/page-figures.ts'
import { make, pageAt } from './dom.ts'

export interface CompactStation {
  cnpj: string
  nome: string
  bairro: string
  municipio: string
  latitude: number
  longitude: number
  exata: boolean
  precisao: 'exata' | 'bairro' | 'municipio'
  preco: number
  provavel: number
  dataVenda: string
  /** Sales at exactly the price. */
  vendas: number
  seguidas?: number
  /** Sales at exactly a doubtful price, else 0. */
  duvida: number
  /** Usual price of the station, where the price is doubtful. */
  usual?: number | null
  /** Place of the price among those of its town. */
  faixa: 'barato' | 'normal' | 'caro' | null
  /** Absent where no registry was taken. */
  bandeira?: string | null
  bandeiraNome?: string | null
}

/** All stations of a fuel, the lowest price first; those without any place have null for their point. */
export async function readStations(combustivel: string) {
  const response = await fetch(pageAt(`dados/${combustivel}.min.json`))
  if (!response.ok) throw new Error(`${response.status}`)
  const { campos, postos, atualizadoEm } = (await response.json()) as {
    campos: string[]
    postos: unknown[][]
    atualizadoEm: string
  }
  const stations = postos.map(
    (values) => Object.fromEntries(campos.map((campo, i) => [campo, values[i]])) as unknown as CompactStation,
  )
  return { stations, atualizadoEm }
}

export function linkTo({ cnpj, nome }: CompactStation): HTMLAnchorElement {
  return make('a', { href: pageAt(`posto/${cnpj}/`) }, nome)
}

/** Sales behind a price, as in lists: `13 vendas`, or `só 1 venda; o usual é R$ 6,60` of a doubtful one. A file kept by an older version has no usual price. */
export function backing({ vendas, seguidas, duvida, usual }: CompactStation): string {
  if (duvida === 0) return salesTold(vendas, seguidas)
  return `só ${counted(duvida, 'venda', 'vendas')}${usual ? `; o usual é ${reais(usual)}` : ''}`
}
