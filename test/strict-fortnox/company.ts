import { randomUUID } from 'node:crypto'
import type { Options } from './options.ts'

export type Row = Record<string, unknown>
/** A record with its past: a list may show what it was a while ago. */
export type Kept = { id: string; now: Row; past: { at: number; row: Row }[] }

export type Company = {
  options: Options
  registers: {
    years: Row[]
    accounts: Row[]
    modes: Row[]
    predefined: Row[]
    currencies: Row[]
    costCenters: Row[]
    projects: Row[]
  }
  suppliers: Map<string, Kept>
  invoices: Map<string, Kept>
  payments: Map<string, Kept>
  connections: Map<string, Kept>
  files: Map<string, { Id: string; Name: string; Size: number; bytes: Buffer; isConnected: boolean }>
  /** What is only known inside: rows in öre, approvals, what was credited. */
  approvals: Set<string>
  paymentApprovals: Set<string>
  nextVoucher: number
  nextInvoice: number
  nextPayment: number
  nextSupplier: number
}

export const tenantId = 4711

const account = (number: number, description: string): Row => ({
  '@url': `https://api.fortnox.se/3/accounts/${number}`,
  ...{ Active: true, BalanceBroughtForward: 0, CostCenter: null, CostCenterSettings: 'ALLOWED' },
  ...{ Project: '', ProjectSettings: 'ALLOWED', SRU: 7369, VATCode: '', Year: 2 },
  ...{ Number: number, Description: description },
})

export function openCompany(options: Options): Company {
  const method = options.method
  const company: Company = {
    options,
    registers: {
      years: [
        { Id: 1, FromDate: '2025-01-01', ToDate: '2025-12-31', AccountChartType: 'Bas 2025', AccountingMethod: method },
        { Id: 2, FromDate: '2026-01-01', ToDate: '2026-12-31', AccountChartType: 'Bas 2026', AccountingMethod: method },
      ],
      accounts: openAccounts(),
      modes: [
        { Code: 'BG', Description: 'Bankgiro', AccountNumber: '1920' },
        { Code: 'KORT', Description: 'F\u00f6retagskort', AccountNumber: '2890' },
        { Code: 'AVR', Description: 'Avr\u00e4kning', AccountNumber: null },
      ],
      predefined: Object.entries(predefinedAccounts).map(([Name, Account]) => ({ Name, Account })),
      currencies: currencies(options.areRegistersEmpty ? ['SEK'] : ['SEK', 'EUR', 'USD', 'NOK', 'DKK', 'GBP']),
      costCenters: options.areRegistersEmpty
        ? []
        : [{ Code: 'STHLM', Description: 'Stockholm', Active: true, Note: '' }],
      projects: options.areRegistersEmpty
        ? []
        : [{ ProjectNumber: '1', Description: 'M\u00e4ssan', Status: 'ONGOING', StartDate: null, EndDate: '' }],
    },
    suppliers: new Map(),
    invoices: new Map(),
    payments: new Map(),
    connections: new Map(),
    files: new Map(),
    approvals: new Set(),
    paymentApprovals: new Set(),
    ...{ nextVoucher: 1, nextInvoice: 1, nextPayment: 1, nextSupplier: 1 },
  }
  for (let i = 1; i <= options.suppliers; i++) addSupplier(company, { Name: `Grossist ${i} i \u00d6rebro/Kumla AB` })
  return company
}

const currencies = (codes: readonly string[]): Row[] =>
  codes.map((Code) => ({
    ...{ Code, Description: Code, BuyRate: Code === 'SEK' ? 1 : 10.5, SellRate: Code === 'SEK' ? 1 : 10.6 },
    ...{ Date: '2026-11-20', IsAutomatic: true, Unit: Code === 'NOK' || Code === 'DKK' ? 100 : 1 },
  }))

export const predefinedAccounts: Record<string, number> = {
  ...{ SUPDEBT: 2440, INVAT: 2641, ROUNDOFF: 3740, PURCASE: 4010, PRODUCT_DEB: 2645, PRODUCT_CRE: 2614 },
  ...{ SERVICE_DEB: 2645, SERVICE_CRE: 2614, CONSTRUCTION_DEB: 2647, CONSTRUCTION_CRE: 2614 },
  ...{ CURRENCYWIN: 3960, CURRENCYLOSS: 7960, BG: 1920, PG: 1925, CASH: 1910 },
}

/** As many accounts as a chart of accounts has, so that they fill more than one page of 500. */
function openAccounts(): Row[] {
  const named: Record<number, string> = {
    ...{ 1910: 'Kassa', 1920: 'PlusGiro', 1930: 'F\u00f6retagskonto', 2440: 'Leverant\u00f6rsskulder' },
    ...{
      2614: 'Utg\u00e5ende moms omv\u00e4nd skattskyldighet',
      2640: 'Ing\u00e5ende moms',
      2641: 'Debiterad ing\u00e5ende moms',
    },
    ...{
      2645: 'Ber\u00e4knad ing\u00e5ende moms',
      2647: 'Ing\u00e5ende moms omv\u00e4nd',
      2890: '\u00d6vriga kortfristiga skulder',
    },
    ...{
      3740: '\u00d6resutj\u00e4mning',
      5410: 'F\u00f6rbrukningsinventarier',
      5420: 'Programvaror',
      6540: 'IT-tj\u00e4nster',
    },
  }
  const numbers = new Set([...Object.keys(named).map(Number), ...Object.values(predefinedAccounts)])
  for (let number = 4000; number < 7990; number += 5) numbers.add(number)
  return [...numbers].sort((a, b) => a - b).map((number) => account(number, named[number] ?? `Konto ${number}`))
}

export function keep(records: Map<string, Kept>, id: string, change: Row): Row {
  const kept = records.get(id) ?? { id, now: {}, past: [] }
  kept.now = { ...kept.now, ...change }
  kept.past.push({ at: Date.now(), row: kept.now })
  records.set(id, kept)
  return kept.now
}

export function addSupplier(company: Company, given: Row): Row {
  const id = String(given.SupplierNumber ?? company.nextSupplier++)
  return keep(company.suppliers, id, {
    ...{
      '@url': `https://api.fortnox.se/3/suppliers/${id}`,
      Active: true,
      Address1: null,
      City: '',
      CountryCode: null,
    },
    ...{ OrganisationNumber: '', PreDefinedAccount: null, Phone1: null, Currency: 'SEK', Email: '' },
    ...given,
    SupplierNumber: id,
  })
}

export function addFile(company: Company, Name: string, bytes: Buffer): Row {
  const Id = randomUUID()
  company.files.set(Id, { Id, Name, Size: bytes.length, bytes, isConnected: false })
  return fileRow(Id, Name, bytes.length)
}

export const fileRow = (Id: string, Name: string, Size: number): Row => ({
  ...{
    '@url': `https://api.fortnox.se/3/inbox/${Id}`,
    ArchiveFileId: null,
    Comments: '',
    Id,
    Name,
    Path: 'root',
    Size,
  },
})
