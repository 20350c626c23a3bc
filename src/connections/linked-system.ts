import type { AccountingConnector, Tokens } from '#connectors/accounting-connector.ts'
import { createPacer, type Pacer } from '#connectors/pacer.ts'
import type { SourceConnector } from '#connectors/source-connector.ts'
import { AppError } from '#kernel/errors.ts'
import type { SourcePace } from './paces.ts'

/** `organisationNumber`: whose books they are, as written over there; a source tells none. */
export type Tenant = { id: string; name: string; organisationNumber?: string }

/** A system that a company can be connected to, whatever for: consent, tokens, and whose they are. */
export type LinkedSystem = Pick<AccountingConnector, 'id' | 'displayName' | 'refreshTokens' | 'revokeTokens'> & {
  kind: 'accounting' | 'source'
  picksDocuments: boolean
  provesKey: boolean
  /** What a consent asks for and may give in part; a source refuses one that gives too little. */
  scopes: readonly string[]
  authorizeUrl: SourceConnector['authorizeUrl']
  exchangeCode: SourceConnector['exchangeCode']
  /** The company or account over there that the tokens are for. `before`: which it was until now, and most likely is again. */
  readTenant(tokens: Tokens, of: { companyId: string; before: string | null }): Promise<Tenant>
}

export function createLinkedSystems(given: {
  connectors: readonly AccountingConnector[]
  sources: readonly SourceConnector[]
  paceOf(connector: AccountingConnector, tenantId: string): Pacer
  /** A request made before its company was known counts in the company's pace all the same. */
  countRequest(connector: AccountingConnector, tenantId: string): Promise<void>
  sourcePace: SourcePace
}): { all: readonly LinkedSystem[]; find(id: string): LinkedSystem } {
  const all = [
    ...given.connectors.map((connector) => ofAccounting(connector, given)),
    ...given.sources.map((source) => ofSource(source, given.sourcePace)),
  ]
  return {
    all,
    find(id) {
      const found = all.find((one) => one.id === id)
      if (!found) throw new AppError('not-found', `there is no connector '${id}'`)
      return found
    },
  }
}

function ofAccounting(
  connector: AccountingConnector,
  { paceOf, countRequest }: Pick<Parameters<typeof createLinkedSystems>[0], 'paceOf' | 'countRequest'>,
): LinkedSystem {
  return {
    ...connector,
    kind: 'accounting',
    scopes: connector.capabilities.scopes,
    picksDocuments: false,
    provesKey: false,
    async readTenant(tokens, { before }) {
      // Where a run takes every place of the pace, a question that takes none of them is refused each time. Of one that was
      // connected to nobody we do not know whose pace it is: the question waits, and is asked again.
      const { pace } = before === null ? createPacer(connector.capabilities.rateLimit) : paceOf(connector, before)
      const turn = async () => ({ token: tokens.accessToken, answered: await pace() })
      const session = connector.openSession({ turn })
      const { tenantId, name, organisationNumber } = await session.readCompany()
      if (tenantId !== before) await countRequest(connector, tenantId)
      return { id: tenantId, name, organisationNumber }
    },
  }
}

function ofSource(connector: SourceConnector, sourcePace: SourcePace): LinkedSystem {
  return {
    ...connector,
    ...connector.capabilities,
    kind: 'source',
    scopes: [],
    readTenant: ({ accessToken }, { companyId }) =>
      connector
        .openSession({
          accessToken: async () => accessToken,
          sharer: companyId,
          owner: null,
          pace: sourcePace(connector.id, companyId),
        })
        .readOwner(),
  }
}
