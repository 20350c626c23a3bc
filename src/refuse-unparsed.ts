import { type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { plainProblem } from './problem.ts'

/** What Node says of a request that never became one (its errors' codes); 400 is its own answer to all others. */
const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_INVALID_METHOD: 'method-unknown',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** Node's own of a connection, by which it looks whether an answer has begun there: ours would stand in the middle of that. */
type Answering = { _httpMessage?: { headersSent: boolean } | null }

/**
 * What Node refuses before any of our calls sees it, a method that it does not know or what is no HTTP, is answered with a
 * problem as all else is, in Swedish, since its headers were not read. So is CONNECT, which Node would answer with nothing.
 */
export function refuseUnparsed(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex & Answering) => {
    const isAnswering = socket._httpMessage?.headersSent === true
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) return void socket.destroy()
    refuse(socket, codes[error.code ?? ''] ?? 'request-malformed')
  })
  server.on('connect', (_request, socket) => refuse(socket, 'method-unknown'))
}

function refuse(socket: Duplex, code: ErrorCode): void {
  socket.on('error', () => undefined)
  const requestId = newId()
  const problem = plainProblem(code, requestId)
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
