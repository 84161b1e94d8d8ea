import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { unescape } from 'node:querystring'
import type { Destination, Notice } from '../cli/program.ts'
import { quote } from '../domain/basics/text.ts'
import { MINUTE, SECOND } from '../domain/basics/time.ts'
import { VERSION } from '../domain/basics/version.ts'
import { GasolinaError, codeOf } from '../errors.ts'
import { RequestFailure } from '../sources/source.ts'
import { exchange, pause, type Pauses, postJson, retryAfterOf } from '../sources/web/requests.ts'

export interface DeliveryOptions extends Pick<Pauses, 'delay'> {
  to: Destination
  env: Record<string, string | undefined>
  signal: AbortSignal
  /** Gives up after the fourth failure. */
  once: boolean
  tell(sentence: string): void
  /** Milliseconds for one attempt. */
  deadline?: number
}

const FIRST_PAUSE = SECOND / 2
const LONGEST_PAUSE = 5 * MINUTE
/** Failures in a row before the person is told. */
const TOLD_AFTER = 4

/**
 * Delivers notices one at a time. A failure that may pass is retried, ever more slowly, until the notice is accepted; the next ones wait.
 * @throws {GasolinaError} `parametro_invalido`, at once, for a program that does not exist; `aviso_falhou` for a failure that does not
 * pass. Neither message holds the address, which may contain a secret, or what was received.
 */
export async function createDelivery(options: DeliveryOptions): Promise<(notice: Notice) => Promise<void>> {
  const { to, env, signal, once, tell, delay = pause } = options
  const [file] = to.programa ?? []
  if (file !== undefined) await findProgram(file, env)
  const deliver = to.programa ? runner(to.programa, options) : poster(to.para, options)

  return async (notice) => {
    for (let failures = 1; ; failures++) {
      try {
        await deliver(notice)
        if (failures > TOLD_AFTER) tell('De volta: nenhum aviso se perdeu.')
        return
      } catch (error) {
        if (!(error instanceof RequestFailure)) throw error
        const isFinal = !error.retry || (once && failures === TOLD_AFTER)
        if (!isFinal) {
          if (failures === TOLD_AFTER)
            tell(`${error.message} A vigia tenta de novo; os avisos seguintes esperam.`)
          const wait = Math.max(FIRST_PAUSE * 2 ** (failures - 1), error.retryAfter)
          await delay(Math.min(LONGEST_PAUSE, wait), signal)
        }
        if (isFinal || signal.aborted)
          throw new GasolinaError('aviso_falhou', error.message, { cause: error })
      }
    }
  }
}

/** One POST of the JSON; ntfy shows the header `Title` above it. */
function poster(para: URL, { signal, deadline = 15 * SECOND }: DeliveryOptions) {
  const quem = 'o endereço de --para'
  const url = new URL(para)
  const secret = [url.username, url.password].map(unescape).join(':')
  // Sent as a header: a password need not be a percent-encoding.
  url.username = ''
  url.password = ''

  return (notice: Notice): Promise<void> =>
    exchange({ quem, deadline, signal }, async (ending) => {
      const { status, body, headers } = await postJson({
        quem: 'O endereço de --para',
        url: url.href,
        json: notice.json,
        headers: {
          title: headerText(notice.title),
          'user-agent': `gasolina/${VERSION} (cli)`,
          ...(secret !== ':' && { authorization: `Basic ${Buffer.from(secret).toString('base64')}` }),
        },
        signal: ending,
      })
      body.destroy()
      if (status >= 200 && status < 300) return
      const mayPass = status >= 500 || [408, 425, 429].includes(status)
      throw new RequestFailure(`O endereço de --para não aceitou o aviso (${status}).`, {
        retry: mayPass,
        retryAfter: retryAfterOf({ headers }),
      })
    })
}

/** Longest piece of 11 letters in UTF-8 and base64 fits the 75 characters of an encoded word (RFC 2047). */
function headerText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text
  const pieces = text.match(/.{1,11}/gsu) ?? []
  return pieces.map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`).join(' ')
}

/** One process per notice, without a shell, the JSON on its standard input; what it writes goes where our own output goes. */
function runner(
  [file = '', ...args]: readonly string[],
  { env, signal, deadline = MINUTE }: DeliveryOptions,
) {
  return (notice: Notice): Promise<void> =>
    exchange({ quem: 'o programa', deadline, signal }, async (ending) => {
      // A process group of its own: what a shell script started ends with it.
      const child = spawn(file, args, { env, stdio: ['pipe', 'inherit', 'inherit'], detached: true })
      const end = (): void => killGroup(child, signal.aborted ? 'SIGTERM' : 'SIGKILL')
      ending.addEventListener('abort', end)
      try {
        const how = await new Promise<number | string>((resolve, reject) => {
          child.once('error', reject).once('exit', (code, by) => resolve(code ?? by ?? ''))
          // A program that does not read its input has closed it.
          child.stdin?.on('error', () => {}).end(`${notice.json}\n`)
        })
        if (how !== 0) throw new RequestFailure(`O programa '${quote(file)}' terminou com ${how}.`)
      } catch (error) {
        if (error instanceof RequestFailure) throw error
        throw new RequestFailure(cannotStart(file, error), { retry: false })
      } finally {
        ending.removeEventListener('abort', end)
      }
    })
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // The process has ended, or the system has no process groups.
    child.kill(signal)
  }
}

/** A missing program fails at once, not hours later with the first change. Searched as `spawn` does. */
async function findProgram(file: string, { PATH = '' }: DeliveryOptions['env']): Promise<void> {
  if (process.platform === 'win32') return
  const folders = file.includes('/') ? [''] : PATH.split(delimiter)
  try {
    await Promise.any(folders.map((folder) => access(join(folder, file), constants.X_OK)))
  } catch (error) {
    const [cause] = (error as AggregateError).errors as unknown[]
    throw new GasolinaError('parametro_invalido', cannotStart(file, cause), {
      erros: [{ parametro: 'programa', valor: quote(file) }],
    })
  }
}

function cannotStart(file: string, error: unknown): string {
  return `O programa '${quote(file)}' não pôde ser iniciado (${codeOf(error)}).`
}
