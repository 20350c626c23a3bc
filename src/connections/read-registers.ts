import { type AccountingSession, ConnectorError } from '#connectors/accounting-connector.ts'
import { dayInSweden } from '#kernel/local-dates.ts'
import { createSharedReadings } from '#kernel/share-calls.ts'
import type { Clock } from '#platform/clock.ts'
import { asCopy, type Database, readCompany, withCompany } from '#platform/database.ts'
import { currentYear, type RefusedArea, type RegisterArea, type Registers } from './rules.ts'
import { findRegisters, saveRegisters, saveTenant } from './store.ts'

export type RegisterDeps = {
  db: Database
  clock: Clock
  openSession(companyId: string, connectionId: string): Promise<AccountingSession>
}

const defaultMaxAgeSeconds = 600

/**
 * The registers as last read, read again when older than asked for. Whoever asks meanwhile gets the same reading, and so does
 * who looked for them before it was kept and comes when it has ended.
 */
export function createRegisterReader(deps: RegisterDeps) {
  const readAt = ({ fetchedAt }: Registers) => Date.parse(fetchedAt)
  const share = createSharedReadings(readAt)
  const read = (
    companyId: string,
    connectionId: string,
    { maxAgeSeconds = defaultMaxAgeSeconds }: { maxAgeSeconds?: number } = {},
  ): Promise<Registers> => {
    const oldest = deps.clock.now().getTime() - maxAgeSeconds * 1000
    return share(connectionId, oldest, {
      find: () => readCompany(deps.db, companyId, (tx) => findRegisters(tx, companyId, connectionId)),
      read: (kept) => readAndSave(deps, companyId, connectionId, kept),
    })
  }
  return {
    read,
    refresh: (companyId: string, connectionId: string) => read(companyId, connectionId, { maxAgeSeconds: 0 }),
  }
}

async function readAndSave(
  deps: RegisterDeps,
  companyId: string,
  connectionId: string,
  before: Registers | null,
): Promise<Registers> {
  const session = await deps.openSession(companyId, connectionId)
  const read = await readAll(session, deps.clock.now(), before)
  const registers: Registers = JSON.parse(JSON.stringify(read)) // as it is kept, so that the two can be compared
  await withCompany(
    deps.db,
    companyId,
    async (tx) => {
      await saveRegisters(tx, companyId, connectionId, registers)
      // Renamed, or connected before its number was kept.
      if (isCompanyNew(registers)) await saveTenant(tx, { companyId, connectionId }, registers)
    },
    asCopy,
  )
  return registers
}

/** What is known of a company that has shown us nothing; nothing is posted while a register is closed to us. */
const nothingRead = {
  company: { name: '', organisationNumber: '', tenantId: '' },
  predefinedAccounts: {},
}

/** Nothing that a reading asks for tells whether these are open to us; of invoices it does. */
const onlyTried = ['payments', 'suppliers'] as const
/** The company's own name and number change seldom, and no posting asks for them. */
const companyHoldsMs = 86_400_000

/** When the company itself was read, if that still holds. */
function heldSince(before: Registers | null, now: Date): string | null {
  const isRefused = before?.refused.some(({ area }) => area === 'company') ?? true
  const readAt = before?.companyReadAt
  return !isRefused && readAt && now.getTime() - Date.parse(readAt) < companyHoldsMs ? readAt : null
}

const isCompanyNew = ({ companyReadAt, fetchedAt, refused }: Registers) =>
  companyReadAt === fetchedAt && !refused.some(({ area }) => area === 'company')

/** Every register; one that is closed to us (scope or licence) keeps what was last read of it and is told as refused. */
async function readAll(session: AccountingSession, now: Date, before: Registers | null): Promise<Registers> {
  const refused: RefusedArea[] = []
  async function orBefore<Read>(area: RegisterArea, read: Promise<Read>, known: Read): Promise<Read> {
    try {
      return await read
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error
      const { kind, serviceCode = null, serviceMessage: message = null } = error
      if (isOfAccess(kind)) refused.push({ area, kind, serviceCode, message })
      else if (isClosedDimension(area, error)) refused.push({ area, kind: 'missing-scope', serviceCode, message })
      else throw error
      return known
    }
  }
  const financialYears = await orBefore('financial-years', session.listFinancialYears(), before?.financialYears ?? [])
  const year = currentYear(financialYears, dayInSweden(now))
  const companyReadAt = heldSince(before, now)
  const known = before?.company ?? nothingRead.company
  const [
    company,
    lockedUntil,
    accounts,
    modes,
    predefinedAccounts,
    currencies,
    costCenters,
    projects,
    awaitingApproval,
  ] = await Promise.all([
    companyReadAt ? known : orBefore('company', session.readCompany(), known),
    orBefore('locked-period', session.readLockedPeriod(), before?.lockedUntil ?? null),
    year ? orBefore('accounts', session.listAccounts(year.id), before?.accounts ?? []) : [],
    orBefore('modes-of-payment', session.listModesOfPayment(), before?.modesOfPayment ?? []),
    orBefore(
      'predefined-accounts',
      session.readPredefinedAccounts(),
      before?.predefinedAccounts ?? nothingRead.predefinedAccounts,
    ),
    orBefore('currencies', session.listCurrencies(), before?.currencies ?? []),
    orBefore('cost-centers', session.listCostCenters(), []),
    orBefore('projects', session.listProjects(), []),
    orBefore('invoices', readAwaiting(session, before?.awaitingApproval), { invoices: 0 }),
    ...onlyTried.map((area) => orBefore(area, session.tryAccess(area), undefined)),
  ])
  return {
    company,
    financialYears,
    lockedUntil,
    accounts,
    accountsOf: year?.id ?? null,
    modesOfPayment: modes,
    predefinedAccounts,
    currencies,
    costCenters,
    projects,
    refused,
    awaitingApproval,
    companyReadAt: companyReadAt ?? now.toISOString(),
    fetchedAt: now.toISOString(),
  }
}

const isOfAccess = (kind: ConnectorError['kind']): kind is RefusedArea['kind'] =>
  kind === 'missing-scope' || kind === 'missing-licence'

/**
 * Of who may see cost centres and projects Fortnox's refusals are published for neither. Most rows have none of them: however
 * these two are refused, they are closed to who uses them, and nothing else stands still for it.
 */
const isClosedDimension = (area: RegisterArea, { kind, retry }: ConnectorError) =>
  (area === 'cost-centers' || area === 'projects') && retry === 'never' && (kind === 'rejected' || kind === 'not-found')

/**
 * That invoices wait for approval tells that the company demands it, and asking whether invoices are open to us. The count
 * is a hint: where only that fails, no register is worse for the want of it.
 */
async function readAwaiting(
  session: AccountingSession,
  known: Registers['awaitingApproval'],
): Promise<Registers['awaitingApproval']> {
  try {
    return { invoices: await session.countAwaitingApproval() }
  } catch (error) {
    if (!(error instanceof ConnectorError) || isOfAccess(error.kind)) throw error
    await session.tryAccess('invoices')
    return error.retry === 'never' ? { invoices: 0 } : known
  }
}
