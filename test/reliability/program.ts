import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { freePort } from '../free-port.ts'

/** The program as people run it: what a bare server of a test never loads may be what ends it. */
export const RUN = resolve(import.meta.dirname, '../../bin/run.js')

export interface Program {
  child: ChildProcess
  port: number
  /** Exit code; null when a signal ended it. */
  exit: Promise<number | null>
  stdout(): string
  stderr(): string
  lives(): boolean
  /** Resident memory in MB; NaN where the system does not tell it this way. */
  memory(): number
}

/** `gasolina servir` on a free port, answering when this resolves; whoever starts it kills it. */
export async function startProgram(env: Record<string, string>): Promise<Program> {
  const port = await freePort()
  const child = spawn(process.execPath, [RUN, 'servir'], {
    env: { HOST: '127.0.0.1', PORT: String(port), GASOLINA_INTERVALO: '1440', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const exit = once(child, 'close').then(([code]) => code as number | null)
  while (!stdout.includes('gasolina serve em')) {
    const [chunk] = await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
    if (!Buffer.isBuffer(chunk)) throw new Error(`it did not start: ${stderr}`)
  }
  return {
    child,
    port,
    exit,
    stdout: () => stdout,
    stderr: () => stderr,
    lives: () => child.exitCode === null && child.signalCode === null,
    memory: () => residentMemory(child.pid),
  }
}

function residentMemory(pid: number | undefined): number {
  if (process.platform !== 'linux') return Number.NaN
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
