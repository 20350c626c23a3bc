import type { Reply } from './server.ts'

/** How the Sheets API says no (google.rpc.Status), and how Drive does, which is older. */
export class GoogleError extends Error {
  readonly reply: Reply
  /** Nothing that the world can bring about, but the request itself. */
  readonly isViolation: boolean

  constructor(reply: Reply, isViolation = false) {
    super(JSON.stringify(reply.body))
    this.reply = reply
    this.isViolation = isViolation
  }
}

const info = 'type.googleapis.com/google.rpc.ErrorInfo'

function sheets(code: number, status: string, message: string, details?: unknown[]): Reply {
  return { status: code, body: { error: { code, message, status, ...(details && { details }) } } }
}
function drive(code: number, reason: string, message: string, more: Record<string, string> = {}): Reply {
  const domain = reason.endsWith('LimitExceeded') ? 'usageLimits' : 'global'
  return { status: code, body: { error: { errors: [{ domain, reason, message, ...more }], code, message } } }
}

export const unparsable = (range: string) =>
  new GoogleError(sheets(400, 'INVALID_ARGUMENT', `Unable to parse range: ${range}`))
export const outside = (message: string) => new GoogleError(sheets(400, 'INVALID_ARGUMENT', message))
export const malformed = (message: string) => new GoogleError(sheets(400, 'INVALID_ARGUMENT', message), true)
export const unknownParameter = (name: string) =>
  new GoogleError(
    sheets(
      400,
      'INVALID_ARGUMENT',
      `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`,
      [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ description: name }] }],
    ),
    true,
  )
export const notSupported = () =>
  new GoogleError(sheets(400, 'FAILED_PRECONDITION', 'This operation is not supported for this document'))
export const sheetNotFound = () => new GoogleError(sheets(404, 'NOT_FOUND', 'Requested entity was not found.'))
export const notAllowed = () => new GoogleError(sheets(403, 'PERMISSION_DENIED', 'The caller does not have permission'))
export const tooFewScopes = () =>
  new GoogleError(
    sheets(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.', [
      { '@type': info, reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', domain: 'googleapis.com', metadata: {} },
    ]),
  )
export const noRoute = () =>
  new GoogleError(
    { status: 404, type: 'text/html; charset=UTF-8', text: '<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>' },
    true,
  )

export const unauthenticated = (isDrive: boolean): Reply => {
  const message =
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.'
  const reply = isDrive
    ? drive(401, 'authError', 'Invalid Credentials', { locationType: 'header', location: 'Authorization' })
    : sheets(401, 'UNAUTHENTICATED', message)
  return {
    ...reply,
    headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
  }
}

/** 429 of a minute's quota; no Retry-After comes with it. */
export const exhausted = (kind: 'Read' | 'Write', of: 'User' | 'Project'): Reply => {
  const limit = `${kind}RequestsPerMinutePer${of}`
  const text = `${kind} requests per minute per ${of.toLowerCase()}`
  return sheets(
    429,
    'RESOURCE_EXHAUSTED',
    `Quota exceeded for quota metric '${kind} requests' and limit '${text}' of service 'sheets.googleapis.com' for consumer 'project_number:123456789'.`,
    [
      {
        ...{ '@type': info, reason: 'RATE_LIMIT_EXCEEDED', domain: 'googleapis.com' },
        metadata: {
          ...{ service: 'sheets.googleapis.com', consumer: 'projects/123456789', quota_limit: limit },
          ...{ quota_limit_value: '60', quota_location: 'global', quota_unit: '1/min/{project}/{user}' },
        },
      },
      {
        '@type': 'type.googleapis.com/google.rpc.Help',
        links: [{ description: 'Request a higher quota limit.', url: 'https://cloud.google.com/docs/quotas' }],
      },
    ],
  )
}

export const driveNotFound = (id: string) =>
  new GoogleError(drive(404, 'notFound', `File not found: ${id}.`, { locationType: 'parameter', location: 'fileId' }))
export const driveMalformed = (message: string) => new GoogleError(drive(400, 'invalidParameter', message), true)
export const driveRateLimited: Reply = drive(403, 'rateLimitExceeded', 'Rate Limit Exceeded')
export const driveUserRateLimited: Reply = drive(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded')
export const driveTooFewScopes = () =>
  new GoogleError(
    drive(403, 'insufficientPermissions', 'Insufficient Permission: Request had insufficient authentication scopes.'),
  )
