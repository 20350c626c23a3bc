import { Agent } from 'undici'
import { z } from 'zod'
import { ConnectorError, type Tokens } from './accounting-connector.ts'
import { parseJson, readText } from './read-answer.ts'

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  /** Google leaves it out of a refresh: the old one stays good. */
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive(),
  scope: z.string().default(''),
})
type TokenAnswer = z.ZodType<
  Omit<z.infer<typeof tokenAnswer>, 'refresh_token'> & { refresh_token?: string | undefined }
>
/** Whatever else stands in them, of another kind, is none. */
const textIfAny = z.string().optional().catch(undefined)
const errorAnswer = z.object({ error: textIfAny, error_description: textIfAny })

/** Beyond a year it tells nothing more, and may be no time that there is. */
const longestSeconds = 366 * 86_400

export type TokenRequest = {
  url: string
  form: Record<string, string>
  headers?: Record<string, string>
  fetch: typeof fetch
  now(): number
  timeoutSeconds: number
}

/**
 * Asks a token endpoint (RFC 6749, section 5). Without a refresh token in the answer `keptRefreshToken` stays ours. `answer`:
 * what is read of one that keeps less to the letter.
 */
export async function requestTokens(
  request: TokenRequest,
  keptRefreshToken: string | null,
  answer: TokenAnswer = tokenAnswer,
): Promise<Tokens> {
  const { status, body } = await postForm(request)
  if (status < 200 || status > 299) throw tokenError(status, body)
  const parsed = answer.safeParse(body)
  const refreshToken = parsed.data?.refresh_token ?? keptRefreshToken
  if (!parsed.success || refreshToken === null)
    throw new ConnectorError('unavailable', 'safe', {
      status,
      serviceMessage: 'unreadable token answer',
      cause: parsed.error,
    })
  return {
    accessToken: parsed.data.access_token,
    refreshToken,
    expiresAt: request.now() + Math.min(parsed.data.expires_in, longestSeconds) * 1000,
    scopes: parsed.data.scope.split(' ').filter(Boolean),
  }
}

/**
 * Each request has a connection of its own: on a kept one that the other side drops at this moment, a code or a refresh
 * token that is good once may be used up by a request whose answer never comes.
 */
const ownConnections = new Agent({ pipelining: 0 })

export async function postForm(request: Omit<TokenRequest, 'now'>): Promise<{ status: number; body: unknown }> {
  try {
    const response = await request.fetch(request.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        ...request.headers,
      },
      body: new URLSearchParams(request.form),
      redirect: 'manual', // 307 and 308 would send our secret and the person's token there
      signal: AbortSignal.timeout(Math.round(request.timeoutSeconds * 1000)),
      dispatcher: ownConnections,
    } as RequestInit)
    return { status: response.status, body: parseJson(await readText(response)) }
  } catch (cause) {
    throw new ConnectorError('unavailable', 'safe', { cause })
  }
}

/** Only `invalid_grant` means that a person must connect again; a wrong client secret or an outage must not end connections. */
export function tokenError(status: number, body: unknown): ConnectorError {
  const { error, error_description: serviceMessage } = errorAnswer.safeParse(body).data ?? {}
  const details = { status, serviceCode: error, serviceMessage }
  if (error === 'invalid_grant') return new ConnectorError('grant-refused', 'never', details)
  if (status === 429) return new ConnectorError('rate-limited', 'safe', details)
  if (status === 409 || status === 408 || status >= 500) return new ConnectorError('unavailable', 'safe', details)
  return new ConnectorError('rejected', 'never', details)
}
