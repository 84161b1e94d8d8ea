import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'

const bundles = new Map<string, Promise<string>>()

/** A script for a process of its own, as JavaScript that node starts by itself: with a loader each start takes a second. */
export function bundled(script: string): Promise<string> {
  let bundle = bundles.get(script)
  if (!bundle) bundles.set(script, (bundle = write(script)))
  return bundle
}

async function write(script: string): Promise<string> {
  const dir = mkdtempSync(join(process.env['RUN_FOLDER'] ?? tmpdir(), 'gasolina-script-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const bundle = await rolldown({ input: script, platform: 'node' })
  await bundle.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  return join(dir, basename(script).replace(/ts$/, 'mjs'))
}
