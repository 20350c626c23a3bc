import { z } from 'zod'
import * as m from '#messages'
import { getLocale } from '#runtime'
import { readSession, signOut } from './session.ts'

const base = '/api/v1'
/** A GET is tried again on these, and where no answer came, at most three times (SPEC.md section 9). Nothing else is ever sent twice. */
const retryStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504])
const maxRetries = 3
const longestWaitMs = 10_000

const problem = z.object({
  status: z.number(),
  code: z.string(),
  title: z.string(),
  errors: z
    .array(
      z.object({
        path: z.string(),
        code: z.string(),
        message: z.string().optional(),
        params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    )
    .default([]),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
})
export type FieldProblem = z.infer<typeof problem>['errors'][number]

/** An answer of the server that is no success. `title` is a sentence in the user's language, fit to be shown. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly errors: readonly FieldProblem[]
  readonly params: Readonly<Record<string, string | number>>

  constructor(body: z.infer<typeof problem>) {
    super(body.title)
    this.name = 'ApiProblem'
    this.status = body.status
    this.code = body.code
    this.title = body.title
    this.errors = body.errors
    this.params = body.params
  }
}

export type Query = Record<string, string | number | boolean | null | undefined>
export type CallOptions<Schema extends z.ZodType> = {
  query?: Query
  /** JSON, or FormData as it is. */
  body?: unknown
  /** What the answer is parsed as; without it nothing is read of it. */
  schema?: Schema
  signal?: AbortSignal
  /** The company it is for; the current one unless told. For calls that follow on one made earlier. */
  companyId?: string | undefined
}
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

function caller(method: Method) {
  return async <Schema extends z.ZodType = z.ZodVoid>(
    path: string,
    options: CallOptions<Schema> = {},
  ): Promise<z.infer<Schema>> => {
    const response = await send(method, path, options)
    if (!options.schema) return undefined as z.infer<Schema>
    return options.schema.parse(await response.json())
  }
}

/** Calls of /api/v1 for the signed-in user and their current company. Answers that are no success throw ApiProblem. */
export const api = {
  get: caller('GET'),
  post: caller('POST'),
  put: caller('PUT'),
  patch: caller('PATCH'),
  delete: caller('DELETE'),
  events: readEvents,
  download,
  view,
}

/** Fetches a file and hands it to the browser to be saved under the name the server gave it. */
async function download(path: string, { query, signal }: Pick<CallOptions<z.ZodType>, 'query' | 'signal'> = {}) {
  const response = await send('GET', path, { ...(query && { query }), ...(signal && { signal }) })
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = attachmentName(response.headers.get('content-disposition')) ?? 'radvis'
  link.click()
  URL.revokeObjectURL(url)
}

/** Fetches a file and shows it in a window of its own; it is fetched here since a link carries no session. */
async function view(path: string): Promise<void> {
  const response = await send('GET', path, {})
  const url = URL.createObjectURL(await response.blob())
  window.open(url, '_blank', 'noopener')
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The name in a Content-Disposition header (RFC 6266, `filename*` of RFC 8187). */
export function attachmentName(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : null
}

async function send(
  method: Method,
  path: string,
  { query, body, signal, companyId }: CallOptions<z.ZodType>,
): Promise<Response> {
  const sentAs = readSession()?.token ?? null
  const isForm = body instanceof FormData
  // Read once: a call that is tried again goes to the company it was made for.
  const request: RequestInit = {
    method,
    headers: {
      ...sessionHeaders(companyId),
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  }
  for (let attempt = 0; ; attempt++) {
    const mayRetry = method === 'GET' && attempt < maxRetries
    const response = await fetch(`${base}${path}${queryString(query)}`, request).catch((error: unknown) => {
      if (signal?.aborted) throw error
      return null
    })
    if (response?.ok) return response
    if (mayRetry && (response === null || retryStatuses.has(response.status))) {
      await wait(retryDelay(attempt, response?.headers.get('retry-after') ?? null), signal)
      continue
    }
    const found = response ? await readProblem(response) : noAnswer(0)
    // A wrong password is a 401 too, but of a call that carried no token; and who has signed in anew since is not asked to again.
    if (response?.status === 401 && sentAs !== null && sentAs === (readSession()?.token ?? null)) leave()
    throw found
  }
}

const noAnswer = (status: number) =>
  new ApiProblem({ status, code: 'no-answer', title: m.shell_request_failed(), errors: [], params: {} })

function sessionHeaders(companyId: string | undefined): Record<string, string> {
  const session = readSession()
  const company = companyId ?? session?.company?.id
  return {
    Accept: 'application/json',
    'Accept-Language': getLocale(),
    ...(session && { Authorization: `Bearer ${session.token}` }),
    ...(company && { 'X-Company-Id': company }),
  }
}

export function queryString(query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

async function readProblem(response: Response): Promise<ApiProblem> {
  const body = problem.safeParse(await response.json().catch(() => null))
  return body.success ? new ApiProblem(body.data) : noAnswer(response.status)
}

/** The session is over: back to sign-in, and from there to where the user was. */
function leave(): void {
  signOut()
  const here = window.location.pathname + window.location.search
  window.location.assign(`/signin?ended=1&next=${encodeURIComponent(here)}`)
}

/** Seconds or a date in Retry-After are honoured; otherwise 0.3, 0.6, 1.2 s. Never more than ten seconds. */
export function retryDelay(attempt: number, retryAfter: string | null, now = Date.now()): number {
  const backoff = 300 * 2 ** attempt
  if (retryAfter === null) return backoff
  const seconds = Number(retryAfter)
  const asked = Number.isNaN(seconds) ? Date.parse(retryAfter) - now : seconds * 1000
  return Number.isNaN(asked) ? backoff : Math.min(Math.max(asked, 0), longestWaitMs)
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/**
 * Follows server-sent events (EventSource cannot send our headers). Resolves when the server ends the stream or the
 * signal aborts; a stream that breaks throws, and the caller decides whether to follow again.
 */
async function readEvents<Schema extends z.ZodType>(
  path: string,
  options: { schema: Schema; onEvent: (event: z.infer<Schema>) => void; signal: AbortSignal; query?: Query },
): Promise<void> {
  const { schema, onEvent, signal, query } = options
  const response = await send('GET', path, { signal, ...(query && { query }) })
  if (!response.body) return
  let unread = ''
  try {
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = `${unread}${text}`.replaceAll('\r\n', '\n').split('\n\n')
      unread = blocks.pop() ?? ''
      for (const data of blocks.map(dataOf)) if (data !== '') onEvent(schema.parse(JSON.parse(data)))
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** The data of one event; empty for comments, which only keep the line open. */
export function dataOf(block: string): string {
  return block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n')
}
