import { createServer, connect as openSocket, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { freePort } from '../../scripts/free-port.ts'

/**
 * A way to a database that can be cut and mended; `url` leads along it. `hush`: what is sent along it from now on arrives
 * nowhere and nobody is told, as when a machine freezes or has gone; `speak`: for what is opened from then on it is as before.
 */
export type DatabaseWay = { url: string; cut(): Promise<void>; open(): Promise<void>; hush(): void; speak(): void }

/** Opens one to the database at `target`; what is sent along it arrives `delayMs` later, either way. */
export async function openDatabaseWay(target: string, { delayMs = 0 } = {}): Promise<DatabaseWay> {
  const { port } = new URL(target)
  const nearPort = await freePort()
  const sockets = new Set<Socket>()
  let isHushed = false
  const lost = new Set<Socket>()
  const server = createServer((near) => {
    if (isHushed) return void near.on('error', () => undefined).resume()
    const far = openSocket(Number(port), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      const end = () => void (lost.has(one) || other.destroy())
      one.on('error', end).on('close', end)
      if (delayMs === 0) one.pipe(other)
      else one.pipe(delayed(delayMs)).pipe(other)
    }
  })
  const open = () => new Promise<void>((resolve) => server.listen(nearPort, '127.0.0.1', resolve))
  await open()
  return {
    url: target.replace(port, String(nearPort)),
    open,
    hush() {
      isHushed = true
      for (const socket of sockets) {
        lost.add(socket)
        socket.unpipe().resume()
      }
    },
    speak() {
      isHushed = false
    },
    async cut() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      await closed
    },
  }
}

/** Each piece on its own clock: what follows it is under way meanwhile, as on a long line. */
function delayed(ms: number): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      setTimeout(() => this.push(chunk), ms)
      done()
    },
    flush: (done) => void setTimeout(done, ms),
  })
}
