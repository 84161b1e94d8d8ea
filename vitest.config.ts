import { accessSync, statfsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { OPTIMIZE_LESS } from './src/app/v8-settings.ts'
import { LongestFirst } from './test/longest-first.ts'

const MEMORY = '/dev/shm'
const ROOM = 512 * 1024 * 1024

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/built.ts',
    dangerouslyIgnoreUnhandledErrors: false,
    // Nothing is mocked and no module keeps state, so files may share modules: loading them is half of the time.
    isolate: false,
    // One more than a small machine has cores, as what starts servers mostly waits for them: 279 seconds without browser and engines, 300
    // with two, at the same processor time (28 November 2026).
    maxWorkers: 3,
    // Threads of V8's own would only take turns with the workers, and much of what a test makes is garbage soon. Most code runs for a
    // moment: a fifth of the processor time went into optimizing it (perf record), so eight times as much must run before that, and
    // less is inlined: 134 to 142 seconds instead of 156 to 160 (test/query, http, mcp, collect, claims, site and store; 28 November 2026).
    execArgv: [
      '--single-threaded',
      '--max-semi-space-size=32',
      '--max-inlined-bytecode-size-cumulative=300',
      ...OPTIMIZE_LESS,
    ],
    sequence: { sequencer: LongestFirst },
    // Only of tests that say so: they wait for processes.
    maxConcurrency: 20,
    disableConsoleIntercept: true,
    // For what hangs, on the slowest machine: whoever passes never waits for them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Its own default gives up after one second, which a process on a busy machine takes to start.
    expect: { poll: { timeout: 60_000, interval: 50 } },
    // Stores of tests lie in memory where there is room: thousands of fsyncs would take most of the time.
    env: roomInMemory() ? { TMPDIR: MEMORY } : {},
  },
})

function roomInMemory(): boolean {
  try {
    accessSync(MEMORY, 7)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM
  } catch {
    return false
  }
}
