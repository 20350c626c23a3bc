import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AccountRow, type SupplierInvoice, type VatType, vatTypes } from '#kernel/supplier-invoice.ts'
import { toListedInvoice } from './invoice-reading.ts'
import {
  paymentBody,
  supplierBody,
  supplierInvoiceBody,
  toPostedInvoice,
  toPostedPayment,
  toPredefinedAccounts,
} from './mapping.ts'
import {
  accountList,
  listedInvoiceList,
  lockedPeriodAnswer,
  madeInvoiceAnswer,
  paymentAnswer,
  predefinedAccountList,
  supplierAnswer,
  supplierInvoiceAnswer,
} from './schemas.ts'

const row = (
  account: number,
  role: AccountRow['role'],
  debit: number,
  credit: number,
  more: Partial<AccountRow> = {},
): AccountRow => ({ account, role, debit, credit, ...more })

const invoice: SupplierInvoice = {
  reference: 'RV-0192f3a1b2c3',
  supplierNumber: '7',
  invoiceDate: '2026-03-04',
  dueDate: '2026-03-04',
  currency: 'SEK',
  rate: '1',
  total: 125_000,
  vat: 25_000,
  vatType: 'SE25',
  rows: [
    row(6110, 'cost', 100_000, 0, { text: 'Pärmar · 12 st', costCenter: 'NORR' }),
    row(2641, 'vat', 25_000, 0),
    row(2440, 'debt', 0, 125_000),
  ],
  comments: 'Kort 1234',
  isPaidByCard: true,
}
const bodyOf = (changes: Partial<SupplierInvoice> = {}) =>
  supplierInvoiceBody({ ...invoice, ...changes }).SupplierInvoice

describe('the body of a supplier invoice', () => {
  test('has amounts as text in the head and as numbers in the rows', () => {
    expect(supplierInvoiceBody(invoice)).toEqual({
      SupplierInvoice: {
        SupplierNumber: '7',
        ExternalInvoiceNumber: 'RV-0192f3a1b2c3',
        InvoiceDate: '2026-03-04',
        DueDate: '2026-03-04',
        Currency: 'SEK',
        Total: '1250.00',
        VAT: '250.00',
        VATType: 'NORMAL',
        DisablePaymentFile: true,
        Comments: 'Kort 1234',
        SupplierInvoiceRows: [
          { Account: 6110, Debit: 1000, Credit: 0, CostCenter: 'NORR', TransactionInformation: 'Pärmar - 12 st' },
          { Account: 2641, Code: 'VAT', Debit: 250, Credit: 0 },
          { Account: 2440, Code: 'TOT', Debit: 0, Credit: 1250 },
        ],
      },
    })
  })

  test('always tells currency, rate and unit of a foreign invoice', () => {
    expect(bodyOf({ currency: 'EUR', rate: '11.5219', total: 12_900, vat: 0 })).toMatchObject({
      Currency: 'EUR',
      CurrencyRate: '11.5219',
      CurrencyUnit: 1,
      Total: '129.00',
      VAT: '0.00',
    })
  })

  test('of a credit has a negative total and the debt on the debit side', () => {
    const credit = bodyOf({
      total: -125_000,
      vat: -25_000,
      rows: [row(6110, 'cost', 0, 100_000), row(2641, 'vat', 0, 25_000), row(2440, 'debt', 125_000, 0)],
    })
    expect(credit).toMatchObject({ Total: '-1250.00', VAT: '-250.00' })
    expect(credit.SupplierInvoiceRows?.at(-1)).toEqual({ Account: 2440, Code: 'TOT', Debit: 1250, Credit: 0 })
  })

  test('holds no null and no undefined', () => {
    expect(JSON.stringify(supplierInvoiceBody({ ...invoice, comments: '\t', ourReference: undefined }))).not.toMatch(
      /null/,
    )
    expect(Object.values(bodyOf({ comments: ' ' }))).not.toContain(undefined)
  })

  test('leaves payment files alone when the invoice is not paid by card', () =>
    expect(bodyOf({ isPaidByCard: false })).not.toHaveProperty('DisablePaymentFile'))

  test('says SERVICE where the company uses the warehouse, but for goods under reverse charge, and never STOCK', () => {
    const salesType = (vatType: VatType, isOffStock: boolean) => {
      const reversed = { account: 2645, role: 'reverse-debit' as const, debit: 250, credit: 0 }
      return bodyOf({ vatType, isOffStock, rows: [...invoice.rows, reversed] }).SalesType
    }
    const services = ['EU_SERVICES', 'SE_REVERSE_SERVICES']
    const goods = ['EU_GOODS', 'SE_REVERSE_GOODS']
    for (const vatType of vatTypes) {
      expect(salesType(vatType, true)).toBe(goods.includes(vatType) ? undefined : 'SERVICE')
      expect(salesType(vatType, false)).toBe(services.includes(vatType) ? 'SERVICE' : undefined)
    }
  })

  test('is cut to what Fortnox takes', () => {
    const long = 'å'.repeat(2000)
    const body = bodyOf({
      comments: long,
      invoiceNumber: long,
      ourReference: long,
      yourReference: long,
      rows: [row(6110, 'cost', 1, 0, { text: long })],
    })
    expect(
      [
        body.Comments,
        body.InvoiceNumber,
        body.OurReference,
        body.YourReference,
        body.SupplierInvoiceRows?.[0]?.TransactionInformation,
      ].map((text) => text?.length),
    ).toEqual([1000, 64, 50, 50, 100])
  })

  test('is not made with a reference that would be cut, and so never be found again', () =>
    expect(() => bodyOf({ reference: 'x'.repeat(51) })).toThrow('longer than 50'))
})

describe('reverse charge', () => {
  const reverse = (vatType: VatType) =>
    bodyOf({
      vatType,
      vat: 0,
      rows: [
        row(4535, 'cost', 100_000, 0),
        row(2645, 'reverse-debit', 25_000, 0),
        row(2614, 'reverse-credit', 0, 25_000),
        row(4598, 'base-credit', 0, 1),
        row(2440, 'debt', 0, 100_000),
      ],
    })
  const codes = (vatType: VatType) => reverse(vatType).SupplierInvoiceRows?.map((one) => one.Code)

  test.each([
    ['EU_SERVICES', 'EUINTERNAL', 'SERVICE', 'SRD', 'SRC'],
    ['EU_GOODS', 'EUINTERNAL', undefined, 'PRD', 'PRC'],
    ['SE_REVERSE_SERVICES', 'REVERSE', 'SERVICE', 'CND', 'CNC'],
    ['SE_REVERSE_GOODS', 'REVERSE', undefined, 'CND', 'CNC'],
    ['NON_EU_SERVICES', 'NORMAL', undefined, undefined, undefined],
  ] as const)('%s goes as %s with its own row codes', (vatType, kind, salesType, debit, credit) => {
    expect([reverse(vatType).VATType, reverse(vatType).SalesType]).toEqual([kind, salesType])
    expect(codes(vatType)).toEqual([undefined, debit, credit, undefined, 'TOT'])
  })

  test.each(['EU_SERVICES', 'EU_GOODS', 'SE_REVERSE_SERVICES', 'SE_REVERSE_GOODS'] as const)(
    '%s of so few öre that there is no VAT asks Fortnox for none either',
    (vatType) => {
      const rows = [row(4417, 'cost', 5, 0), row(2440, 'debt', 0, 5)]
      expect(bodyOf({ vatType, vat: 0, rows })).toMatchObject({ VATType: 'NORMAL' })
    },
  )
})

test('rows still sum to zero as Fortnox reads them', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 900_000_000 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(amounts, fc.constantFrom(...vatTypes), (debits, vatType) => {
      const total = debits.reduce((sum, debit) => sum + debit, 0)
      const { SupplierInvoiceRows: rows = [] } = bodyOf({
        vatType,
        rows: [...debits.map((debit) => row(6110, 'cost', debit, 0)), row(2440, 'debt', 0, total)],
      })
      const oere = (decimal: unknown) => Math.round(Number(JSON.parse(JSON.stringify(decimal))) * 100)
      expect(rows.reduce((sum, one) => sum + oere(one.Debit) - oere(one.Credit), 0)).toBe(0)
    }),
  )
})

test('a payment tells SEK and the foreign amount, signed as the invoice', () => {
  const eur = {
    paymentDate: '2026-03-04',
    modeOfPayment: 'KORT',
    amount: -12_900,
    currency: 'EUR',
    rate: '11.5219',
    amountSek: -148_633,
  }
  expect(paymentBody('41', eur)).toEqual({
    SupplierInvoicePayment: {
      InvoiceNumber: '41',
      PaymentDate: '2026-03-04',
      Amount: -1486.33,
      AmountCurrency: -129,
      CurrencyRate: 11.5219,
      ModeOfPayment: 'KORT',
    },
  })
  expect(paymentBody('41', { paymentDate: '2026-03-04', amount: 5, currency: 'SEK', rate: '1', amountSek: 5 })).toEqual(
    {
      SupplierInvoicePayment: { InvoiceNumber: '41', PaymentDate: '2026-03-04', Amount: 0.05, AmountCurrency: 0.05 },
    },
  )
})

test('a new supplier has only what is known of it', () => {
  expect(supplierBody({ name: 'SJ · AB', account: 5810 })).toEqual({
    Supplier: { Name: 'SJ - AB', PreDefinedAccount: '5810' },
  })
})

describe('what Fortnox sends', () => {
  const sent = {
    GivenNumber: '41',
    SupplierNumber: '7',
    Total: '1250',
    Balance: 1250.5,
    Booked: 'false',
    Cancelled: false,
    Currency: 'SEK',
    ExternalInvoiceNumber: 'RV-1',
    InvoiceNumber: '',
    VoucherSeries: null,
    Comments: 'API_NORIGHT',
    '@url': 'x',
  }
  const read = (changes: object) =>
    toPostedInvoice(madeInvoiceAnswer.parse({ SupplierInvoice: { ...sent, ...changes } }).SupplierInvoice)

  test('is read with amounts as text or number, flags as text, nothing as null or empty', () => {
    expect(read({})).toEqual({
      number: '41',
      reference: 'RV-1',
      supplierNumber: '7',
      invoiceNumber: undefined,
      isBookkept: false,
      isCancelled: false,
      voucher: undefined,
      balance: 125_050,
      total: 125_000,
      currency: 'SEK',
    })
    expect(read({ GivenNumber: 41, SupplierNumber: 7, Total: -0.1, Balance: '-0.10', Booked: 'true' })).toMatchObject({
      number: '41',
      supplierNumber: '7',
      total: -10,
      balance: -10,
      isBookkept: true,
    })
  })
  test('has the voucher in three fields after bookkeeping and in a list later', () => {
    expect(read({ Booked: true, VoucherSeries: 'E', VoucherNumber: 12, VoucherYear: 3 }).voucher).toEqual({
      series: 'E',
      number: 12,
      year: 3,
    })
    expect(
      read({ Booked: true, Vouchers: [{ Series: 'E', Number: '12', Year: 3, ReferenceType: 'SUPPLIERINVOICE' }] })
        .voucher,
    ).toEqual({ series: 'E', number: 12, year: 3 })
    const nothing = { VoucherSeries: '', VoucherNumber: 0, VoucherYear: 0 }
    expect(read({ Booked: true, ...nothing }).voucher).toBeUndefined()
    expect(read({ Booked: true, ...nothing, Vouchers: [{ Series: 'E', Number: 12, Year: 3 }] }).voucher).toEqual({
      ...{ series: 'E', number: 12, year: 3 },
    })
  })
  test('says Cancel in lists and Cancelled alone', () => {
    const list = listedInvoiceList.first.parse({
      MetaInformation: { '@TotalPages': 3, '@CurrentPage': 1, '@TotalResources': 1201 },
      SupplierInvoices: [{ ...sent, Cancelled: undefined, Cancel: true }],
    })
    expect(list.totalPages).toBe(3)
    expect(list.rows.map(toPostedInvoice)[0]).toMatchObject({ isCancelled: true })
  })
  test('is refused where an amount cannot be read, rather than taken for nothing', () => {
    expect(supplierInvoiceAnswer.safeParse({ SupplierInvoice: { ...sent, Total: 'API_NORIGHT' } }).success).toBe(false)
    expect(listedInvoiceList.first.safeParse({ Invoices: [] }).success).toBe(false)
  })
  test('amounts in another minor unit are read in that unit', () =>
    expect(read({ Currency: 'JPY', Total: '1250', Balance: '1250' })).toMatchObject({ total: 1250 }))
  test('payments, suppliers, accounts and locks are read likewise', () => {
    const payment = paymentAnswer.parse({
      SupplierInvoicePayment: {
        Number: 3,
        InvoiceNumber: '41',
        Amount: 1250,
        PaymentDate: '2026-03-04',
        Booked: true,
        VoucherSeries: 'F',
        VoucherNumber: 9,
      },
    })
    expect(toPostedPayment(payment.SupplierInvoicePayment)).toEqual({
      number: '3',
      invoiceNumber: '41',
      amount: 125_000,
      paymentDate: '2026-03-04',
      isBookkept: true,
      voucher: { series: 'F', number: 9 },
    })
    expect(
      supplierAnswer.parse({ Supplier: { SupplierNumber: '7', Name: 'SJ', PreDefinedAccount: '', Active: 'true' } })
        .Supplier,
    ).toMatchObject({ PreDefinedAccount: undefined, Active: true })
    expect(
      accountList.first.parse({ Accounts: [{ Number: '1930', Description: 'Bank', CostCenterSettings: '' }] }).rows[0],
    ).toMatchObject({ Number: 1930, CostCenterSettings: 'ALLOWED' })
    expect(lockedPeriodAnswer.parse({ LockedPeriod: { EndDate: '' } }).LockedPeriod?.EndDate).toBeUndefined()
  })
  test('a rate that is quoted per hundred is told per one, a whole one too', () => {
    const rateOf = (CurrencyRate: string, CurrencyUnit: number) => {
      const listed = {
        GivenNumber: '1',
        SupplierNumber: '7',
        Total: '100',
        Currency: 'JPY',
        CurrencyRate,
        CurrencyUnit,
      }
      return listedInvoiceList.first.parse({ SupplierInvoices: [listed] }).rows.map(toListedInvoice)[0]?.rate
    }
    expect([rateOf('7.25', 100), rateOf('1000', 100), rateOf('100', 1000)]).toEqual(['0.0725', '10', '0.1'])
    // An export would write it as a number, or reckon kronor with it.
    expect(['11,52', 'okänd', '0', '0.0000', '-1', '1e3'].map((rate) => rateOf(rate, 1))).toEqual(Array(6).fill(null))
    expect([rateOf('okänd', 100), rateOf('1,5', 100)]).toEqual([null, null])
  })
  test('predefined accounts come under our names, and without a debt account there is nothing to post to', () => {
    const rows = predefinedAccountList.first.parse({
      PreDefinedAccounts: [
        { Name: 'SUPDEBT', Account: 2440 },
        { Name: 'INVAT', Account: '2641' },
        { Name: 'SERVICE_DEB', Account: 2645 },
        { Name: 'AG', Account: '' },
      ],
    }).rows
    expect(toPredefinedAccounts(rows)).toEqual({ supplierDebt: 2440, inputVat: 2641, euServicesDebit: 2645 })
    expect(toPredefinedAccounts(rows.slice(1)).supplierDebt).toBeUndefined()
  })
})
