#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../dist/app/start.cjs', import.meta.url))
const NODE = process.versions.node
const [major, minor] = NODE.split('.').map(Number)
/** 22.2 has what 20.19 has; between them are versions without it, such as 21. */
const isOld = major < 20 || major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 2)

if (isOld) {
  stop(`O gasolina precisa do Node.js 20.19, do 22.2 ou de um mais novo, e este é o ${NODE}: instale outro.`)
} else if (existsSync(PROGRAM)) {
  // Not at the top: an older Node lacks what the loader imports, and would end before the sentence above.
  const { createLoader } = await import('./loader.js')
  // Node maps traces to sources only for what it loads itself.
  const load = process.sourceMapsEnabled ? createRequire(PROGRAM) : createLoader()
  await load(PROGRAM).start(process)
} else {
  const isCheckout = existsSync(new URL('../src/', import.meta.url))
  stop(
    isCheckout
      ? 'O programa ainda não foi construído: rode npm ci, com as dependências de desenvolvimento, e de novo este comando.'
      : 'Este pacote veio sem o programa: faça-o de novo na pasta do projeto, com npm ci && npm pack, e instale-o outra vez.',
  )
}

function stop(sentence) {
  console.error(sentence)
  process.exitCode = 1
}
