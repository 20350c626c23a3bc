import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/**
 * What a run met outside of any test, as `during` (the path of the test file that ran, where known), `message` and `stack`,
 * into the file named by UNHANDLED_ERRORS: Vitest's JSON report has nothing of it, and the run fails by it all the same.
 */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>) {
    const { UNHANDLED_ERRORS: file } = process.env
    if (!file) return
    const told = errors.map(({ VITEST_TEST_PATH: during, message, stack }) => ({ during, message, stack }))
    writeFileSync(file, JSON.stringify(told))
  }
}
