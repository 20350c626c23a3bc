import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Recorded = { method: string; path: string; body: Buffer }

/** Stands between us and another server, passes everything on and keeps every request as the bytes that came. */
export async function recordRequests(target: string) {
  const recorded: Recorded[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { method = 'GET', url: path = '/' } = request
    recorded.push({ method, path, body })
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name) ? [[name, value]] : [],
    )
    const answer = await fetch(`${target}${path}`, { method, headers, ...(body.length > 0 && { body }) })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recorded,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}
