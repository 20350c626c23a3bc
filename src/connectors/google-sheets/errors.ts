import { z } from 'zod'
import { ConnectorError, type ConnectorErrorKind } from '../accounting-connector.ts'
import { parseJson, readRetryAfter } from '../read-answer.ts'

/** cloud.google.com/apis/design/errors; Drive tells its reasons in `errors[]`, Sheets in `details[]`. */
const errorAnswer = z.object({
  error: z.object({
    message: z.string().optional(),
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string().optional() })).optional(),
    details: z
      .array(z.object({ reason: z.string().optional(), metadata: z.record(z.string(), z.string()).optional() }))
      .optional(),
  }),
})

const paceReasons: ReadonlySet<string> = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'RATE_LIMIT_EXCEEDED'])
/** Our project's ration of the day: over tomorrow, whatever a person does. */
const spentReasons: ReadonlySet<string> = new Set(['dailyLimitExceeded', 'quotaExceeded', 'QUOTA_EXCEEDED'])
/** The person's organisation allows no apps such as ours; its administrator can. */
const refusedReasons: ReadonlySet<string> = new Set(['domainPolicy', 'ADMIN_POLICY_ENFORCED'])
const scopeReasons: ReadonlySet<string> = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'])
/** Our project lacks the API or its billing: nothing that a person at a company can mend. */
const ownReasons: ReadonlySet<string> = new Set(['SERVICE_DISABLED', 'accessNotConfigured', 'BILLING_DISABLED'])

/** `serviceCode` is the quota that was exceeded, else the reason, else the status. */
export function errorFromResponse(response: Response, text: string): ConnectorError {
  const { error } = errorAnswer.safeParse(parseJson(text)).data ?? {}
  const detail = error?.details?.find((one) => one.reason !== undefined)
  const reason = detail?.reason ?? error?.errors?.[0]?.reason
  const kind = kindOf(response.status, reason)
  return new ConnectorError(
    kind,
    kind === 'rejected' || kind === 'not-found' || kind === 'missing-scope' ? 'never' : 'safe',
    {
      status: response.status,
      serviceCode: detail?.metadata?.quota_limit ?? reason ?? error?.status,
      serviceMessage: error?.message,
      retryAfterSeconds: readRetryAfter(response),
    },
  )
}

function kindOf(status: number, reason: string | undefined): ConnectorErrorKind {
  if (status === 401) return 'unauthorized'
  if (status === 429 || (reason !== undefined && paceReasons.has(reason))) return 'rate-limited'
  // Google's page for those who ask too much, or another's for a pause: the API itself redirects nobody.
  if (status >= 500 || status === 408 || status < 400) return 'unavailable'
  if (reason !== undefined && scopeReasons.has(reason)) return 'missing-scope'
  if (reason !== undefined && spentReasons.has(reason)) return 'unavailable'
  if (reason !== undefined && (ownReasons.has(reason) || refusedReasons.has(reason))) return 'rejected'
  // A file that was not picked for us is as good as none: 404 from either API, or 403 where it was shared otherwise.
  if (status === 404 || status === 403) return 'not-found'
  return 'rejected'
}
