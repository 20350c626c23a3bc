import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  process.env.CHROMIUM_PATH,
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

/** Where Chromium is; fetched from Debian's packages when it is missing. */
export function ensureChromium(): string {
  const found = places.find((path) => existsSync(path))
  if (found) return found
  process.stdout.write('Chromium is missing: fetching it from Debian\n')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const command of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const [program = '', ...args] = [...sudo, ...command]
    spawnSync(program, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  const installed = places.find((path) => existsSync(path))
  if (!installed) throw new Error('Chromium could not be installed: install it by hand or set CHROMIUM_PATH')
  return installed
}
