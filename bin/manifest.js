// Writes what oclif must know of every command, so that starting one does not load them all. `node bin/manifest.js FOLDER`.
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const folder = process.argv[2] ?? ''
const { loadConfig } = createRequire(import.meta.url)(join(folder, 'cli/main.cjs'))
const { env, stdout, stderr } = process
const config = await loadConfig({ env, stdout, stderr, clock: Date.now })
const manifest = config.plugins.get(config.name)?.manifest
if (Object.keys(manifest?.commands ?? {}).length === 0) throw new Error(`no commands found in ${folder}`)
await writeFile(join(folder, 'oclif.manifest.json'), JSON.stringify(manifest))
