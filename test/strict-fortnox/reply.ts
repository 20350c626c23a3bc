/** What a handler answers; its body is written by odd-answers.ts. */
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> }

export type Request = {
  method: string
  /** Without the prefix and a trailing slash, e.g. `/3/supplierinvoices/7/bookkeep`. */
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
}

/** A refusal in the shape that Fortnox gives it: GET by id says `Code`, everything else `code` (recorded in accodeing/fortnox-api). */
export class Refusal extends Error {
  readonly status: number
  readonly code: number
  /** The request itself was wrong, which a client never need send. */
  readonly isViolation: boolean

  constructor(status: number, code: number, message: string, isViolation = false) {
    super(message)
    this.status = status
    this.code = code
    this.isViolation = isViolation
  }
}

export const violation = (code: number, message: string) => new Refusal(400, code, message, true)
export const refusal = (code: number, message: string) => new Refusal(400, code, message)
export const notFound = (code: number, message: string) => new Refusal(404, code, message)

/** For what no published code is known of: a client may not depend on these. */
export const unpublished = {
  noSuchSupplier: 2999001,
  noSuchInvoice: 2999002,
  noSuchPayment: 2999003,
  notBookkept: 2999004,
  tooMuchPaid: 2999005,
  bookkeptAlready: 2999006,
  cashMethod: 2999007,
  noYear: 2999008,
  cancelled: 2999009,
  paymentApproval: 2999010,
  cannotCredit: 2999011,
  noSuchFile: 2999012,
  paidTooEarly: 2999013,
  noSuchCurrency: 2000427,
  noSuchMode: 2999015,
  noSuchCostCenter: 2999016,
  closed: 2999017,
} as const

export function refusalBody({ status, code, message }: Refusal): unknown {
  return status === 404
    ? { ErrorInformation: { Error: 1, Message: message, Code: code } }
    : { ErrorInformation: { error: 1, message, code } }
}
