import type { Instante } from '../basics/time.ts'

/** The national regulator's open registry of stations, its part on the state, as an operator took it. */
export interface Cadastro {
  /** The address or the name of the file. */
  origem: string
  em: Instante
  /** Rows that could not be read. */
  recusadas: number
  /** By CNPJ. */
  postos: readonly PostoCadastrado[]
}

/** A station of the registry: facts as written, so that a better table of brands corrects the past too. */
export interface PostoCadastrado {
  cnpj: string
  /** The distributor, cleaned; empty when not told. */
  distribuidora: string
  /** The JSON layout alone has coordinates; null without them. */
  latitude: number | null
  longitude: number | null
}
