import { type Database, withCompany } from '#platform/database.ts'
import type { ConnectorStatus } from './contract.ts'
import type { LinkedSystem } from './linked-system.ts'
import { isOtherNumber, missingScopes } from './rules.ts'
import { type ConnectionRow, findConnectionTo, listObstacles, listOthersThere } from './store.ts'

/** A company that a person is a member of. */
export type MemberCompany = { id: string; name: string; organisationNumber: string }

export type DescribeDeps = {
  db: Database
  sandboxUrls?: Readonly<Record<string, string>>
  nameOf(userId: string): Promise<string | null>
  listCompanies(userId: string): Promise<MemberCompany[]>
}
type Asker = { companyId: string; userId: string }

/** How a company stands with a system, as a person of it may see that. */
export async function describeConnection(
  deps: DescribeDeps,
  asker: Asker,
  system: LinkedSystem,
): Promise<ConnectorStatus> {
  const { companyId } = asker
  const { row, obstacles } = await withCompany(deps.db, companyId, async (tx) => {
    const row = await findConnectionTo(tx, companyId, system.id)
    return { row, obstacles: row ? await listObstacles(tx, { companyId, connectionId: row.id }) : [] }
  })
  const sandboxUrl = deps.sandboxUrls?.[system.id] ?? null
  return {
    connectorId: system.id,
    displayName: system.displayName,
    kind: system.kind,
    picksDocuments: system.picksDocuments,
    isSandbox: sandboxUrl !== null,
    sandboxUrl,
    connection: row && {
      id: row.id,
      state: row.state,
      tenantId: row.tenantId,
      tenantName: row.tenantName,
      organisationNumber: row.tenantNumber,
      isOtherCompany: sandboxUrl === null && (await isOtherCompany(deps, asker, row)),
      lostReason: row.lostReason,
      connectedBy: row.connectedBy && (await deps.nameOf(row.connectedBy)),
      connectedAt: row.connectedAt.toISOString(),
      refreshedAt: row.refreshedAt?.toISOString() ?? null,
      obstacles,
      missingScopes: row.state === 'connected' ? missingScopes(system.scopes, row.scopes) : [],
      alsoConnected: system.kind === 'accounting' ? await nameOthers(deps, asker.userId, row) : [],
    },
  }
}

/** By a person, not by the other side. */
const hasEnded = ({ state, lostReason }: ConnectionRow) => state === 'disconnected' && lostReason === null

/** A stand-in's books are nobody's, so they are not asked about. */
async function isOtherCompany(deps: DescribeDeps, { companyId, userId }: Asker, row: ConnectionRow): Promise<boolean> {
  if (hasEnded(row) || row.tenantNumber === null || row.tenantNumber === row.acceptedNumber) return false
  const own = (await deps.listCompanies(userId)).find(({ id }) => id === companyId)
  return own !== undefined && isOtherNumber(own.organisationNumber, row.tenantNumber)
}

/** A company is named only to who is a member of it; those without a name come last. */
async function nameOthers(deps: DescribeDeps, userId: string, row: ConnectionRow): Promise<(string | null)[]> {
  const others = hasEnded(row) ? [] : await listOthersThere(deps.db, row)
  if (others.length === 0) return []
  const own = new Map((await deps.listCompanies(userId)).map(({ id, name }) => [id, name]))
  const names = others.flatMap((id) => own.get(id) ?? [])
  return [...names.sort((a, b) => a.localeCompare(b, 'sv')), ...others.filter((id) => !own.has(id)).map(() => null)]
}
