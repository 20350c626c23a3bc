import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const tests = [
  'src/**/*.test.ts',
  'src/**/*.test.tsx',
  'sandbox/**/*.test.ts',
  'scripts/**/*.test.ts',
  'test/*.test.ts',
  'test/conformance/*.test.ts',
  'bench/**/*.test.ts',
]
const files = tests.flatMap((pattern) => globSync(pattern))
/** Tests that open a database run a second time on PostgreSQL (TEST_ON=postgres, --project database). */
const withDatabase = files.filter((file) => readFileSync(file, 'utf8').match(/openTestDatabase|openAccountsApp/))
const rules = files.filter((file) => !withDatabase.includes(file))
/** Replaces modules for its own file, which others may hold. */
const withMocks = files.filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))
const shared = {
  pool: 'forks' as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // A second, as Vitest has it, is too little for a busy machine.
  expect: { poll: { timeout: 20_000 } },
  globalSetup: ['./test/global-setup.ts'],
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...shared, name: 'database', include: withDatabase } },
      // Of a file of rules most of the time went into loading the same modules anew.
      { test: { ...shared, name: 'rules', isolate: false, include: rules.filter((file) => !withMocks.includes(file)) } },
      { test: { ...shared, name: 'rules with mocks', include: rules.filter((file) => withMocks.includes(file)) } },
    ],
  },
})
