import { makeOnce } from '#kernel/make-once.ts'
import type { InvoicePayment } from '#kernel/supplier-invoice.ts'
import {
  type AccountingSession,
  ConnectorError,
  type PostedInvoice,
  type PostedPayment,
} from '../accounting-connector.ts'
import { type Approvals, createApprovals } from './approval.ts'
import type { FortnoxClient } from './client.ts'
import { findByReference } from './find-by-reference.ts'
import * as map from './mapping.ts'
import { listChanged, listNarrowed } from './registers.ts'
import * as schemas from './schemas.ts'

type Posting = Pick<
  AccountingSession,
  | 'createSupplier'
  | 'createSupplierInvoice'
  | 'bookkeepSupplierInvoice'
  | 'createPayment'
  | 'bookkeepPayment'
  | 'cancelSupplierInvoice'
  | 'creditSupplierInvoice'
  | 'deletePayment'
  | 'readSupplierInvoice'
  | 'findByReference'
  | 'readPayment'
  | 'listPayments'
  | 'listChangedPayments'
>

/** What is written to Fortnox, and how it is found again. */
export function openPosting(client: FortnoxClient): Posting {
  const approvals = createApprovals()
  return {
    createSupplier: async (supplier) =>
      map.toSupplier((await client.post('suppliers', schemas.supplierAnswer, map.supplierBody(supplier))).Supplier),
    createSupplierInvoice: async (invoice) =>
      map.toPostedInvoice(
        (await client.post('supplierinvoices', schemas.supplierInvoiceAnswer, map.supplierInvoiceBody(invoice)))
          .SupplierInvoice,
      ),
    bookkeepSupplierInvoice: (number) => bookkeep(client, approvals, number),
    createPayment: (invoiceNumber, payment) => createPayment(client, approvals, invoiceNumber, payment),
    bookkeepPayment: (number) => bookkeepPayment(client, approvals, number),
    cancelSupplierInvoice: async (number) =>
      map.toPostedInvoice(
        (await client.put(`${invoicePath(number)}/cancel`, schemas.supplierInvoiceAnswer)).SupplierInvoice,
      ),
    creditSupplierInvoice: (number) => credit(client, number),
    deletePayment: (number) => client.delete(paymentPath(number)),
    readSupplierInvoice: (number) => readInvoice(client, number),
    findByReference: (search) => findByReference(client, search),
    readPayment: (number) => readPayment(client, number),
    listPayments: (invoiceNumber) => listPayments(client, invoiceNumber),
    listChangedPayments: async (since) =>
      (await listChanged(client, 'supplierinvoicepayments', schemas.paymentList, since)).map(map.toPostedPayment),
  }
}

async function listPayments(client: FortnoxClient, invoiceNumber: string): Promise<PostedPayment[]> {
  const found = await listNarrowed(client, 'supplierinvoicepayments', schemas.paymentList, [
    { invoicenumber: invoiceNumber },
  ])
  return found.map(map.toPostedPayment).filter((payment) => payment.invoiceNumber === invoiceNumber)
}

/** Refused until it is approved where the company asks for that (*enkel attest*). */
function bookkeep(client: FortnoxClient, approvals: Approvals, number: string): Promise<PostedInvoice> {
  const put = async (action: string) =>
    map.toPostedInvoice(
      (await client.put(`${invoicePath(number)}/${action}`, schemas.supplierInvoiceAnswer)).SupplierInvoice,
    )
  return approvals('bookkeep', {
    act: () => put('bookkeep'),
    approve: () => put('approvalbookkeep'),
    isThere: async ({ kind }) => kind !== 'approval-required' && (await readInvoice(client, number)).isBookkept,
  })
}

async function readInvoice(client: FortnoxClient, number: string): Promise<PostedInvoice> {
  return map.toPostedInvoice((await client.get(invoicePath(number), schemas.supplierInvoiceAnswer)).SupplierInvoice)
}

/** Where payments are to be approved (*betalattest*), nobody says whether the payment is refused or its bookkeeping. */
function createPayment(
  client: FortnoxClient,
  approvals: Approvals,
  invoiceNumber: string,
  payment: InvoicePayment,
): Promise<PostedPayment> {
  const body = map.paymentBody(invoiceNumber, payment)
  return approvals('create-payment', {
    act: async () =>
      map.toPostedPayment(
        (await client.post('supplierinvoicepayments', schemas.paymentAnswer, body)).SupplierInvoicePayment,
      ),
    approve: () => approvePayment(client, invoiceNumber),
    isThere: async () => (await listPayments(client, invoiceNumber)).length > 0,
  })
}

function bookkeepPayment(client: FortnoxClient, approvals: Approvals, number: string): Promise<PostedPayment> {
  const path = paymentPath(number)
  const read = makeOnce(async () =>
    map.toPostedPayment((await client.get(path, schemas.paymentAnswer)).SupplierInvoicePayment),
  )
  return approvals('bookkeep-payment', {
    act: async () =>
      map.toPostedPayment((await client.put(`${path}/bookkeep`, schemas.paymentAnswer)).SupplierInvoicePayment),
    approve: async () => approvePayment(client, (await read()).invoiceNumber),
    isThere: async () => (await read()).isBookkept,
  })
}

function approvePayment(client: FortnoxClient, invoiceNumber: string): Promise<unknown> {
  return client.put(`${invoicePath(invoiceNumber)}/approvalpayment`, schemas.supplierInvoiceAnswer)
}

/** Fortnox answers with the invoice that was credited, which names the credit invoice, or with the credit invoice itself. */
async function credit(client: FortnoxClient, number: string): Promise<string> {
  const { SupplierInvoice } = await client.put(`${invoicePath(number)}/credit`, schemas.supplierInvoiceAnswer)
  if (SupplierInvoice.GivenNumber !== number) return SupplierInvoice.GivenNumber
  const credited = map.creditReferenceOf(SupplierInvoice)
  // It said yes, so there is a credit invoice: a look-up is to find which.
  if (credited === undefined)
    throw new ConnectorError('unknown', 'after-check', { serviceMessage: 'the answer names no credit invoice' })
  return credited
}

async function readPayment(client: FortnoxClient, number: string) {
  try {
    return map.toPostedPayment((await client.get(paymentPath(number), schemas.paymentAnswer)).SupplierInvoicePayment)
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'not-found') return null
    throw error
  }
}

function paymentPath(number: string): string {
  return `supplierinvoicepayments/${encodeURIComponent(number)}`
}

function invoicePath(number: string): string {
  return `supplierinvoices/${encodeURIComponent(number)}`
}
