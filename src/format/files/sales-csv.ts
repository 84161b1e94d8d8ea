import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import type { VendaJulgada } from '../../domain/trust/judging-past.ts'
import { dayOf } from '../../domain/basics/time.ts'
import { csvPieces } from './csv.ts'
import { type Columns, sheetOf } from './sheet.ts'

/** `dia` is that of the sale, in Maceió. */
const COLUMNS: Columns<VendaJulgada> = {
  cnpj: ({ venda }) => venda.cnpj,
  combustivel: ({ venda }) => venda.combustivel,
  codigo: ({ venda }) => venda.codigo,
  dataVenda: ({ venda }) => venda.dataVenda,
  dia: ({ venda }) => dayOf(venda.dataVenda),
  valorDeclarado: ({ venda }) => venda.valorDeclarado,
  valorVenda: ({ venda }) => venda.valorVenda,
  suspeito: ({ suspeito }) => suspeito?.motivo,
}

/** One month's sales as gzipped CSV, written station by station. */
export function createSalesCsv() {
  const gzip = createGzip()
  const written = buffer(gzip)
  const [header = ''] = toCsv([])
  gzip.write(header)

  return {
    async add(rows: readonly VendaJulgada[]): Promise<void> {
      const [, ...lines] = toCsv(rows)
      for (const text of lines) if (!gzip.write(text)) await once(gzip, 'drain')
    },
    finish(): Promise<Uint8Array> {
      gzip.end()
      return written
    },
  }
}

function toCsv(rows: readonly VendaJulgada[]): Iterable<string> {
  return csvPieces(sheetOf('vendas', rows, COLUMNS))
}
