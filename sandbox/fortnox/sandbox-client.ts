/** Signs in to a running sandbox and calls its API: for the sandbox's own tests and for the conformance driver. */
export type ApiReply = { status: number; body: Record<string, unknown>; text: string; headers: Headers }
export type SandboxClient = {
  tokens: { accessToken: string; refreshToken: string }
  call(method: string, path: string, body?: unknown): Promise<ApiReply>
  upload(path: string, name: string, content: string): Promise<ApiReply>
}

export const allScopes =
  'companyinformation supplier supplierinvoice payment bookkeeping settings currency costcenter project inbox archive connectfile'
export const redirectUri = 'http://127.0.0.1:1/callback'
const basic = `Basic ${Buffer.from('radvis-sandbox:radvis-sandbox-secret').toString('base64')}`

/** Posts the consent form as a person's browser would, and returns where it is sent. */
export async function consent(url: string, company: string, changes: Record<string, string> = {}): Promise<URL> {
  const form = {
    client_id: 'radvis-sandbox',
    redirect_uri: redirectUri,
    scope: allScopes,
    state: 'some-state',
    response_type: 'code',
    company,
    decision: 'allow',
    ...changes,
  }
  const response = await fetch(`${url}/oauth-v1/auth`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  return new URL(response.headers.get('location') ?? `error:${response.status}`)
}

export async function requestTokens(
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/oauth-v1/token`, {
    method: 'POST',
    headers: { Authorization: basic, ...headers },
    body: new URLSearchParams(form),
  })
}

export async function signIn(url: string, company = '1001', scope = allScopes): Promise<SandboxClient> {
  const back = await consent(url, company, { scope })
  const response = await requestTokens(url, {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
  })
  const tokens = (await response.json()) as { access_token: string; refresh_token: string }
  const headers = { Authorization: `Bearer ${tokens.access_token}`, Accept: 'application/json' }
  return {
    tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token },
    async call(method, path, body) {
      const request =
        body === undefined
          ? { method, headers }
          : { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
      return replyOf(await fetch(`${url}/3/${path}`, request))
    },
    async upload(path, name, content) {
      const form = new FormData()
      form.append('file', new File([content], name))
      return replyOf(await fetch(`${url}/3/${path}`, { method: 'POST', headers, body: form }))
    },
  }
}

async function replyOf(response: Response): Promise<ApiReply> {
  const text = await response.text()
  const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: isJson ? JSON.parse(text) : {}, text, headers: response.headers }
}

export async function control(url: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${url}/sandbox/${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}
