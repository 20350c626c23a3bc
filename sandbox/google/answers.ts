/** Google's error bodies (cloud.google.com/apis/design/errors), as they were seen. */
export function sheetsError(code: number, status: string, message: string, details?: unknown[]): Response {
  return Response.json({ error: { code, message, status, ...(details && { details }) } }, { status: code })
}

export function driveError(code: number, reason: string, message: string, location?: string): Response {
  const where = location === undefined ? {} : { locationType: 'parameter', location }
  return Response.json(
    { error: { errors: [{ domain: 'global', reason, message, ...where }], code, message } },
    { status: code },
  )
}

export const unauthorized = () =>
  sheetsError(
    401,
    'UNAUTHENTICATED',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'ACCESS_TOKEN_EXPIRED', domain: 'googleapis.com' }],
  )

export function quotaExceeded(kind: 'read' | 'write', whose: 'user' | 'project', limit: number): Response {
  const name = kind === 'read' ? 'Read' : 'Write'
  const perUser = whose === 'user' ? ' per user' : ''
  return sheetsError(
    429,
    'RESOURCE_EXHAUSTED',
    `Quota exceeded for quota metric '${name} requests' and limit '${name} requests per minute${perUser}' of service 'sheets.googleapis.com' for consumer 'project_number:1001'.`,
    [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'RATE_LIMIT_EXCEEDED',
        domain: 'googleapis.com',
        metadata: {
          service: 'sheets.googleapis.com',
          consumer: 'projects/1001',
          quota_metric: `sheets.googleapis.com/${kind}_requests`,
          quota_limit: `${name}RequestsPerMinutePer${whose === 'user' ? 'User' : 'Project'}`,
          quota_limit_value: String(limit),
        },
      },
      {
        '@type': 'type.googleapis.com/google.rpc.Help',
        links: [
          {
            description: 'Request a higher quota limit.',
            url: 'https://cloud.google.com/docs/quota#requesting_higher_quota',
          },
        ],
      },
    ],
  )
}

export const insufficientScope = () =>
  sheetsError(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.', [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      domain: 'googleapis.com',
    },
  ])

export const serverError = (status: number) =>
  sheetsError(status, 'UNAVAILABLE', 'The service is currently unavailable.')
