import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    dangerouslyIgnoreUnhandledErrors: false,
    disableConsoleIntercept: true,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
