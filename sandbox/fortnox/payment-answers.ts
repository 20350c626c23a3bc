import { amountNumber, amountText } from './amounts.ts'
import { textOf } from './field-rules.ts'
import type { InvoiceRecord, PaymentRecord } from './records.ts'

/** Payments as Fortnox shows them: their own amounts are numbers, the invoice's total is a text. */

export function paymentAnswer(payment: PaymentRecord, invoice: InvoiceRecord): unknown {
  return {
    SupplierInvoicePayment: {
      ...sharedWithList(payment, invoice),
      AmountCurrency: amountNumber(payment.amountCurrency),
      Information: textOf(payment.fields, 'Information'),
      InvoiceDueDate: invoice.dueDate,
      InvoiceOCR: textOf(payment.fields, 'InvoiceOCR') || textOf(invoice.fields, 'OCR'),
      InvoiceSupplierName: invoice.supplierName,
      InvoiceSupplierNumber: invoice.supplierNumber,
      InvoiceTotal: amountText(invoice.total),
      ModeOfPayment: payment.modeOfPayment,
      VoucherNumber: payment.voucher?.number ?? null,
      VoucherSeries: payment.voucher?.series ?? null,
      VoucherYear: payment.voucher?.year ?? null,
      WriteOffs: payment.writeOffs.map((writeOff) => ({
        AccountNumber: writeOff.account,
        Amount: amountNumber(writeOff.amount),
        CostCenter: '',
        Currency: invoice.currency,
        Description: '',
        Project: '',
        TransactionInformation: writeOff.text,
      })),
    },
  }
}

export function paymentListRow(payment: PaymentRecord, invoice: InvoiceRecord): unknown {
  return { ...sharedWithList(payment, invoice), WriteOffExist: payment.writeOffs.length > 0 }
}

function sharedWithList(payment: PaymentRecord, invoice: InvoiceRecord): Record<string, unknown> {
  return {
    '@url': `https://api.fortnox.se/3/supplierinvoicepayments/${payment.number}`,
    Amount: amountNumber(payment.amount),
    Booked: payment.booked,
    Currency: invoice.currency,
    CurrencyRate: Number(payment.rate),
    CurrencyUnit: invoice.unit,
    InvoiceNumber: String(invoice.number),
    Number: payment.number,
    PaymentDate: payment.paymentDate,
    Source: 'manual',
  }
}
