import type { CompanyTables, FinancialYearRecord } from './records.ts'
import { chartOfAccounts, inactiveAccounts } from './seed/chart-of-accounts.ts'
import type { CompanySeed } from './seed/companies.ts'
import {
  costCenters,
  currencies,
  modesOfPayment,
  predefinedAccounts,
  projects,
  termsOfPayments,
  voucherSeries,
} from './seed/registers.ts'
import type { Shelf } from './shelves.ts'

export type Company = Shelf<CompanyTables>

const firstModified = '2024-01-01 00:00'

/** Fills an empty shelf with an ordinary small company's registers. */
export function seedCompany(company: Company, seed: CompanySeed): void {
  company.put('profile', 'profile', seed.profile)
  company.put('settings', 'settings', {
    accountingMethod: 'ACCRUAL',
    lockedPeriod: null,
    automaticLock: null,
    approval: 'none',
    paymentApproval: false,
    mayApprove: true,
    missingScopes: [],
    missingLicences: [],
    noRightTo: [],
    defaultModeOfPayment: 'BG',
    ...seed.settings,
  })
  for (const [index, year] of [2024, 2025, 2026, 2027].entries())
    addYear(company, { id: index + 1, from: `${year}-01-01`, to: `${year}-12-31` })
  for (const mode of modesOfPayment) company.put('modesOfPayment', mode.code, mode)
  for (const [name, account] of predefinedAccounts) company.put('predefinedAccounts', name, { name, account })
  for (const currency of currencies) company.put('currencies', currency.code, currency)
  for (const costCenter of costCenters) company.put('costCenters', costCenter.code, costCenter)
  for (const project of projects) company.put('projects', project.number, project)
  for (const terms of termsOfPayments) company.put('termsOfPayments', terms.code, terms)
  for (const series of voucherSeries) company.put('voucherSeries', series.code, series)
  for (const supplier of seed.suppliers) seedSupplier(company, supplier)
}

/** A new year begins with the chart of accounts that every company begins with. */
export function addYear(company: Company, year: FinancialYearRecord): void {
  company.put('years', year.id, year)
  for (const [number, description] of chartOfAccounts)
    if (!company.table('accounts').has(`${year.id}:${number}`))
      company.put('accounts', `${year.id}:${number}`, {
        number,
        year: year.id,
        description,
        active: !inactiveAccounts.includes(number),
        costCenter: 'ALLOWED',
        project: 'ALLOWED',
        modified: firstModified,
      })
}

function seedSupplier(company: Company, supplier: CompanySeed['suppliers'][number]): void {
  const number = String(nextNumber(company, 'supplier'))
  company.put('suppliers', number, {
    number,
    modified: firstModified,
    fields: {
      Name: supplier.name,
      OrganisationNumber: supplier.organisationNumber,
      City: supplier.city,
      CountryCode: supplier.countryCode ?? 'SE',
      Currency: supplier.currency ?? 'SEK',
      ...(supplier.account === undefined ? {} : { PreDefinedAccount: supplier.account }),
    },
  })
}

/** The next number of a running series. Numbers of refused requests are given again, as nothing was kept. */
export function nextNumber(company: Company, series: string): number {
  const number = (company.table('counters').get(series)?.last ?? 0) + 1
  company.put('counters', series, { last: number })
  return number
}

export function settingsOf(company: Company): CompanyTables['settings'] {
  return only(company, 'settings')
}

export function profileOf(company: Company): CompanyTables['profile'] {
  return only(company, 'profile')
}

function only<Name extends 'settings' | 'profile'>(company: Company, name: Name): CompanyTables[Name] {
  const record = company.table(name).get(name)
  if (record === undefined) throw new Error(`Company ${company.id} has no ${name}`)
  return record
}
