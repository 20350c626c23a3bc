import { type ApiReply, control } from './sandbox-client.ts'

/** What the sandbox's own tests post, and how they look at what came of it. */
export const invoiceDate = '2026-10-05'
export const invoice = (fields: object = {}) => ({
  SupplierInvoice: {
    SupplierNumber: '1',
    InvoiceDate: invoiceDate,
    DueDate: invoiceDate,
    Total: '1250.00',
    VAT: '250.00',
    SupplierInvoiceRows: [{ Account: 6110, Debit: 1000 }],
    ...fields,
  },
})
export const payment = (fields: object = {}) => ({
  SupplierInvoicePayment: {
    InvoiceNumber: '1',
    Amount: 1250,
    AmountCurrency: 1250,
    PaymentDate: '2026-10-06',
    ModeOfPayment: 'KORT',
    ...fields,
  },
})

export async function stateOf(url: string, tenant = '1001') {
  return (await (await control(url, 'GET', `state/${tenant}`)).json()) as {
    invoices: Record<string, unknown>[]
    payments: Record<string, unknown>[]
    vouchers: { series: string; number: number; rows: { account: number; debit: number; credit: number }[] }[]
    balances: Record<string, Record<string, number>>
  }
}

/** One resource of a successful answer; tests look into it field by field. */
// biome-ignore lint/suspicious/noExplicitAny: the fields looked at differ from test to test
type Looked = any

export const invoiceOf = (reply: ApiReply): Looked => succeeded(reply).SupplierInvoice
export const paymentOf = (reply: ApiReply): Looked => succeeded(reply).SupplierInvoicePayment
export const rowsOf = (reply: ApiReply) =>
  invoiceOf(reply).SupplierInvoiceRows.map((row: Record<string, unknown>) => [
    row.Account,
    row.Code ?? null,
    row.Debit,
    row.Credit,
  ])

export function codeOf(reply: ApiReply): unknown {
  const error = reply.body.ErrorInformation as { code?: number; Code?: number } | undefined
  return error?.code ?? error?.Code
}

function succeeded(reply: ApiReply): Record<string, unknown> {
  if (reply.status >= 300) throw new Error(`${reply.status} ${reply.text}`)
  return reply.body
}
