#!/usr/bin/env node
// The CLI from source, for development: no build needed.
import { register } from 'tsx/esm/api'

register()
const { start } = await import('../src/cli/start.ts')
await start(process)
