import type { AccountingSession } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { dayInSweden } from '#kernel/local-dates.ts'
import type { Clock } from '#platform/clock.ts'
import { type Database, withCompany } from '#platform/database.ts'
import { currentYear, type Registers } from './rules.ts'
import { findRegisters, saveRegisters } from './store.ts'

export type RegisterDeps = {
  db: Database
  clock: Clock
  openSession(companyId: string, connectionId: string): Promise<AccountingSession>
}

const defaultMaxAgeSeconds = 600

/** The registers as last read, read again when older than asked for; whoever asks meanwhile gets the same reading. */
export function createRegisterReader(deps: RegisterDeps) {
  const reading = new Map<string, Promise<Registers>>()

  function refresh(companyId: string, connectionId: string): Promise<Registers> {
    const underWay = reading.get(connectionId)
    if (underWay) return underWay
    const mine = readAndSave(deps, companyId, connectionId).finally(() => reading.delete(connectionId))
    reading.set(connectionId, mine)
    return mine
  }

  return {
    refresh,
    async read(
      companyId: string,
      connectionId: string,
      { maxAgeSeconds = defaultMaxAgeSeconds }: { maxAgeSeconds?: number } = {},
    ): Promise<Registers> {
      const kept = await withCompany(deps.db, companyId, (tx) => findRegisters(tx, companyId, connectionId))
      const oldest = deps.clock.now().getTime() - maxAgeSeconds * 1000
      return kept && Date.parse(kept.fetchedAt) >= oldest ? kept : refresh(companyId, connectionId)
    },
  }
}

async function readAndSave(deps: RegisterDeps, companyId: string, connectionId: string): Promise<Registers> {
  const session = await deps.openSession(companyId, connectionId)
  const registers = await readAll(session, deps.clock.now())
  await withCompany(deps.db, companyId, (tx) => saveRegisters(tx, companyId, connectionId, registers))
  return registers
}

async function readAll(session: AccountingSession, now: Date): Promise<Registers> {
  const financialYears = await session.listFinancialYears()
  const year = currentYear(financialYears, dayInSweden(now))
  if (!year)
    throw new AppError('accounting-system-refused', 'the company has no financial year', {
      params: { message: 'no financial year' },
    })
  const [company, lockedUntil, accounts, modesOfPayment, predefinedAccounts, currencies, costCenters, projects] =
    await Promise.all([
      session.readCompany(),
      session.readLockedPeriod(),
      session.listAccounts(year.id),
      session.listModesOfPayment(),
      session.readPredefinedAccounts(),
      session.listCurrencies(),
      session.listCostCenters(),
      session.listProjects(),
    ])
  return {
    company,
    financialYears,
    lockedUntil,
    accounts,
    modesOfPayment,
    predefinedAccounts,
    currencies,
    costCenters,
    projects,
    fetchedAt: now.toISOString(),
  }
}
