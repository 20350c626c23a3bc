import { defineConfig } from 'vitest/config'
import { steadyWasm } from './test/steady-wasm.ts'

/** Whole processes that are started, killed and started again; three files at once, since they mostly wait for windows to pass. */
export default defineConfig({
  test: {
    include: ['test/processes/**/*.test.ts'],
    globalSetup: ['./test/build-once.ts'],
    pool: 'forks',
    execArgv: steadyWasm,
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
