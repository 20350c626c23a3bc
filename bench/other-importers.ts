import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Timed = { seconds: number; transactions: number } | { reason: string }

/** hledger's CSV reader on the same rows; absent where Debian's hledger is not installed. */
export function timeHledger(folder: string, file: string): Timed {
  if (spawnSync('hledger', ['--version']).status !== 0)
    return { reason: 'not installed: apt-get install hledger to compare' }
  const rules = join(folder, 'rows.rules')
  writeFileSync(
    rules,
    'skip 1\nseparator ;\ndecimal-mark ,\nfields date, booked, description, city, currency, foreign, amount\ncurrency SEK\naccount1 liabilities:card\naccount2 expenses:unknown\n',
  )
  const startedAt = performance.now()
  const { status, stdout, stderr } = spawnSync('hledger', ['print', '-f', file, '--rules-file', rules], {
    maxBuffer: 1 << 30,
  })
  if (status !== 0) return { reason: `failed: ${String(stderr).slice(0, 200)}` }
  const seconds = round((performance.now() - startedAt) / 1000)
  return { seconds, transactions: String(stdout).match(/^\d{4}-/gm)?.length ?? 0 }
}

const actual = '@actual-app/api@26.9.0'

/** Actual Budget's importTransactions on the same rows; installed beside the system's temporary files, never in the project. */
export function timeActual(folder: string, file: string): Timed {
  const modules = join(tmpdir(), `radvis-bench-actual-${process.versions.modules}`)
  if (!existsSync(join(modules, 'node_modules/@actual-app/api'))) {
    mkdirSync(modules, { recursive: true })
    writeFileSync(join(modules, 'package.json'), '{"private":true}')
    const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', actual], {
      cwd: modules,
      timeout: 300_000,
    })
    if (status !== 0) return { reason: `not installed: npm install ${actual}: ${String(stderr).slice(-200)}` }
  }
  const script = fileURLToPath(new URL('./actual-import.mjs', import.meta.url))
  const data = mkdtempSync(join(folder, 'actual-'))
  // npm may have built its database driver for another Node.js than this one.
  for (const node of [process.execPath, '/usr/bin/node']) {
    const { status, stdout } = spawnSync(node, [script, modules, file, data], { timeout: 900_000 })
    if (status !== 0) continue
    const answer = JSON.parse(String(stdout).trim().split('\n').at(-1) ?? '') as { seconds: number; added: number }
    return { seconds: round(answer.seconds), transactions: answer.added }
  }
  return { reason: 'failed: it was installed and does not run on this Node.js' }
}

const round = (value: number) => Math.round(value * 1000) / 1000
