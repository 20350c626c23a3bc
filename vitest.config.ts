import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { defineConfig } from 'vitest/config'
import { steadyWasm } from './test/steady-wasm.ts'

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
const holding = (pattern: RegExp) => (file: string) => pattern.test(readFileSync(file, 'utf8'))
const filesWith = (pattern: RegExp) => files.filter(holding(pattern))
/** What opens a database for a test, in a file beside those that it is for. */
const scenes = globSync('src/**/testing/*.ts')
  .filter(holding(/openTestDatabase/))
  .map((file) => basename(file))
/** Tests that open a database: on PostgreSQL with TEST_ON=postgres, else on PGlite (--project 'database*'). */
const withDatabase = filesWith(new RegExp(['openTestDatabase', 'openAccountsApp', ...scenes].join('|')))
/**
 * Those of them that `npm test` runs on both: what a capability does as a whole, all of the platform, and what looks at all
 * tables, as for row-level security.
 */
const onBoth = withDatabase.filter(
  (file) => /^(src\/platform|test)\//.test(file) || basename(file, '.test.ts') === basename(dirname(file)),
)
const rules = files.filter((file) => !withDatabase.includes(file))
/** They replace modules, or what all share of the language. */
const alone = filesWith(/vi\.mock\(|spyOn\(\w+\.prototype/)
const shared = {
  pool: 'forks' as const,
  execArgv: steadyWasm,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // A second, as Vitest has it, is too little for a busy machine.
  expect: { poll: { timeout: 20_000 } },
  globalSetup: ['./test/global-setup.ts'],
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [...projects('database', withDatabase), ...projects('embedded', onBoth), ...projects('rules', rules)],
  },
})

/** Files share what they load, which took half of the time when each loaded it anew. */
function projects(name: string, include: readonly string[]) {
  const together = include.filter((file) => !alone.includes(file))
  const apart = include.filter((file) => alone.includes(file))
  return [
    { test: { ...shared, name, isolate: false, include: together } },
    { test: { ...shared, name: `${name} alone`, include: apart } },
  ]
}
