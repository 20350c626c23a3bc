import { amountNumber } from './amounts.ts'
import type { ApiAnswer, ApiRequest, ApiRoute } from './api.ts'
import { type Company, profileOf, settingsOf } from './company.ts'
import { missing, refuse } from './errors.ts'
import { balanceOf, yearFor } from './ledger.ts'
import { listAnswer } from './listing.ts'
import { isDate, localDate } from './local-time.ts'
import type {
  AccountRecord,
  CostCenterRecord,
  CurrencyRecord,
  FinancialYearRecord,
  ModeOfPaymentRecord,
  ProjectRecord,
  TermsOfPaymentRecord,
} from './records.ts'

/** The registers a supplier-invoice client reads before it sends anything. All read-only here; the control API changes them. */

const bookkeeping = ['bookkeeping']
const settings = ['settings']
const url = (path: string) => `https://api.fortnox.se/3/${path}`
const get = (
  path: string,
  scopes: readonly string[],
  handle: ApiRoute['handle'],
  more: Partial<ApiRoute> = {},
): ApiRoute => ({ method: 'GET', path, scopes, handle, ...more })
const list = {}

export const registerRoutes: readonly ApiRoute[] = [
  get('companyinformation', ['companyinformation'], companyInformation),
  get('settings/company', settings, companySettings),
  get('settings/lockedperiod', settings, ({ company }) => {
    const { lockedPeriod } = settingsOf(company)
    return { status: 200, body: { LockedPeriod: lockedPeriod === null ? {} : { EndDate: lockedPeriod } } }
  }),
  get('financialyears', bookkeeping, listYears, { list: { filters: ['date'] } }),
  get('financialyears/{}', bookkeeping, ({ company, params }) => {
    const year = found(company.table('years'), params[0], 'financialYearNotFound')
    return { status: 200, body: { FinancialYear: yearAnswer(company, year) } }
  }),
  get('accounts', bookkeeping, listAccounts, { list: { filters: ['sru'], sortBy: ['number'] } }),
  get('accounts/{}', bookkeeping, readAccount, { parameters: ['financialyear'] }),
  get(
    'modesofpayments',
    settings,
    (request) => listed(request, 'ModesOfPayments', request.company.table('modesOfPayment'), modeAnswer),
    { list },
  ),
  get('modesofpayments/{}', settings, ({ company, params }) => ({
    status: 200,
    body: { ModeOfPayment: modeAnswer(found(company.table('modesOfPayment'), params[0], 'modeOfPaymentMissing404')) },
  })),
  get(
    'predefinedaccounts',
    settings,
    (request) => listed(request, 'PreDefinedAccounts', request.company.table('predefinedAccounts'), predefinedAnswer),
    { list },
  ),
  get('predefinedaccounts/{}', settings, ({ company, params }) => ({
    status: 200,
    body: {
      PreDefinedAccount: predefinedAnswer(
        found(company.table('predefinedAccounts'), params[0], 'predefinedAccountNotFound'),
      ),
    },
  })),
  get(
    'currencies',
    ['currency'],
    (request) =>
      listed(request, 'Currencies', request.company.table('currencies'), (currency) =>
        currencyAnswer(currency, request.now),
      ),
    { list },
  ),
  get('currencies/{}', ['currency'], ({ company, params, now }) => ({
    status: 200,
    body: { Currency: currencyAnswer(found(company.table('currencies'), params[0], 'currencyNotFound'), now) },
  })),
  get(
    'costcenters',
    ['costcenter'],
    (request) => listed(request, 'CostCenters', request.company.table('costCenters'), costCenterAnswer),
    { list },
  ),
  get('costcenters/{}', ['costcenter'], ({ company, params }) => ({
    status: 200,
    body: { CostCenter: costCenterAnswer(found(company.table('costCenters'), params[0], 'costCenterMissing404')) },
  })),
  get(
    'projects',
    ['project'],
    (request) => listed(request, 'Projects', request.company.table('projects'), projectAnswer),
    { list },
  ),
  get(
    'termsofpayments',
    settings,
    (request) => listed(request, 'TermsOfPayments', request.company.table('termsOfPayments'), termsAnswer),
    { list },
  ),
  get(
    'voucherseries',
    bookkeeping,
    (request) =>
      listed(request, 'VoucherSeriesCollection', request.company.table('voucherSeries'), (series) =>
        seriesAnswer(request, series),
      ),
    { list },
  ),
]

function listed<Record>(
  request: ApiRequest,
  name: string,
  table: ReadonlyMap<string, Record>,
  row: (record: Record) => unknown,
): ApiAnswer {
  return listAnswer<Record>(request, { name, items: table.values(), row })
}

function found<Record>(
  table: ReadonlyMap<string, Record>,
  key: string | undefined,
  otherwise: Parameters<typeof missing>[0],
): Record {
  const record = table.get(key ?? '')
  if (record === undefined) throw missing(otherwise)
  return record
}

function companyInformation({ company }: ApiRequest): ApiAnswer {
  const profile = profileOf(company)
  return {
    status: 200,
    body: {
      CompanyInformation: {
        Address: profile.address,
        City: profile.city,
        CompanyName: profile.name,
        CountryCode: profile.countryCode,
        DatabaseNumber: Number(profile.id),
        OrganizationNumber: profile.organisationNumber,
        VisitAddress: '',
        VisitCity: '',
        VisitCountryCode: '',
        VisitZipCode: '',
        ZipCode: profile.zipCode,
      },
    },
  }
}

function companySettings({ company }: ApiRequest): ApiAnswer {
  const profile = profileOf(company)
  return {
    status: 200,
    body: {
      CompanySettings: {
        Address: profile.address,
        BG: '',
        City: profile.city,
        Country: 'Sverige',
        CountryCode: profile.countryCode,
        DatabaseNumber: profile.id,
        Domicile: profile.city,
        Email: '',
        IBAN: '',
        Name: profile.name,
        OrganizationNumber: profile.organisationNumber,
        PG: '',
        TaxEnabled: true,
        VATNumber: `SE${profile.organisationNumber.replace('-', '')}01`,
        ZipCode: profile.zipCode,
      },
    },
  }
}

function listYears(request: ApiRequest): ApiAnswer {
  const { company, query } = request
  const date = query.get('date')
  if (date !== null && !isDate(date)) throw refuse('badParameter')
  const years = [...company.table('years').values()].filter(
    (year) => date === null || (year.from <= date && date <= year.to),
  )
  return listAnswer<FinancialYearRecord>(request, {
    name: 'FinancialYears',
    items: years,
    row: (year) => yearAnswer(company, year),
  })
}

function yearAnswer(company: Company, year: FinancialYearRecord): unknown {
  return {
    '@url': url(`financialyears/${year.id}`),
    Id: year.id,
    FromDate: year.from,
    ToDate: year.to,
    AccountingMethod: settingsOf(company).accountingMethod,
    AccountChartType: 'Bas 2025',
  }
}

function listAccounts(request: ApiRequest): ApiAnswer {
  const year = requestedYear(request)
  return listAnswer<AccountRecord>(request, {
    name: 'Accounts',
    items: [...request.company.table('accounts').values()]
      .filter((account) => account.year === year)
      .sort((left, right) => left.number - right.number),
    row: accountAnswer,
    texts: { number: (account) => String(account.number), sru: () => '0' },
    modified: (account) => account.modified,
  })
}

function readAccount(request: ApiRequest): ApiAnswer {
  const year = requestedYear(request)
  const account = found(request.company.table('accounts'), `${year}:${request.params[0]}`, 'accountMissing404')
  return {
    status: 200,
    body: {
      Account: {
        ...accountAnswer(account),
        BalanceCarriedForward: amountNumber(balanceOf(request.company, year, account.number)),
        OpeningQuantities: [],
        QuantitySettings: 'ALLOWED',
        QuantityUnit: '',
        TransactionInformation: '',
        TransactionInformationSettings: 'ALLOWED',
      },
    },
  }
}

/** Accounts belong to a financial year: the one asked for, or the one of today. */
function requestedYear({ company, query, now }: ApiRequest): number {
  const id = query.get('financialyear')
  if (id === null) return yearFor(company, query.get('financialyeardate') ?? localDate(now)).id
  const year = company.table('years').get(id)
  if (year === undefined) throw refuse('financialYearNotFound')
  return year.id
}

function accountAnswer(account: AccountRecord): Record<string, unknown> {
  return {
    '@url': url(`accounts/${account.number}`),
    Active: account.active,
    BalanceBroughtForward: 0,
    CostCenter: '',
    CostCenterSettings: account.costCenter,
    Description: account.description,
    Number: account.number,
    Project: '',
    ProjectSettings: account.project,
    SRU: 0,
    VATCode: '',
    Year: account.year,
  }
}

function modeAnswer(mode: ModeOfPaymentRecord): unknown {
  return {
    '@url': url(`modesofpayments/${mode.code}`),
    AccountNumber: String(mode.account),
    Code: mode.code,
    Description: mode.description,
  }
}

function predefinedAnswer({ name, account }: { name: string; account: number }): unknown {
  return { '@url': url(`predefinedaccounts/${name}`), Account: account, Name: name }
}

function currencyAnswer(currency: CurrencyRecord, now: Date): unknown {
  return {
    '@url': url(`currencies/${currency.code}`),
    BuyRate: Number(currency.buyRate),
    Code: currency.code,
    Date: localDate(now),
    Description: currency.description,
    IsAutomatic: currency.code !== 'SEK',
    SellRate: Number(currency.sellRate),
    Unit: currency.unit,
  }
}

function costCenterAnswer(costCenter: CostCenterRecord): unknown {
  return {
    '@url': url(`costcenters/${costCenter.code}`),
    Active: costCenter.active,
    Code: costCenter.code,
    Description: costCenter.description,
    Note: '',
  }
}

function projectAnswer(project: ProjectRecord): unknown {
  return {
    '@url': url(`projects/${project.number}`),
    Description: project.description,
    EndDate: project.endDate,
    ProjectLeader: '',
    ProjectNumber: project.number,
    StartDate: project.startDate,
    Status: project.status,
  }
}

function termsAnswer(terms: TermsOfPaymentRecord): unknown {
  return { '@url': url(`termsofpayments/${terms.code}`), Code: terms.code, Description: terms.description }
}

function seriesAnswer(
  { company, now }: ApiRequest,
  series: { code: string; description: string; manual: boolean },
): unknown {
  return {
    '@url': url(`voucherseries/${series.code}`),
    Code: series.code,
    Description: series.description,
    Manual: series.manual,
    Year: yearFor(company, localDate(now)).id,
  }
}
