import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ConnectorError, type ConnectorErrorKind } from '#connectors/accounting-connector.ts'
import { refusalText } from '#connectors/rules/refusal-text.ts'
import { hasProblemWords, problemWords } from '#imports/index.ts'
import { AppError, type ErrorCode, errorCodes } from '#kernel/errors.ts'
import * as m from '#messages'
import { isDatabaseAway, isDiskFull, isStatementStopped, isUnfitValue } from '#platform/database-faults.ts'
import { isStoreAway } from '#platform/files.ts'
import type { ApiEnv } from '#platform/http.ts'
import { createAwayTelling } from '#platform/tell-away.ts'

type Locale = 'sv' | 'en'
/** `name`: the system on the other side, empty where the error does not tell. */
type Params = { requestId: string; message: string; name: string }

/** The sentence a person reads for each code, so that a code without one does not compile. */
const titles = {
  'invalid-input': (locale) => m.errors_invalid_input({}, { locale }),
  'not-signed-in': (locale) => m.errors_not_signed_in({}, { locale }),
  'wrong-credentials': (locale) => m.errors_wrong_credentials({}, { locale }),
  'not-allowed': (locale) => m.errors_not_allowed({}, { locale }),
  'not-found': (locale) => m.errors_not_found({}, { locale }),
  'method-not-allowed': (locale, { message }) => m.errors_method_not_allowed({ message }, { locale }),
  'method-unknown': (locale) => m.errors_method_unknown({}, { locale }),
  'request-malformed': (locale) => m.errors_request_malformed({}, { locale }),
  'request-timeout': (locale) => m.errors_request_timeout({}, { locale }),
  'headers-too-large': (locale) => m.errors_headers_too_large({}, { locale }),
  conflict: (locale) => m.errors_conflict({}, { locale }),
  'email-taken': (locale) => m.errors_email_taken({}, { locale }),
  'organisation-number-taken': (locale) => m.errors_organisation_number_taken({}, { locale }),
  'file-too-large': (locale) => m.errors_file_too_large({}, { locale }),
  'file-unreadable': (locale) => m.errors_file_unreadable({}, { locale }),
  'file-gone': (locale) => m.errors_file_gone({}, { locale }),
  'not-connected': (locale, { name }) =>
    name ? m.errors_source_not_connected({ name }, { locale }) : m.errors_not_connected({}, { locale }),
  'connection-lost': (locale, { name }) =>
    name ? m.errors_connection_to_name_lost({ name }, { locale }) : m.errors_connection_lost({}, { locale }),
  'accounting-system-refused': (locale, { message }) => m.errors_accounting_system_refused({ message }, { locale }),
  'accounting-system-unavailable': (locale) => m.errors_accounting_system_unavailable({}, { locale }),
  'source-not-found': (locale, { name }) => m.errors_source_not_found({ name }, { locale }),
  'source-access-missing': (locale, { name }) => m.errors_source_access_missing({ name }, { locale }),
  'source-refused': (locale, { name, message }) => m.errors_source_refused({ name, message }, { locale }),
  'source-unavailable': (locale, { name }) => m.errors_source_unavailable({ name }, { locale }),
  'too-many-requests': (locale) => m.errors_too_many_requests({}, { locale }),
  'temporarily-unavailable': (locale) => m.errors_temporarily_unavailable({}, { locale }),
  internal: (locale, { requestId }) => m.errors_internal({ requestId }, { locale }),
} as const satisfies Record<ErrorCode, (locale: Locale, params: Params) => string>

const codeOfConnectorError: Record<ConnectorErrorKind, ErrorCode> = {
  unauthorized: 'connection-lost',
  'grant-refused': 'connection-lost',
  'missing-scope': 'accounting-system-refused',
  'missing-licence': 'accounting-system-refused',
  'not-found': 'accounting-system-refused',
  rejected: 'accounting-system-refused',
  'approval-required': 'accounting-system-refused',
  'period-locked': 'accounting-system-refused',
  'rate-limited': 'accounting-system-unavailable',
  unavailable: 'accounting-system-unavailable',
  unknown: 'accounting-system-unavailable',
}

/** Others come back within seconds or not for long; the browser asks again by itself that soon. */
const retryAfterSeconds = '5'

const tellAway = createAwayTelling()

/** Names the kind of problem; no page stands there. */
const typeOf = (code: ErrorCode) => `https://radvis.invalid/problems/${code}`

/** Answers an error as application/problem+json (RFC 9457) in the caller's language; nothing of the inside leaks. */
export function problemResponse(error: unknown, c: Context<ApiEnv>): Response {
  const appError = toAppError(error)
  const { status, report } = errorCodes[appError.code]
  const requestId = c.get('requestId')
  const telling = report && tellAway(error)
  if (telling) c.get('log').error({ err: error, ...telling }, 'unexpected error')
  const params = {
    requestId,
    message: String(appError.params.message ?? ''),
    name: String(appError.params.name ?? ''),
  }
  const refused = refusedIn(appError, localeOf(c))
  const title = ownFault(appError, localeOf(c)) ?? refused ?? titles[appError.code](localeOf(c), params)
  const body = {
    type: typeOf(appError.code),
    title,
    ...(refused !== null && { detail: params.message }),
    status,
    code: appError.code,
    requestId,
    errors: appError.errors,
    params: appError.params,
  }
  return c.body(JSON.stringify(body), status as ContentfulStatusCode, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...(appError.code === 'method-not-allowed' && { allow: params.message }),
    ...(status === 503 && { 'retry-after': retryAfterSeconds }),
  })
}

/** The same of what never became a request: in Swedish, as of whoever names no language. */
export function plainProblem(code: ErrorCode, requestId: string) {
  const title = titles[code]('sv', { requestId, message: '', name: '' })
  return { type: typeOf(code), title, status: errorCodes[code].status, code, requestId, errors: [], params: {} }
}

/** What the accounting system's own code says, in the reader's language; its words then stand beside as `detail`. */
function refusedIn({ code, params }: AppError, locale: Locale): string | null {
  return code === 'accounting-system-refused'
    ? refusalText(String(params.serviceCode ?? ''), undefined, { locale })
    : null
}

const saysLess: readonly ErrorCode[] = [
  'file-too-large',
  'file-unreadable',
  'file-gone',
  'conflict',
  'temporarily-unavailable',
]

/** What is wrong with a file says more than that it cannot be read, and why a change is refused more than that something is otherwise. */
function ownFault({ code, errors: [fault] }: AppError, locale: Locale): string | null {
  return fault && saysLess.includes(code) && hasProblemWords(fault) ? problemWords(fault, locale) : null
}

/** A body that is no JSON, or that holds what cannot be stored: nobody knows in which field. */
const unreadable = { path: '', code: 'invalid-format' } as const

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ConnectorError) {
    return new AppError(codeOfConnectorError[error.kind], error.message, {
      cause: error,
      params: {
        message: error.serviceMessage ?? error.kind,
        ...(error.serviceCode && { serviceCode: error.serviceCode }),
      },
    })
  }
  if (error instanceof HTTPException && error.status < 500)
    return error.status === 404
      ? new AppError('not-found', error.message, { cause: error })
      : new AppError('invalid-input', error.message, { cause: error, errors: [unreadable] })
  if (isDiskFull(error) || isStoreAway(error))
    return new AppError('temporarily-unavailable', 'there is no room, or the file store does not answer', {
      cause: error,
      errors: [{ path: '', code: 'store-away' }],
    })
  if (isDatabaseAway(error) || isStatementStopped(error))
    return new AppError('temporarily-unavailable', 'the database does not answer', { cause: error })
  if (isUnfitValue(error))
    return new AppError('invalid-input', 'a value that cannot be stored', { cause: error, errors: [unreadable] })
  return new AppError('internal', 'unexpected error', { cause: error })
}

function localeOf(c: Context<ApiEnv>): Locale {
  return /^en\b/i.test(c.req.header('accept-language') ?? '') ? 'en' : 'sv'
}
