/**
 * `npm run fuzz -- --files 20000 [--seed N] [--json]`: mutated files of every kind through the whole reader. The same
 * seed makes the same files; one that fails is written to a temporary folder, and `--only NUMBER` reads it again.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkFile } from '../test/fuzz/check-file.ts'
import { type FuzzFailure, runFuzz } from '../test/fuzz/run-fuzz.ts'
import { makeFile, seedFiles } from '../test/fuzz/seed-files.ts'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const files = Number(values.files)
if (!Number.isInteger(seed) || !Number.isInteger(files)) throw new Error('--files and --seed are whole numbers')

if (values.only !== undefined) {
  const file = makeFile(seedFiles(), seed, Number(values.only))
  process.stdout.write(`${file.steps.join(' > ')}\n${JSON.stringify(checkFile(file))}\n`)
} else {
  const startedAt = Date.now()
  const { failures, slowestMs, ...counts } = await runFuzz({ seed, files })
  const count = (kind: FuzzFailure['kind']) => failures.filter((failure) => failure.kind === kind).length
  if (failures.length > 0) keepFailures(failures)
  const summary = {
    files,
    ...counts,
    crashed: count('crashed'),
    hung: count('hung'),
    lost: count('lost'),
    slowestMs: Math.round(slowestMs),
    seed,
    seconds: Math.round((Date.now() - startedAt) / 1000),
  }
  process.stdout.write(values.json ? `${JSON.stringify(summary)}\n` : `${JSON.stringify(summary, null, 2)}\n`)
  process.exitCode = failures.length > 0 ? 1 : 0
}

function keepFailures(failures: readonly FuzzFailure[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'radvis-fuzz-'))
  const seeds = seedFiles()
  for (const { number, kind, why } of failures) {
    const { bytes, steps } = makeFile(seeds, seed, number)
    const path = join(folder, `${seed}-${number}-${kind}`)
    writeFileSync(path, bytes)
    process.stderr.write(`${kind} ${path} (${steps.join(' > ')}): ${why}\n`)
  }
}
