import { supplierFields } from './bodies.ts'
import { checkBody } from './check-body.ts'
import { addSupplier, type Company, type Row, tenantId } from './company.ts'
import { connectFile, findConnection, listConnections, readInbox, uploadFile } from './files.ts'
import { actOnInvoice, createInvoice, listInvoices, readInvoice } from './invoices.ts'
import { answerList, asKept } from './lists.ts'
import { bookkeepPayment, createPayment, deletePayment, findPayment, listPayments } from './payments.ts'
import { notFound, Refusal, type Reply, type Request, refusal, unpublished, violation } from './reply.ts'

type Handle = (company: Company, request: Request, id: string, action: string) => Reply
type Route = { pattern: RegExp; scope: string; handle: Handle }

const route = (method: string, path: string, scope: string, handle: Handle): Route => ({
  pattern: new RegExp(`^${method} ${path.replaceAll('{}', '([^/]+)')}$`),
  ...{ scope, handle },
})

const routes: readonly Route[] = [
  route('GET', '/3/companyinformation', 'companyinformation', () => ({ status: 200, body: companyInformation })),
  route('GET', '/3/settings/lockedperiod', 'settings', ({ options }) => ({
    status: 200,
    body: { LockedPeriod: options.lockedUntil ? { EndDate: options.lockedUntil } : {} },
  })),
  register('financialyears', 'bookkeeping', 'FinancialYears', (company, query) => yearsOn(company, query)),
  register('accounts', 'bookkeeping', 'Accounts', ({ registers }) => registers.accounts),
  register('modesofpayments', 'settings', 'ModesOfPayments', ({ registers }) => registers.modes),
  register('predefinedaccounts', 'settings', 'PreDefinedAccounts', ({ registers }) => registers.predefined),
  register('currencies', 'currency', 'Currencies', ({ registers }) => registers.currencies, true),
  register('costcenters', 'costcenter', 'CostCenters', ({ registers }) => registers.costCenters),
  register('projects', 'project', 'Projects', ({ registers }) => registers.projects),
  route('GET', '/3/suppliers', 'supplier', (company, { query }) =>
    answerList(company, query, company.suppliers.values(), {
      ...{ key: 'Suppliers', hasMeta: true, sortable: ['name', 'suppliernumber'] },
      searches: {
        suppliernumber: 'SupplierNumber',
        name: 'Name',
        organisationnumber: 'OrganisationNumber',
        city: 'City',
      },
      pick: ({ Phone1, VATNumber, VATType, ...row }) => ({ ...row, Phone: Phone1 }),
    }),
  ),
  route('POST', '/3/suppliers', 'supplier', (company, { bytes }) => createSupplier(company, bytes)),
  route('GET', '/3/suppliers/{}', 'supplier', (company, _, id) => {
    const kept = company.suppliers.get(id)
    if (!kept) throw notFound(unpublished.noSuchSupplier, 'Kan inte hitta leverantören.')
    return { status: 200, body: { Supplier: kept.now } }
  }),
  route('GET', '/3/supplierinvoices', 'supplierinvoice', (company, { query }) => listInvoices(company, query)),
  route('POST', '/3/supplierinvoices', 'supplierinvoice', (company, { bytes }) => createInvoice(company, bytes)),
  route('GET', '/3/supplierinvoices/{}', 'supplierinvoice', (company, _, id) => readInvoice(company, id)),
  route('PUT', '/3/supplierinvoices/{}/{}', 'supplierinvoice', (company, request, id, action) =>
    actOnInvoice(company, id, action, request),
  ),
  route('GET', '/3/supplierinvoicepayments', 'payment', (company, { query }) => listPayments(company, query)),
  route('POST', '/3/supplierinvoicepayments', 'payment', (company, { bytes }) => createPayment(company, bytes)),
  route('GET', '/3/supplierinvoicepayments/{}', 'payment', (company, _, id) => ({
    status: 200,
    body: { SupplierInvoicePayment: findPayment(company, id) },
  })),
  route('DELETE', '/3/supplierinvoicepayments/{}', 'payment', (company, _, id) => deletePayment(company, id)),
  route('PUT', '/3/supplierinvoicepayments/{}/bookkeep', 'payment', (company, request, id) =>
    bookkeepPayment(company, id, request),
  ),
  route('GET', '/3/supplierinvoicefileconnections', 'connectfile', (company, { query }) =>
    listConnections(company, query),
  ),
  route('POST', '/3/supplierinvoicefileconnections', 'connectfile', (company, { bytes }) =>
    connectFile(company, bytes),
  ),
  route('GET', '/3/supplierinvoicefileconnections/{}', 'connectfile', (company, _, id) => findConnection(company, id)),
  route('GET', '/3/inbox', 'inbox', (company) => readInbox(company)),
]

/** What is to be done, once everything but the work itself is checked. Uploads are read beforehand. */
export async function plan(company: Company, request: Request, scopes: ReadonlySet<string>): Promise<() => Reply> {
  if (request.method === 'POST' && request.path === '/3/inbox') return uploadFile(company, request)
  checkHeaders(request)
  const line = `${request.method} ${request.path}`
  for (const { pattern, scope, handle } of routes) {
    const match = pattern.exec(line)
    if (!match) continue
    if (!scopes.has(scope)) return () => failWith(new Refusal(403, 2000663, 'Har inte behörighet för scope'))
    const [id = '', action = ''] = match.slice(1).map(decodeURIComponent)
    return () => handle(company, request, id, action)
  }
  throw new Refusal(404, 2000588, `Okänd adress: ${line}`, !request.path.startsWith('/api/warehouse/'))
}

function failWith(error: Refusal): never {
  throw error
}

function checkHeaders({ method, headers, bytes }: Request): void {
  if (headers.accept !== 'application/json') throw violation(1000030, 'Invalid response type')
  const type = headers['content-type']
  if (method === 'POST' && !/^application\/json(; *charset=utf-8)?$/i.test(String(type ?? '')))
    throw violation(1000031, 'Invalid content type')
  if (method !== 'POST' && (bytes.length > 0 || type !== undefined)) throw violation(1000031, 'Invalid content type')
}

function register(
  path: string,
  scope: string,
  key: string,
  rows: (company: Company, query: URLSearchParams) => Row[],
  hasMeta = false,
): Route {
  return route('GET', `/3/${path}`, scope, (company, { query }) => {
    const others = new URLSearchParams([...query].filter(([name]) => name.toLowerCase() !== 'date'))
    return answerList(company, others, asKept(rows(company, query)), {
      key,
      hasMeta,
      searches: {},
      sortable: ['number'],
    })
  })
}

function yearsOn({ registers }: Company, query: URLSearchParams): Row[] {
  const date = query.get('date') ?? query.get('Date')
  return registers.years.filter(
    ({ FromDate, ToDate }) => date === null || (String(FromDate) <= date && date <= String(ToDate)),
  )
}

function createSupplier(company: Company, bytes: Buffer): Reply {
  const given = checkBody(bytes, 'Supplier', supplierFields, ['Name'])
  if (given.SupplierNumber !== undefined && company.suppliers.has(String(given.SupplierNumber)))
    throw refusal(2000637, 'Leverantörsnumret används redan.')
  const account = given.PreDefinedAccount
  if (account !== undefined && !company.registers.accounts.some((one) => String(one.Number) === account))
    throw refusal(2000423, 'Kan inte hitta kontot.')
  return { status: 201, headers: { location: 'suppliers' }, body: { Supplier: addSupplier(company, given) } }
}

const companyInformation = {
  CompanyInformation: {
    ...{ Address: 'Bruksv\u00e4gen 1', City: '\u00d6stersund', CompanyName: 'Fj\u00e4llbruket AB', CountryCode: 'SE' },
    ...{
      DatabaseNumber: tenantId,
      OrganizationNumber: '556036-0793',
      VisitAddress: '',
      VisitCity: null,
      ZipCode: '831 31',
    },
  },
}
