import { createServer, connect as openSocket, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { freePort } from '../../scripts/free-port.ts'

/** A way to a database that can be cut and mended; `url` leads along it. */
export type DatabaseWay = { url: string; cut(): Promise<void>; open(): Promise<void> }

/** Opens one to the database at `target`; what is sent along it arrives `delayMs` later, either way. */
export async function openDatabaseWay(target: string, { delayMs = 0 } = {}): Promise<DatabaseWay> {
  const { port } = new URL(target)
  const nearPort = await freePort()
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = openSocket(Number(port), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
      if (delayMs === 0) one.pipe(other)
      else one.pipe(delayed(delayMs)).pipe(other)
    }
  })
  const open = () => new Promise<void>((resolve) => server.listen(nearPort, '127.0.0.1', resolve))
  await open()
  return {
    url: target.replace(port, String(nearPort)),
    open,
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
