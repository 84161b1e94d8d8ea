/**
 * One of the clients of `soak.sh`: every address, in every method and encoding, until it is killed. Once a second it prints
 * what came since: answers by status, and connections that ended without one.
 *
 *   npx tsx bench/reliability/soak.ts <url> <connections>
 */
import { connect } from 'node:net'
import { randomInt } from 'node:crypto'

const [base = '', connections = '24'] = process.argv.slice(2)
const { hostname, port, host } = new URL(base)
const seen: Record<string, number> = {}
const count = (what: string | number): void => void (seen[what] = (seen[what] ?? 0) + 1)
const any = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T
const under = (most: number): boolean => randomInt(100) < most

const written = await addressesWritten()
const usual = written.slice(0, 100)
const { cnpjs, municipios, bairros, files } = await names()
const fuels = ['gasolina-comum', 'etanol', 'gasolina-aditivada', 's10', 'diesel-comum', 'gnv', 'gas', '%00']
const days = ['2026-11-01', '2026-11-20', '2025-02-29', 'ontem']
const point = (): string => `lat=${-9.4 - randomInt(900) / 1000}&lon=${-35.6 - randomInt(900) / 1000}`
const made: readonly (() => string)[] = [
  () => `api/precos?${point()}&raio=${1 + randomInt(30)}&combustivel=${any(fuels)}`,
  () => `api/precos?municipio=${any(municipios)}&combustivel=${any(fuels)}&limite=${randomInt(20)}`,
  () => `api/precos?bairro=${any(bairros)}&ordenar=${any(['provavel', 'recente', 'distancia'])}`,
  () => `api/precos?${point()}&litros=40&consumo=${any(['10', '0', 'x'])}&ordenar=custo`,
  () => `api/precos?rota=-9.66,-35.73;-9.75,-36.66&desvio=${randomInt(10)}`,
  () => `api/precos?pagina=${randomInt(9)}&registrosPorPagina=${any(['1', '100', '5000', '9999'])}`,
  () => `api/precos?formato=csv&dialeto=${any(['padrao', 'excel'])}&municipio=${any(municipios)}`,
  () => `api/precos?${any(['utm_x', 'q', '%E2%82%AC', '__proto__'])}=${randomInt(1e6)}`,
  () => `api/posto/${any(cnpjs)}`,
  () => `api/historico/${any(cnpjs)}?desde=${any(days)}&granularidade=${any(['dia', 'mudancas', 'mes'])}`,
  () => `api/historico?municipio=${any(municipios)}&granularidade=${any(['dia', 'semana', 'mudancas'])}`,
  () => `api/estatisticas?municipio=${any(municipios)}&horas=${randomInt(240)}`,
  () => `api/estatisticas?por=${any(['municipio', 'bandeira', 'bairro'])}`,
  () => `api/postos?nome=${any(['shell', 'posto', 'zzzz', 'ipiranga'])}&limite=${1 + randomInt(50)}`,
  () => `api/bairros?municipio=${any(municipios)}`,
  () => `api/mudancas?desde=${any(['inicio', 'agora', '1-000000000000', 'x'])}&limite=${1 + randomInt(500)}`,
  () => `busca/?q=${any([...bairros, ...municipios, '%', '57035'])}`,
  () => `comparar/?municipios=${any(municipios)},${any(municipios)}`,
  () => `posto/${any(cnpjs)}/`,
  () => `favoritos/?postos=${any(cnpjs)},${any(cnpjs)}`,
  () => `perto/?${point()}`,
  () => `dados/historico/${any(files)}`,
  () => any(['%ff', '../../etc/passwd', 'a/'.repeat(50), 'estatico/x.js', 'api/precos/', 'gasolina-comun/']),
]
const encodings = [
  '',
  'gzip',
  'br',
  'gzip, deflate, br, zstd',
  'identity;q=0',
  '*;q=0',
  'br;q=0.1, gzip;q=0.2',
]
const methods = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'QUERY', 'BREW']
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'soak', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

setInterval(() => {
  console.log(JSON.stringify(seen))
  for (const what in seen) delete seen[what]
}, 1000)
for (let i = 0; i < Number(connections); i++) ask()

/** One connection: a question, its answer, the next question; another connection when it ends. */
function ask(): void {
  const socket = connect(Number(port), hostname)
  let [buffer, method, wanted, tag] = [Buffer.alloc(0), '', 0, '']
  let isHead = true
  const next = (): void => {
    const question = under(6) ? message() : plain(tag)
    ;[method] = question.split(' ') as [string]
    isHead = true
    socket.write(question)
    // A client that goes away in the middle of the answer.
    if (under(1)) setTimeout(() => socket.destroy(), randomInt(20))
  }
  socket.on('connect', next)
  socket.on('data', (chunk) => {
    if (!isHead) wanted -= chunk.length
    else {
      buffer = Buffer.concat([buffer, chunk])
      const end = buffer.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = buffer.toString('latin1', 0, end)
      const status = head.slice(9, 12)
      count(status)
      if (status.startsWith('5')) console.error(method, head)
      tag = /^etag: (.*)$/im.exec(head)?.[1] ?? ''
      const isEmpty = method === 'HEAD' || ['204', '304'].includes(status)
      const length = /^content-length: (\d+)/im.exec(head)?.[1]
      // Few answers are streamed, without a length: the next question takes another connection.
      wanted = isEmpty ? 0 : Number(length ?? Infinity)
      wanted -= buffer.length - end - 4
      ;[buffer, isHead] = [Buffer.alloc(0), false]
      if (wanted === Infinity || /^connection: close/im.test(head)) return void socket.end()
    }
    if (wanted < 0) count('too long')
    if (wanted <= 0) next()
  })
  socket.on('error', ({ message: why }) => count(why.split(' ')[1] ?? why))
  socket.on('close', () => setTimeout(ask, 1))
}

function plain(tag: string): string {
  // As everywhere, few addresses are asked for by most.
  const path = under(15) ? `/gasolina/${any(made)()}` : any(under(75) ? usual : written)
  const headers = [
    ...(under(70) ? [`accept-encoding: ${any(encodings)}`] : []),
    ...(under(10) ? [`if-none-match: ${any(['*', '"x"', tag])}`] : []),
    ...(under(5) ? [`range: bytes=${any(['0-99', '-1', '5-', '9-1', 'x'])}`] : []),
    ...(under(5) ? ['accept: text/html', `if-modified-since: ${new Date().toUTCString()}`] : []),
    ...(under(2) ? [`host: ${any(['evil.example', '::', 'a b'])}`] : [`host: ${host}`]),
  ]
  return `${under(90) ? 'GET' : any(methods)} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`
}

/** A call of a tool, in either era, or something that is none. */
function message(): string {
  const isModern = under(50)
  const name = any(['precos', 'posto', 'historico', 'estatisticas', 'nada'])
  const params = {
    name,
    arguments: any([{}, { municipio: any(municipios) }, { cnpj: any(cnpjs) }, { x: 1 }]),
  }
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { ...params, ...(isModern && { _meta: meta }) },
  }
  const body = under(90)
    ? JSON.stringify(call)
    : any(['[]', '{', 'null', '{"jsonrpc":"2.0","id":1,"method":"ping"}'])
  const headers = [
    `host: ${host}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(isModern ? ['mcp-protocol-version: 2026-07-28', 'mcp-method: tools/call', `mcp-name: ${name}`] : []),
  ]
  return `POST /mcp HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`
}

/** What pages and documents lead to. */
async function addressesWritten(): Promise<string[]> {
  const known = new Set([
    '/',
    '/saude',
    '/mcp',
    '/llms.txt',
    '/robots.txt',
    '/sitemap.xml',
    '/gasolina/sw.js',
  ])
  const { paths } = await json<{ paths: object }>('api/openapi.json')
  const { endpoints } = await json<{ endpoints: object }>('api/')
  for (const path of Object.keys(paths)) if (!path.includes('{')) known.add(path)
  for (const path of Object.keys(endpoints)) if (!path.includes('{')) known.add(path.replace(/^\S+ /, ''))
  for (const path of [
    '/gasolina/',
    '/gasolina/desenvolvedores/',
    '/gasolina/mudancas.atom',
    '/sitemap.xml',
    '/gasolina/maceio/',
    '/gasolina/api/',
  ]) {
    const text = await (await fetch(base + path)).text()
    for (const [, link = ''] of text.matchAll(
      /(?:href="|src="|action="|<loc>|: ?")((?:https?:\/\/|\/)[^"<\s]+)/g,
    )) {
      const { origin, pathname, search } = new URL(link.replaceAll('&amp;', '&'), base)
      if (origin === new URL(base).origin) known.add(pathname + search)
    }
  }
  return [...known]
}

async function names(): Promise<Record<'cnpjs' | 'municipios' | 'bairros' | 'files', string[]>> {
  const { conteudo } = await json<{ conteudo: { estabelecimento: { cnpj: string } }[] }>('api/postos')
  const { resources } = await json<{ resources: { path: string }[] }>('dados/historico/datapackage.json')
  return {
    cnpjs: [...conteudo.map(({ estabelecimento }) => estabelecimento.cnpj), '00000000000000', 'x'],
    municipios: [...(await namesAt('api/municipios')), 'narnia', ''],
    bairros: [...(await namesAt('api/bairros')), 'centro', 'ponta+verde'],
    files: resources.map(({ path }) => path),
  }
}

async function namesAt(path: string): Promise<string[]> {
  const { conteudo } = await json<{ conteudo: { nome: string }[] }>(path)
  return conteudo.map(({ nome }) => encodeURIComponent(nome))
}

/** A document of the server; what is read of it is what it promises. */
async function json<T>(path: string): Promise<T> {
  return (await fetch(`${base}/gasolina/${path}`)).json() as Promise<T>
}
