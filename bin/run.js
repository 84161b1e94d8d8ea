#!/usr/bin/env node
import { existsSync } from 'node:fs'

const PROGRAM = new URL('../dist/app/start.js', import.meta.url)

if (existsSync(PROGRAM)) {
  const { start } = await import(PROGRAM.href)
  await start(process)
} else {
  console.error(
    'O programa ainda não foi construído: rode npm ci, com as dependências de desenvolvimento, e de novo este comando.',
  )
  process.exitCode = 1
}
