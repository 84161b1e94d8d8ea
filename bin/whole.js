// Run by npm where the package is installed: a package that was made without the program is not installed at all, and one
// with it gets the code that this machine's Node compiles of it. In a checkout the build comes after this and does the same.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const has = (path) => existsSync(new URL(path, import.meta.url))

if (!has('../src/')) {
  if (has('../dist/app/start.cjs')) compile()
  else {
    console.error(
      'Este pacote veio sem o programa: faça-o de novo na pasta do projeto, com npm ci && npm pack, e instale-o outra vez.',
    )
    process.exitCode = 1
  }
}

/** Whatever comes of it, the package is whole. */
function compile() {
  const script = fileURLToPath(new URL('code-cache.js', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', timeout: 120_000 })
  if (status === 0) return
  const reason = /^\w*Error: (.+)$/m.exec(stderr)?.[1] ?? 'motivo desconhecido'
  console.error(`O programa foi instalado, e cada comando vai começar um pouco mais devagar: ${reason}`)
}
