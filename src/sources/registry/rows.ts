import { GasolinaError } from '../../errors.ts'

/** A row by the names of its layout, in lower case. */
export type Row = Readonly<Record<string, unknown>>

/** One file or page. */
export interface Rows {
  rows: readonly Row[]
  /** Rows without the fields that the header names. */
  setAside: number
  /** Pages and rows of the whole. */
  pages: number
  told: number
}

/** Refuses a registry by name. `motivo` goes on after «O cadastro não serve:». */
export function refused(motivo: string): GasolinaError {
  return new GasolinaError('fonte_falhou', `O cadastro não serve: ${motivo}.`)
}
