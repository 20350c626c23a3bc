import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

export type Reply = { status: number; body?: unknown; text?: string; type?: string; headers?: Record<string, string> }
export type Request = {
  method: string
  /** As it was sent, percent-encoding included. */
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

/**
 * What befalls the next `times` requests whose path fits. `before`: something happens just before the answer is made.
 * `cut-kept`: a connection that has been used before is dropped.
 */
export type Fault = {
  path: RegExp
  times: number
  effect: 'cut-before' | 'cut-after' | 'cut-in-answer' | 'cut-kept' | 'slow' | 'reply' | 'before'
  ms?: number
  reply?: Reply
  before?: () => void
  /** How many requests that fit go by unharmed first. */
  after?: number
}

/**
 * Plain HTTP on the loopback, as a busy front end in the cloud answers: packed where the client allows it, and an idle
 * connection is dropped without a word.
 */
export async function serve(handle: (request: Request) => Reply) {
  const faults: Fault[] = []
  /** `GET /path?query` of every request, in order. */
  const requests: string[] = []
  /** Requests that no client which has read the documentation would send. */
  const violations: string[] = []
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      violations.push(`the stand-in itself: ${error instanceof Error ? error.stack : String(error)}`)
      response.socket?.destroy()
    })
  })
  server.keepAliveTimeout = 0

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (response.socket) clearTimeout(idle.get(response.socket))
    const request = await readRequest(incoming)
    requests.push(`${request.method} ${request.path}${request.query.size > 0 ? `?${request.query}` : ''}`)
    const fault = takeFault(faults, request.path)
    const cut = () => void response.socket?.destroy()
    const isKept = response.socket !== null && used.has(response.socket)
    if (response.socket) used.add(response.socket)
    if (fault?.effect === 'cut-before' || (isKept && fault?.effect === 'cut-kept')) return cut()
    if (fault?.effect === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms))
    if (fault?.effect === 'before') fault.before?.()
    const reply = fault?.effect === 'reply' && fault.reply ? fault.reply : handle(request)
    if (fault?.effect === 'cut-after') return cut()
    write(incoming, response, reply, fault?.effect === 'cut-in-answer')
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, faults, requests, violations },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const [path = '', query = ''] = (incoming.url ?? '').split(/\?(.*)/s)
  return {
    ...{ method: incoming.method ?? 'GET', path, query: new URLSearchParams(query), headers: incoming.headers },
    body: Buffer.concat(chunks).toString(),
  }
}

function takeFault(faults: Fault[], path: string): Fault | null {
  for (const fault of faults) {
    if (fault.times === 0 || !fault.path.test(path)) continue
    if (fault.after) fault.after -= 1
    else {
      fault.times -= 1
      return fault
    }
  }
  return null
}

const idleMs = 300
const idle = new WeakMap<object, NodeJS.Timeout>()
const used = new WeakSet<object>()

function write(incoming: IncomingMessage, response: ServerResponse, reply: Reply, isCut: boolean): void {
  const { socket } = response
  const plain = Buffer.from(reply.text ?? JSON.stringify(reply.body ?? {}))
  const isPacked = /\bgzip\b/.test(String(incoming.headers['accept-encoding'])) && plain.length > 500
  const bytes = isPacked ? gzipSync(plain) : plain
  response.writeHead(reply.status, {
    'content-type': reply.type ?? 'application/json; charset=UTF-8',
    vary: 'Origin, X-Origin, Referer',
    ...(isPacked && { 'content-encoding': 'gzip' }),
    ...(isCut ? { 'content-length': bytes.length } : { 'transfer-encoding': 'chunked' }),
    ...reply.headers,
  })
  if (isCut) return void response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => socket?.destroy())
  response.end(bytes)
  if (!socket) return
  clearTimeout(idle.get(socket))
  const timer = setTimeout(() => socket.destroy(), idleMs)
  timer.unref()
  idle.set(socket, timer)
}

/** Of a form: null where the request does not say that it is one, or names a field twice. */
export function readForm({ headers, body }: Request): Map<string, string> | null {
  if (!/^application\/x-www-form-urlencoded(; *charset=utf-8)?$/i.test(String(headers['content-type']))) return null
  const pairs = [...new URLSearchParams(body)]
  const form = new Map(pairs)
  return form.size === pairs.length ? form : null
}

/** Of `Authorization: Bearer …`. */
export function bearerOf({ headers }: Request): string | null {
  return /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? null
}
