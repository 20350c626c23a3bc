import type { ApiAnswer, ApiRequest, ApiRoute } from './api.ts'
import { type Company, nextNumber } from './company.ts'
import { missing, refuse } from './errors.ts'
import { readFields, textOf } from './field-rules.ts'
import { currentYear, requireAccountIn, requireCostCenter, requireProject } from './ledger.ts'
import { listAnswer } from './listing.ts'
import { localDate, localMinute } from './local-time.ts'
import type { Fields, SupplierRecord } from './records.ts'
import { supplierFields } from './resource-fields.ts'

const scopes = ['supplier']
const searchable = {
  suppliernumber: 'SupplierNumber',
  name: 'Name',
  organisationnumber: 'OrganisationNumber',
  phone: 'Phone1',
  zipcode: 'ZipCode',
  city: 'City',
  email: 'Email',
}

export const supplierRoutes: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: 'suppliers',
    scopes,
    list: { filters: Object.keys(searchable), sortBy: ['name', 'suppliernumber'] },
    handle: listSuppliers,
  },
  { method: 'POST', path: 'suppliers', scopes, handle: createSupplier },
  {
    method: 'GET',
    path: 'suppliers/{}',
    scopes,
    handle: ({ company, params }) => ({ status: 200, body: wrapped(findSupplier(company, params[0])) }),
  },
  { method: 'PUT', path: 'suppliers/{}', scopes, handle: updateSupplier },
]

function listSuppliers(request: ApiRequest): ApiAnswer {
  return listAnswer<SupplierRecord>(request, {
    name: 'Suppliers',
    items: request.company.table('suppliers').values(),
    row: supplierRow,
    texts: Object.fromEntries(
      Object.entries(searchable).map(([parameter, field]) => [
        parameter,
        (supplier: SupplierRecord) => (field === 'SupplierNumber' ? supplier.number : textOf(supplier.fields, field)),
      ]),
    ),
    modified: (supplier) => supplier.modified,
  })
}

function createSupplier({ company, body, now }: ApiRequest): ApiAnswer {
  const { SupplierNumber: wanted, ...fields } = readFields(body, 'Supplier', supplierFields)
  if (textOf(fields, 'Name').trim() === '') throw refuse('requiredField', 'Name')
  checkReferences(company, fields, now)
  const taken = company.table('suppliers')
  let number = wanted === undefined || wanted === '' ? '' : String(wanted)
  if (taken.has(number)) throw refuse('numberTaken', number)
  while (number === '' || taken.has(number)) number = String(nextNumber(company, 'supplier'))
  const supplier: SupplierRecord = { number, fields, modified: localMinute(now) }
  company.put('suppliers', number, supplier)
  return { status: 201, body: wrapped(supplier), location: 'suppliers' }
}

function updateSupplier({ company, params, body, now }: ApiRequest): ApiAnswer {
  const supplier = findSupplier(company, params[0])
  const { SupplierNumber: number, ...fields } = readFields(body, 'Supplier', supplierFields)
  if (number !== undefined && number !== supplier.number) throw refuse('readOnlyField', 'SupplierNumber')
  if (fields.Name !== undefined && textOf(fields, 'Name').trim() === '') throw refuse('requiredField', 'Name')
  checkReferences(company, fields, now)
  const updated: SupplierRecord = { ...supplier, fields: { ...supplier.fields, ...fields }, modified: localMinute(now) }
  company.put('suppliers', supplier.number, updated)
  return { status: 200, body: wrapped(updated) }
}

/** What a supplier points to must exist; an unknown term of payment fails the whole request. */
function checkReferences(company: Company, fields: Fields, now: Date): void {
  const terms = textOf(fields, 'TermsOfPayment')
  if (terms !== '' && !company.table('termsOfPayments').has(terms)) throw refuse('termsOfPaymentNotFound')
  const currency = textOf(fields, 'Currency')
  if (currency !== '' && !company.table('currencies').has(currency)) throw refuse('currencyNotFound')
  const account = textOf(fields, 'PreDefinedAccount')
  if (account !== '') requireAccountIn(company, currentYear(company, localDate(now)).id, Number(account))
  requireCostCenter(company, textOf(fields, 'CostCenter'))
  requireProject(company, textOf(fields, 'Project'))
}

function findSupplier(company: Company, number = ''): SupplierRecord {
  const supplier = company.table('suppliers').get(number)
  if (supplier === undefined) throw missing('supplierNotFound')
  return supplier
}

const shownTexts = Object.entries(supplierFields)
  .filter(([name, rule]) => rule.kind === 'text' && name !== 'SupplierNumber')
  .map(([name]) => name)
const rowTexts = [
  'Address1',
  'Address2',
  'BG',
  'BIC',
  'BankAccountNumber',
  'City',
  'CostCenter',
  'Email',
  'IBAN',
  'Name',
  'OrganisationNumber',
  'PG',
  'Project',
  'TermsOfPayment',
  'ZipCode',
]

function wrapped({ number, fields }: SupplierRecord): unknown {
  return {
    Supplier: {
      '@url': `https://api.fortnox.se/3/suppliers/${number}`,
      SupplierNumber: number,
      Active: fields.Active ?? true,
      DisablePaymentFile: fields.DisablePaymentFile ?? false,
      VATType: fields.VATType ?? 'NORMAL',
      ...texts(fields, shownTexts),
      ...shared(fields),
      Country: textOf(fields, 'CountryCode') === 'SE' ? 'Sverige' : textOf(fields, 'CountryCode'),
      VisitingCountry: '',
    },
  }
}

function supplierRow({ number, fields }: SupplierRecord): unknown {
  return {
    '@url': `https://api.fortnox.se/3/suppliers/${number}`,
    SupplierNumber: number,
    Active: fields.Active ?? true,
    DisablePaymentFile: fields.DisablePaymentFile ?? false,
    ...texts(fields, rowTexts),
    ...shared(fields),
    Phone: textOf(fields, 'Phone1'),
  }
}

/** An unset PreDefinedAccount is null: an empty text would not be four characters. */
function shared(fields: Fields): Record<string, unknown> {
  return {
    Currency: textOf(fields, 'Currency') || 'SEK',
    CountryCode: textOf(fields, 'CountryCode'),
    PreDefinedAccount: textOf(fields, 'PreDefinedAccount') || null,
  }
}

function texts(fields: Fields, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(fields, name)]))
}
