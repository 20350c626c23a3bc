import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below what systems give to outgoing connections: one of those could take the port before who asked for it listens. */
const [first, end] = [10_000, 32_000]
const tries = 50

/** A loopback port that nobody listens on, and that no outgoing connection is given meanwhile. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < tries; tried++) {
    const port = randomInt(first, end)
    if (await isFree(port)) return port
  }
  throw new Error(`none of ${tries} ports between ${first} and ${end} is free`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
