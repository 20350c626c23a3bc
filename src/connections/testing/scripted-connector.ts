import {
  type AccountingConnector,
  type AccountingSession,
  ConnectorError,
  type SessionAccess,
  type Tokens,
  type WrittenArea,
} from '#connectors/accounting-connector.ts'

/** What is said to whoever asks for these registers. */
type Closed = Record<'accounts' | 'costCenters', ConnectorError | null>

const soon = () => new Promise((resolve) => setTimeout(resolve, 30))

const capabilities = {
  rateLimit: { requests: 1000, seconds: 1 },
  maxReferenceLength: 50,
  attachments: false,
  scopes: ['supplierinvoice'],
}

/** An accounting system whose tokens live as long as the test says, with single-use refresh tokens as the real one's. */
export function createScriptedConnector(now: () => number) {
  let made = 0
  const refreshable = new Set<string>()
  const accepted = new Set<string>()
  const state = {
    refreshes: 0,
    revoked: [] as string[],
    ...{ tenantId: '1001', organisationNumber: '556012-5790' },
    refusedCodes: new Set<string>(),
    ...{ registerReads: 0, closed: { accounts: null, costCenters: null } as Closed },
    /** What is said to whoever counts the invoices that wait for approval, and to whoever tries the invoices. */
    invoicesRefused: { count: null, try: null } as Record<'count' | 'try', ConnectorError | null>,
    /** Tokens given out so far are not taken any more, as when a person takes the consent back. */
    revokeAll() {
      refreshable.clear()
      accepted.clear()
    },
    revokeAccess: () => accepted.clear(),
    /** `busy`: it says that it is asked for tokens too often. */
    isDown: false as boolean | 'busy',
    /** How long an access token is good. */
    lifeSeconds: 3600,
    /** Our own client secret is wrong: no token is given, and no consent is at fault. */
    isSecretWrong: false,
  }
  const issue = (): Tokens => {
    made++
    refreshable.add(`refresh-${made}`)
    accepted.add(`access-${made}`)
    return {
      accessToken: `access-${made}`,
      refreshToken: `refresh-${made}`,
      expiresAt: now() + state.lifeSeconds * 1000,
      scopes: ['supplierinvoice'],
    }
  }

  async function call<Answer>(access: SessionAccess, answer: () => Answer): Promise<Answer> {
    const { token } = await take(access)
    if (accepted.has(token)) return answer()
    if (accepted.has((await take(access, { refused: token })).token)) return answer()
    throw new ConnectorError('unauthorized', 'safe', { status: 401 })
  }

  const connector: AccountingConnector = {
    id: 'fortnox',
    displayName: 'Fortnox',
    capabilities,
    authorizeUrl: ({ state: consent, redirectUri }) =>
      `https://consent.example/?${new URLSearchParams({ state: consent, redirect_uri: redirectUri })}`,
    async exchangeCode({ code }) {
      if (state.isDown) throw new ConnectorError('unavailable', 'safe')
      if (state.refusedCodes.has(code))
        throw new ConnectorError('grant-refused', 'never', { status: 400, serviceCode: 'invalid_grant' })
      state.refusedCodes.add(code)
      return issue()
    },
    async refreshTokens(refreshToken) {
      state.refreshes++
      await soon()
      if (state.isDown) throw new ConnectorError(state.isDown === 'busy' ? 'rate-limited' : 'unavailable', 'safe')
      if (state.isSecretWrong)
        throw new ConnectorError('rejected', 'never', { status: 401, serviceCode: 'invalid_client' })
      if (!refreshable.delete(refreshToken))
        throw new ConnectorError('grant-refused', 'never', { status: 400, serviceCode: 'invalid_grant' })
      return issue()
    },
    async revokeTokens({ refreshToken }) {
      if (state.isDown) throw new ConnectorError('unavailable', 'safe')
      state.revoked.push(refreshToken)
      refreshable.delete(refreshToken)
      return 'revoked'
    },
    openSession: (access) => openRegisters(access, call, state),
    previewRequest: (invoice) => invoice,
  }
  return { connector, state, revokeAll: state.revokeAll, issue }
}

async function take(access: SessionAccess, options?: { refused: string }) {
  const turn = await access.turn(options)
  turn.answered({ isRateLimited: false })
  return turn
}

type Call = <Answer>(access: SessionAccess, answer: () => Answer) => Promise<Answer>

/** A small company: two accounts that will do, one inactive, one mode of payment. */
function openRegisters(
  access: SessionAccess,
  call: Call,
  state: {
    tenantId: string
    organisationNumber: string
    registerReads: number
    invoicesRefused: Record<'count' | 'try', ConnectorError | null>
    closed: Closed
  },
): AccountingSession {
  const accounts = [1930, 2440, 2890, 6110].map((number) => ({
    number,
    name: `Konto ${number}`,
    isActive: number !== 6110,
    costCenterRule: 'allowed' as const,
    projectRule: 'allowed' as const,
  }))
  function unless<Answer>(refused: ConnectorError | null, answer: Answer): Answer {
    if (refused) throw refused
    return answer
  }
  return {
    tryAccess: (area: WrittenArea) =>
      call(access, () => (area === 'invoices' ? unless(state.invoicesRefused.try, undefined) : undefined)),
    countAwaitingApproval: () => call(access, () => unless(state.invoicesRefused.count, 2)),
    readCompany: () =>
      call(access, () => ({
        name: `Bolag ${state.tenantId}`,
        organisationNumber: state.organisationNumber,
        tenantId: state.tenantId,
      })),
    listFinancialYears: () =>
      call(access, () => {
        state.registerReads++
        return [{ id: '1', from: '2026-01-01', to: '2026-12-31', method: 'accrual' as const }]
      }),
    readLockedPeriod: () => call(access, () => '2026-01-31'),
    listAccounts: () => call(access, () => unless(state.closed.accounts, accounts)),
    listModesOfPayment: () => call(access, () => [{ code: 'KORT', name: 'Företagskort', account: 2890 }]),
    readPredefinedAccounts: () => call(access, () => ({ supplierDebt: 2440, inputVat: 2641 })),
    listCurrencies: () => call(access, () => []),
    listCostCenters: () => call(access, () => unless(state.closed.costCenters, [])),
    listProjects: () => call(access, () => []),
  } as unknown as AccountingSession
}
