import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type DeliveryOptions, createDelivery } from '../../src/app/deliver.ts'
import { SECOND } from '../../src/domain/basics/time.ts'
import { processExists } from '../../src/process-exists.ts'
import { freePort } from '../free-port.ts'
import { type Ntfy, startNtfy } from '../ntfy-server.ts'
import { temporaryFolder } from '../store/folders.ts'

const SECRET = 'tk_7f3a9c'
const notice = { json: '{"combustivel":"gnv","para":4.19}', title: 'GNV: R$ 4,19, POSTO, Centro, MACEIÓ' }

/** A destination with pauses that are only counted. `most`: pauses after which the person ends the watch. */
async function delivering(
  to: DeliveryOptions['to'],
  options: Partial<DeliveryOptions> & { most?: number } = {},
) {
  const { most = 8, ...rest } = options
  const [waited, sentences]: [number[], string[]] = [[], []]
  const ending = new AbortController()
  const deliver = await createDelivery({
    to,
    once: false,
    signal: ending.signal,
    env: process.env,
    tell: (sentence) => sentences.push(sentence),
    delay: async (ms) => {
      waited.push(ms)
      if (waited.length === most) ending.abort()
    },
    ...rest,
  })
  const outcome = (sent = notice): Promise<string> =>
    deliver(sent).then(
      () => 'accepted',
      (error: Error) => `${error.message} ${JSON.stringify(error)} ${String(error.cause)}`,
    )
  return { outcome, waited, sentences, end: () => ending.abort() }
}

/** An address where nothing listens any more. */
async function nobody(): Promise<URL> {
  return new URL(`http://127.0.0.1:${await freePort()}/`)
}

type Fault = Ntfy['fault']
const reached = ({ base }: Ntfy) => ({
  para: new URL(`${base.replace('//', `//:${SECRET}@`)}/precos?auth=${SECRET}`),
})

describe('an address', () => {
  it.each<[string, Fault, string]>([
    ['answers 500', (_, __, res) => Boolean(res.writeHead(500).end(SECRET)), 'não aceitou o aviso (500)'],
    [
      'closes the connection',
      (_, { socket }) => Boolean(socket.destroy()),
      'A conexão com o endereço de --para falhou',
    ],
    ['hangs', () => true, 'O endereço de --para não terminou de responder em 0.8 s.'],
    ['asks for less', (_, __, res) => Boolean(res.writeHead(429).end()), 'não aceitou o aviso (429)'],
  ])('that %s is tried ever more slowly, told once, and nothing is lost', async (_, fault, sentence) => {
    const ntfy = await startNtfy()
    ntfy.fault = (n, req, res) => n <= 4 && fault(n, req, res)
    const { outcome, waited, sentences } = await delivering(reached(ntfy), { deadline: 800 })
    expect(await outcome()).toBe('accepted')
    expect(waited).toEqual([0.5, 1, 2, 4].map((seconds) => seconds * SECOND))
    expect(sentences).toEqual([
      expect.stringMatching(/ A vigia tenta de novo; os avisos seguintes esperam\.$/),
      'De volta: nenhum aviso se perdeu.',
    ])
    expect(sentences[0]).toContain(sentence)
    expect(sentences.join()).not.toContain(SECRET)
    expect(ntfy.messages).toEqual([{ topic: 'precos', title: notice.title, message: notice.json }])
  })

  it.each<[string, Fault, string]>([
    ['refuses', (_, __, res) => Boolean(res.writeHead(403).end(SECRET)), 'não aceitou o aviso (403)'],
    [
      'redirects to a local address',
      (_, __, res) => Boolean(res.writeHead(307, { location: `http://127.0.0.1:1/${SECRET}` }).end()),
      'mandou para outro endereço, o que não é seguido',
    ],
  ])('that %s ends the watch at once', async (_, fault, sentence) => {
    const ntfy = await startNtfy()
    ntfy.fault = fault
    const { outcome, waited } = await delivering(reached(ntfy))
    const failure = await outcome()
    expect(failure).toContain(sentence)
    expect(failure).not.toContain(SECRET)
    expect(waited).toEqual([])
  })

  it('that never answers is waited for five minutes at most between two tries, and ended by Ctrl-C', async () => {
    const { outcome, waited } = await delivering({ para: await nobody() }, { most: 12 })
    expect(await outcome()).toContain('A conexão com o endereço de --para falhou')
    expect(waited.at(-1)).toBe(300 * SECOND)
  })

  it('with a password that is no percent-encoding is asked all the same', async () => {
    const ntfy = await startNtfy()
    const { outcome } = await delivering({ para: new URL(`${ntfy.base.replace('//', '//%zz:%@')}/precos`) })
    expect(await outcome()).toBe('accepted')
  })

  it('of a single look is tried four times', async () => {
    const { outcome, waited, sentences } = await delivering({ para: await nobody() }, { once: true })
    expect(await outcome()).toContain('falhou')
    expect([waited.length, sentences]).toEqual([3, []])
  })

  it('gets a title of any length and letters whole, and no header of its own making', async () => {
    const ntfy = await startNtfy()
    const { outcome } = await delivering(reached(ntfy))
    const title = `Posto ${'çã😀é'.repeat(40)}\r\nX-Evil: 1`
    await outcome({ ...notice, title })
    expect(ntfy.messages[0]?.title).toBe(title)
  })
})

describe('a program', () => {
  it('that exits 1 is run again, ever more slowly', async () => {
    const log = join(temporaryFolder(), 'log')
    const script = `echo "$(cat)" >> "$1"; test "$(wc -l < "$1")" -ge 6`
    const { outcome, waited, sentences } = await delivering({ programa: ['sh', '-c', script, 'sh', log] })
    expect(await outcome()).toBe('accepted')
    expect(waited).toHaveLength(5)
    expect(sentences[0]).toContain("O programa 'sh' terminou com 1.")
    expect(readFileSync(log, 'utf8')).toBe(`${notice.json}\n`.repeat(6))
  })

  it('that never ends is killed with all that it started', async () => {
    const pids = join(temporaryFolder(), 'pids')
    const script = `trap '' TERM; sleep 1000 & echo $! >> "$1"; echo $$ >> "$1"; wait`
    const { outcome } = await delivering(
      { programa: ['sh', '-c', script, 'sh', pids] },
      { deadline: 500, once: true },
    )
    expect(await outcome()).toContain('O programa não terminou de responder em 0.5 s.')
    const started = readFileSync(pids, 'utf8').trim().split('\n').map(Number)
    expect(started.length).toBeGreaterThanOrEqual(2)
    await expect.poll(() => started.filter(isRunning)).toEqual([])
  })

  it('under way ends with the watch', async () => {
    const pids = join(temporaryFolder(), 'pids')
    const { outcome, end } = await delivering({
      programa: ['sh', '-c', 'echo $$ > "$1"; exec sleep 1000', 'sh', pids],
    })
    const ended = outcome()
    await expect.poll(() => existsSync(pids) && readFileSync(pids, 'utf8')).toMatch(/^\d+\n$/)
    end()
    expect(await ended).toContain('interrompida')
    await expect.poll(() => processExists(Number(readFileSync(pids, 'utf8')))).toBe(false)
  })

  it('that cannot be run is told before the first change', async () => {
    for (const [file, code] of [
      ['nao-existe', 'ENOENT'],
      ['/nao/existe', 'ENOENT'],
      [import.meta.filename, 'EACCES'],
    ])
      await expect(delivering({ programa: [file ?? '', SECRET] })).rejects.toMatchObject({
        codigo: 'parametro_invalido',
        message: `O programa '${file}' não pôde ser iniciado (${code}).`,
      })
  })
})

/** A dead process whose parent has not looked at it yet is not running. */
function isRunning(pid: number): boolean {
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
  return processExists(pid) && !stat.includes(') Z ')
}
