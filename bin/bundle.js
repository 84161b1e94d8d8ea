// Joins what a command loads into few files, over what tsc wrote: finding and reading 200 modules takes longer than
// answering does. `node bin/bundle.js FOLDER`: the folder tsc wrote to.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const SRC = fileURLToPath(new URL('../src/', import.meta.url))
/** oclif finds its own files by their place; listhen is for `servir` alone. */
const LEFT_OUT = [/^node:/, /^@oclif\//, /^listhen/]

/** Two files for a question, each what these modules import: what every start needs, and what answers. */
const FIRST = ['app/start', 'cli/main', 'cli/report']
const LOOKUP = ['cli/commands/precos', 'cli/views/precos', 'app/lookups']

const commands = (await readdir(join(SRC, 'cli/commands'))).map(
  (file) => `cli/commands/${file.replace(/\.ts$/, '')}`,
)
const options = {
  input: Object.fromEntries(
    ['app/start', 'cli/main', 'cli/help', ...commands].map((name) => [name, join(SRC, `${name}.ts`)]),
  ),
  platform: 'node',
  external: LEFT_OUT,
  checks: { ineffectiveDynamicImport: false },
}
const imports = await importsOfAll()
const first = reachable(FIRST)
const lookup = reachable(LOOKUP)
const bundle = await rolldown(options)
await bundle.write({
  dir: process.argv[2],
  format: 'esm',
  minify: true,
  sourcemap: true,
  // As deep as cli/, so that `../..` means the same there.
  chunkFileNames: 'chunks/[name]-[hash].js',
  codeSplitting: {
    groups: [
      { name: 'first', priority: 2, test: (id) => first.has(id) },
      { name: 'lookup', priority: 1, test: (id) => lookup.has(id) },
    ],
  },
})

/** The modules each module imports at once, by path. */
async function importsOfAll() {
  const imports = new Map()
  const record = { name: 'record', moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds) }
  const bundle = await rolldown({ ...options, plugins: [record] })
  await bundle.generate()
  return imports
}

function reachable(names) {
  const found = new Set(names.map((name) => join(SRC, `${name}.ts`)))
  for (const id of found) {
    const imported = imports.get(id)
    if (!imported && id.startsWith(SRC)) throw new Error(`${id} is in no command`)
    for (const next of imported ?? []) found.add(next)
  }
  return found
}
