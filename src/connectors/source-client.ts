import type { ZodType } from 'zod'
import { ConnectorError } from './accounting-connector.ts'
import type { PacedOutcome } from './pacer.ts'
import { parseJson, readText } from './read-answer.ts'
import type { SourceAccess } from './source-connector.ts'

/** Waits until a request may leave; the returned function tells how it was answered. */
export type Turn = () => Promise<(failure: ConnectorError | null, outcome: PacedOutcome) => void>

export type SourceCall = { method?: 'GET' | 'POST'; url: string; body?: unknown; turn: Turn }

export type SourceClient = {
  /** Sent again by itself when the other side or the network fails: reads, and writes that replace a content whole. */
  send<Answer>(call: SourceCall, answer: ZodType<Answer>): Promise<Answer>
  /** Requests sent so far, repeated ones counted. */
  calls(): number
  /** When its latest answer was made, by the other side's own clock, in milliseconds since 1970; null where that says nothing. */
  answeredAt(): number | null
}

export type SourceClientOptions = {
  access: Pick<SourceAccess, 'accessToken'>
  fetch: typeof fetch
  sleep(ms: number): Promise<void>
  errorFromResponse(response: Response, text: string): ConnectorError
  /** How long everybody of a pace waits after the n-th refusal for pace. */
  pauseSeconds(attempt: number): number
  /** How often a request refused for pace is sent in all. */
  attempts: number
  timeoutSeconds: number
}

const dotSegment = /\/\.\.?(?:[/?]|$)/

/** With waits of 0.25, 1 and 4 s: as long as a person waits for a page. */
const outageAttempts = 4

/** JSON over HTTP for the sources: refused tokens renewed once, outages and refusals for pace waited out. */
export function createSourceClient(options: SourceClientOptions): SourceClient {
  let calls = 0
  let answeredAt: number | null = null

  async function sendOnce<Answer>(
    call: SourceCall,
    answer: ZodType<Answer>,
    token: string,
    attempt: number,
  ): Promise<Answer> {
    const answered = await call.turn()
    calls++
    let response: Response
    let text: string
    try {
      response = await options.fetch(call.url, requestOf(call, token, options.timeoutSeconds))
      text = await readText(response)
      answeredAt = Date.parse(response.headers.get('date') ?? '') || null
    } catch (cause) {
      answered(null, { isRateLimited: false })
      if (cause instanceof ConnectorError) throw cause
      throw new ConnectorError('unavailable', 'safe', { cause })
    }
    const failure = response.ok ? null : options.errorFromResponse(response, text)
    answered(failure, {
      isRateLimited: failure?.kind === 'rate-limited',
      retryAfterSeconds: Math.max(failure?.retryAfterSeconds ?? 0, options.pauseSeconds(attempt)),
    })
    if (failure) throw failure
    const body = parseJson(text)
    // A page of whatever stands in between, or an answer that was cut short without a sign: not the API's own word.
    if (body === undefined)
      throw new ConnectorError('unavailable', 'safe', { status: response.status, serviceMessage: 'no JSON' })
    const parsed = answer.safeParse(body)
    if (parsed.success) return parsed.data
    const where = parsed.error.issues.map((issue) => issue.path.join('.') || 'body').join(', ')
    throw new ConnectorError('rejected', 'never', {
      status: response.status,
      serviceMessage: `unreadable answer: ${where}`,
      cause: parsed.error,
    })
  }

  async function sendAuthorized<Answer>(call: SourceCall, answer: ZodType<Answer>, attempt: number): Promise<Answer> {
    const token = await options.access.accessToken()
    try {
      return await sendOnce(call, answer, token, attempt)
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind !== 'unauthorized') throw error
      return sendOnce(call, answer, await options.access.accessToken({ refused: token }), attempt)
    }
  }

  return {
    calls: () => calls,
    answeredAt: () => answeredAt,
    async send(call, answer) {
      // An id of dots alone would be another address of the same API, asked with the person's token.
      if (dotSegment.test(call.url)) throw new ConnectorError('not-found', 'never')
      for (let attempt = 1; ; attempt++) {
        try {
          return await sendAuthorized(call, answer, attempt)
        } catch (error) {
          const mayRetry = error instanceof ConnectorError && error.retry === 'safe' && error.kind !== 'unauthorized'
          if (!mayRetry) throw error
          // After a refusal for pace the pace itself makes everybody wait.
          const isPace = error.kind === 'rate-limited'
          if (attempt >= (isPace ? options.attempts : outageAttempts)) throw error
          if (!isPace) await options.sleep(250 * 4 ** (attempt - 1))
        }
      }
    },
  }
}

function requestOf(call: SourceCall, token: string, timeoutSeconds: number): RequestInit {
  return {
    method: call.method ?? 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    redirect: 'manual', // an API answers itself; a redirect could lead into our own network
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
  }
}

/** Airtable's largest table comes on a fourth of that. */
const mostPages = 10_000

/** The pages of a listing, each with where the next begins. One that leads back to where it has been would be read for ever. */
export async function* readPages<Page>(
  read: (from: string | undefined) => Promise<Page>,
  nextOf: (page: Page) => string | undefined,
): AsyncGenerator<Page> {
  const been = new Set<string | undefined>()
  let from: string | undefined
  do {
    been.add(from)
    const page = await read(from)
    yield page
    from = nextOf(page)
    if (from !== undefined && (been.has(from) || been.size >= mostPages))
      throw new ConnectorError('unavailable', 'safe', { serviceMessage: 'the listing has no end' })
  } while (from !== undefined)
}
