// Writes the bundle that Claude Desktop installs: the packed program, which needs no other package, and manifest.json.
// `node bin/mcpb.js [FOLDER]`: where to write it.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const target = resolve(process.argv[2] ?? '.', `gasolina-${version}.mcpb`)
const folder = mkdtempSync(join(tmpdir(), 'gasolina-mcpb-'))
try {
  const [{ files }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8' }),
  )
  for (const path of ['manifest.json', ...files.map(({ path }) => path)])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  const mcpb = join(ROOT, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')
  execFileSync(process.execPath, [mcpb, 'pack', folder, target], { stdio: 'inherit' })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
