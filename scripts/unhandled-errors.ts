import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

type Ended = Parameters<NonNullable<Reporter['onTestRunEnd']>>
type Cause = Ended[1][number]['cause']

/**
 * What a run met outside of any test, as `during` (the path of the test file that ran, where known), `message`, `cause` (the
 * innermost one's message: how a worker ended is told only there) and `stack`, into the file named by UNHANDLED_ERRORS:
 * Vitest's JSON report has nothing of it, and the run fails by it all the same.
 */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(...[, errors]: Ended) {
    const { UNHANDLED_ERRORS: file } = process.env
    if (!file) return
    const told = errors.map(({ VITEST_TEST_PATH: during, message, stack, cause }) => {
      return { during, message, stack, cause: innermost(cause)?.message }
    })
    writeFileSync(file, JSON.stringify(told))
  }
}

function innermost(cause: Cause): Cause {
  return cause?.cause ? innermost(cause.cause) : cause
}
