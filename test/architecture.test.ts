import { readFileSync, readdirSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const SRC = resolve(import.meta.dirname, '../src')

/** Which folders of `src/` a folder may import, besides itself and the ground (`domain`, `errors.ts`, `config.ts` types). */
const MAY_IMPORT: Record<string, string[]> = {
  '': ['domain'],
  domain: [],
  sources: ['domain'],
  store: ['domain'],
  collect: ['domain', 'sources', 'store', 'format'],
  query: ['domain', 'store', 'format'],
  format: ['domain'],
  site: ['domain', 'query', 'format'],
  http: ['domain', 'query', 'format', 'site'],
  // A page of its own, which a host of assistants shows: nobody imports it.
  view: ['domain', 'format', 'site'],
  mcp: ['domain', 'query', 'format'],
  metrics: ['domain'],
  cli: ['domain', 'query', 'format'],
  // Where the parts meet; nobody imports it but the program's entry.
  app: ['domain', 'sources', 'store', 'collect', 'query', 'format', 'http', 'mcp', 'cli', 'metrics', 'site'],
}

const HOME_OF_PACKAGE: Record<string, string[]> = {
  h3: ['http/'],
  srvx: ['http/'],
  'lru-cache': ['http/'],
  negotiator: ['http/'],
  '@modelcontextprotocol/server': ['mcp/'],
  '@oclif/core': ['cli/'],
  unstorage: ['store/'],
  aws4fetch: ['store/s3/'],
  pg: ['store/postgres/'],
  ofetch: ['sources/', 'query/remote.ts'],
  papaparse: ['format/csv.ts'],
  'hyparquet-writer': ['format/sales-parquet.ts'],
  geolib: ['domain/', 'query/'],
  listhen: ['app/listen.ts'],
  'get-port-please': ['app/listen.ts'],
  'prom-client': ['metrics/'],
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.split(sep).join('/'))

describe.each(files)('src/%s', (file) => {
  const imports = importsOf(file)

  it('imports only what flows towards it', () => {
    const folder = folderOf(file)
    const allowed = new Set([folder, ...(MAY_IMPORT[folder] ?? [])])
    const wrong = imports.local.filter((target) => target.includes('/') && !allowed.has(folderOf(target)))
    expect(wrong).toEqual([])
  })

  it('uses each package only in its home', () => {
    const wrong = imports.packages.filter((name) =>
      HOME_OF_PACKAGE[name]?.every((home) => !file.startsWith(home)),
    )
    expect(wrong).toEqual([])
  })

  it('takes the number of municipalities from their list, and those of the rules from the rules', () => {
    const code = readFileSync(resolve(SRC, file), 'utf8').replaceAll(/\/\*\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    expect(code).not.toMatch(
      /\b102\b|\bdez dias|\b(?:2|20|35) %|\b(?:72|240) (?:h\b|horas)|três vendas|até nove/,
    )
  })

  it('is handed the environment by the entry point', () => {
    expect(readFileSync(resolve(SRC, file), 'utf8')).not.toMatch(/process\.env/)
  })
})

describe('src', () => {
  it('has no module that leads back to itself, not even by types', () => {
    const targets = new Map(files.map((file) => [file, importsOf(file).local]))
    const done = new Set<string>()
    const circles: string[] = []
    const follow = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      if (done.has(file) || path.includes(file)) return
      for (const target of targets.get(file) ?? []) follow(target, [...path, file])
      done.add(file)
    }
    for (const file of files) follow(file, [])
    expect(circles).toEqual([])
  })
})

function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : ''
}

function importsOf(file: string): { local: string[]; packages: string[] } {
  const source = readFileSync(resolve(SRC, file), 'utf8')
  const names = [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')
  const local = names
    .filter((name) => name.startsWith('.'))
    .map((name) =>
      relative(SRC, resolve(SRC, dirname(file), name))
        .split(sep)
        .join('/'),
    )
  const packages = names
    .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
    .map((name) =>
      name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : (name.split('/')[0] ?? name),
    )
  return { local, packages }
}
