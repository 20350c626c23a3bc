import { ConnectorError, type FoundInvoice, type InvoiceSearch } from '../accounting-connector.ts'
import type { FortnoxClient } from './client.ts'
import { lastModifiedText } from './last-modified.ts'
import { listNarrowed } from './lists.ts'
import { minorOf } from './mapping.ts'
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
  const path = `supplierinvoices/${encodeURIComponent(number)}`
  const { SupplierInvoice: invoice } = await client.get(path, soughtInvoiceAnswer)
  return { ...invoice, GivenNumber: invoice.GivenNumber ?? number }
}

const toFound = (invoice: SoughtInvoice): FoundInvoice => ({
  number: invoice.GivenNumber,
  isCancelled: invoice.Cancelled ?? invoice.Cancel ?? false,
})

/** A number may come without the zeros that it begins with. */
const plain = (number: string) => number.trim().replace(/^0+/, '')

const isAnotherSupplier = ({ SupplierNumber }: SoughtInvoice, { supplierNumber }: InvoiceSearch) =>
  SupplierNumber !== undefined && plain(SupplierNumber) !== plain(supplierNumber)

/** Nobody has published how much of a reference Fortnox keeps: so much of ours cannot be another's. */
const enoughOfReference = 15

function isReferenceOf({ ExternalInvoiceNumber: told }: SoughtInvoice, { reference }: InvoiceSearch): boolean {
  if (told === undefined) return false
  const [theirs, ours] = [told.trim().toUpperCase(), reference.toUpperCase()]
  return theirs === ours || (theirs.length >= enoughOfReference && ours.startsWith(theirs))
}

function isAlike(row: SoughtInvoice, search: InvoiceSearch): boolean {
  const { Total, Currency = search.currency, InvoiceDate = search.invoiceDate } = row
  if (search.invoiceDate !== undefined && InvoiceDate !== search.invoiceDate) return false
  if (Currency !== search.currency) return false
  return Total === undefined || minorOf(Total, Currency) === search.total
}

/** Not even the invoice itself tells a reference, and its number at the supplier is ours, or none. */
function isNameless({ ExternalInvoiceNumber, InvoiceNumber }: SoughtInvoice, { invoiceNumber }: InvoiceSearch) {
  if (ExternalInvoiceNumber !== undefined) return false
  return InvoiceNumber === undefined || plain(InvoiceNumber) === plain(invoiceNumber ?? '')
}

function undecided({ GivenNumber }: SoughtInvoice): ConnectorError {
  const serviceMessage = `supplier invoice ${GivenNumber} is alike and carries no reference`
  return new ConnectorError('rejected', 'never', { serviceMessage })
}
