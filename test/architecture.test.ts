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
  'mcp-view': ['domain', 'format', 'site'],
  mcp: ['domain', 'query', 'format'],
  metrics: ['domain'],
  cli: ['domain', 'query', 'format'],
  // Where the parts meet; nobody imports it but the program's entry.
  app: ['domain', 'sources', 'store', 'collect', 'query', 'format', 'http', 'mcp', 'cli', 'metrics', 'site'],
}

/**
 * The rooms of a folder, each above all that it imports of the same folder. A file among them lies in no room; the other files
 * outside of rooms lie above all.
 */
const ROOMS: Record<string, string[]> = {
  domain: [
    'basics',
    'facts',
    'answers',
    'geo',
    'alagoas',
    'places',
    'registry',
    'questions',
    'state',
    'trust',
    'past',
  ],
  sources: ['source.ts', 'normalize.ts', 'web', 'demonstration', 'sefaz', 'registry'],
  store: ['bytes', 'engines', 'monthly-files', 'notes', 'commits', 'sales', 'changes', 'care'],
  collect: ['merging', 'days', 'months', 'clock', 'asking', 'publishing', 'registry'],
  format: ['words', 'json', 'terminal', 'files'],
  query: ['lists', 'current', 'places', 'past', 'alerts', 'answers', 'search', 'files', 'query.ts', 'remote'],
  site: [
    'markup',
    'words',
    'charts',
    'maps',
    'client',
    'worker',
    'reference',
    'assets.ts',
    'request',
    'discovery',
    'parts',
    'pages',
  ],
  http: ['guard', 'reply', 'routes'],
  mcp: [
    'texts.json',
    'words',
    'view-resource.ts',
    'tools',
    'prompts.ts',
    'resources.ts',
    'server.ts',
    'protocol',
  ],
  cli: [
    'command-texts.json',
    'program.ts',
    'watch-changes.ts',
    'arguments',
    'terminal',
    'base-command.ts',
    'lookup-command.ts',
    'views',
    'station-command.ts',
    'commands',
  ],
}

/** A folder whose files are unlike one another. Commands, views, pages, tools and scripts of pages are alike. */
const MOST_FILES = 22
const ALIKE = /\/(commands|views|pages|tools|client)$/

const HOME_OF_PACKAGE: Record<string, string[]> = {
  h3: ['http/'],
  srvx: ['http/'],
  negotiator: ['http/'],
  '@modelcontextprotocol/server': ['mcp/'],
  '@oclif/core': ['cli/'],
  unstorage: ['store/'],
  aws4fetch: ['store/engines/s3/'],
  pg: ['store/engines/postgres/'],
  ofetch: ['sources/', 'query/remote/'],
  papaparse: ['format/files/csv.ts', 'sources/registry/'],
  'hyparquet-writer': ['format/files/sales-files.ts'],
  geolib: ['domain/'],
  listhen: ['app/open-port.ts'],
  'get-port-please': ['app/open-port.ts'],
  'prom-client': ['metrics/'],
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.split(sep).join('/'))
const sources = new Map(files.map((file) => [file, readFileSync(resolve(SRC, file), 'utf8')]))
const imports = new Map([...sources].map(([file, source]) => [file, importsOf(file, source)]))

describe('each file of src', () => {
  it('imports only from the folders its own may import', () => {
    const wrong = localImports(
      (file, target) =>
        target.includes('/') &&
        ![folderOf(file), ...(MAY_IMPORT[folderOf(file)] ?? [])].includes(folderOf(target)),
    )
    expect(wrong).toEqual([])
  })

  it('imports of its own folder only from the rooms below', () => {
    const wrong = localImports((file, target) => {
      const folder = folderOf(file)
      return folder !== '' && folderOf(target) === folder && floorOf(target) > floorOf(file)
    })
    expect(wrong).toEqual([])
  })

  it('uses each package only in its home', () => {
    const wrong = [...imports].flatMap(([file, { packages }]) =>
      packages
        .filter((name) => HOME_OF_PACKAGE[name]?.every((home) => !file.startsWith(home)))
        .map((name) => `${file} → ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('takes the number of municipalities from their list, and those of the rules from the rules', () => {
    expect(filesThat(repeatsNumbers)).toEqual([])
  })

  it('does not read the environment, which only the entry point does', () => {
    expect(filesThat((source) => source.includes('process.env'))).toEqual([])
  })
})

describe('src', () => {
  it('has no module that leads back to itself, not even by types', () => {
    const done = new Set<string>()
    const circles: string[] = []
    const follow = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      if (done.has(file) || path.includes(file)) return
      for (const target of imports.get(file)?.local ?? []) follow(target, [...path, file])
      done.add(file)
    }
    for (const file of files) follow(file, [])
    expect(circles).toEqual([])
  })
})

describe('the folders of src', () => {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)

  it('hold so few files that a name is found among them', () => {
    const full = [...counts].filter(([folder, count]) => count > MOST_FILES && !ALIKE.test(`/${folder}`))
    expect(full).toEqual([])
  })

  it('are all in the table of rooms', () => {
    const rooms = [...counts.keys()]
      .filter((folder) => folder.includes('/'))
      .map((f) => f.split('/').slice(0, 2))
    const missing = rooms.filter(
      ([folder = '', room = '']) => folder in ROOMS && !ROOMS[folder]?.includes(room),
    )
    expect(missing).toEqual([])
  })
})

/** The place of a file's room in the order of its folder. */
function floorOf(file: string): number {
  const [folder = '', room = ''] = file.split('/')
  const rooms = ROOMS[folder] ?? []
  const floor = rooms.indexOf(room)
  return floor === -1 ? rooms.length : floor
}

function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : ''
}

/** Comments may name such a number; sentences and code take it from the list or the rule. */
function repeatsNumbers(source: string): boolean {
  return /\b102\b|\bdez dias|\b(?:2|20|35) %|\b(?:72|240) (?:h\b|horas)|três vendas|até nove/.test(
    source.replaceAll(/\/\*\*[^]*?\*\/|^\s*\/\/.*$/gm, ''),
  )
}

function filesThat(are: (source: string) => boolean): string[] {
  return files.filter((file) => are(sources.get(file) ?? ''))
}

function localImports(are: (file: string, target: string) => boolean): string[] {
  return [...imports].flatMap(([file, { local }]) =>
    local.filter((target) => are(file, target)).map((target) => `${file} → ${target}`),
  )
}

function importsOf(file: string, source: string): { local: string[]; packages: string[] } {
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
