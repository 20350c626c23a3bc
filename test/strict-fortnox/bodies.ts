import type { Fields } from './check-body.ts'

/** What may be written, field by field, from Fortnox's OpenAPI document. */
const text = { type: 'text' } as const
const amountText = { type: 'amount-text' } as const
const number = { type: 'number' } as const
const date = { type: 'date' } as const
const flag = { type: 'boolean' } as const
const readOnly = { type: 'text', isReadOnly: true } as const
const account = { type: 'integer', lowest: 1000, highest: 9999 } as const
const all = <F>(names: string, field: F) => Object.fromEntries(names.split(' ').map((name) => [name, field]))

export const rowCodes = 'TOT VAT FRT AFE ROV CND CNC PRD PRC SRD SRC PRE GWB ACC'.split(' ')

export const invoiceRowFields: Fields = {
  Account: account,
  Code: { type: 'text', oneOf: rowCodes },
  ...all('Credit CreditCurrency Debit DebitCurrency Price', number),
  Quantity: { type: 'integer' },
  ...all('AccountDescription ArticleNumber CostCenter ItemDescription Project StockLocationCode StockPointCode', text),
  ...all('Total Unit', readOnly),
  TransactionInformation: { type: 'text', longest: 100 },
}

export const supplierInvoiceFields: Fields = {
  ...all('AdministrationFee CurrencyRate Freight RoundOffValue Total VAT', amountText),
  ...all('CostCenter Currency ExternalInvoiceSeries GivenNumber OCR Project SupplierNumber', text),
  ...all('DisablePaymentFile PaymentPending', flag),
  ...all('DueDate InvoiceDate', date),
  ...all('OurReference YourReference ExternalInvoiceNumber', { type: 'text', longest: 50 } as const),
  Comments: { type: 'text', longest: 1000 },
  CurrencyUnit: number,
  InvoiceNumber: { type: 'text', longest: 64 },
  SalesType: { type: 'text', oneOf: ['STOCK', 'SERVICE'] },
  VATType: { type: 'text', oneOf: ['NORMAL', 'EUINTERNAL', 'REVERSE'] },
  SupplierInvoiceRows: { type: 'rows', rows: invoiceRowFields },
  ...all(
    '@url AccountingMethod Balance Booked Cancelled Credit CreditReference FinalPayDate SupplierName VoucherNumber VoucherSeries VoucherYear Vouchers',
    readOnly,
  ),
}

export const paymentFields: Fields = {
  ...all('Amount AmountCurrency CurrencyRate', number),
  ...all('Information InvoiceNumber InvoiceOCR ModeOfPayment', text),
  PaymentDate: date,
  WriteOffs: {
    type: 'rows',
    rows: { AccountNumber: account, Amount: number, ...all('CostCenter Currency Description Project', text) },
  },
  ...all(
    '@url Booked Currency CurrencyUnit InvoiceDueDate InvoiceSupplierName InvoiceSupplierNumber InvoiceTotal Number Source VoucherNumber VoucherSeries VoucherYear',
    readOnly,
  ),
}

const lines = 'Address1 Address2 BG BIC Bank BankAccountNumber BranchCode ClearingNumber CostCenter Email Fax IBAN'
const others = 'OrganisationNumber OurCustomerNumber OurReference PG Project SupplierNumber TermsOfPayment VATNumber'
const visiting = 'VisitingAddress VisitingCity VisitingCountryCode VisitingZipCode WWW WorkPlace YourReference ZipCode'
export const supplierFields: Fields = {
  ...all(`${lines} ${others} ${visiting}`, text),
  ...all('Active DisablePaymentFile', flag),
  ...all('City Comments Phone1 Phone2', { type: 'text', longest: 1024 } as const),
  CountryCode: { type: 'text', shortest: 2, longest: 2 },
  Currency: { type: 'text', longest: 3 },
  Name: { type: 'text', shortest: 1, longest: 1024 },
  PreDefinedAccount: { type: 'text', shortest: 4, longest: 4 },
  VATType: { type: 'text', oneOf: ['25', '12', '6', '0', 'REVERSE', 'UIF', 'NORMAL'] },
  ...all('@url Country VisitingCountry', readOnly),
}

export const fileConnectionFields: Fields = {
  ...all('FileId SupplierInvoiceNumber', text),
  ...all('@url Name SupplierName', readOnly),
}
