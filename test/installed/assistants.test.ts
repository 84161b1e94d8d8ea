import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startServer, worldToRead } from '../http/fixture.ts'
import { ROOT } from './package.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const program = JSON.parse(read('package.json')) as {
  name: string
  version: string
  mcpName: string
  repository: { url: string }
}
const MCPB = join(ROOT, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')
const folder = mkdtempSync(join(tmpdir(), 'gasolina-mcpb-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('server.json', () => {
  const server: unknown = JSON.parse(read('server.json'))

  it('keeps the rules of the registry’s schema of 2025-12-11', () => {
    expect(serverSchema.safeParse(server).error).toBeUndefined()
  })

  it('names the program as package.json does', () => {
    const url = program.repository.url.replace(/^git\+|\.git$/g, '')
    const { version } = program
    expect(server).toMatchObject({ name: program.mcpName, version, repository: { url } })
    // Not before it is published there: until then another program might take the name.
    expect(server).not.toHaveProperty('packages')
  })
})

describe('manifest.json', () => {
  const manifest = JSON.parse(read('manifest.json')) as {
    name: string
    version: string
    repository: { url: string }
    tools: { name: string }[]
    server: { mcp_config: { command: string; args: string[] } }
  }

  it('passes mcpb validate, and names the program as package.json does', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      MCPB,
      'validate',
      join(ROOT, 'manifest.json'),
    ])
    expect(stdout).toContain('Manifest schema validation passes!')
    expect([manifest.name, manifest.version]).toEqual([program.name, program.version])
    expect(program.repository.url).toContain(manifest.repository.url)
  })

  it('makes a bundle that starts by it, and serves the tools it names', async () => {
    execFileSync(process.execPath, [join(ROOT, 'bin/mcpb.js'), folder], { stdio: 'ignore' })
    const unpacked = join(folder, 'unpacked')
    const bundle = join(folder, `gasolina-${program.version}.mcpb`)
    execFileSync(process.execPath, [MCPB, 'unpack', bundle, unpacked], { stdio: 'ignore' })
    const { base } = await startServer(await worldToRead())
    const { command, args } = manifest.server.mcp_config
    const filled = args.map((arg) =>
      arg.replace('${__dirname}', unpacked).replace('${user_config.api}', base),
    )
    const { tools, text } = await askOver(command, filled, folder)
    expect(tools).toEqual(manifest.tools.map(({ name }) => name).toSorted())
    expect(text).toContain('R$')
  })
})

describe('docs/conectar.md', () => {
  const document = read('docs/conectar.md')
  const [, block = '{}'] = /```json\n([^]*?)```/.exec(document) ?? []
  const { mcpServers } = JSON.parse(block) as Configuration

  it('has links that say what its configuration says, which is mcp.json’s for the installed program', () => {
    const links = [...document.matchAll(/`((?:cursor|vscode|lmstudio):[^`]+)`/g)].map(([, link = '']) => link)
    expect(links.map(configurationOf)).toEqual([mcpServers, mcpServers, mcpServers])
    const { gasolina } = (JSON.parse(read('mcp.json')) as Configuration).mcpServers
    expect(gasolina).toEqual({ command: 'node', args: ['bin/run.js', 'mcp'] })
    expect(mcpServers['gasolina']).toEqual({
      command: 'gasolina',
      args: [...(gasolina?.args.slice(1) ?? []), '--api', 'https://precos.example'],
    })
  })

  it('and mcp.json starts the program of the checkout', async () => {
    const { gasolina } = (JSON.parse(read('mcp.json')) as Configuration).mcpServers
    const { base } = await startServer(await worldToRead())
    const { text } = await askOver(gasolina?.command ?? '', [...(gasolina?.args ?? []), '--api', base], ROOT)
    expect(text).toContain('R$')
  })
})

describe('skills/gasolina/SKILL.md', () => {
  const skill = read('skills/gasolina/SKILL.md')

  it('has the front matter a skill needs', () => {
    const [, front = ''] = /^---\n([^]*?)\n---\n/.exec(skill) ?? []
    const fields = Object.fromEntries(
      front.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? []),
    )
    expect(Object.keys(fields)).toEqual(['name', 'description', 'license'])
    expect(fields['name']).toBe('gasolina')
    expect(String(fields['description']).length).toBeLessThanOrEqual(1024)
    expect(fields['description']).not.toMatch(/: |[<>]/)
  })
})

interface Configuration {
  mcpServers: Record<string, { command: string; args: string[] }>
}

/** Each kind of link packs the same object in its own way. */
function configurationOf(link: string): Configuration['mcpServers'] {
  const { protocol, search, searchParams } = new URL(link)
  if (protocol === 'vscode:') {
    const { name, ...server } = JSON.parse(decodeURIComponent(search.slice(1)))
    return { [name]: server }
  }
  const config = Buffer.from(searchParams.get('config') ?? '', 'base64').toString()
  return { [searchParams.get('name') ?? '']: JSON.parse(config) }
}

async function askOver(command: string, args: string[], cwd: string) {
  const client = new Client({ name: 'teste', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: command === 'node' ? process.execPath : command,
      args,
      cwd,
      env: { HOME: folder },
    }),
  )
  const { tools } = await client.listTools()
  const { content } = await client.callTool({ name: 'precos', arguments: { limite: 1 } })
  await client.close()
  return { tools: tools.map(({ name }) => name).toSorted(), text: JSON.stringify(content) }
}

const version = z.string().regex(/^\d+\.\d+\.\d+$/)
/** Stricter than the schema where we use less of it, so that a misspelt member is found. */
const serverSchema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version,
  repository: z.strictObject({ url: z.url(), source: z.literal('github') }),
})
