import type { Ore } from './amounts.ts'
import { type Company, nextNumber, profileOf, settingsOf } from './company.ts'
import { refuse } from './errors.ts'
import { localMinute } from './local-time.ts'
import type { AccountRecord, FinancialYearRecord, VoucherRecord, VoucherReference, VoucherRow } from './records.ts'

/** The rules of the general ledger (*huvudbok*): years, accounts, locked period, vouchers and balances. */

export function yearFor(company: Company, date: string): FinancialYearRecord {
  const year = findYear(company, date)
  if (year === undefined) throw refuse('noFinancialYear', date)
  return year
}

export function findYear(company: Company, date: string): FinancialYearRecord | undefined {
  return [...company.table('years').values()].find((year) => year.from <= date && date <= year.to)
}

export function requireUnlocked(company: Company, date: string): void {
  const { lockedPeriod, automaticLock } = settingsOf(company)
  if (automaticLock !== null && date <= automaticLock) throw refuse('periodLockedItself')
  if (lockedPeriod !== null && date <= lockedPeriod) throw refuse('periodLocked', profileOf(company).name, lockedPeriod)
}

/** The year of today, else the latest there is. */
export function currentYear(company: Company, today: string): FinancialYearRecord {
  const years = [...company.table('years').values()].sort((left, right) => (left.to < right.to ? 1 : -1))
  const year = years.find(({ from, to }) => from <= today && today <= to) ?? years[0]
  if (year === undefined) throw refuse('noFinancialYear', today)
  return year
}

/** Accounts belong to a financial year: the same number may be active in one and missing in the next. */
export function accountIn(company: Company, year: number, number: number | string): AccountRecord | undefined {
  return company.table('accounts').get(`${year}:${number}`)
}

export function accountName(company: Company, year: number | undefined, number: number | string): string {
  return (year === undefined ? undefined : accountIn(company, year, number))?.description ?? ''
}

/** An account that can be booked on on that day. */
export function requireAccount(company: Company, number: number, date: string): AccountRecord {
  return requireAccountIn(company, yearFor(company, date).id, number)
}

export function requireAccountIn(company: Company, year: number, number: number): AccountRecord {
  const account = accountIn(company, year, number)
  if (account === undefined) throw refuse('accountNotFound', number)
  if (!account.active) throw refuse('accountInactive', number)
  return account
}

/** Cost centre and project must exist, and be there or not as the account's settings say. */
export function requireDimensions(company: Company, account: AccountRecord, costCenter: string, project: string): void {
  requireCostCenter(company, costCenter)
  requireProject(company, project)
  if (account.costCenter === 'MANDATORY' && costCenter === '') throw refuse('costCenterMandatory', account.number)
  if (account.costCenter === 'NOTALLOWED' && costCenter !== '') throw refuse('costCenterNotAllowed', account.number)
  if (account.project === 'MANDATORY' && project === '') throw refuse('projectMandatory', account.number)
  if (account.project === 'NOTALLOWED' && project !== '') throw refuse('projectNotAllowed', account.number)
}

export function requireCostCenter(company: Company, code: string): void {
  if (code !== '' && company.table('costCenters').get(code)?.active !== true) throw refuse('costCenterNotFound', code)
}

export function requireProject(company: Company, number: string): void {
  if (number !== '' && !company.table('projects').has(number)) throw refuse('projectNotFound')
}

export function predefinedAccount(company: Company, name: string, purpose: string): number {
  const predefined = company.table('predefinedAccounts').get(name)
  if (predefined === undefined) throw refuse('predefinedAccountMissing', purpose)
  return predefined.account
}

/** Writes a voucher (*verifikation*) and moves the balances of its accounts. */
export function bookVoucher(
  company: Company,
  voucher: Omit<VoucherRecord, 'number' | 'year' | 'modified'>,
  now: Date,
): VoucherReference {
  requireUnlocked(company, voucher.date)
  const year = yearFor(company, voucher.date).id
  for (const row of voucher.rows) requireAccountIn(company, year, row.account)
  if (sumOf(voucher.rows) !== 0) throw refuse('notBalanced')
  const number = nextNumber(company, `voucher:${voucher.series}:${year}`)
  company.put('vouchers', `${year}:${voucher.series}:${number}`, {
    ...voucher,
    number,
    year,
    modified: localMinute(now),
  })
  for (const row of voucher.rows) moveBalance(company, `${year}:${row.account}`, row.debit - row.credit)
  return { series: voucher.series, number, year, referenceType: voucher.referenceType }
}

function moveBalance(company: Company, key: string, change: Ore): void {
  company.put('balances', key, { ore: (company.table('balances').get(key)?.ore ?? 0) + change })
}

export function balanceOf(company: Company, year: number, account: number): Ore {
  return company.table('balances').get(`${year}:${account}`)?.ore ?? 0
}

export function sumOf(rows: readonly Pick<VoucherRow, 'debit' | 'credit'>[]): Ore {
  return rows.reduce((sum, row) => sum + row.debit - row.credit, 0)
}
