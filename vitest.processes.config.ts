import { defineConfig } from 'vitest/config'

/** Whole processes that are started, killed and started again; one after the other, since they share two cores. */
export default defineConfig({
  test: {
    include: ['test/processes/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
