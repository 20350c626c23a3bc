import { type ZodType, z } from 'zod'
import { ConnectorError, type SessionAccess } from '../accounting-connector.ts'
import { parseJson, readText } from '../read-answer.ts'
import { errorFromResponse, errorFromThrown, errorUnderYes, otherAnswer, unreadableAnswer } from './errors.ts'
import { readAttempts, timeoutSeconds } from './limits.ts'
import type { HttpAnswer, SendRequest } from './spread-requests.ts'

export type FortnoxClient = {
  /** Sent again by itself when Fortnox or the network fails: a read changes nothing. */
  get<Answer>(path: string, answer: ZodType<Answer>, query?: Record<string, string>): Promise<Answer>
  /** Sent again only where Fortnox said that it did nothing (401, 429); anything else is the caller's decision. */
  post<Answer>(path: string, answer: ZodType<Answer>, body: unknown): Promise<Answer>
  put<Answer>(path: string, answer: ZodType<Answer>): Promise<Answer>
  /** Answered without a body. */
  delete(path: string): Promise<void>
  /** A file as multipart/form-data, sent again as little as any other POST. */
  upload<Answer>(path: string, answer: ZodType<Answer>, file: File): Promise<Answer>
}

export type ClientOptions = {
  apiUrl: string
  access: SessionAccess
  send: SendRequest
  sleep(ms: number): Promise<void>
}
type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string; body?: unknown; file?: File }

export function createFortnoxClient(options: ClientOptions): FortnoxClient {
  const url = (path: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams(query).toString()
    return `${options.apiUrl}/3/${path}${search ? `?${search}` : ''}`
  }
  return {
    get: (path, answer, query) => readWithRetries(options, { method: 'GET', url: url(path, query) }, answer),
    post: (path, answer, body) => sendWhenThereIsRoom(options, { method: 'POST', url: url(path), body }, answer),
    put: (path, answer) => sendWhenThereIsRoom(options, { method: 'PUT', url: url(path) }, answer),
    delete: async (path) => void (await sendWhenThereIsRoom(options, { method: 'DELETE', url: url(path) }, anything)),
    upload: (path, answer, file) => sendWhenThereIsRoom(options, { method: 'POST', url: url(path), file }, answer),
  }
}

const anything = z.unknown()

async function readWithRetries<Answer>(options: ClientOptions, call: Call, answer: ZodType<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendAuthorized(options, call, answer)
    } catch (error) {
      if (!(error instanceof ConnectorError) || attempt === readAttempts) throw error
      const mayRetry =
        (error.retry === 'safe' && error.kind !== 'unauthorized') || isUnreadable(error) || isUnsaid(error)
      if (!mayRetry) throw error
      // After a 429 the pace itself makes everybody wait.
      if (error.kind !== 'rate-limited') await options.sleep(250 * 4 ** (attempt - 1))
    }
  }
}

/** Once in a while another answer than was asked for comes; what stays unreadable is no such slip. */
const isUnreadable = ({ kind, cause }: ConnectorError) => kind === 'rejected' && cause instanceof z.ZodError

/** That something is not there is believed at once where Fortnox says it: a gateway may say so of everything for a moment. */
const isUnsaid = ({ kind, serviceCode }: ConnectorError) => kind === 'not-found' && serviceCode === undefined

/** A 429 is answered before anything is carried out, so even a write may be sent again; the pace makes everybody wait. */
async function sendWhenThereIsRoom<Answer>(
  options: ClientOptions,
  call: Call,
  answer: ZodType<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendAuthorized(options, call, answer)
    } catch (error) {
      const isRefusedForPace = error instanceof ConnectorError && error.kind === 'rate-limited'
      if (!isRefusedForPace || attempt === readAttempts) throw error
    }
  }
}

/** A refused token is exchanged for a new one, once; Fortnox did not carry out what it answered 401 to. */
async function sendAuthorized<Answer>(options: ClientOptions, call: Call, answer: ZodType<Answer>): Promise<Answer> {
  const content = await contentOf(call)
  let refused: string | undefined
  for (;;) {
    const turn = await options.access.turn(refused === undefined ? {} : { refused })
    try {
      return await send(options, { ...call, content }, answer, turn)
    } catch (error) {
      const isRefused = error instanceof ConnectorError && error.kind === 'unauthorized'
      if (!isRefused || refused !== undefined) throw error
      refused = turn.token
    }
  }
}

async function send<Answer>(
  options: ClientOptions,
  { content, ...call }: Call & { content: Content | null },
  answer: ZodType<Answer>,
  { token, answered }: Awaited<ReturnType<SessionAccess['turn']>>,
): Promise<Answer> {
  const isRead = call.method === 'GET'
  const givingUp = giveUpAfter(isRead ? timeoutSeconds.read : timeoutSeconds.write, options.access.signal)
  let response: HttpAnswer
  let text: string
  try {
    response = await options.send(call.url, {
      method: call.method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(content && { 'content-type': content.type }),
      },
      ...(content && { body: content.body }),
      signal: givingUp.signal,
    })
    text = await readText(response)
  } catch (error) {
    answered({ isRateLimited: false })
    throw errorFromThrown(error, isRead)
  } finally {
    givingUp.end()
  }
  const failure = response.ok ? errorUnderYes(response.status, text, isRead) : errorFromResponse(response, text, isRead)
  answered({ isRateLimited: failure?.kind === 'rate-limited', retryAfterSeconds: failure?.retryAfterSeconds })
  if (failure) throw failure
  const body = parseJson(text)
  const parsed = answer.safeParse(body)
  const isOther = body === undefined && text !== ''
  if (parsed.success && !isOther) return parsed.data
  throw body === undefined
    ? otherAnswer(response.status, isRead)
    : unreadableAnswer(response.status, parsed.error, { isRead, text })
}

/**
 * `AbortSignal.any` and `AbortSignal.timeout` would be kept until the time is over, long after the answer: a busy worker made
 * thousands a second.
 */
function giveUpAfter(seconds: number, signal: AbortSignal | undefined): { signal: AbortSignal; end(): void } {
  const giving = new AbortController()
  const stop = () => giving.abort(signal?.reason)
  const late = setTimeout(() => giving.abort(new DOMException('no answer in time', 'TimeoutError')), seconds * 1000)
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  return {
    signal: giving.signal,
    end() {
      clearTimeout(late)
      signal?.removeEventListener('abort', stop)
    },
  }
}

type Content = { type: string; body: string | Uint8Array<ArrayBuffer> }

/** A file goes as multipart/form-data; the field's name is `file` in Fortnox's document (POST /3/inbox). */
async function contentOf({ body, file }: Call): Promise<Content | null> {
  if (body !== undefined) return { type: 'application/json', body: JSON.stringify(body) }
  if (!file) return null
  const form = new FormData()
  form.set('file', file)
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type') ?? '', body: new Uint8Array(await encoded.arrayBuffer()) }
}
