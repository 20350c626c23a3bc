import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from './chromium.ts'

/**
 * Every check and every test, and one last line `N passed, N failed`. Part after part, but for types: they take a core for
 * as long as the other checks and half of the units.
 * `npm test -- unit` (or postgres, processes, journeys, checks) runs one part alone.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'radvis-test-'))
const only = process.argv.slice(2).filter((arg) => !arg.startsWith('-'))
const totals = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []

/** What is used of Vitest's JSON report; `name` is a file's path, `message` what kept its tests from running. */
type Report = {
  numPassedTests: number
  numPendingTests: number
  numTotalTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

const isWanted = (part: string) => only.length === 0 || only.includes(part)

let types = Promise.resolve()
if (isWanted('checks')) {
  await check('texts', 'paraglide-js', [
    'compile',
    '--project',
    './project.inlang',
    '--outdir',
    './src/paraglide',
    '--output-structure',
    'locale-modules',
    '--silent',
  ])
  await check('page types', 'react-router', ['typegen'])
  types = check('types', 'tsc', ['--noEmit', '-p', '.'])
  await check('format and lint', 'biome', ['check', '.'])
  await check('architecture', 'depcruise', ['src', 'sandbox', '--config', '.dependency-cruiser.cjs'])
  await check('unused code', 'knip', [])
}
const units = ['--config', 'vitest.config.ts']
if (isWanted('unit'))
  await vitest('rules, and capabilities on PGlite', [...units, '--project', 'rules*', '--project', 'embedded*'])
await types
if (isWanted('postgres'))
  await vitest('stores and use cases, on PostgreSQL', [...units, '--project', 'database*'], { TEST_ON: 'postgres' })
if (isWanted('processes') || isWanted('journeys')) await check('build', 'node', ['scripts/build.ts'])
if (isWanted('processes')) await vitest('whole processes', ['--config', 'vitest.processes.config.ts'])
if (isWanted('journeys')) {
  const name = 'journeys in a browser'
  const browser = findBrowser()
  if (browser.path === null) fail(`${name}: ${browser.problem}`)
  else await vitest(name, ['--config', 'vitest.journeys.config.ts'], { CHROMIUM_PATH: browser.path })
}

rmSync(reports, { recursive: true, force: true })
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`)
process.stdout.write(
  `\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}\n`,
)
process.exit(totals.failed > 0 ? 1 : 0)

function findBrowser(): { path: string } | { path: null; problem: string } {
  try {
    return { path: ensureChromium() }
  } catch (error) {
    return { path: null, problem: (error as Error).message }
  }
}

async function check(name: string, command: string, args: string[]): Promise<void> {
  const status = await run(name, command, args, {})
  if (status === 0) totals.passed += 1
  else fail(name)
}

async function vitest(name: string, args: string[], environment: Record<string, string> = {}): Promise<void> {
  const report = join(reports, `${name.replaceAll(/\W+/g, '-')}.json`)
  const outside = join(reports, `${name.replaceAll(/\W+/g, '-')}-outside.json`)
  const status = await run(
    name,
    'vitest',
    [
      'run',
      ...args,
      '--reporter=default',
      '--reporter=./scripts/unhandled-errors.ts',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { ...environment, UNHANDLED_ERRORS: outside },
  )
  if (!existsSync(report)) {
    fail(name)
    return
  }
  const counts = JSON.parse(readFileSync(report, 'utf8')) as Report
  totals.passed += counts.numPassedTests
  totals.skipped += counts.numPendingTests
  const failed = [...whatFailed(name, counts), ...whatFailedOutside(name, outside)]
  for (const failure of failed) fail(failure)
  if (failed.length === 0 && (status !== 0 || counts.numTotalTests === 0))
    fail(`${name} (ended with ${status}, ${counts.numTotalTests} tests)`)
}

/** Each failed test, and each file that could not run, with the beginning of its error: the last lines may be all that is kept of a run. */
function whatFailed(part: string, { testResults }: Report): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const errors = failed.map(({ fullName, failureMessages }) => [fullName, ...failureMessages].join('\n'))
    if (failed.length === 0 && message) errors.push(message)
    return errors.map((error) => `${part}: ${relative(root, name)}: ${firstLines(error)}`)
  })
}

/** What was thrown where no test waited for it, which alone fails a run whose tests all passed. */
function whatFailedOutside(part: string, file: string): string[] {
  if (!existsSync(file)) return []
  const errors = JSON.parse(readFileSync(file, 'utf8')) as {
    during?: string
    message: string
    cause?: string
    stack?: string
  }[]
  return errors.map(({ during, message, cause, stack }) => {
    const where = during ? `outside of the tests of ${relative(root, during)}` : 'outside of any test'
    return `${part}: ${where}: ${cause ? `${cause}\n    ` : ''}${firstLines(stack ?? message)}`
  })
}

function firstLines(text: string): string {
  return text.split('\n').slice(0, 12).join('\n    ')
}

function fail(failure: string): void {
  totals.failed += 1
  failures.push(failure)
}

async function run(
  name: string,
  command: string,
  args: string[],
  environment: Record<string, string>,
): Promise<number> {
  const startedAt = Date.now()
  process.stdout.write(`\n== ${name}\n`)
  // hledger and Chromium take their encoding from the locale, and a bare container has none.
  const locale = { LC_ALL: 'C.UTF-8' }
  const path = `${root}node_modules/.bin:${process.env.PATH}`
  const env = { ...process.env, ...locale, ...environment, PATH: path }
  const running = spawn(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  })
  const status = await new Promise<number>((resolve) => {
    running.on('exit', (code) => resolve(code ?? 1))
    running.on('error', ({ message }) => {
      process.stderr.write(`${message}\n`)
      resolve(1)
    })
  })
  process.stdout.write(
    `== ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`,
  )
  return status
}
