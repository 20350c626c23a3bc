import type { FortnoxClient } from './client.ts'
import { lastModifiedText } from './last-modified.ts'
import { listNarrowed } from './lists.ts'
import { minorOf } from './mapping.ts'
import { type FortnoxSupplierInvoice, type SoughtInvoice, soughtInvoiceAnswer, soughtInvoiceList } from './schemas.ts'

type Credited = FortnoxSupplierInvoice & { GivenNumber: string }

/**
 * The credit invoice of one that was just credited and does not name it (`CreditReference` is required nowhere in Fortnox's
 * OpenAPI document): the only one that itself names the invoice it takes back. Alike is not enough, others may be.
 */
export async function findCredit(client: FortnoxClient, credited: Credited, since: Date): Promise<string | undefined> {
  const lastmodified = lastModifiedText(since)
  const listed = await listNarrowed(client, 'supplierinvoices', soughtInvoiceList, [
    { suppliernumber: credited.SupplierNumber, lastmodified },
    { lastmodified },
  ])
  const found = new Set<string>()
  for (const row of listed) {
    if (!mayBeCreditOf(row, credited)) continue
    const path = `supplierinvoices/${encodeURIComponent(row.GivenNumber)}`
    const { CreditReference } = (await client.get(path, soughtInvoiceAnswer)).SupplierInvoice
    if (CreditReference === credited.GivenNumber) found.add(row.GivenNumber)
  }
  const [only, ...others] = found
  return others.length === 0 ? only : undefined
}

/** Whether nothing that its row says speaks against it. */
function mayBeCreditOf(
  row: SoughtInvoice,
  { GivenNumber, SupplierNumber, Total, Currency = 'SEK' }: Credited,
): boolean {
  const isOther = row.GivenNumber === GivenNumber || (row.SupplierNumber ?? SupplierNumber) !== SupplierNumber
  if (isOther || row.Credit === false || row.Cancel || row.Cancelled || (row.Currency ?? Currency) !== Currency)
    return false
  return row.Total === undefined || Total === undefined || minorOf(row.Total, Currency) === -minorOf(Total, Currency)
}
