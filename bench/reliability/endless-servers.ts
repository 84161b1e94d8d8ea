/**
 * Servers that never end, repeat themselves or send too much, asked by `vigiar`, `--api` and an S3 store of the real program:
 * `npx tsx bench/reliability/endless-servers.ts [casos…]`. Needs `npm run build` and Linux; about three minutes.
 * Expected of each case: at most so many requests, memory at most 200 MB above an honest server's, an end by itself or within
 * a second of Ctrl-C. Ends with 1 when not. GASOLINA_BENCH_PROGRAMA names another build's bin/run.js.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { listenOn } from '../../test/listening.ts'
import { path } from '../processes.ts'

interface Case {
  answer: RequestListener
  args?: string[]
  s3?: boolean
  most: number
}

const RUN = process.env['GASOLINA_BENCH_PROGRAMA'] ?? path('../bin/run.js')
const WATCHED_S = 10
const MOST_MB = 200
const ENDS_WITHIN_S = 1

const WATCH = ['vigiar', '--intervalo', '1']
const PRICES = ['precos', '--combustivel', 'gnv']
const change = {
  combustivel: 'gnv',
  cnpj: '12345678000100',
  codigo: '1',
  tipo: 'subiu',
  de: 4,
  para: 5,
  dataVenda: '2026-04-16T12:00:00-03:00',
  nomeFantasia: 'POSTO',
  bairro: 'CENTRO',
  municipio: 'MACEIO',
  codigoIBGE: 2704302,
  confirmacao: { vendas: 1, desde: '2026-04-16T12:00:00-03:00' },
}
const head = {
  lugar: { ambito: 'estado', nome: 'Alagoas', bairros: [], municipios: [] },
  observacoes: [],
  fonte: 'SEFAZ/AL',
  licenca: 'ODbL',
  atribuicao: 'SEFAZ/AL',
  demonstracao: false,
}
/** The largest honest answer. */
const many = Array.from({ length: 20_000 }, () => change)
let asked = 0

const changes = (ate: number, mais: boolean, mudancas: object[] = []) =>
  JSON.stringify({ desde: cursor(ate), ate: cursor(ate), mais, mudancas, ...head })
const gone = JSON.stringify({
  timestamp: change.dataVenda,
  message: 'Passou.',
  status: 410,
  codigo: 'cursor_vencido',
})
const listing = (token: string) =>
  `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken><Contents><Key>loja/commits/${token}.json</Key></Contents></ListBucketResult>`

const cases: Record<string, Case> = {
  honesto: { ...watched(changes(1, false)), most: 11 },
  'mais, o mesmo cursor': watched(() => changes(1, true, [change])),
  'mais, dois cursores': watched(() => changes(1 + (asked % 2), true)),
  'mais, outro cursor': watched(() => changes(asked, true)),
  'mais, outro cursor e uma linha': { ...watched(() => changes(asked, true, [change])), most: 1012 },
  '410 para sempre': watched(() => (asked === 1 ? changes(1, false) : gone)),
  '410 a cada cursor': watched(({ url }) => (url?.endsWith('desde=agora') ? changes(1, false) : gone)),
  '20.000 mudanças': { ...watched(() => changes(1, false, asked === 1 ? many : [])), most: 11 },
  '30 MB de [': sending('['.repeat(30e6)),
  '15 MB de [': sending('['.repeat(15e6)),
  '15 MB de [],': sending(`[${'[],'.repeat(5e6)}0]`),
  '15 MB de {},': sending(`{"conteudo":[${'{},'.repeat(5e6)}{}]}`),
  '1,4 MB de {}, quase o limite': sending(`{"conteudo":[${'{},'.repeat(490_000)}{}]}`),
  '6 MB de nomes, quase o limite': sending(
    `{${Array.from({ length: 490_000 }, (_, n) => `"k${n}":${n}`).join()}}`,
  ),
  '15 MB de um texto': sending(`{"combustivel":"${'–'.repeat(5e6)}"}`),
  'sem fim': { answer: (_, res) => sendForEver(res, ' '), most: 1 },
  'S3: a mesma página': { answer: (_, res) => res.end(listing('a')), s3: true, most: 100 },
  'S3: páginas sem fim': { answer: (_, res) => res.end(listing(`t${asked}`)), s3: true, most: 10_000 },
  'S3: uma página sem fim': { answer: (_, res) => sendForEver(res, '<Contents>'), s3: true, most: 100 },
}

const wanted = process.argv.slice(2)
let honest = 0
let isGood = true
for (const [name, one] of Object.entries(cases)) {
  if (wanted.length > 0 && name !== 'honesto' && !wanted.some((word) => name.includes(word))) continue
  const found = await measure(one)
  honest ||= found.mb
  const more = found.mb - honest
  const isFine = found.requests <= one.most && more <= MOST_MB && found.ended <= ENDS_WITHIN_S
  isGood &&= isFine
  console.log(
    `${isFine ? 'ok  ' : 'FAIL'} ${name}: ${found.requests} pedidos (≤ ${one.most}), ${found.lines} linhas, ${found.seconds} s, ${found.mb} MB (+${more}), ${found.how}`,
  )
}
process.exitCode = isGood ? 0 : 1

async function measure({ answer, args = PRICES, s3 = false }: Case) {
  asked = 0
  const { base, stop } = await listenOn(
    createServer((req, res) => {
      asked++
      res.on('error', () => {})
      answer(req, res)
    }),
  )
  const begun = performance.now()
  const child = spawn(process.execPath, [RUN, ...(s3 ? ['situacao'] : [...args, '--api', base])], {
    env: { ...process.env, ...(s3 && s3Variables(base)) },
  })
  let [mb, lines, text] = [0, 0, '']
  const count = (chunk: Buffer) => (lines += chunk.toString().split('\n').length - 1)
  child.stdout.on('data', count)
  child.stderr.on('data', (chunk: Buffer) => ((text = (text + String(chunk)).slice(-300)), count(chunk)))
  const ending = once(child, 'close')
  const look = setInterval(() => (mb = Math.max(mb, highestMemory(child))), 5)
  const isEnded = await Promise.race([
    ending.then(() => true),
    setTimeout(args === WATCH ? WATCHED_S * 1000 : 60_000, false),
  ])
  const [requests, told] = [asked, lines]
  const ended = isEnded ? 0 : await interrupt(child, ending)
  clearInterval(look)
  const [code, signal] = await ending
  stop()
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  const how = `${isEnded ? 'terminou' : `Ctrl-C: ${Math.round(ended * 1000)} ms,`} com ${code ?? signal}: ${text.trim().split('\n').at(-1)}`
  return { requests, lines: told, seconds, mb, ended, how }
}

/** Seconds until it has ended; after ten it is killed. */
async function interrupt(child: ChildProcess, ending: Promise<unknown>): Promise<number> {
  const begun = performance.now()
  child.kill('SIGINT')
  const killing = new AbortController()
  void setTimeout(10_000, undefined, { signal: killing.signal }).then(
    () => child.kill('SIGKILL'),
    () => {},
  )
  await ending
  killing.abort()
  return (performance.now() - begun) / 1000
}

function highestMemory({ pid }: ChildProcess): number {
  try {
    return Math.round(
      Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    )
  } catch {
    return 0
  }
}

/** Twelve requests in the ten seconds that it is watched, the two that are free included. */
function watched(body: string | ((req: IncomingMessage) => string)): Case {
  const answer: RequestListener = (req, res) => {
    const text = typeof body === 'string' ? body : body(req)
    res.writeHead(text === gone ? 410 : 200).end(text)
  }
  return { answer, args: WATCH, most: 12 }
}

function sending(body: string): Case {
  return { answer: (_, res) => res.end(body), most: 1 }
}

function sendForEver(res: ServerResponse, text: string): void {
  const chunk = text.repeat((1 << 20) / text.length)
  const send = (): void => void (res.destroyed || res.write(chunk, send))
  send()
}

function cursor(n: number): string {
  return `${n}-0123456789ab`
}

function s3Variables(AWS_ENDPOINT_URL: string) {
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: 'us-east-1' }
  return {
    GASOLINA_STORAGE: 's3://precos/loja',
    GASOLINA_FONTE: 'sefaz',
    SEFAZ_APP_TOKEN: 'x',
    AWS_ENDPOINT_URL,
    ...keys,
  }
}
