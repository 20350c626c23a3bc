import { z } from 'zod'
import { addYear, type Company, settingsOf } from './company.ts'
import { localMinute } from './local-time.ts'
import type { CompanySettings, FinancialYearRecord } from './records.ts'

const rule = z.enum(['ALLOWED', 'MANDATORY', 'NOTALLOWED'])
const date = z.iso.date()
const accountNumber = z.int().min(1000).max(9999)
const chartChange = z.record(
  z.string().regex(/^[1-9]\d{3}$/),
  z
    .strictObject({
      description: z.string().optional(),
      active: z.boolean().optional(),
      costCenter: rule.optional(),
      project: rule.optional(),
    })
    .nullable(),
)

/** Everything about a company that a test may want otherwise. A register entry set to null is taken away. */
export const settingsChange = z.strictObject({
  accountingMethod: z.enum(['ACCRUAL', 'CASH']).optional(),
  lockedPeriod: date.nullable().optional(),
  automaticLock: date.nullable().optional(),
  approval: z.enum(['none', 'simple', 'flow']).optional(),
  paymentApproval: z.boolean().optional(),
  mayApprove: z.boolean().optional(),
  missingScopes: z.array(z.string()).optional(),
  missingLicences: z.array(z.string()).optional(),
  noRightTo: z.array(z.string()).optional(),
  defaultModeOfPayment: z.string().optional(),
  /** In the charts of all financial years, and in that of one. */
  accounts: chartChange.optional(),
  accountsOfYear: z.record(z.string().regex(/^\d+$/), chartChange).optional(),
  voucherSeries: z
    .record(z.string(), z.strictObject({ description: z.string(), manual: z.boolean() }).nullable())
    .optional(),
  predefinedAccounts: z.record(z.string(), accountNumber.nullable()).optional(),
  modesOfPayment: z
    .record(z.string(), z.strictObject({ description: z.string(), account: accountNumber }).nullable())
    .optional(),
  costCenters: z
    .record(z.string(), z.strictObject({ description: z.string(), active: z.boolean().default(true) }).nullable())
    .optional(),
  currencies: z
    .record(
      z.string().length(3),
      z
        .strictObject({
          description: z.string(),
          buyRate: z.string(),
          sellRate: z.string(),
          unit: z.int().positive().default(1),
        })
        .nullable(),
    )
    .optional(),
  financialYears: z.record(z.string().regex(/^\d+$/), z.strictObject({ from: date, to: date }).nullable()).optional(),
})

export type SettingsChange = z.output<typeof settingsChange>

export function changeSettings(company: Company, change: SettingsChange, now: Date): void {
  const {
    accounts,
    accountsOfYear,
    predefinedAccounts,
    modesOfPayment,
    costCenters,
    currencies,
    financialYears,
    voucherSeries,
    ...settings
  } = change
  const given = Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as Partial<CompanySettings>
  company.put('settings', 'settings', { ...settingsOf(company), ...given })
  for (const [name, account] of Object.entries(predefinedAccounts ?? {}))
    account === null
      ? company.remove('predefinedAccounts', name)
      : company.put('predefinedAccounts', name, { name, account })
  for (const [code, mode] of Object.entries(modesOfPayment ?? {}))
    mode === null ? company.remove('modesOfPayment', code) : company.put('modesOfPayment', code, { code, ...mode })
  for (const [code, costCenter] of Object.entries(costCenters ?? {}))
    costCenter === null
      ? company.remove('costCenters', code)
      : company.put('costCenters', code, { code, ...costCenter })
  for (const [code, currency] of Object.entries(currencies ?? {}))
    currency === null ? company.remove('currencies', code) : company.put('currencies', code, { code, ...currency })
  for (const [id, year] of Object.entries(financialYears ?? {}))
    year === null ? company.remove('years', id) : addYear(company, { id: Number(id), ...year })
  for (const year of company.table('years').values()) {
    changeChart(company, year, accounts ?? {}, now)
    changeChart(company, year, accountsOfYear?.[year.id] ?? {}, now)
  }
  for (const [code, series] of Object.entries(voucherSeries ?? {}))
    series === null ? company.remove('voucherSeries', code) : company.put('voucherSeries', code, { code, ...series })
}

function changeChart(
  company: Company,
  { id: year }: FinancialYearRecord,
  changes: z.output<typeof chartChange>,
  now: Date,
): void {
  for (const [number, account] of Object.entries(changes)) {
    const key = `${year}:${number}`
    if (account === null) {
      company.remove('accounts', key)
      continue
    }
    const { description, active, costCenter, project } = account
    const before = company.table('accounts').get(key)
    company.put('accounts', key, {
      number: Number(number),
      year,
      description: description ?? before?.description ?? `Konto ${number}`,
      active: active ?? before?.active ?? true,
      costCenter: costCenter ?? before?.costCenter ?? 'ALLOWED',
      project: project ?? before?.project ?? 'ALLOWED',
      modified: localMinute(now),
    })
  }
}
