export type FormatoDeArquivo = 'json' | 'csv'

/** A download, byte for byte as HTTP serves it. */
export interface Arquivo {
  /** `gasolina-comum.csv`; in the demonstration `demonstracao-gasolina-comum.csv`. */
  nome: string
  tipo: string
  /** Pieces of the body, in order. */
  pieces: readonly Uint8Array[]
}

/** Fiction never passes for real, by its file's name either. */
export function fileName(nome: string, { demonstracao }: { demonstracao: boolean }): string {
  return demonstracao ? `demonstracao-${nome}` : nome
}
