import { defineConfig } from 'vitest/config'

/** Journeys drive a real browser against a real process; one after the other, since they share two cores; a step builds on the one before. */
export default defineConfig({
  test: {
    include: ['test/journeys/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    bail: 1,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // A second, as Vitest has it, is too little for a busy browser.
    expect: { poll: { timeout: 20_000 } },
  },
})
