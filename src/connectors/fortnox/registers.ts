import { type ZodType, z } from 'zod'
import { type AccountingSession, ConnectorError, type WrittenArea } from '../accounting-connector.ts'
import type { FortnoxClient } from './client.ts'
import { lastModifiedText } from './last-modified.ts'
import { pageSize } from './limits.ts'
import * as map from './mapping.ts'
import * as schemas from './schemas.ts'

type Page<Row> = { rows: Row[]; totalPages: number | undefined }
type Registers = Pick<
  AccountingSession,
  | 'tryAccess'
  | 'readCompany'
  | 'listFinancialYears'
  | 'readLockedPeriod'
  | 'listAccounts'
  | 'listModesOfPayment'
  | 'readPredefinedAccounts'
  | 'listCurrencies'
  | 'listCostCenters'
  | 'listProjects'
  | 'listSuppliers'
>

const writtenPaths: Record<WrittenArea, string> = {
  invoices: 'supplierinvoices',
  payments: 'supplierinvoicepayments',
}

/** What the company has in Fortnox: read only. */
export function openRegisters(client: FortnoxClient): Registers {
  return {
    tryAccess: async (area) => void (await client.get(writtenPaths[area], z.unknown(), { limit: '1' })),
    readCompany: async () =>
      map.toCompany((await client.get('companyinformation', schemas.companyAnswer)).CompanyInformation),
    listFinancialYears: async () =>
      (await listAll(client, 'financialyears', schemas.financialYearList)).map(map.toFinancialYear),
    readLockedPeriod: async () =>
      (await client.get('settings/lockedperiod', schemas.lockedPeriodAnswer)).LockedPeriod?.EndDate ?? null,
    listAccounts: async (financialYearId) =>
      (await listAll(client, 'accounts', schemas.accountList, { financialyear: financialYearId })).map(map.toAccount),
    listModesOfPayment: async () =>
      (await listAll(client, 'modesofpayments', schemas.modeOfPaymentList)).flatMap(map.toModesOfPayment),
    async readPredefinedAccounts() {
      const accounts = map.toPredefinedAccounts(
        await listAll(client, 'predefinedaccounts', schemas.predefinedAccountList),
      )
      if (!accounts)
        throw new ConnectorError('rejected', 'never', { serviceMessage: 'no predefined account SUPDEBT or INVAT' })
      return accounts
    },
    listCurrencies: async () => (await listAll(client, 'currencies', schemas.currencyList)).map(map.toCurrency),
    listCostCenters: async () => (await listAll(client, 'costcenters', schemas.costCenterList)).map(map.toCostCenter),
    listProjects: async () => (await listAll(client, 'projects', schemas.projectList)).map(map.toProject),
    async *listSuppliers(changedSince) {
      const query = changedSince ? { lastmodified: lastModifiedText(changedSince) } : {}
      for await (const rows of pagesOf(client, 'suppliers', schemas.supplierList, query)) yield rows.map(map.toSupplier)
    },
  }
}

/**
 * The rows that a filter lets through; where Fortnox does not know the filter, of the next wider one, at last of none.
 * Which filters a list takes differs between editions of its document, and a look-up must never fail for that.
 */
export async function listNarrowed<Row>(
  client: FortnoxClient,
  path: string,
  schema: ZodType<Page<Row>>,
  queries: readonly Record<string, string>[],
): Promise<Row[]> {
  for (const query of queries) {
    try {
      return await listAll(client, path, schema, query)
    } catch (error) {
      const isFilterRefused = error instanceof ConnectorError && unknownFilterCodes.has(error.serviceCode ?? '')
      if (!isFilterRefused) throw error
    }
  }
  return listAll(client, path, schema)
}

/** Invalid filter, invalid parameter: developer.fortnox.se, "Errors". */
const unknownFilterCodes: ReadonlySet<string> = new Set(['2000587', '2000588'])

async function listAll<Row>(
  client: FortnoxClient,
  path: string,
  schema: ZodType<Page<Row>>,
  query: Record<string, string> = {},
): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of pagesOf(client, path, schema, query)) all.push(...rows)
  return all
}

export async function* pagesOf<Row>(
  client: FortnoxClient,
  path: string,
  schema: ZodType<Page<Row>>,
  query: Record<string, string> = {},
): AsyncGenerator<Row[]> {
  let firstBefore: string | undefined
  for (let page = 1; ; page++) {
    const { rows, totalPages } = await client.get(path, schema, {
      ...query,
      limit: String(pageSize),
      page: String(page),
    })
    const first = JSON.stringify(rows[0])
    // Its document shows some lists without pages: the same rows would come for ever.
    if (totalPages === undefined && page > 1 && first === firstBefore) return
    yield rows
    firstBefore = first
    // Without a page count a full page means that there may be more.
    if (totalPages === undefined ? rows.length !== pageSize : page >= totalPages) return
  }
}
