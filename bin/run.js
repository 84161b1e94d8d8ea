#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createLoader } from './loader.js'

const PROGRAM = fileURLToPath(new URL('../dist/app/start.cjs', import.meta.url))

if (existsSync(PROGRAM)) {
  // Node maps traces to sources only for what it loads itself.
  const load = process.sourceMapsEnabled ? createRequire(PROGRAM) : createLoader()
  await load(PROGRAM).start(process)
} else {
  const isCheckout = existsSync(new URL('../src/', import.meta.url))
  console.error(
    isCheckout
      ? 'O programa ainda não foi construído: rode npm ci, com as dependências de desenvolvimento, e de novo este comando.'
      : 'Este pacote veio sem o programa: faça-o de novo na pasta do projeto, com npm ci && npm pack, e instale-o outra vez.',
  )
  process.exitCode = 1
}
