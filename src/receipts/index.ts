/** Receipts (*underlag*): taken by upload and mail, matched with posted purchases, and brought to their invoices. */
import type { CompanyDatabase } from '#platform/database.ts'
import type { Api } from '#platform/http.ts'
import { handleJob, type JobDefinition, type JobHandler } from '#platform/jobs.ts'
import { bringReceipts } from './bring-receipts.ts'
import { bringReceiptsJob, sweepReceiptsJob } from './jobs.ts'
import type { ReceiptsDeps } from './neighbours.ts'
import type { MailReceiver } from './receive-mail.ts'
import { receiptRoutes } from './routes.ts'
import { followPurchases, listCompaniesWithWork } from './store.ts'

export { mostFormBytes } from './contract.ts'
export { freeReceipts, freeReturned } from './store.ts'

export type Receipts = {
  routes: Api
  jobs: { definitions: readonly JobDefinition<unknown>[]; handlers: readonly JobHandler[] }
  /** Of purchases whose invoices are made anew: their receipts go there too, in the transaction that begins it. */
  followPurchases(tx: CompanyDatabase, of: { companyId: string; references: readonly string[] }): Promise<void>
  /** Takes letters to companies' receipt addresses, where a domain for them is configured. */
  startMailReceiver(options: { port: number; host: string }): Promise<MailReceiver>
}

export function createReceipts(deps: ReceiptsDeps): Receipts {
  async function sweep(): Promise<void> {
    const companies = await listCompaniesWithWork(deps.db)
    const items = companies.map((companyId) => ({ payload: { companyId }, key: companyId }))
    await deps.db.transaction((tx) => deps.jobs().enqueueAll(tx, bringReceiptsJob, items))
  }
  return {
    routes: receiptRoutes(deps),
    jobs: {
      definitions: [bringReceiptsJob, sweepReceiptsJob] as JobDefinition<unknown>[],
      handlers: [
        handleJob(bringReceiptsJob, ({ companyId }, signal) => bringReceipts(deps, companyId, signal)),
        handleJob(sweepReceiptsJob, sweep),
      ],
    },
    async followPurchases(tx, { companyId, references }) {
      if ((await followPurchases(tx, companyId, references)) > 0)
        await deps.jobs().enqueue(tx, bringReceiptsJob, { companyId }, { key: companyId })
    },
    startMailReceiver: async (options) => (await import('./receive-mail.ts')).startMailReceiver(deps, options),
  }
}
