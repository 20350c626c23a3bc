import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect } from 'vitest'
import { ConnectorError } from '../../accounting-connector.ts'
import { createFortnoxConnector } from '../index.ts'

type Handler = (request: IncomingMessage & { body: string }, response: ServerResponse, count: number) => void
const closing: (() => void)[] = []
afterEach(closeFarSides)

export function closeFarSides(): void {
  for (const close of closing.splice(0)) close()
}

/** A far side that answers as told; `paths` is what it was asked. */
export async function farSide(handler: Handler) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      paths.push(`${request.method} ${request.url}`)
      handler(Object.assign(request, { body }), response, paths.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, paths, ...open(url) }
}

export function open(url: string, signal?: AbortSignal) {
  const tokens: (string | undefined)[] = []
  const outcomes: { isRateLimited: boolean; retryAfterSeconds?: number | undefined }[] = []
  const connector = createFortnoxConnector({
    clientId: 'id',
    clientSecret: 'secret',
    apiUrl: url,
    authUrl: `${url}/oauth-v1`,
    rateLimit: { requests: 25, seconds: 5 },
    sleep: async () => undefined,
    now: () => 1000,
  })
  const session = connector.openSession({
    turn: async ({ refused } = {}) => {
      tokens.push(refused)
      return { token: refused ? 'new' : 'old', answered: (outcome) => void outcomes.push(outcome) }
    },
    signal,
  })
  return { connector, session, tokens, outcomes }
}

/** A supplier invoice as Fortnox answers with it. */
export const invoice = {
  SupplierInvoice: {
    GivenNumber: '1',
    SupplierNumber: '7',
    Total: '10',
    Balance: '10',
    Booked: false,
    Currency: 'SEK',
    ExternalInvoiceNumber: 'RV-1',
  },
}

/** A payment of it. */
export const due = {
  amount: 100,
  amountSek: 100,
  currency: 'SEK',
  rate: '1',
  paymentDate: '2026-11-20',
  modeOfPayment: 'KORT',
}

export const answer = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body))
export const failure = async (work: Promise<unknown>): Promise<ConnectorError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ConnectorError)
  return error as ConnectorError
}

/** The numbers of all that a listing tells, in its order. */
export async function numbersOf(pages: AsyncIterable<{ number: string }[]>): Promise<string[]> {
  const numbers: string[] = []
  for await (const page of pages) numbers.push(...page.map(({ number }) => number))
  return numbers
}
