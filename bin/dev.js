#!/usr/bin/env node
// The CLI from source, for development: no build needed.
import { register } from 'tsx/esm/api'

register()
const { start } = await import('../src/app/start.ts')
await start(process)
