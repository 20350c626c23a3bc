import { createServer, connect as openSocket, type Socket } from 'node:net'
import { freePort } from '../../scripts/free-port.ts'

/** A way to a database that can be cut and mended; `url` leads along it. */
export type DatabaseWay = { url: string; cut(): Promise<void>; open(): Promise<void> }

/** Opens one to the database at `target`. */
export async function openDatabaseWay(target: string): Promise<DatabaseWay> {
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
      one.pipe(other)
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
