import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { combustiveis } from '../src/domain/facts/fuels.ts'
import { DAY } from '../src/domain/basics/time.ts'
import { type TestSale, type TestStation, testSales, testStations } from './source-server-data.ts'
import { type Fault, answerFault, sendJson, spoil } from './source-server-faults.ts'
import { type Search, problemWith } from './source-server-search.ts'
import { listenOn } from './listening.ts'

export interface SourceServer {
  /** Base address up to `/public`. */
  readonly url: string
  readonly token: string
  /** The source's clock, in milliseconds; it stands still until set. */
  now: number
  /** What its `date` header says: the clock's time and so many milliseconds, or nothing at all. */
  dateHeader: number | null
  /** Edit freely: the next answer shows it. */
  stations: TestStation[]
  sales: TestSale[]
  fault: Fault | null
  /** Searches received, oldest first. Empty it to start counting anew. */
  readonly requests: CapturedRequest[]
  /** Bytes written to all connections that are closed by now. */
  bytesSent(): number
  /** Requests that are neither answered nor given up. */
  pending(): number
  close(): Promise<void>
}

export interface CapturedRequest {
  url: string
  headers: IncomingHttpHeaders
  body: Search
}

export interface SourceServerOptions {
  now?: number
  token?: string
  stations?: TestStation[]
  sales?: TestSale[]
  /** Gives pages no larger than this, whatever is asked for, so that few sales fill several. */
  maxPageSize?: number
}

const PATH = '/sfz-economiza-alagoas-api/api/public'

/** The tax authority's interface on a free local port, with sales of its own and faults on demand. */
export async function startSourceServer({
  now = Date.parse('2026-04-16T15:00:00Z'),
  token = 'token-de-teste',
  stations = testStations(),
  sales = testSales(now),
  maxPageSize = Infinity,
}: SourceServerOptions = {}): Promise<SourceServer> {
  let frozenAt: number | undefined
  let eligible = 0
  let sent = 0
  let pending = 0
  let madeUp = 0
  const server = createServer((req, res) => void receive(req, res))
  server.on('connection', (socket) => socket.on('close', () => (sent += socket.bytesWritten)))
  server.on('request', (_, res) => {
    pending++
    res.on('close', () => pending--)
  })
  const { base } = await listenOn(server)

  const control: SourceServer = {
    url: base + PATH,
    token,
    now,
    dateHeader: 0,
    stations,
    sales,
    fault: null,
    requests: [],
    bytesSent: () => sent,
    pending: () => pending,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return control

  async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (control.dateHeader === null) res.sendDate = false
    else res.setHeader('date', new Date(control.now + control.dateHeader).toUTCString())
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Search
    control.requests.push({ url: req.url ?? '', headers: req.headers, body })
    if (req.url !== `${PATH}/combustivel/pesquisa`) return sendJson(res, 404, { status: 404 })
    const fault = strikes(body) ? control.fault : null
    frozenAt = control.fault?.tipo === 'congelado' ? (frozenAt ?? control.now) : undefined
    const wrongToken = req.headers['apptoken'] !== control.token
    const problem = problemWith(body)
    const answer = () => page(fault, body)
    if (wrongToken) answerFault({ tipo: 'token' }, req, res, () => '')
    else if (problem) sendJson(res, 400, { timestamp: new Date(control.now).toISOString(), message: problem })
    else if (!fault || !answerFault(fault, req, res, () => JSON.stringify(answer())))
      sendJson(res, 200, answer())
  }

  function strikes({ produto, estabelecimento, pagina = 1 }: Search): boolean {
    const { fault } = control
    if (!fault || (fault.vezes ?? 1) <= 0) return false
    if (fault.tipos && !fault.tipos.includes(produto?.tipoCombustivel ?? 0)) return false
    if (fault.municipios && !fault.municipios.includes(estabelecimento?.municipio?.codigoIBGE ?? 0))
      return false
    if (fault.paginas && !fault.paginas.includes(pagina)) return false
    if (eligible++ % (fault.aCada ?? 1) !== 0) return false
    if (fault.vezes !== undefined) fault.vezes--
    return true
  }

  function page(fault: Fault | null, { produto, estabelecimento, dias = 1, ...search }: Search) {
    const shown = recordsOf(produto?.tipoCombustivel, estabelecimento?.municipio?.codigoIBGE, dias)
    const records = fault ? spoil(fault, shown, control.now) : shown
    const pagina = fault?.tipo === 'repetido' ? 1 : (search.pagina ?? 1)
    const registrosPorPagina = Math.min(search.registrosPorPagina ?? 100, maxPageSize)
    const totalPaginas = Math.max(1, Math.ceil(records.length / registrosPorPagina))
    if (fault?.tipo === 'semFim') return endlessPage(search.pagina ?? 1, Number(fault.valor ?? 1e9))
    const conteudo = records.slice((pagina - 1) * registrosPorPagina, pagina * registrosPorPagina)
    return {
      totalRegistros: records.length + (fault?.tipo === 'totais' ? 7 : 0),
      totalPaginas,
      pagina,
      registrosPorPagina,
      registrosPagina: conteudo.length,
      primeiraPagina: pagina === 1,
      ultimaPagina: pagina >= totalPaginas && fault?.tipo !== 'repetido',
      conteudo,
    }
  }

  /** Five hundred sales nobody has seen, at stations nobody has seen, and never the last page. */
  function endlessPage(pagina: number, totalRegistros: number) {
    const [sale] = control.sales
    const [station] = control.stations
    const conteudo = Array.from({ length: sale && station ? 500 : 0 }, () => {
      const cnpj = String(++madeUp).padStart(14, '0')
      return sale && station && toRecord(sale, { ...station, cnpj })
    })
    return {
      totalRegistros,
      totalPaginas: 1e9,
      pagina,
      registrosPorPagina: 500,
      registrosPagina: conteudo.length,
      primeiraPagina: pagina === 1,
      ultimaPagina: false,
      conteudo,
    }
  }

  /** The last sale per station and product code within the window, cheapest first. */
  function recordsOf(tipo: number | undefined, codigoIBGE: number | undefined, dias: number) {
    const at = frozenAt ?? control.now
    const slug = combustiveis.find((c) => c.codigoOrigem === tipo)?.slug
    const newest = new Map<string, TestSale>()
    for (const sale of control.sales) {
      const key = `${sale.cnpj}/${sale.codigo}`
      if (sale.combustivel !== slug || (sale.visivelDesde ?? sale.em) > at || at - sale.em > dias * DAY)
        continue
      if (sale.em >= (newest.get(key)?.em ?? 0)) newest.set(key, sale)
    }
    return [...newest.values()]
      .flatMap((sale) => {
        const station = control.stations.find((s) => s.cnpj === sale.cnpj)
        return station && station.endereco.codigoIBGE === codigoIBGE ? [toRecord(sale, station)] : []
      })
      .toSorted((a, b) => a.produto.venda.valorVenda - b.produto.venda.valorVenda)
  }
}

function toRecord(sale: TestSale, station: TestStation) {
  const { codigo, descricao = 'PRODUTO DE TESTE', unidadeMedida = 'L', em, valorDeclarado } = sale
  const dataVenda = `${new Date(em).toISOString().slice(0, 19)}Z`
  const venda = { dataVenda, valorDeclarado, valorVenda: sale.valorVenda ?? valorDeclarado }
  return {
    produto: { codigo, descricao, unidadeMedida, venda },
    estabelecimento: structuredClone(station) as TestStation & Record<string, unknown>,
  }
}
