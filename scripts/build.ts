import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}build/build.json`
const inputs = [
  'src/web/**/*',
  'src/kernel/*.ts',
  'src/*/*contract.ts',
  'src/*/rules.ts',
  'src/*/rules/**/*.ts',
  'messages/**/*.json',
  'project.inlang/settings.json',
  '*.config.ts',
  'package-lock.json',
]

/** Builds the texts and the web, unless nothing they are made of has changed since the last build. */
export async function buildIfChanged(): Promise<void> {
  const id = hashInputs()
  if (existsSync(stamp) && (JSON.parse(readFileSync(stamp, 'utf8')) as { id: string }).id === id) return
  rmSync(stamp, { force: true }) // cut off half-way, what it stood for is no longer there
  run('paraglide-js', [
    'compile',
    '--project',
    './project.inlang',
    '--outdir',
    './src/paraglide',
    '--output-structure',
    'locale-modules',
    '--silent',
  ])
  run('react-router', ['build', '--logLevel', 'warn'])
  await packEmptyDatabase()
  writeFileSync(stamp, JSON.stringify({ id, builtAt: new Date().toISOString() }))
}

/** What platform/database.ts unpacks in a new DATA_DIR. */
async function packEmptyDatabase(): Promise<void> {
  const pglite = await PGlite.create()
  const packed = await pglite.dumpDataDir('gzip')
  writeFileSync(`${root}build/empty-database.tar.gz`, new Uint8Array(await packed.arrayBuffer()))
  await pglite.close()
}

function hashInputs(): string {
  const hash = createHash('sha256')
  for (const path of inputs.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
    if (!/\.\w+$/.test(path) || path.includes('.test.')) continue
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(root + path))
      .update('\0')
  }
  return hash.digest('hex')
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(`${root}node_modules/.bin/${command}`, args, {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    // Whatever the environment is: with another value, such as a test runner's, React's development build would be packed.
    env: { ...process.env, NODE_ENV: 'production', PATH: `${root}node_modules/.bin:${process.env.PATH}` },
  })
  if (status !== 0) {
    process.stderr.write(`${command} ended with ${status}\n`)
    process.exit(status ?? 1)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildIfChanged()
