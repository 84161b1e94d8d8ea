/**
 * What answers the calls that are recorded. Making the world takes seconds, and hundreds of calls are recorded one process
 * each: a process of its own may keep one ready, on a Unix socket whose name tells the code it was made of.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { type IncomingMessage, createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { sha256 } from './hash.ts'
import type { Definitions } from './shown.ts'

export interface Asked {
  ferramenta: string
  argumentos: Record<string, unknown>
}

/** What is asked for nothing: what a recording begins with. */
export interface Beginning {
  definitions: Definitions
  hashes: { definicoes: string; dados: string }
}

/** Of the process that is ready, else of a world made for this one question. */
export async function answer(asked: undefined): Promise<Beginning>
export async function answer(asked: Asked): Promise<CallToolResult>
export async function answer(asked?: Asked): Promise<Beginning | CallToolResult> {
  const told = await fromReady(asked)
  if (told !== undefined) return told
  const { reply, close } = await ready()
  try {
    return await reply(asked)
  } finally {
    await close()
  }
}

/** Keeps a world ready until the process ends; undefined when another process does. */
export async function keepReady(): Promise<string | undefined> {
  if ((await fromReady(undefined)) !== undefined) return undefined
  const path = socketPath()
  const { reply } = await ready()
  // What a process that was killed has left.
  rmSync(path, { force: true })
  const server = createServer(async (question, response) => {
    const body = await text(question)
    try {
      response.end(JSON.stringify(await reply(body === '' ? undefined : (JSON.parse(body) as Asked))))
    } catch (error) {
      response.writeHead(500).end(JSON.stringify(String(error)))
    }
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  process.once('exit', () => rmSync(path, { force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit())
  return path
}

async function ready() {
  // Loading the program takes a second, which whoever has somebody to ask need not wait.
  const { createEvalWorld } = await import('./world.ts')
  const world = await createEvalWorld()
  async function reply(asked?: Asked): Promise<Beginning | CallToolResult> {
    if (asked) return world.call(asked.ferramenta, asked.argumentos)
    return { definitions: await world.definitions(), hashes: await world.hashes() }
  }
  return { reply, close: () => world.client.close() }
}

/** undefined when no process keeps a world of this code ready. */
async function fromReady(asked?: Asked): Promise<Beginning | CallToolResult | undefined> {
  const response = await new Promise<IncomingMessage | undefined>((resolve) => {
    request({ socketPath: socketPath(), method: 'POST' }, resolve)
      .on('error', () => resolve(undefined))
      .end(asked && JSON.stringify(asked))
  })
  if (!response) return undefined
  const told = await json(response)
  if (response.statusCode !== 200) throw new Error(String(told))
  return told as Beginning | CallToolResult
}

function socketPath(): string {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const sources = ['src', 'evals'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') || file === 'perguntas.json')
      .map((file) => join(root, folder, file)),
  )
  const written = sources.map((file) => `${file} ${statSync(file).mtimeMs}`)
  return join(tmpdir(), `gasolina-evals-${sha256(written.join('\n')).slice(0, 16)}.sock`)
}
