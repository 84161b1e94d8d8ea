import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Mudanca } from '../../src/domain/answers/mudancas.ts'
import { watch } from '../../src/cli/watch-changes.ts'
import { readQuery } from '../../src/domain/questions/read-query.ts'
import { MINUTE, SECOND } from '../../src/domain/basics/time.ts'
import { createRemoteQuery } from '../../src/query/remote/remote-query.ts'
import { AGORA, demonstrationFiles } from '../demonstration.ts'
import { startS3Server } from '../engines/s3-server.ts'
import { listenOn } from '../listening.ts'
import { RUN } from './program.ts'

const WATCHED = 10 * MINUTE

const row: Mudanca = {
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

/** Answers the n-th question, from 1. */
type Answer = (n: number, req: IncomingMessage, res: ServerResponse) => unknown

function changes(ate: number, mais: boolean, mudancas: Mudanca[] = []): string {
  const lugar = { ambito: 'estado', nome: 'Alagoas', bairros: [], municipios: [] }
  const atribuicao = { fonte: 'SEFAZ/AL', licenca: 'livre', atribuicao: 'SEFAZ/AL', demonstracao: false }
  const desde = 'inicio'
  return JSON.stringify({ desde, ate: cursor(ate), mais, mudancas, lugar, observacoes: [], ...atribuicao })
}

function cursor(n: number): string {
  return `${n}-0123456789ab`
}

function gone(res: ServerResponse): void {
  const message = 'O cursor não leva mais ao estado de agora.'
  const body = { timestamp: row.dataVenda, message, status: 410, codigo: 'cursor_vencido' }
  res.writeHead(410).end(JSON.stringify(body))
}

async function serve(answer: Answer): Promise<string> {
  let n = 0
  const { base, stop } = await listenOn(createServer((req, res) => void answer(++n, req, res)))
  onTestFinished(stop)
  return base
}

/** Watches for ten minutes of a clock that only pauses move: when each question came, what was told and what it brought. */
async function watchEvery(interval: number, answer: Answer, once = false) {
  let now = 0
  const [asked, sentences, mudancas]: [number[], string[], Mudanca[]] = [[], [], []]
  const url = await serve((n, req, res) => {
    asked.push(now)
    answer(n, req, res)
  })
  const query = createRemoteQuery({ url })
  const pause = async (ms: number): Promise<boolean> => (now += ms) < WATCHED
  const tell = (sentence: string) => sentences.push(sentence)
  for await (const seen of watch({ query, pedido: readQuery('mudancas', []), interval, once, pause, tell }))
    mudancas.push(...seen.mudancas)
  return { asked, sentences, mudancas }
}

/** Questions in the fullest minute. */
function mostInAMinute(asked: readonly number[]): number {
  return Math.max(...asked.map((from) => asked.filter((at) => at >= from && at < from + MINUTE).length))
}

const MORE = expect.stringMatching(/^O servidor diz que há mais mudanças e ainda não as mandou/) as string
const BEGINS_ANEW = 'Parte das mudanças não é mais guardada: a vigia recomeça do estado de agora.'

describe('vigiar, over a server that leads nowhere', () => {
  it.each<[string, Answer, [string, number]]>([
    ['more, at the same cursor', (_, __, res) => res.end(changes(1, true, [row])), [MORE, 1]],
    ['more, at two cursors in turn', (n, _, res) => res.end(changes(n % 2, true, [row])), [MORE, 2]],
    ['more, at another cursor each time', (n, _, res) => res.end(changes(n, true)), [MORE, 0]],
    [
      'a cursor that is gone',
      (n, _, res) => (n === 1 ? res.end(changes(1, false)) : gone(res)),
      [BEGINS_ANEW, 0],
    ],
    [
      'a cursor that is gone after each new beginning',
      (_, { url }, res) => (url?.endsWith('desde=agora') ? res.end(changes(1, false)) : gone(res)),
      [BEGINS_ANEW, 0],
    ],
  ])('%s: told once, asked twelve times a minute, nothing told twice', async (_, answer, [told, rows]) => {
    const { asked, sentences, mudancas } = await watchEvery(SECOND, answer)
    expect(sentences).toEqual([told])
    expect(mudancas).toHaveLength(rows)
    expect(asked.slice(0, 6).filter((at) => at <= SECOND).length).toBeLessThanOrEqual(4)
    expect(mostInAMinute(asked.slice(4))).toBeLessThanOrEqual(12)
    expect(asked.length).toBeGreaterThan(60)
  })

  it('more, with news without end: a thousand pages at once, then twelve a minute, none of the news lost', async () => {
    const { asked, sentences, mudancas } = await watchEvery(MINUTE, (n, _, res) =>
      res.end(changes(n, true, [row])),
    )
    const later = asked.filter((at) => at > 0)
    expect(asked.length - later.length).toBe(1000)
    expect(mostInAMinute(later)).toBe(12)
    expect(sentences).toEqual([MORE])
    expect(mudancas).toHaveLength(asked.length)
  })

  it('--uma-vez ends where a page leads back to itself', async () => {
    const watching = watchEvery(MINUTE, (_, __, res) => res.end(changes(1, true)), true)
    await expect(watching).rejects.toMatchObject({ codigo: 'api_inalcancavel' })
  })

  it('an honest server of few news among many pages is followed to the end, and to be quick again later', async () => {
    const { asked, sentences, mudancas } = await watchEvery(2 * MINUTE, (n, _, res) =>
      res.end(changes(n, n < 5, n === 5 ? [row] : [])),
    )
    expect(asked.slice(0, 7)).toEqual([0, 0, 5, 10, 15, 135, 255].map((seconds) => seconds * SECOND))
    expect(sentences).toEqual([MORE])
    expect(mudancas).toEqual([row])
  })

  it('a program of its own that asks the client is answered as fast as it asks', async () => {
    let asked = 0
    const url = await serve((n, _, res) => {
      asked = n
      gone(res)
    })
    const query = createRemoteQuery({ url })
    const questions = Array.from({ length: 50 }, () => query.mudancas(readQuery('mudancas', [])))
    expect((await Promise.allSettled(questions)).map(({ status }) => status)).not.toContain('fulfilled')
    expect(asked).toBe(50)
  })
})

interface Watching {
  child: ChildProcess
  /** After its end. */
  ended: Promise<{ code: number | null; stderr: string }>
}

function startWatch(args: readonly string[], env: Record<string, string> = {}): Watching {
  const child = spawn(process.execPath, [RUN, 'vigiar', '--intervalo', '1', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = Promise.all([once(child, 'close'), text(child.stderr)]).then(([[code], stderr]) => ({
    code: code as number | null,
    stderr,
  }))
  return { child, ended }
}

describe('Ctrl-C ends vigiar', () => {
  it('over a server that promises more without end', async () => {
    const server = new EventEmitter()
    const url = await serve((n, _, res) => {
      if (n === 20) server.emit('asked')
      res.end(changes(n, true, [row]))
    })
    const { child, ended } = startWatch(['--api', url])
    await once(server, 'asked')
    child.kill('SIGINT')
    expect(await ended).toEqual({
      code: 130,
      stderr: expect.stringMatching(/^Para continuar daqui: --desde \d+-0123456789ab\n$/) as string,
    })
  })

  it('while a server leaves a question unanswered', async () => {
    const server = new EventEmitter()
    const url = await serve((n, _, res) => (n === 1 ? res.end(changes(1, false)) : server.emit('asked')))
    const { child, ended } = startWatch(['--api', url])
    await once(server, 'asked')
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 130, stderr: `Para continuar daqui: --desde ${cursor(1)}\n` })
  })

  it('while its store over S3 is silent, which is not asked again', async () => {
    const server = await startS3Server()
    onTestFinished(() => server.close())
    const { endpoint = '', region, credentials } = server.address
    const env = {
      GASOLINA_FONTE: 'demonstracao',
      GASOLINA_STORAGE: 's3://precos/loja',
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    }
    for (const [key, bytes] of await demonstrationFiles({ history: false }))
      server.objects.set(`loja/${key.replaceAll(':', '/')}`, { bytes, mtime: new Date(AGORA) })
    const { child, ended } = startWatch([], env)
    await once(child.stderr ?? child, 'data')
    const engine = new EventEmitter()
    server.fault = () => {
      engine.emit('asked')
      return 'silent'
    }
    await once(engine, 'asked')
    const asked = server.requests.length
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
    expect(server.requests).toHaveLength(asked)
  })
})
