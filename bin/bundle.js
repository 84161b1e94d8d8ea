// Joins what a command loads into few files, over what tsc wrote: finding and reading 200 modules takes longer than
// answering does.
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const CLI = fileURLToPath(new URL('../src/cli/', import.meta.url))
/** oclif finds its own files by their place; listhen is for `servir` alone. */
const LEFT_OUT = [/^node:/, /^@oclif\//, /^listhen/]

/** Two files for a question: what every start needs, and what answers. Servers and collections load more. */
const FIRST =
  /src\/(errors|domain\/(text|time)|format\/error|cli\/(start|patient-output|main|report|exit|parse-errors|surroundings))\.ts$|node_modules\/leven\//
const LOOKUP =
  /src\/(config|domain\/(?!answers|routes)|query\/(?!remote|files|documentacao)|store\/|format\/(table|words)|cli\/(open|lookup|flags|output-flags|base|paint|views\/(precos|place|source-line))\.ts)|node_modules\/(zod|unstorage|destr|geolib|string-width|strip-ansi|ansi-regex|emoji-regex|is-fullwidth-code-point)\//

const commands = (await readdir(`${CLI}commands`)).map((file) => `commands/${file.replace(/\.ts$/, '')}`)
const input = ['start', 'main', 'help', ...commands].map((name) => [`cli/${name}`, `${CLI}${name}.ts`])
const bundle = await rolldown({
  input: Object.fromEntries(input),
  platform: 'node',
  external: LEFT_OUT,
  checks: { ineffectiveDynamicImport: false },
})
await bundle.write({
  dir: fileURLToPath(new URL('../dist', import.meta.url)),
  format: 'esm',
  minify: true,
  sourcemap: true,
  // As deep as cli/, so that `../..` means the same there.
  chunkFileNames: 'chunks/[name]-[hash].js',
  codeSplitting: {
    groups: [
      { name: 'first', priority: 2, test: FIRST },
      { name: 'lookup', priority: 1, test: LOOKUP },
    ],
  },
})
