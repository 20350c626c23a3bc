import type { AccountingSession, InvoiceDetail, InvoiceListState, ListedInvoice } from '../accounting-connector.ts'
import type { FortnoxClient } from './client.ts'
import { firstPage, listChanged, pagesOf } from './lists.ts'
import { minorOf, toPostedInvoice } from './mapping.ts'
import * as schemas from './schemas.ts'

/** `filter` of GET /3/supplierinvoices (Fortnox's OpenAPI document). Dates are no filter that can be relied on there. */
const filters: Record<InvoiceListState, string | null> = {
  all: null,
  unbooked: 'unbooked',
  unpaid: 'unpaid',
  overdue: 'unpaidoverdue',
  paid: 'fullypaid',
  cancelled: 'cancelled',
}

/** Rows that say themselves that they are in another state: a filter may be passed over without a word. */
const contradictions: Record<InvoiceListState, (row: schemas.FortnoxListedInvoice) => boolean> = {
  all: () => false,
  unbooked: ({ Booked }) => Booked === true,
  unpaid: ({ Balance }) => Number(Balance) === 0,
  overdue: ({ Balance }) => Number(Balance) === 0,
  paid: ({ Balance }) => Balance !== undefined && Number(Balance) !== 0,
  cancelled: ({ Cancel, Cancelled }) => (Cancel ?? Cancelled) === false,
}

/** A list that some leave while it is read lacks some that stood where its pages met: it is read again for those. */
const mostTimes = 3

/** Supplier invoices as Fortnox has them, whoever made them. */
export function openInvoiceReading(
  client: FortnoxClient,
): Pick<
  AccountingSession,
  'listSupplierInvoices' | 'listChangedInvoices' | 'countAwaitingApproval' | 'readInvoiceDetail'
> {
  return {
    async *listSupplierInvoices(state) {
      const filter = filters[state]
      const query = filter === null ? {} : { filter }
      const seen = new Set<string>()
      const left = new Set<string>()
      for (let isShrunk = true, times = 0; isShrunk && times < mostTimes; times++) {
        isShrunk = false
        let [most, pages] = [0, 0]
        const since = new Date()
        const onRows = (rows = most) => {
          isShrunk ||= rows < most
          most = Math.max(most, rows)
        }
        for await (const rows of pagesOf(client, 'supplierinvoices', schemas.listedInvoiceList, query, onRows)) {
          const listed = rows.filter((row) => !contradictions[state](row)).map(toListedInvoice)
          const fresh = listed.filter(({ number }) => !seen.has(number))
          for (const { number } of fresh) seen.add(number)
          pages++
          yield fresh
        }
        if (isShrunk || filter === null || pages < 2) continue
        // As many may have come into it as have left: then its length says nothing.
        const changed = await listChanged(client, 'supplierinvoices', schemas.listedInvoiceList, since)
        for (const row of changed) {
          if (!seen.has(row.GivenNumber) || !contradictions[state](row) || left.has(row.GivenNumber)) continue
          left.add(row.GivenNumber)
          isShrunk = true
        }
      }
    },
    async *listChangedInvoices(since) {
      yield (await listChanged(client, 'supplierinvoices', schemas.listedInvoiceList, since)).map(toListedInvoice)
    },
    countAwaitingApproval: () => countAwaitingApproval(client),
    readInvoiceDetail: async (number) =>
      toInvoiceDetail(
        (await client.get(`supplierinvoices/${encodeURIComponent(number)}`, schemas.invoiceDetailAnswer))
          .SupplierInvoice,
      ),
  }
}

/** The first page will do. A list with others in it did not heed the filter: then only a named approver tells. */
async function countAwaitingApproval(client: FortnoxClient): Promise<number> {
  const query = { filter: 'authorizepending' }
  const { rows } = (await firstPage(client, 'supplierinvoices', schemas.awaitingInvoiceList, query)).read
  const isOpen = (row: (typeof rows)[number]) => !row.Booked && !row.Cancel && !row.Cancelled
  const isHeeded = rows.every(isOpen)
  return rows.filter((row) => isOpen(row) && (isHeeded || row.AuthorizerName !== undefined)).length
}

export function toListedInvoice(invoice: schemas.FortnoxListedInvoice): ListedInvoice {
  const posted = toPostedInvoice(invoice)
  const total = minorOf(invoice.Total, posted.currency)
  return {
    ...posted,
    total,
    supplierName: invoice.SupplierName ?? '',
    invoiceDate: invoice.InvoiceDate ?? null,
    dueDate: invoice.DueDate ?? null,
    finalPayDate: invoice.FinalPayDate ?? null,
    rate: posted.currency === 'SEK' ? null : ratePerUnit(invoice.CurrencyRate, invoice.CurrencyUnit),
    isCredit: invoice.Credit ?? total < 0,
    costCenter: invoice.CostCenter ?? null,
    project: invoice.Project ?? null,
  }
}

/** Fortnox quotes some currencies per hundred (`CurrencyUnit` 100). What is no rate is as good as none: an export reckons with it. */
function ratePerUnit(rate: string | undefined, unit: string | undefined): string | null {
  if (rate === undefined || !/^\d+(\.\d+)?$/.test(rate) || Number(rate) === 0) return null
  const units = Number(unit ?? '1')
  return units === 1 || !(units > 0) ? rate : (Number(rate) / units).toFixed(8).replace(/\.?0+$/, '')
}

export function toInvoiceDetail(invoice: schemas.FortnoxInvoiceDetail): InvoiceDetail {
  return {
    vat: minorOf(invoice.VAT, invoice.Currency ?? 'SEK'),
    comments: invoice.Comments ?? null,
    ourReference: invoice.OurReference ?? null,
    yourReference: invoice.YourReference ?? null,
    ocr: invoice.OCR ?? null,
    rows: (invoice.SupplierInvoiceRows ?? []).flatMap(({ Account: account, ...row }) =>
      account === undefined
        ? []
        : [
            {
              account,
              debit: minorOf(row.Debit ?? '0', 'SEK'),
              credit: minorOf(row.Credit ?? '0', 'SEK'),
              costCenter: row.CostCenter ?? null,
              project: row.Project ?? null,
              text: row.TransactionInformation ?? null,
              code: row.Code ?? null,
            },
          ],
    ),
  }
}
