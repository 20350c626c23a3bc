import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].filter((path) => path !== undefined)

/** What every start of the browser needs on a machine without network, screen or unprivileged user. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's packages of it as they are tried (decisions/057): a mirror may fail once, and an older Debian has the second alone. */
const packages = ['chromium-headless-shell', 'chromium-headless-shell', 'chromium']

/** Where Chromium is; fetched from Debian's packages when it is missing. */
export function ensureChromium(): string {
  const found = places.find((path) => existsSync(path))
  if (found) return found
  process.stdout.write('Chromium is missing: fetching it from Debian\n')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  // Another program may hold the packages for a while.
  const patience = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=3']
  for (const name of packages) {
    for (const command of [
      ['apt-get', ...patience, 'update', '-qq'],
      ['apt-get', ...patience, 'install', '-y', '-qq', '--no-install-recommends', name],
    ]) {
      const [program = '', ...args] = [...sudo, ...command]
      spawnSync(program, args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        timeout: 300_000,
      })
    }
    const installed = places.find((path) => existsSync(path))
    if (installed) return installed
  }
  throw new Error('Chromium could not be installed: install it by hand or set CHROMIUM_PATH')
}
