import { ConnectorError, type FoundInvoice, type InvoiceSearch } from '../accounting-connector.ts'
import type { FortnoxClient } from './client.ts'
import { lastModifiedText } from './last-modified.ts'
import { minorOf } from './mapping.ts'
import { listNarrowed } from './registers.ts'
import { type SoughtInvoice, soughtInvoiceAnswer, soughtInvoiceList } from './schemas.ts'

/**
 * Fortnox cannot search for our reference, and its own search is "contains": so every hit is compared here. Where a row
 * of the list tells no reference, the invoice itself is asked, if nothing else in the row says that it is another.
 */
export async function findByReference(client: FortnoxClient, search: InvoiceSearch): Promise<FoundInvoice[]> {
  const since = lastModifiedText(search.since)
  const listed = await listNarrowed(client, 'supplierinvoices', soughtInvoiceList, [
    { suppliernumber: search.supplierNumber, lastmodified: since },
    { lastmodified: since },
  ])
  const found: FoundInvoice[] = []
  for (const row of listed) {
    if (isAnotherSupplier(row, search)) continue
    if (isReferenceOf(row, search)) found.push(toFound(row))
    else if (row.ExternalInvoiceNumber === undefined && isAlike(row, search)) {
      const invoice = await readInvoice(client, row.GivenNumber)
      if (isReferenceOf(invoice, search)) found.push(toFound(invoice))
      else if (isNameless(invoice, search)) throw undecided(invoice)
    }
  }
  return found
}

async function readInvoice(client: FortnoxClient, number: string): Promise<SoughtInvoice> {
  return (await client.get(`supplierinvoices/${encodeURIComponent(number)}`, soughtInvoiceAnswer)).SupplierInvoice
}

const toFound = (invoice: SoughtInvoice): FoundInvoice => ({
  number: invoice.GivenNumber,
  isCancelled: invoice.Cancelled ?? invoice.Cancel ?? false,
})

const isAnotherSupplier = ({ SupplierNumber }: SoughtInvoice, { supplierNumber }: InvoiceSearch) =>
  SupplierNumber !== undefined && SupplierNumber !== supplierNumber

/** Nobody has published how much of a reference Fortnox keeps: so much of ours cannot be another's. */
const enoughOfReference = 15

function isReferenceOf({ ExternalInvoiceNumber: told }: SoughtInvoice, { reference }: InvoiceSearch): boolean {
  if (told === undefined) return false
  const [theirs, ours] = [told.trim().toUpperCase(), reference.toUpperCase()]
  return theirs === ours || (theirs.length >= enoughOfReference && ours.startsWith(theirs))
}

function isAlike({ Total, Currency = 'SEK', InvoiceDate }: SoughtInvoice, search: InvoiceSearch): boolean {
  if (InvoiceDate !== undefined && InvoiceDate !== search.invoiceDate) return false
  return Total === undefined || (Currency === search.currency && minorOf(Total, Currency) === search.total)
}

/** Not even the invoice itself tells a reference, and its number at the supplier is ours, or none. */
function isNameless({ ExternalInvoiceNumber, InvoiceNumber }: SoughtInvoice, { invoiceNumber }: InvoiceSearch) {
  const plain = (number: string) => number.trim().replace(/^0+/, '')
  if (ExternalInvoiceNumber !== undefined) return false
  return InvoiceNumber === undefined || plain(InvoiceNumber) === plain(invoiceNumber ?? '')
}

function undecided({ GivenNumber }: SoughtInvoice): ConnectorError {
  const serviceMessage = `supplier invoice ${GivenNumber} is alike and carries no reference`
  return new ConnectorError('rejected', 'never', { serviceMessage })
}
