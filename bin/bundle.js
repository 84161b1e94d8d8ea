// Joins the program and the packages it uses into few files: finding and reading 200 modules takes longer than answering
// does, and who installs it then fetches no other package. `node bin/bundle.js FOLDER`: where to write them.
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { noticesOf } from './notices.js'

/** Names that minifying keeps. */
const CLASSES = { class: true, function: false }
const SRC = fileURLToPath(new URL('../src/', import.meta.url))

/** Two files for a question, each what these modules import: what every start needs, and what answers. */
const FIRST = ['cli/main']
const LOOKUP = ['cli/commands/precos', 'app/open-query']

const commands = (await readdir(join(SRC, 'cli/commands'))).map(
  (file) => `cli/commands/${file.replace(/\.ts$/, '')}`,
)
/** The modules each module imports at once, by path. */
const imports = new Map()
const folder = process.argv[2] ?? ''
const bundle = await rolldown({
  input: Object.fromEntries(
    ['app/start', 'cli/main', 'cli/help', ...commands].map((name) => [name, join(SRC, `${name}.ts`)]),
  ),
  platform: 'node',
  checks: { ineffectiveDynamicImport: false, emptyImportMeta: false },
  plugins: [{ name: 'record', moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds) }],
})
const program = await bundle.write({
  dir: folder,
  // Node 20 gives the compiled code of scripts, of ES modules only behind a flag: bin/code-cache.js.
  format: 'cjs',
  exports: 'named',
  strict: true,
  // oclif's parser errors are told apart by the names of their classes.
  minify: { compress: { keepNames: CLASSES }, mangle: { keepNames: CLASSES }, codegen: true },
  sourcemap: true,
  entryFileNames: '[name].cjs',
  // As deep as cli/, so that `../..` means the same there.
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  codeSplitting: {
    groups: [
      { name: 'first', priority: 2, test: reachedFrom(FIRST) },
      { name: 'lookup', priority: 1, test: reachedFrom(LOOKUP) },
    ],
  },
})

// For other programs, in Node and in browsers: one file that needs nothing.
const client = await rolldown({ input: join(SRC, 'query/cliente.ts'), platform: 'browser' })
const clientFiles = await client.write({ file: join(folder, 'cliente.js'), format: 'esm', minify: true })

await writeFile(
  join(folder, 'LICENCAS.txt'),
  await noticesOf(
    [program, clientFiles],
    // What pages load is made by bin/assets.js.
    ['mapa-brasil', 'leaflet'].map((name) =>
      fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url)),
    ),
  ),
)

/** Whether a module is one of these or one that they import. Asked when all are parsed, so the answer is made then. */
function reachedFrom(names) {
  let found
  return (id) => (found ??= reachable(names)).has(id)
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
