import { readFileSync } from 'node:fs'

/** What has to be found out to answer; `truth.ts` knows how, from the downloads. */
export interface Sought {
  tipo:
    | 'menor'
    | 'mediana'
    | 'quantos'
    | 'paridade'
    | 'economia'
    | 'posto'
    | 'venda'
    | 'ambiguo'
    | 'faixaDoMes'
    | 'comparar'
    | 'poupanca'
    | 'perto'
    | 'frases'
  combustivel?: string
  /** As the downloads write it. */
  municipio?: string
  municipios?: string[]
  bairro?: string
  /** A CNPJ names the station as well: whose name is an order, an answer need not repeat it. */
  ouCnpj?: true
  /** Words of the name of one station. */
  nome?: string
  ponto?: [latitude: number, longitude: number]
  raio?: number
  litros?: number
  /** km a litre on ethanol and on gasoline. */
  consumo?: [alcool: number, gasolina: number]
}

export interface Question {
  id: string
  familia: string
  /** What was asked before, when the question follows another. */
  antes?: string[]
  pergunta: string
  procura: Sought
  /** One of these has to be said, in any case, accents aside. */
  dizUm?: string[]
  /** None of these may be said. */
  naoDiz?: string[]
  /** No price may be told. */
  semPreco?: true
  /** Calls it may take; two where nothing is said. */
  chamadas?: number
}

const FILE = new URL('perguntas.json', import.meta.url)

export const questions = JSON.parse(readFileSync(FILE, 'utf8')) as Question[]
