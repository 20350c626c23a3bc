import { z } from 'zod'
import { type AccountingSession, ConnectorError, type WrittenArea } from '../accounting-connector.ts'
import type { FortnoxClient } from './client.ts'
import { isPlainRefusal, isQueryRefused, listAll, listChanged, listNarrowed, pagesOf } from './lists.ts'
import * as map from './mapping.ts'
import * as schemas from './schemas.ts'

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
    tryAccess: (area) => tryAccess(client, writtenPaths[area]),
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

/**
 * As little as can be is asked for; `limit` is in Fortnox's pages on parameters alone, so a refusal may be of it. A list that
 * is refused without it too, for neither scope nor licence, is open to us.
 */
async function tryAccess(client: FortnoxClient, path: string): Promise<void> {
  try {
    await client.get(path, z.unknown(), { limit: '1' })
  } catch (error) {
    if (!isQueryRefused(error)) throw error
    await client.get(path, z.unknown()).catch((again: unknown) => {
      if (!isPlainRefusal(again)) throw again
    })
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
  return map.toAccounts(
    await listNarrowed(client, 'accounts', schemas.accountList, [{ financialyear: financialYearId }]),
  )
}
