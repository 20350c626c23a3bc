import type { z } from 'zod'
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
import { findCredit } from './find-credit.ts'
import { listChanged, listNarrowed } from './lists.ts'
import * as map from './mapping.ts'
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
  | 'findCreditInvoice'
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
        (await client.post('supplierinvoices', schemas.madeInvoiceAnswer, map.supplierInvoiceBody(invoice)))
          .SupplierInvoice,
      ),
    bookkeepSupplierInvoice: (number) => bookkeep(client, approvals, number),
    createPayment: (invoiceNumber, payment) => createPayment(client, approvals, invoiceNumber, payment),
    bookkeepPayment: (number) => bookkeepPayment(client, approvals, number),
    cancelSupplierInvoice: (number) => putInvoice(client, number, 'cancel'),
    creditSupplierInvoice: (number) => credit(client, number),
    findCreditInvoice: async (number, since) =>
      findCreditOf(client, await client.get(invoicePath(number), schemas.supplierInvoiceAnswer), { number, since }),
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
  return approvals('bookkeep', {
    act: () => putInvoice(client, number, 'bookkeep'),
    approve: () => putInvoice(client, number, 'approvalbookkeep'),
    isThere: async ({ kind }) => kind !== 'approval-required' && (await readInvoice(client, number)).isBookkept,
  })
}

async function putInvoice(client: FortnoxClient, number: string, action: string): Promise<PostedInvoice> {
  return ofAsked(number, await client.put(`${invoicePath(number)}/${action}`, schemas.supplierInvoiceAnswer))
}

async function readInvoice(client: FortnoxClient, number: string): Promise<PostedInvoice> {
  return ofAsked(number, await client.get(invoicePath(number), schemas.supplierInvoiceAnswer))
}

/** Where the answer does not say its number, it is of the invoice that was asked for. */
function ofAsked(number: string, { SupplierInvoice }: z.infer<typeof schemas.supplierInvoiceAnswer>): PostedInvoice {
  return map.toPostedInvoice({ ...SupplierInvoice, GivenNumber: SupplierInvoice.GivenNumber ?? number })
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
    act: async () => {
      const answer = await client.post('supplierinvoicepayments', schemas.paymentAnswer, body)
      return { ...map.toPostedPayment(answer.SupplierInvoicePayment), invoiceNumber }
    },
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

async function approvePayment(client: FortnoxClient, invoiceNumber: string | undefined): Promise<unknown> {
  if (invoiceNumber === undefined)
    throw new ConnectorError('rejected', 'never', { serviceMessage: 'the payment does not name its invoice' })
  return client.put(`${invoicePath(invoiceNumber)}/approvalpayment`, schemas.supplierInvoiceAnswer)
}

/** Fortnox answers with the invoice that was credited, which names the credit invoice, or with the credit invoice itself. */
async function credit(client: FortnoxClient, number: string): Promise<string> {
  const since = new Date()
  const answer = await client.put(`${invoicePath(number)}/credit`, schemas.supplierInvoiceAnswer)
  const { GivenNumber = number } = answer.SupplierInvoice
  if (GivenNumber !== number) return GivenNumber
  // It said yes, so there is a credit invoice: where it is not found a look-up is to find which, whatever hindered that.
  const found = await findCreditOf(client, answer, { number, since }).catch((cause: unknown) => {
    if (!(cause instanceof ConnectorError)) throw cause
    throw new ConnectorError('unknown', 'after-check', { serviceMessage: cause.serviceMessage, cause })
  })
  if (found === undefined)
    throw new ConnectorError('unknown', 'after-check', { serviceMessage: 'the answer names no credit invoice' })
  return found
}

/** Which of the two names the other nobody has published: where the invoice names none, its credit invoice is looked for. */
async function findCreditOf(
  client: FortnoxClient,
  { SupplierInvoice }: z.infer<typeof schemas.supplierInvoiceAnswer>,
  { number, since }: { number: string; since: Date },
): Promise<string | undefined> {
  const named = map.creditReferenceOf(SupplierInvoice)
  return named ?? findCredit(client, { ...SupplierInvoice, GivenNumber: number }, since)
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
