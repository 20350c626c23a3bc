import { z } from 'zod'
import { ConnectorError, type ConnectorErrorKind } from '../accounting-connector.ts'
import { parseJson, readRetryAfter } from '../read-answer.ts'

/** Three shapes in use: `{error: {type, message}}`, `{error: "NOT_FOUND"}` and, for pace, `{errors: [{error, message}]}`. */
const errorAnswer = z.object({
  error: z.union([z.string(), z.object({ type: z.string().optional(), message: z.string().optional() })]).optional(),
  errors: z.array(z.object({ error: z.string().optional(), message: z.string().optional() })).optional(),
})

/** The workspace has used up its calls of the month: no waiting helps. */
const monthlyCap = 'PUBLIC_API_BILLING_LIMIT_EXCEEDED'
/** Also for a base, table or view that is not there. */
const goneOrForbidden: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'TABLE_NOT_FOUND',
  'VIEW_NAME_NOT_FOUND',
  'MODEL_ID_NOT_FOUND',
  'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
])

export function errorFromResponse(response: Response, text: string): ConnectorError {
  const { code, message } = readError(text)
  const kind = kindOf(response.status, code)
  const isSafe = kind === 'unauthorized' || kind === 'rate-limited' || kind === 'unavailable'
  return new ConnectorError(kind, isSafe ? 'safe' : 'never', {
    status: response.status,
    serviceCode: code,
    serviceMessage: message,
    retryAfterSeconds: readRetryAfter(response),
  })
}

function readError(text: string): { code: string | undefined; message: string | undefined } {
  const { error, errors } = errorAnswer.safeParse(parseJson(text)).data ?? {}
  if (typeof error === 'string') return { code: error, message: undefined }
  return { code: error?.type ?? errors?.[0]?.error, message: error?.message ?? errors?.[0]?.message }
}

function kindOf(status: number, code: string | undefined): ConnectorErrorKind {
  if (status === 401) return 'unauthorized'
  if (status === 429) return code === monthlyCap ? 'rejected' : 'rate-limited'
  // Airtable's API redirects nobody: it is a page for a pause, of its own or of what stands in between.
  if (status >= 500 || status === 408 || status < 400) return 'unavailable'
  if (status === 404 || (code !== undefined && goneOrForbidden.has(code))) return 'not-found'
  return status === 403 ? 'missing-scope' : 'rejected'
}
