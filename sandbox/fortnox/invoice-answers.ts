import { amountNumber, amountText } from './amounts.ts'
import { type Company, settingsOf } from './company.ts'
import { numberOf, textOf } from './field-rules.ts'
import { accountName, findYear } from './ledger.ts'
import type { InvoiceRecord, InvoiceRow, VoucherReference } from './records.ts'

/** Supplier invoices as Fortnox shows them: amounts are texts in the header and numbers in rows; unset is '' or null. */

export function invoiceAnswer(company: Company, invoice: InvoiceRecord): unknown {
  const { fields } = invoice
  const voucher = invoice.vouchers[0]
  const fee = (name: string) => amountText(numberOf(fields, name) ?? 0)
  return {
    SupplierInvoice: {
      ...sharedWithList(invoice),
      AccountingMethod: settingsOf(company).accountingMethod,
      AdministrationFee: fee('AdministrationFee'),
      Cancelled: invoice.cancelled,
      Comments: textOf(fields, 'Comments'),
      CreditReference: invoice.creditReference ?? null,
      DisablePaymentFile: fields.DisablePaymentFile ?? false,
      Freight: fee('Freight'),
      OCR: textOf(fields, 'OCR'),
      OurReference: textOf(fields, 'OurReference'),
      PaymentPending: fields.PaymentPending ?? false,
      RoundOffValue: fee('RoundOffValue'),
      SalesType: fields.SalesType ?? 'SERVICE',
      SupplierInvoiceRows: invoice.rows.map((row) =>
        rowAnswer(company, row, findYear(company, invoice.invoiceDate)?.id),
      ),
      VAT: amountText(invoice.vat),
      VATType: fields.VATType ?? 'NORMAL',
      // Old clients read the voucher here, newer ones in Vouchers; the live API has had both.
      VoucherNumber: voucher?.number ?? null,
      VoucherSeries: voucher?.series ?? null,
      VoucherYear: voucher?.year ?? null,
      YourReference: textOf(fields, 'YourReference'),
    },
  }
}

/** A list row says `Cancel` where the invoice itself says `Cancelled`, and has no rows, VAT, OCR or comments. */
export function invoiceListRow(invoice: InvoiceRecord): unknown {
  return { ...sharedWithList(invoice), AuthorizerName: '', Cancel: invoice.cancelled }
}

function sharedWithList(invoice: InvoiceRecord): Record<string, unknown> {
  const { fields } = invoice
  return {
    '@url': `https://api.fortnox.se/3/supplierinvoices/${invoice.number}`,
    Balance: amountText(invoice.balance),
    Booked: invoice.booked,
    CostCenter: textOf(fields, 'CostCenter'),
    Credit: invoice.isCredit,
    Currency: invoice.currency,
    CurrencyRate: invoice.rate,
    CurrencyUnit: invoice.unit,
    DueDate: invoice.dueDate,
    ExternalInvoiceNumber: textOf(fields, 'ExternalInvoiceNumber'),
    ExternalInvoiceSeries: textOf(fields, 'ExternalInvoiceSeries'),
    FinalPayDate: invoice.finalPayDate ?? null,
    GivenNumber: String(invoice.number),
    InvoiceDate: invoice.invoiceDate,
    InvoiceNumber: textOf(fields, 'InvoiceNumber'),
    Project: textOf(fields, 'Project'),
    SupplierName: invoice.supplierName,
    SupplierNumber: invoice.supplierNumber,
    Total: amountText(invoice.total),
    Vouchers: invoice.vouchers.map(voucherAnswer),
  }
}

function voucherAnswer(voucher: VoucherReference): unknown {
  return { Number: voucher.number, Series: voucher.series, Year: voucher.year, ReferenceType: voucher.referenceType }
}

function rowAnswer(company: Company, row: InvoiceRow, year: number | undefined): unknown {
  return {
    Account: row.account,
    AccountDescription: accountName(company, year, row.account),
    ArticleNumber: '',
    ...(row.code === undefined ? {} : { Code: row.code }),
    CostCenter: row.costCenter,
    Credit: amountNumber(row.credit),
    CreditCurrency: amountNumber(row.creditCurrency),
    Debit: amountNumber(row.debit),
    DebitCurrency: amountNumber(row.debitCurrency),
    ItemDescription: '',
    Price: 0,
    Project: row.project,
    Quantity: 0,
    Total: amountNumber(row.debit - row.credit),
    TransactionInformation: row.text,
    Unit: '',
  }
}
