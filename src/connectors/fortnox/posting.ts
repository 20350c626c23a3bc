import type { InvoicePayment } from '#kernel/supplier-invoice.ts'
import {
  type AccountingSession,
  ConnectorError,
  type PostedInvoice,
  type PostedPayment,
} from '../accounting-connector.ts'
import type { FortnoxClient } from './client.ts'
import { isScopeCode } from './errors.ts'
import { findByReference } from './find-by-reference.ts'
import * as map from './mapping.ts'
import { listNarrowed } from './registers.ts'
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
>

/** What is written to Fortnox, and how it is found again. */
export function openPosting(client: FortnoxClient): Posting {
  return {
    createSupplier: async (supplier) =>
      map.toSupplier((await client.post('suppliers', schemas.supplierAnswer, map.supplierBody(supplier))).Supplier),
    createSupplierInvoice: async (invoice) =>
      map.toPostedInvoice(
        (await client.post('supplierinvoices', schemas.supplierInvoiceAnswer, map.supplierInvoiceBody(invoice)))
          .SupplierInvoice,
      ),
    bookkeepSupplierInvoice: (number) => bookkeep(client, number),
    createPayment: (invoiceNumber, payment) => createPayment(client, invoiceNumber, payment),
    bookkeepPayment: (number) => bookkeepPayment(client, number),
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
  }
}

async function listPayments(client: FortnoxClient, invoiceNumber: string): Promise<PostedPayment[]> {
  const found = await listNarrowed(client, 'supplierinvoicepayments', schemas.paymentList, [
    { invoicenumber: invoiceNumber },
  ])
  return found.map(map.toPostedPayment).filter((payment) => payment.invoiceNumber === invoiceNumber)
}

/**
 * Where the company asks for approval (*enkel attest*) bookkeeping is refused until the invoice is approved; the person
 * who told Radvis to bookkeep has the right to approve or has not, which only trying tells. The code of that refusal is
 * known from integrators alone, so any plain one is tried once more after approving, unless it is bookkept already.
 */
async function bookkeep(client: FortnoxClient, number: string) {
  const put = (action: string) => client.put(`${invoicePath(number)}/${action}`, schemas.supplierInvoiceAnswer)
  try {
    return map.toPostedInvoice((await put('bookkeep')).SupplierInvoice)
  } catch (error) {
    if (!mayBeForApproval(error)) throw error
    if (error.kind !== 'approval-required' && (await readInvoice(client, number)).isBookkept) throw error
    await approve(() => put('approvalbookkeep'), error)
  }
  return map.toPostedInvoice((await put('bookkeep')).SupplierInvoice)
}

async function readInvoice(client: FortnoxClient, number: string): Promise<PostedInvoice> {
  return map.toPostedInvoice((await client.get(invoicePath(number), schemas.supplierInvoiceAnswer)).SupplierInvoice)
}

/**
 * Where payments are to be approved (*betalattest*) Fortnox refuses with a code that nobody has published, and nobody says
 * whether it refuses the payment or its bookkeeping. So any plain refusal of either is tried once more after approving.
 * Approving is refused too where it is not asked for: then the first answer stands.
 */
async function createPayment(
  client: FortnoxClient,
  invoiceNumber: string,
  payment: InvoicePayment,
): Promise<PostedPayment> {
  const body = map.paymentBody(invoiceNumber, payment)
  const post = async () =>
    map.toPostedPayment(
      (await client.post('supplierinvoicepayments', schemas.paymentAnswer, body)).SupplierInvoicePayment,
    )
  try {
    return await post()
  } catch (error) {
    if (!mayBeForApproval(error)) throw error
    // One that is there already may be why another is refused.
    if ((await listPayments(client, invoiceNumber)).length > 0) throw error
    await approvePayment(client, invoiceNumber, error)
  }
  return post()
}

async function bookkeepPayment(client: FortnoxClient, number: string) {
  const path = paymentPath(number)
  const put = async () =>
    map.toPostedPayment((await client.put(`${path}/bookkeep`, schemas.paymentAnswer)).SupplierInvoicePayment)
  try {
    return await put()
  } catch (error) {
    if (!mayBeForApproval(error)) throw error
    const { SupplierInvoicePayment: payment } = await client.get(path, schemas.paymentAnswer)
    if (map.toPostedPayment(payment).isBookkept) throw error
    await approvePayment(client, payment.InvoiceNumber, error)
  }
  return put()
}

async function approvePayment(client: FortnoxClient, invoiceNumber: string, refusal: ConnectorError): Promise<void> {
  await approve(
    () => client.put(`${invoicePath(invoiceNumber)}/approvalpayment`, schemas.supplierInvoiceAnswer),
    refusal,
  )
}

/**
 * Whatever a refused approval is called, the refusal that it was for stands. Where approving is forbidden (and not only
 * refused, as where nobody asks for it) somebody else there has to approve.
 */
async function approve(send: () => Promise<unknown>, refusal: ConnectorError): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.retry !== 'never') throw error
    if (error.kind !== 'missing-scope' || refusal.kind === 'missing-scope') throw refusal
    const { status, serviceCode, serviceMessage } = refusal
    throw new ConnectorError('approval-required', 'never', { status, serviceCode, serviceMessage, cause: error })
  }
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

/** A plain no, or a 403 with a code that is none of those for scope and licence: what it forbids may be to go on unapproved. */
function mayBeForApproval(error: unknown): error is ConnectorError {
  if (!(error instanceof ConnectorError)) return false
  const { kind, serviceCode } = error
  if (kind === 'missing-scope') return serviceCode !== undefined && !isScopeCode(serviceCode)
  return kind === 'rejected' || kind === 'approval-required'
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
