// Run by npm where the package is installed: a package that was made without the program is not installed at all.
import { existsSync } from 'node:fs'

const has = (path) => existsSync(new URL(path, import.meta.url))

// In a checkout the program is built after this.
if (!has('../dist/app/start.js') && !has('../src/')) {
  console.error(
    'Este pacote veio sem o programa: faça-o de novo na pasta do projeto, com npm ci && npm pack, e instale-o outra vez.',
  )
  process.exitCode = 1
}
