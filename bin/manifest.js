// Writes what oclif must know of every command, so that starting one does not load them all.
import { writeFile } from 'node:fs/promises'
import { loadConfig } from '../dist/cli/main.js'

const { env, stdout, stderr } = process
const config = await loadConfig({ env, stdout, stderr, clock: Date.now })
const manifest = config.plugins.get(config.name)?.manifest
if (Object.keys(manifest?.commands ?? {}).length === 0) throw new Error('no commands found in dist/')
await writeFile(new URL('../dist/oclif.manifest.json', import.meta.url), JSON.stringify(manifest))
