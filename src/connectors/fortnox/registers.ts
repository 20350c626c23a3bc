import type { ZodType } from 'zod'
import { type AccountingSession, ConnectorError } from '../accounting-connector.ts'
import type { FortnoxClient } from './client.ts'
import { pageSize } from './limits.ts'
import * as map from './mapping.ts'
import * as schemas from './schemas.ts'

type Page<Row> = { rows: Row[]; totalPages: number | undefined }
type Registers = Pick<
  AccountingSession,
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

/** What the company has in Fortnox: read only. */
export function openRegisters(client: FortnoxClient): Registers {
  return {
    readCompany: async () =>
      map.toCompany((await client.get('companyinformation', schemas.companyAnswer)).CompanyInformation),
    listFinancialYears: async () =>
      (await listAll(client, 'financialyears', schemas.financialYearList)).map(map.toFinancialYear),
    readLockedPeriod: async () =>
      (await client.get('settings/lockedperiod', schemas.lockedPeriodAnswer)).LockedPeriod?.EndDate ?? null,
    listAccounts: async (financialYearId) =>
      (await listAll(client, 'accounts', schemas.accountList, { financialyear: financialYearId })).map(map.toAccount),
    listModesOfPayment: async () =>
      (await listAll(client, 'modesofpayments', schemas.modeOfPaymentList)).map(map.toModeOfPayment),
    async readPredefinedAccounts() {
      const accounts = map.toPredefinedAccounts(
        await listAll(client, 'predefinedaccounts', schemas.predefinedAccountList),
      )
      if (!accounts)
        throw new ConnectorError('rejected', 'never', { serviceMessage: 'no predefined account SUPDEBT or INVAT' })
      return accounts
    },
    listCurrencies: async () => (await listAll(client, 'currencies', schemas.currencyList)).map(map.toCurrency),
    listCostCenters: async () =>
      (await emptyWithoutLicence(listAll(client, 'costcenters', schemas.costCenterList))).map(map.toCostCenter),
    listProjects: async () =>
      (await emptyWithoutLicence(listAll(client, 'projects', schemas.projectList))).map(map.toProject),
    async *listSuppliers() {
      for await (const rows of pagesOf(client, 'suppliers', schemas.supplierList)) yield rows.map(map.toSupplier)
    },
  }
}

export async function listAll<Row>(
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
  for (let page = 1; ; page++) {
    const { rows, totalPages } = await client.get(path, schema, {
      ...query,
      limit: String(pageSize),
      page: String(page),
    })
    yield rows
    // Without a page count a full page means that there may be more.
    if (totalPages === undefined ? rows.length < pageSize : page >= totalPages) return
  }
}

/** A company without the licence for cost centres or projects has none to choose from. */
async function emptyWithoutLicence<Row>(rows: Promise<Row[]>): Promise<Row[]> {
  try {
    return await rows
  } catch (error) {
    if (error instanceof ConnectorError && (error.kind === 'missing-licence' || error.kind === 'missing-scope'))
      return []
    throw error
  }
}
