import {
  type Code,
  challengeProblem,
  fitsChallenge,
  newSecret,
  type Person,
  redirect,
  unknownNames,
} from './consent.ts'
import { type Reply, type Request, readForm } from './server.ts'

export const fileScope = 'https://www.googleapis.com/auth/drive.file'
export const google = { clientId: '123-abc.apps.googleusercontent.com', clientSecret: 'GOCSPX-hemlig+/=' }

type Grant = { account: string; scopes: readonly string[]; isRevoked: boolean }
type Options = { redirectUri: string; now(): number; violations: string[] }

const authorizeNames: ReadonlySet<string> = new Set(
  'client_id redirect_uri response_type scope access_type state include_granted_scopes enable_granular_consent login_hint prompt code_challenge code_challenge_method trigger_onepick allow_multiple allow_folder_selection mimetypes file_ids'.split(
    ' ',
  ),
)
const seconds = { code: 600, token: 3599 }

/** developers.google.com/identity/protocols/oauth2/web-server, and workspace/drive/picker/guides/overview-desktop. */
export function openGoogleGrants({ redirectUri, now, violations }: Options) {
  const codes = new Map<string, Code>()
  const refreshTokens = new Map<string, Grant>()
  const accessTokens = new Map<string, { grant: Grant; until: number }>()
  /** Who has let us in before, and has not taken that back. */
  const known = new Set<string>()
  /** Which files an account has picked for us. */
  const picked = new Map<string, Set<string>>()

  function refuse(status: number, error: string, text: string, isViolation = false): Reply {
    if (isViolation) violations.push(`google oauth: ${error} ${text}`)
    return { status, body: { error, error_description: text } }
  }

  function issue(grant: Grant, withRefresh: boolean): Reply {
    const access = newSecret('ya29.')
    accessTokens.set(access, { grant, until: now() + seconds.token * 1000 })
    const refresh = withRefresh ? newSecret('1//0') : null
    if (refresh) refreshTokens.set(refresh, grant)
    const body = {
      ...{ access_token: access, expires_in: seconds.token, ...(refresh && { refresh_token: refresh }) },
      ...{ scope: grant.scopes.join(' '), token_type: 'Bearer' },
    }
    return { status: 200, body }
  }

  function exchange(form: Map<string, string>): Reply {
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (!code || now() > code.at + seconds.code * 1000) return refuse(400, 'invalid_grant', 'Malformed auth code.')
    if (code.redirectUri !== form.get('redirect_uri')) return refuse(400, 'redirect_uri_mismatch', 'Bad Request', true)
    if (!fitsChallenge(form.get('code_verifier'), code.challenge))
      return refuse(400, 'invalid_grant', 'Invalid code verifier.', true)
    for (const id of code.picks) picked.set(code.account, (picked.get(code.account) ?? new Set()).add(id))
    return issue({ account: code.account, scopes: code.scopes, isRevoked: false }, code.offline)
  }

  function checkAuthorize(query: URLSearchParams): string | null {
    const [unknown] = unknownNames(query, authorizeNames)
    if (unknown !== undefined) return `Parameter not allowed for this message type: ${unknown}`
    if (query.get('client_id') !== google.clientId) return 'The OAuth client was not found.'
    if (query.get('redirect_uri') !== redirectUri) return 'redirect_uri_mismatch'
    if (query.get('response_type') !== 'code') return 'response_type'
    if (query.get('scope') !== fileScope) return `invalid_scope ${query.get('scope')}`
    if (query.get('trigger_onepick') === 'true' && query.get('prompt') !== 'consent')
      return 'the picker wants prompt=consent'
    if ((query.get('state') ?? '').length < 16) return 'state can be guessed'
    return challengeProblem(query)
  }

  return {
    picked,
    /** What a person does at the page that this address shows; where their browser is sent then. */
    answer(authorizeUrl: string, person: Person = {}): URL {
      const query = new URL(authorizeUrl).searchParams
      const problem = checkAuthorize(query)
      if (problem) {
        violations.push(`google authorize: ${problem}`)
        throw new Error(`Error 400: ${problem}`)
      }
      const state = query.get('state') ?? ''
      if (person.denies) return redirect(redirectUri, { error: 'access_denied', state })
      const { account = '1001', granted = [fileScope], picks = [] } = person
      const code = newSecret('4/0A')
      const isFirst = !known.has(account)
      known.add(account)
      codes.set(code, {
        ...{ account, redirectUri, challenge: query.get('code_challenge') ?? '', scopes: granted, picks, at: now() },
        offline: query.get('access_type') === 'offline' && (isFirst || query.get('prompt') === 'consent'),
      })
      const files = picks.length > 0 ? { picked_file_ids: picks.join(',') } : {}
      return redirect(redirectUri, { state, code, scope: granted.join(' '), ...files })
    },
    token(request: Request): Reply {
      const form = readForm(request)
      if (!form) return refuse(400, 'invalid_request', 'not a form', true)
      if (request.query.size > 0) return refuse(400, 'invalid_request', 'nothing may stand in the address', true)
      if (form.get('client_id') !== google.clientId)
        return refuse(401, 'invalid_client', 'The OAuth client was not found.', true)
      if (form.get('client_secret') !== google.clientSecret) return refuse(401, 'invalid_client', 'Unauthorized', true)
      const names = { authorization_code: 'code redirect_uri code_verifier', refresh_token: 'refresh_token' }
      const type = form.get('grant_type') as keyof typeof names
      const allowed = new Set(['grant_type', 'client_id', 'client_secret', ...(names[type] ?? '').split(' ')])
      const unknown = [...form.keys()].find((name) => !allowed.has(name))
      if (!names[type] || unknown) return refuse(400, 'invalid_request', `Parameter not allowed: ${unknown}`, true)
      if (type === 'authorization_code') return exchange(form)
      const grant = refreshTokens.get(form.get('refresh_token') ?? '')
      return grant && !grant.isRevoked
        ? issue(grant, false)
        : refuse(400, 'invalid_grant', 'Token has been expired or revoked.')
    },
    revoke(request: Request): Reply {
      const token = readForm(request)?.get('token') ?? ''
      const grant = refreshTokens.get(token) ?? accessTokens.get(token)?.grant
      if (!grant || grant.isRevoked) return refuse(400, 'invalid_token', 'Token expired or revoked')
      // Whichever token is given, all that the person has given this client are dead with it.
      for (const other of refreshTokens.values()) if (other.account === grant.account) other.isRevoked = true
      known.delete(grant.account)
      picked.delete(grant.account)
      return { status: 200, body: {} }
    },
    /** Whose token it is, while it is good. */
    grantOf(token: string): Grant | null {
      const found = accessTokens.get(token)
      return found && found.until > now() && !found.grant.isRevoked ? found.grant : null
    },
    /** The person takes everything back at myaccount.google.com. */
    revokeAll(): void {
      for (const grant of refreshTokens.values()) grant.isRevoked = true
      known.clear()
    },
    expireAll(): void {
      accessTokens.clear()
    },
  }
}
