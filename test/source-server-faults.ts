import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

/** Faults that replace the answer, then those that spoil the records or the totals in it. */
export type FaultKind =
  | 'token'
  | 'waf'
  | 'limite'
  | 'erro500'
  | 'erro503'
  | 'html'
  | 'corpoVazio'
  | '204'
  | 'truncado'
  | 'corte'
  | 'corteNoMeio'
  | 'lento'
  | 'gotas'
  | 'gotasNoCabecalho'
  | 'redireciona'
  | 'bomba'
  | 'enorme'
  | 'forma'
  | 'vazio'
  | 'parcial'
  | 'congelado'
  | 'absurdo'
  | 'fator'
  | 'tipos'
  | 'hostil'
  | 'futuro'
  | 'totais'
  | 'repetido'
  | 'semFim'

export interface Fault {
  tipo: FaultKind
  /** How many requests it hits before it is over; all when absent. */
  vezes?: number
  /** Hits only every n-th request it could hit. */
  aCada?: number
  /** Fuel codes 1…6, municipalities and pages it is limited to. */
  tipos?: number[]
  paginas?: number[]
  municipios?: number[]
  /** `fator`: every price times it; `absurdo`: the price; `hostil`: the name; `redireciona`: where to; `forma`: the body; `semFim`: the total told. */
  valor?: unknown
  /** `parcial`: the share of records left. */
  fracao?: number
  /** `limite`, `erro503`: the header. */
  retryAfter?: string
}

interface RawRecord {
  produto: { venda: Record<string, unknown> }
  estabelecimento: Record<string, unknown> & { endereco: Record<string, unknown> }
}

/** Answers as a fault does; false when the fault leaves the answer to the server. */
export function answerFault(
  fault: Fault,
  req: IncomingMessage,
  res: ServerResponse,
  whole: () => string,
): boolean {
  const answers: Partial<Record<FaultKind, () => unknown>> = {
    token: () => sendJson(res, 500, { status: 500, message: 'Autorização do aplicativo não encontrada' }),
    waf: () => send(res, 403, 'text/html', '<html>signature</html>'),
    limite: () =>
      send(res, 429, 'application/json', '{"message":"Limite."}', { 'retry-after': fault.retryAfter ?? '2' }),
    erro500: () => sendJson(res, 500, { message: 'Erro interno.' }),
    erro503: () =>
      send(res, 503, 'text/plain', '', fault.retryAfter ? { 'retry-after': fault.retryAfter } : {}),
    html: () => send(res, 200, 'text/html', '<html><body>Manutenção</body></html>'),
    corpoVazio: () => send(res, 200, 'application/json', ''),
    '204': () => res.writeHead(204).end(),
    truncado: () => send(res, 200, 'application/json', whole().slice(0, whole().length / 2)),
    corte: () => req.socket.destroy(),
    corteNoMeio: () => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': 100_000 })
      res.write(whole().slice(0, 100), () => req.socket.destroy())
    },
    lento: () => undefined,
    gotas: () => drip(res),
    gotasNoCabecalho: () => dripHeaders(req),
    redireciona: () => res.writeHead(307, { location: String(fault.valor) }).end(),
    bomba: () =>
      send(res, 200, 'application/json', gzipSync(Buffer.alloc(64 << 20, ' ')), {
        'content-encoding': 'gzip',
      }),
    enorme: () => flood(res),
    forma: () => sendJson(res, 200, fault.valor),
  }
  const answer = answers[fault.tipo]
  answer?.()
  return answer !== undefined
}

/** Changes records in place and returns those that are left. */
export function spoil(fault: Fault, records: RawRecord[], now: number): RawRecord[] {
  const { tipo, valor, fracao = 0.3 } = fault
  if (tipo === 'vazio') return []
  if (tipo === 'parcial') return records.slice(0, Math.floor(records.length * fracao))
  const hit = tipo === 'absurdo' ? records.slice(0, 2) : records
  for (const { produto, estabelecimento } of hit) {
    const { venda } = produto
    if (tipo === 'absurdo') venda['valorDeclarado'] = venda['valorVenda'] = valor ?? 0.01
    if (tipo === 'fator') {
      venda['valorDeclarado'] = Math.round(Number(venda['valorDeclarado']) * Number(valor) * 100) / 100
      venda['valorVenda'] = Number(venda['valorVenda']) * Number(valor)
    }
    if (tipo === 'tipos') {
      venda['valorDeclarado'] = String(venda['valorDeclarado']).replace('.', ',')
      estabelecimento.endereco['latitude'] = null
    }
    if (tipo === 'hostil') estabelecimento['nomeFantasia'] = valor ?? "=CMD|' /C calc'!A0"
    if (tipo === 'futuro') venda['dataVenda'] = new Date(now + 3_600_000).toISOString()
  }
  return records
}

export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  send(res, status, 'application/json;charset=UTF-8', JSON.stringify(body))
}

function send(res: ServerResponse, status: number, type: string, body: string | Buffer, headers = {}): void {
  res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers })
  res.end(body)
}

/** A body that is never over: white space, which JSON allows, a little at a time. */
function drip(res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => res.write(' '), 2)
  res.on('close', () => clearInterval(timer))
}

/** Headers that are never over: one more of them at a time. */
function dripHeaders({ socket }: IncomingMessage): void {
  socket.write('HTTP/1.1 200 OK\r\n')
  const timer = setInterval(() => socket.write('x-gota: 1\r\n'), 2)
  socket.on('close', () => clearInterval(timer))
}

/** One GiB of white space, as fast as it is read. */
function flood(res: ServerResponse): void {
  const chunk = Buffer.alloc(64 << 10, ' ')
  let left = (1 << 30) / chunk.length
  res.writeHead(200, { 'content-type': 'application/json' })
  more()

  function more(): void {
    while (left-- > 0) {
      if (res.destroyed) return
      if (!res.write(chunk)) return void res.once('drain', more)
    }
    res.end()
  }
}
