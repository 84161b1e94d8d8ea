import { combustiveis, fuelOf } from '../../domain/facts/fuels.ts'
import { WINDOW_DAYS } from '../../domain/facts/rules.ts'
import { createPageGuard } from '../../response-limits.ts'
import { type AttemptOptions, createAttempt } from './sales-request.ts'
import { type Fatia, type Source, type Tally, RequestFailure, slicesBySize } from '../source.ts'
import { type Pauses, withRetries } from '../web/requests.ts'

/** The largest slice has 115 records today; pages matter from 500 on. */
const PAGE_SIZE = 500
/** Limit of one slice, two hundred times the largest of today: an endless answer is dropped whole. */
const MAX_RECORDS = 25_000
const MAX_PAGES = MAX_RECORDS / PAGE_SIZE
const MAX_BYTES = 32 * 1024 * 1024
/** Maceió and Arapiraca. */
const FIRST_COMMIT_MUNICIPALITIES = 2

/** The tax authority's interface (Economiza Alagoas). The token goes to `url` and nowhere else. */
export function createSefaz(options: AttemptOptions & Pauses): Source {
  const attempt = createAttempt(options)

  async function fetch<T>(fatia: Fatia, signal: AbortSignal, read: (raw: unknown) => T, tally: Tally) {
    const registros: T[] = []
    const seen = new Set<string>()
    const leadsTo = createPageGuard(MAX_PAGES)
    let bytes = 0
    for (let pagina = 1; ; pagina++) {
      const before = registros.length
      const ask = () => attempt(searchFor(fatia, pagina), signal)
      const { page, relogio, ...answer } = await withRetries(ask, signal, options, tally)
      bytes += answer.bytes
      const isEndless =
        page.totalRegistros > MAX_RECORDS ||
        bytes > MAX_BYTES ||
        (!page.ultimaPagina && leadsTo(pagina + 1) !== 'new')
      if (isEndless) {
        tally.falhas++
        throw new RequestFailure(ENDLESS)
      }
      for (const record of page.conteudo) {
        // Page boundaries shift when prices change, so a record may come twice.
        const known = JSON.stringify(saleOf(record))
        if (seen.has(known)) continue
        seen.add(known)
        registros.push(read(record))
      }
      const isLast = page.ultimaPagina || page.totalRegistros === 0
      // The same page again and again: the records are good, but maybe not complete.
      const isRepeated = !isLast && registros.length === before
      if (isRepeated) tally.falhas++
      if (isLast || isRepeated) return { registros, relogio }
    }
  }

  return {
    fatias: slicesBySize(),
    firstCommitAfter: FIRST_COMMIT_MUNICIPALITIES * combustiveis.length,
    fetch,
  }
}

/** The fields that tell a sale from others, a sixth of the text of a record; all of one without them. */
function saleOf(record: unknown): unknown {
  const { produto, estabelecimento } = (record ?? {}) as RawRecord
  return produto?.venda && estabelecimento?.cnpj
    ? [estabelecimento.cnpj, produto.codigo, produto.venda]
    : record
}

interface RawRecord {
  produto?: { codigo?: unknown; venda?: unknown } | null
  estabelecimento?: { cnpj?: unknown } | null
}

const ENDLESS = 'A fonte não parou de mandar páginas, e a consulta foi abandonada.'

function searchFor({ codigoIBGE, combustivel }: Fatia, pagina: number) {
  return {
    produto: { tipoCombustivel: fuelOf(combustivel).codigoOrigem },
    estabelecimento: { municipio: { codigoIBGE } },
    dias: WINDOW_DAYS,
    pagina,
    registrosPorPagina: PAGE_SIZE,
  }
}
