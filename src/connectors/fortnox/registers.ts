import { type ZodType, z } from 'zod'
import { type AccountingSession, ConnectorError, type WrittenArea } from '../accounting-connector.ts'
import type { FortnoxClient } from './client.ts'
import { lastModifiedText } from './last-modified.ts'
import { pageSize, smallestPage } from './limits.ts'
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
  suppliers: 'suppliers',
}

/** What the company has in Fortnox: read only. */
export function openRegisters(client: FortnoxClient): Registers {
  return {
    tryAccess: async (area) => void (await client.get(writtenPaths[area], z.unknown(), { limit: '1' })),
    readCompany: async () =>
      map.toCompany((await client.get('companyinformation', schemas.companyAnswer)).CompanyInformation),
    listFinancialYears: async () =>
      (await listAll(client, 'financialyears', schemas.financialYearList)).map(map.toFinancialYear),
    readLockedPeriod: () => readLockedPeriod(client),
    listAccounts: (financialYearId) => listAccounts(client, financialYearId),
    listModesOfPayment: async () =>
      (await listAll(client, 'modesofpayments', schemas.modeOfPaymentList)).flatMap(map.toModesOfPayment),
    readPredefinedAccounts: async () =>
      map.toPredefinedAccounts(await listAll(client, 'predefinedaccounts', schemas.predefinedAccountList)),
    listCurrencies: async () => (await listAll(client, 'currencies', schemas.currencyList)).map(map.toCurrency),
    listCostCenters: async () => (await listAll(client, 'costcenters', schemas.costCenterList)).map(map.toCostCenter),
    listProjects: async () => (await listAll(client, 'projects', schemas.projectList)).map(map.toProject),
    async *listSuppliers(changedSince) {
      if (changedSince)
        yield (await listChanged(client, 'suppliers', schemas.supplierList, changedSince)).map(map.toSupplier)
      else for await (const rows of pagesOf(client, 'suppliers', schemas.supplierList)) yield rows.map(map.toSupplier)
    },
  }
}

/** A company that never locked anything may have no such setting. */
async function readLockedPeriod(client: FortnoxClient) {
  try {
    return (await client.get('settings/lockedperiod', schemas.lockedPeriodAnswer)).LockedPeriod?.EndDate ?? null
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'not-found') return null
    throw error
  }
}

/**
 * Which year's accounts are listed is told by a parameter that Fortnox's pages on parameters have for every list, and its
 * OpenAPI document for no list of accounts. Where Fortnox itself refuses it, those that are listed without it are taken.
 */
async function listAccounts(client: FortnoxClient, financialYearId: string) {
  const list = (query: Record<string, string>) => listAll(client, 'accounts', schemas.accountList, query)
  const rows = await list({ financialyear: financialYearId }).catch((error: unknown) => {
    if (!isParameterRefused(error)) throw error
    return list({})
  })
  return map.toAccounts(rows)
}

const isParameterRefused = (error: unknown) =>
  error instanceof ConnectorError && ['2000587', '2000588'].includes(error.serviceCode ?? '')

/** What was changed since then, at least: all there is where Fortnox does not take the question. */
export function listChanged<Row>(
  client: FortnoxClient,
  path: string,
  schema: ZodType<Page<Row>>,
  since: Date,
): Promise<Row[]> {
  return listNarrowed(client, path, schema, [{ lastmodified: lastModifiedText(since) }])
}

/**
 * The rows that a filter lets through; where Fortnox refuses the filter, of the next wider one, at last of none. Which
 * filters a list takes differs between editions of its document, and a look-up must never fail for that.
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
      if (!isFilterRefused(error)) throw error
    }
  }
  return listAll(client, path, schema)
}

/**
 * Its own codes for it are 2000587 and 2000588 (developer.fortnox.se, "Errors"); a refusal without a code, or a page in
 * its place, is taken for the same: without the filter it is refused again if it was something else.
 */
function isFilterRefused(error: unknown): boolean {
  if (!(error instanceof ConnectorError)) return false
  const isOfTheRequest = error.status === 400 || error.status === 404 || error.status === 422
  return isOfTheRequest && (error.kind === 'rejected' || error.kind === 'not-found' || error.kind === 'unavailable')
}

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

/** Where nothing tells how many pages there are, Fortnox's own word that there is none ends the list. */
const isNoSuchPage = (error: unknown) =>
  error instanceof ConnectorError && error.kind === 'not-found' && error.serviceCode !== undefined

/** A list that grows meanwhile moves on, so that a page may begin with what the one before it ended with: told once. */
export async function* pagesOf<Row>(
  client: FortnoxClient,
  path: string,
  schema: ZodType<Page<Row>>,
  query: Record<string, string> = {},
): AsyncGenerator<Row[]> {
  let before = new Set<string>()
  let isCounted = true
  for (let page = 1; ; page++) {
    const asked = { ...query, limit: String(pageSize), page: String(page) }
    const read = await client.get(path, schema, asked).catch((error: unknown) => {
      if (isCounted || !isNoSuchPage(error)) throw error
      return null
    })
    if (!read) return
    const { rows, totalPages } = read
    isCounted = totalPages !== undefined
    // Without a page count a full page means that there may be more, also where pages are smaller than asked for.
    const isLast = totalPages === undefined ? rows.length < smallestPage : page >= totalPages
    if (page === 1 && isLast) {
      yield rows
      return
    }
    const texts = rows.map((row) => JSON.stringify(row))
    const fresh = rows.filter((_row, index) => !before.has(texts[index] ?? ''))
    // Its document shows some lists without pages: the same rows would come for ever.
    if (totalPages === undefined && page > 1 && fresh.length === 0) return
    yield fresh
    if (isLast) return
    before = new Set(texts)
  }
}
