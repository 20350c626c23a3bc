import { defineConfig } from 'vitest/config'
import { steadyWasm } from './test/steady-wasm.ts'

/** Journeys drive a real browser against a real process; two at once, since a third of the time they wait; a step builds on the one before. */
export default defineConfig({
  test: {
    include: ['test/journeys/**/*.test.ts'],
    globalSetup: ['./test/journeys/running-stages.ts'],
    pool: 'forks',
    execArgv: steadyWasm,
    maxWorkers: 2,
    isolate: false, // journeys share what they load, and the browser
    bail: 1,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A second, as Vitest has it, is too little for a busy browser, and twenty looks a second keep it busy.
    expect: { poll: { timeout: 40_000, interval: 150 } },
  },
})
