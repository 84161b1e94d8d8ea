#!/usr/bin/env node
import { existsSync } from 'node:fs'

const PROGRAM = new URL('../dist/app/start.js', import.meta.url)

if (existsSync(PROGRAM)) {
  const { start } = await import(PROGRAM.href)
  await start(process)
} else {
  const isCheckout = existsSync(new URL('../src/', import.meta.url))
  console.error(
    isCheckout
      ? 'O programa ainda não foi construído: rode npm ci, com as dependências de desenvolvimento, e de novo este comando.'
      : 'Este pacote veio sem o programa: faça-o de novo na pasta do projeto, com npm ci && npm pack, e instale-o outra vez.',
  )
  process.exitCode = 1
}
