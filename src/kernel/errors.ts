/** Every error that may reach a caller. The status and the audience of each code stand in `errorCodes`. */
export const errorCodes = {
  'invalid-input': { status: 400, report: false },
  'not-signed-in': { status: 401, report: false },
  'wrong-credentials': { status: 401, report: false },
  'not-allowed': { status: 403, report: false },
  'not-found': { status: 404, report: false },
  'method-not-allowed': { status: 405, report: false },
  'method-unknown': { status: 501, report: false },
  'request-malformed': { status: 400, report: false },
  'request-timeout': { status: 408, report: false },
  'headers-too-large': { status: 431, report: false },
  conflict: { status: 409, report: false },
  'email-taken': { status: 409, report: false },
  'organisation-number-taken': { status: 409, report: false },
  'file-too-large': { status: 413, report: false },
  'file-unreadable': { status: 422, report: false },
  'file-gone': { status: 410, report: true },
  'not-connected': { status: 409, report: false },
  'connection-lost': { status: 409, report: false },
  'accounting-system-refused': { status: 422, report: false },
  'accounting-system-unavailable': { status: 503, report: false },
  'source-not-found': { status: 404, report: false },
  'source-access-missing': { status: 409, report: false },
  'source-refused': { status: 422, report: false },
  'source-unavailable': { status: 503, report: false },
  'too-many-requests': { status: 429, report: false },
  'temporarily-unavailable': { status: 503, report: true },
  internal: { status: 500, report: true },
} as const satisfies Record<string, { status: number; report: boolean }>

export type ErrorCode = keyof typeof errorCodes

/** One thing wrong with one part of the input; `path` is dotted (`company.zipCode`), `code` names a text in messages/. */
export type FieldError = { path: string; code: string; params?: Record<string, string | number> | undefined }

export type ErrorDetails = {
  cause?: unknown
  errors?: FieldError[]
  params?: Record<string, string | number>
}

/** The only error that capabilities throw on purpose. http-server.ts turns it into application/problem+json. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: FieldError[]
  readonly params: Record<string, string | number>

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.errors = details.errors ?? []
    this.params = details.params ?? {}
  }
}
