import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from '#activity/contract.ts'
import { cardFile, merchants } from '../../scripts/card-file.ts'
import type { RadvisClient } from '../../scripts/radvis-client.ts'

/** A made-up card file of so many rows, imported, with every merchant mapped: ready to be confirmed. */
export async function prepareImport(client: RadvisClient, folder: string, rows: number): Promise<string> {
  const [small, all] = [join(folder, 'small.csv'), join(folder, 'all.csv')]
  writeFileSync(small, cardFile(merchants.length))
  writeFileSync(all, cardFile(rows))
  const template = await client.createTemplate(small)
  const learning = await client.importFile(small, template.id)
  await client.mapUnknownMerchants(learning.id, { account: 5410, vatType: 'SE25' })
  return (await client.importFile(all, template.id)).id
}

export type Ledger = {
  invoices: { ExternalInvoiceNumber: string; Booked: boolean; Balance: string }[]
  payments: { Booked: boolean }[]
}

/** What the sandbox's ordinary company holds. */
export async function readLedger(sandboxUrl: string): Promise<Ledger> {
  return (await (await fetch(`${sandboxUrl}/sandbox/state/1001`)).json()) as Ledger
}

/** How many of the four steps of every invoice have been carried out. */
export function stepsDone({ invoices, payments }: Ledger): number {
  return [...invoices, ...payments].reduce((sum, { Booked }) => sum + (Booked ? 2 : 1), 0)
}

/** How often each thing was told as done. */
export async function countEvents(client: RadvisClient, runId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let cursor = ''
  do {
    const page = await client.call<{ items: Event[]; nextCursor?: string }>(
      'GET',
      `/events?runId=${runId}&type=success${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    for (const { activity } of page.items)
      if (activity !== 'run-finished') counts[activity] = (counts[activity] ?? 0) + 1
    cursor = page.nextCursor ?? ''
  } while (cursor)
  return counts
}

export async function until(isTrue: () => Promise<boolean>, timeoutMs = 90_000): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs
  while (!(await isTrue())) {
    if (Date.now() > giveUpAt) throw new Error(`waited in vain for ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
