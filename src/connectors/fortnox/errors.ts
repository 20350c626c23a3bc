import type { ZodError } from 'zod'
import { ConnectorError, type ConnectorErrorKind } from '../accounting-connector.ts'
import { parseJson, readRetryAfter } from '../read-answer.ts'
import { passingStatuses, retriedReadStatuses } from './limits.ts'
import { errorBody, noRight } from './schemas.ts'
import type { HttpAnswer } from './spread-requests.ts'

/**
 * What Fortnox's own codes mean for us; every other code is a plain refusal. The codes are in developer.fortnox.se,
 * "Errors", apart from 2000401 and 2002141 (locked period), 2001110 and 2001322 (approval), 2001393, 2002455 and 2003330
 * (scope, the last of payments) and 2004054 (sign-in), which only integrators describe.
 */
const kindOfCode: Record<string, ConnectorErrorKind> = {
  '2000310': 'unauthorized',
  '2000311': 'unauthorized',
  '2003275': 'unauthorized',
  '2004054': 'unauthorized',
  '2000663': 'missing-scope',
  '2001393': 'missing-scope',
  '2002455': 'missing-scope',
  '2003330': 'missing-scope',
  '2001101': 'missing-licence',
  '2001103': 'missing-licence',
  '2000401': 'period-locked',
  '2002141': 'period-locked',
  '2001110': 'approval-required',
  '2001322': 'approval-required',
}

/** Whether a code says that it is a scope that is missing; a bare 403 does not. */
export const isScopeCode = (code: string) => kindOfCode[code] === 'missing-scope'

/** Kind and advice from status and code alone; Fortnox's text is kept for people, never read. */
export function errorFromResponse(response: HttpAnswer, text: string, isRead: boolean): ConnectorError {
  const { code, message, isJson } = readErrorBody(text)
  const kind = kindOf(response.status, { code, isRead, isJson })
  return new ConnectorError(kind, adviceFor(kind, response.status, isRead), {
    status: response.status,
    serviceCode: code,
    // Something before Fortnox may have refused it, without a word.
    serviceMessage:
      message ?? (code === undefined ? `HTTP ${response.status} ${response.statusText}`.trim() : undefined),
    retryAfterSeconds: readRetryAfter(response),
  })
}

type Refused = { code: string | undefined; isRead: boolean; isJson: boolean }

function kindOf(status: number, { code, isRead, isJson }: Refused): ConnectorErrorKind {
  const known = code === undefined ? undefined : kindOfCode[code]
  if (known) return known
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'missing-scope'
  if (status === 429) return 'rate-limited'
  if (status === 425) return 'unavailable' // Too Early: not looked at yet (RFC 8470)
  // A gateway answers 408 and 5xx also when the work behind it was done, and 400 to what reached it broken: Fortnox says why.
  // A redirect, which Fortnox never sends, leads to a page for a pause or to what came of the work.
  const isGateway = status === 408 || status >= 500 || status < 400 || (status === 400 && !isJson)
  if (isGateway || (status === 404 && !isJson && !isRead)) return isRead ? 'unavailable' : 'unknown'
  return status === 404 ? 'not-found' : 'rejected'
}

function adviceFor(kind: ConnectorErrorKind, status: number, isRead: boolean): ConnectorError['retry'] {
  if (kind === 'unknown' || (kind === 'rejected' && !isRead && passingStatuses.has(status))) return 'after-check'
  if (kind === 'unauthorized' || kind === 'rate-limited' || kind === 'unavailable') return 'safe'
  return isRead && retriedReadStatuses.has(status) ? 'safe' : 'never'
}

/** Both spellings of ErrorInformation, and the short bodies of the gateway (`{"message":"unauthorized"}`) and of OAuth. */
function readErrorBody(text: string): { code: string | undefined; message: string | undefined; isJson: boolean } {
  const body = parseJson(text)
  if (body === undefined) return { code: undefined, message: undefined, isJson: false }
  const parsed = errorBody.safeParse(body)
  if (!parsed.success) return { code: undefined, message: undefined, isJson: true }
  const { ErrorInformation: info, message, error, error_description: description } = parsed.data
  const code = info?.Code ?? info?.code ?? error
  return {
    code: code === undefined ? undefined : String(code),
    message: info?.Message ?? info?.message ?? description ?? message,
    isJson: true,
  }
}

/** These happen before a single byte of the request has left this machine. */
const nothingSent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** No answer came, or none that could be read to its end. Unless nothing can have been sent, a write may have been carried out all the same. */
export function errorFromThrown(error: unknown, isRead: boolean): ConnectorError {
  if (error instanceof ConnectorError) {
    const { status, serviceCode, serviceMessage } = error
    return isRead ? error : new ConnectorError('unknown', 'after-check', { status, serviceCode, serviceMessage })
  }
  if (isRead || isNothingSent(error)) return new ConnectorError('unavailable', 'safe', { cause: error })
  return new ConnectorError('unknown', 'after-check', { cause: error })
}

function isNothingSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // With several addresses to try, Node gathers one error for each of them.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isNothingSent)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code !== undefined && nothingSent.has(code)) return true
  return error.cause !== undefined && isNothingSent(error.cause)
}

/**
 * A yes that is no JSON, or only its beginning: a gateway's page, or an answer that was cut on its way. It says nothing of
 * Fortnox, so a read is as good as not answered, and of a write nobody knows.
 */
export function otherAnswer(status: number, isRead: boolean): ConnectorError {
  const details = { status, serviceMessage: 'the answer is no JSON' }
  return isRead
    ? new ConnectorError('unavailable', 'safe', details)
    : new ConnectorError('unknown', 'after-check', details)
}

/**
 * An error under a status that says yes: nobody knows which of the two holds, so a write is looked for, and its words are
 * kept. Without this a deletion counted as done, and a lock that could not be read as none.
 */
export function errorUnderYes(status: number, text: string, isRead: boolean): ConnectorError | null {
  if (!text.includes('"ErrorInformation"')) return null
  if (!errorBody.safeParse(parseJson(text)).data?.ErrorInformation) return null
  const { code, message } = readErrorBody(text)
  if (code === undefined && message === undefined) return null
  const details = { status, serviceCode: code, serviceMessage: message }
  const known = code === undefined ? undefined : kindOfCode[code]
  if (isRead && known) return new ConnectorError(known, adviceFor(known, status, isRead), details)
  return isRead
    ? new ConnectorError('unavailable', 'safe', details)
    : new ConnectorError('unknown', 'after-check', details)
}

/** Fortnox said yes in a form we cannot read: a write was carried out, so its result must be looked up. */
export function unreadableAnswer(
  status: number,
  problem: ZodError | undefined,
  { isRead, text }: { isRead: boolean; text: string },
): ConnectorError {
  // A register whose very numbers are closed to us; where it was a write, it was carried out all the same.
  if (isRead && text.includes(`"${noRight}"`))
    return new ConnectorError('missing-licence', 'never', { status, serviceCode: noRight, cause: problem })
  const where = (problem?.issues ?? []).map((issue) => issue.path.join('.') || 'body').join(', ')
  const details = { status, serviceMessage: `unreadable answer: ${where}`, cause: problem }
  return isRead
    ? new ConnectorError('rejected', 'never', details)
    : new ConnectorError('unknown', 'after-check', details)
}
