import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toSek } from '#kernel/exchange-rates.ts'
import { debtOf, isBalanced, vatTypes } from '#kernel/supplier-invoice.ts'
import {
  account,
  accountNumbers,
  ground,
  options,
  purchase,
  registers,
  settings,
  supplier,
} from '../testing/purchase-fixture.ts'
import { isBlocking } from './checks.ts'
import { draftInvoice } from './draft-invoice.ts'

const codes = (draft: { problems: { code: string }[] }) => draft.problems.map(({ code }) => code)
const sideways = (rows: { account: number; debit: number; credit: number }[] = []) =>
  rows.map((row) => [row.account, row.debit, row.credit])

test('a purchase in Sweden becomes cost, input VAT and debt on the accounting system’s own accounts', () => {
  const draft = draftInvoice(purchase(), ground())
  expect(draft.problems).toEqual([])
  expect(draft.invoice).toMatchObject({
    reference: 'RV-TEST',
    supplierNumber: '7',
    invoiceNumber: '1234-261001-12',
    invoiceDate: '2026-10-01',
    dueDate: '2026-10-01',
    currency: 'SEK',
    rate: '1',
    total: 129_900,
    vat: 25_980,
    isPaidByCard: true,
  })
  expect(sideways(draft.invoice?.rows)).toEqual([
    [6110, 103_920, 0],
    [2641, 25_980, 0],
    [2440, 0, 129_900],
  ])
  expect(draft.payment).toEqual({
    paymentDate: '2026-10-01',
    modeOfPayment: 'KORT',
    amount: 129_900,
    currency: 'SEK',
    rate: '1',
    amountSek: 129_900,
  })
  expect(draft.steps).toEqual(['create', 'bookkeep', 'create-payment', 'bookkeep-payment'])
  expect(draft.origins).toMatchObject({
    supplier: [{ kind: 'cell', cells: ['C12'] }, { kind: 'learned' }],
    total: [{ kind: 'cell', cells: ['G12'] }],
    account: [{ kind: 'supplier' }],
    invoiceNumber: [{ kind: 'derived' }],
  })
})

test('a refund becomes a credit invoice: every row on the other side, nothing below zero', () => {
  const draft = draftInvoice(purchase({ fields: { amountSek: -24_950 } }), ground())
  expect(draft.invoice).toMatchObject({ total: -24_950, vat: -4_990 })
  expect(sideways(draft.invoice?.rows)).toEqual([
    [6110, 0, 19_960],
    [2641, 0, 4_990],
    [2440, 24_950, 0],
  ])
  expect(draft.payment).toMatchObject({ amount: -24_950, amountSek: -24_950 })
})

test('a purchase in euro costs exactly what the card drew, and the rate is what makes it so', () => {
  const abroad = purchase({
    fields: { amountSek: 148_633, currency: 'EUR', foreignAmount: 12_900, rate: '11.3' },
    supplier: supplier({ account: null, vatType: 'EU_SERVICES' }),
  })
  const draft = draftInvoice(abroad, ground())
  expect(draft.problems).toEqual([])
  expect(draft.invoice).toMatchObject({ currency: 'EUR', rate: '11.5219', total: 12_900, vat: 0 })
  expect(sideways(draft.invoice?.rows)).toEqual([
    [4535, 148_633, 0],
    [2645, 37_158, 0],
    [2614, 0, 37_158],
    [2440, 0, 148_633],
  ])
  expect(draft.payment).toMatchObject({ amount: 12_900, currency: 'EUR', amountSek: 148_633 })
})

test('whatever is bought abroad, the rows in SEK, the payment and total × rate are the card’s SEK to the öre', () => {
  const vatKinds = ['SE25', 'SE12', 'SE0', 'EU_SERVICES', 'NON_EU_SERVICES', 'FOREIGN_VAT'] as const
  const bought = fc.record({
    amountSek: fc.integer({ min: 100, max: 100_000_000 }),
    foreignAmount: fc.integer({ min: 1, max: 100_000_000 }),
    vatType: fc.constantFrom(...vatKinds),
    sign: fc.constantFrom(1, -1),
  })
  fc.assert(
    fc.property(bought, ({ amountSek, foreignAmount, vatType, sign }) => {
      const sek = amountSek * sign
      const { invoice, payment } = draftInvoice(
        purchase({
          fields: { amountSek: sek, currency: 'EUR', foreignAmount: foreignAmount * sign },
          supplier: supplier({ vatType }),
        }),
        ground(),
      )
      if (!invoice || !payment) throw new Error('there is an invoice')
      expect(isBalanced(invoice.rows)).toBe(true)
      expect([debtOf(invoice), payment.amountSek]).toEqual([sek, sek])
      expect(toSek(invoice.total, 'EUR', invoice.rate)).toBe(sek)
      const vat = invoice.rows.find(({ role }) => role === 'vat')
      expect(toSek(invoice.vat, 'EUR', invoice.rate)).toBe(vat ? vat.debit - vat.credit : 0)
    }),
    // Near one krona to the euro the öre of kronor and the cents of euro are not one for one.
    { examples: [[{ amountSek: 97_056_630, foreignAmount: 93_448_713, vatType: 'SE25', sign: 1 }]] },
  )
})

test('an account kept in euro is not posted at a rate nobody gave', () => {
  const abroad = purchase({ fields: { amountSek: null, currency: 'EUR', foreignAmount: 12_900 } })
  expect(draftInvoice(abroad, ground())).toMatchObject({
    invoice: null,
    problems: [{ code: 'exchange-rate-unknown', cell: 'G12', params: { currency: 'EUR', date: '2026-10-01' } }],
  })
})

test('an account kept in euro is booked at the Riksbank’s rate, on a Sunday that of the Friday before', () => {
  const rates = { EUR: { days: ['2026-10-02'], rates: ['11.2'] } }
  const abroad = purchase({
    fields: { amountSek: null, currency: 'EUR', foreignAmount: 12_500, invoiceDate: '2026-10-04' },
  })
  const draft = draftInvoice(abroad, ground({ rates }))
  expect(draft.problems).toEqual([])
  expect(draft.invoice).toMatchObject({ currency: 'EUR', rate: '11.2', total: 12_500, vat: 2_500 })
  expect(sideways(draft.invoice?.rows)).toEqual([
    [6110, 112_000, 0],
    [2641, 28_000, 0],
    [2440, 0, 140_000],
  ])
  expect(draft.payment).toMatchObject({ amount: 12_500, amountSek: 140_000, rate: '11.2' })
  expect(draft.origins.currency).toContainEqual({ kind: 'riksbank', day: '2026-10-02' })
})

test('a foreign amount that goes the other way than the SEK amount is not guessed at', () => {
  expect(codes(draftInvoice(purchase({ fields: { currency: 'EUR', foreignAmount: -100 } }), ground()))).toEqual([
    'amounts-disagree',
  ])
})

test('12 % taught before food got its own rate is asked about once, for purchases while it has one', () => {
  const problems = (changes: Parameters<typeof supplier>[0], of: Parameters<typeof purchase>[0] = {}) =>
    codes(draftInvoice(purchase({ ...of, supplier: supplier({ vatType: 'SE12', ...changes }) }), ground()))
  const before = { vatChosenOn: '2026-03-31' }
  expect(problems(before, { fields: { invoiceDate: '2026-10-01' } })).toEqual(['food-rate-changed'])
  expect(problems(before, { fields: { invoiceDate: '2026-03-31' } })).toEqual([])
  expect(problems({ vatChosenOn: '2026-04-01' }, { fields: { invoiceDate: '2026-10-01' } })).toEqual([])
  expect(problems({ ...before, vatType: 'SE_FOOD' }, { fields: { invoiceDate: '2026-10-01' } })).toEqual([])
  expect(problems(before, { fields: { invoiceDate: '2026-10-01', vatRate: '12' } })).toEqual([])
  expect(problems(before, { fields: { invoiceDate: '2026-10-01' }, vatType: 'SE12' })).toEqual([])
})

test('an unknown merchant asks for a supplier and names its cell', () => {
  const draft = draftInvoice(purchase({ supplier: null }), ground())
  expect(draft).toMatchObject({
    invoice: null,
    problems: [{ code: 'supplier-needed', cell: 'C12', value: 'KONTORSHALLEN 0412' }],
  })
})

test('a supplier without VAT type or account asks for them; a reverse charge brings its own account', () => {
  expect(codes(draftInvoice(purchase({ supplier: supplier({ account: null, vatType: null }) }), ground()))).toEqual([
    'vat-type-missing',
    'account-missing',
  ])
  expect(
    draftInvoice(purchase({ supplier: supplier({ account: null, vatType: 'NON_EU_SERVICES' }) }), ground()).invoice
      ?.rows[0]?.account,
  ).toBe(4531)
})

test('the account is the file’s, then the mapped supplier’s, then the register’s; the option puts the file last', () => {
  const of = (file: string | null, learned: number | null, settingsOverrideMapped = false) =>
    draftInvoice(
      purchase({ fields: { account: file }, supplier: supplier({ account: learned, registerAccount: 5910 }) }),
      ground({ options: { ...options, settingsOverrideMapped } }),
    ).invoice?.rows[0]?.account
  expect([of('6540 IT-tjänster', 6110), of(null, 6110), of(null, null), of('6540', 6110, true)]).toEqual([
    6540, 6110, 5910, 6110,
  ])
})

test('due and payment dates follow the option; a mapped due date wins unless settings override', () => {
  const of = (settingsOverrideMapped: boolean) =>
    draftInvoice(
      purchase({ fields: { dueDate: '2026-10-15' } }),
      ground({ options: { ...options, paymentDate: '2026-10-31', settingsOverrideMapped } }),
    )
  expect(of(false)).toMatchObject({ invoice: { dueDate: '2026-10-15' }, payment: { paymentDate: '2026-10-31' } })
  expect(of(true)).toMatchObject({ invoice: { dueDate: '2026-10-31' } })
})

test('two equal purchases in one file have two invoice numbers, also when they stand in two sheets', () => {
  const number = (row: { number: number; sheet: number }) =>
    draftInvoice(purchase({ row }), ground()).invoice?.invoiceNumber
  expect([
    number({ number: 12, sheet: 1 }),
    number({ number: 13, sheet: 1 }),
    number({ number: 12, sheet: 2 }),
  ]).toEqual(['1234-261001-12', '1234-261001-13', '1234-261001-2.12'])
})

test('dates in a locked period or outside every financial year are found before sending', () => {
  expect(draftInvoice(purchase(), ground({ registers: registers({ lockedUntil: '2026-10-01' }) })).problems).toEqual([
    { code: 'period-locked', params: { date: '2026-10-01', until: '2026-10-01' } },
  ])
  expect(codes(draftInvoice(purchase({ fields: { invoiceDate: '2024-12-31' } }), ground()))).toEqual([
    'financial-year-missing',
  ])
  expect(codes(draftInvoice(purchase(), ground({ options: { ...options, paymentDate: '2027-01-04' } })))).toEqual([
    'payment-year-missing',
  ])
  expect(codes(draftInvoice(purchase(), ground({ options: { ...options, paymentDate: '2026-09-30' } })))).toEqual([
    'payment-before-invoice',
  ])
})

test('accounts, mode of payment and currency must exist and be active', () => {
  const accounts = accountNumbers
    .filter((number) => number !== 2641)
    .map((number) => account(number, { isActive: number !== 6110 }))
  expect(draftInvoice(purchase(), ground({ registers: registers({ accounts }) })).problems).toEqual([
    { code: 'account-inactive', params: { account: 6110 } },
    { code: 'account-unknown', params: { account: 2641, use: 'vat' } },
  ])
  expect(codes(draftInvoice(purchase(), ground({ payment: null })))).toEqual(['payment-account-without-mode'])
  expect(
    codes(draftInvoice(purchase(), ground({ settings: { ...settings, modeOfPayment: 'GONE' }, payment: null }))),
  ).toEqual(['mode-of-payment-gone'])
  expect(codes(draftInvoice(purchase({ fields: { currency: 'DKK', foreignAmount: 90_000 } }), ground()))).toEqual([
    'currency-unknown',
  ])
  expect(codes(draftInvoice(purchase({ supplier: supplier({ isActive: false }) }), ground()))).toEqual([
    'supplier-inactive',
  ])
})

test('cost centre and project stand on the cost row, as the account’s rules ask', () => {
  const draft = draftInvoice(purchase({ fields: { costCenter: 'NORR', project: 'P1' } }), ground())
  expect(draft.problems).toEqual([])
  expect(draft.invoice?.rows.map((row) => [row.costCenter, row.project])).toEqual([
    ['NORR', 'P1'],
    [undefined, undefined],
    [undefined, undefined],
  ])
  const strict = registers({
    accounts: accountNumbers.map((number) =>
      account(number, { costCenterRule: 'mandatory', projectRule: 'not-allowed' }),
    ),
  })
  expect(codes(draftInvoice(purchase({ fields: { project: 'P2' } }), ground({ registers: strict })))).toEqual([
    'project-unknown',
    'cost-center-missing', // of the cost's account
    'project-not-allowed',
    ...['cost-center-missing', 'cost-center-missing'], // of the VAT's and the debt's
    ...['payment-without-dimensions', 'payment-without-dimensions'], // of the account that is paid from, and of the debt
  ])
})

test('an account for VAT or its base that demands a cost centre gets that of the row, and is asked about without one', () => {
  const accounts = accountNumbers.map((number) =>
    account(number, number === 4535 || number === 4598 ? { costCenterRule: 'mandatory' } : {}),
  )
  const strict = ground({ registers: registers({ accounts }) })
  const abroad = { supplier: supplier({ account: 6540, vatType: 'EU_SERVICES' }) }
  const draft = draftInvoice(purchase({ ...abroad, fields: { costCenter: 'NORR' } }), strict)
  expect(draft.problems).toEqual([])
  expect(draft.invoice?.rows.flatMap((row) => (row.costCenter ? [row.account] : []))).toEqual([6540, 4535, 4598])
  expect(draftInvoice(purchase(abroad), strict).problems).toEqual([
    { code: 'cost-center-missing', params: { account: 4535 } },
    { code: 'cost-center-missing', params: { account: 4598 } },
  ])
})

test('in a cash-method year the invoice is not bookkept by itself, and that is told without stopping it', () => {
  const cash = registers({ financialYears: [{ id: '2', from: '2026-01-01', to: '2026-12-31', method: 'cash' }] })
  const draft = draftInvoice(purchase(), ground({ registers: cash }))
  expect(draft.steps).toEqual(['create', 'create-payment', 'bookkeep-payment'])
  expect(draft.problems).toEqual([{ code: 'cash-method' }])
  expect(draft.problems.some(isBlocking)).toBe(false)
})

test('no payment without bookkeeping, and none when none is asked for', () => {
  expect(draftInvoice(purchase(), ground({ options: { ...options, bookkeep: false } }))).toMatchObject({
    steps: ['create'],
    payment: null,
  })
  expect(draftInvoice(purchase(), ground({ options: { ...options, pay: false } }))).toMatchObject({
    steps: ['create', 'bookkeep'],
    payment: null,
  })
})

test('whatever the amount, currency and VAT type: rows balance to the öre and the debt is what the card drew', () => {
  const sek = fc.integer({ min: -50_000_000, max: 50_000_000 }).filter((amount) => amount !== 0)
  fc.assert(
    fc.property(
      sek,
      fc.constantFrom(...vatTypes),
      fc.option(fc.integer({ min: 1, max: 9_000_000 })),
      fc.option(fc.integer({ min: 0, max: 10_000 })),
      (amountSek, vatType, foreign, vatShare) => {
        const abroad = foreign === null ? {} : { currency: 'EUR', foreignAmount: amountSek < 0 ? -foreign : foreign }
        const vatAmount = vatShare === null ? null : Math.trunc((amountSek * vatShare) / 60_000)
        const { invoice, payment } = draftInvoice(
          purchase({
            fields: { persons: '4', amountSek, vatAmount, ...abroad },
            supplier: supplier({ vatType, account: 6540 }),
          }),
          ground(),
        )
        if (!invoice || !payment) throw new Error('no invoice')
        expect(isBalanced(invoice.rows)).toBe(true)
        const debt = invoice.rows.filter(({ role }) => role === 'debt')
        expect(debt.map((row) => row.credit - row.debit)).toEqual([amountSek])
        expect(invoice.rows.every((row) => row.debit >= 0 && row.credit >= 0 && row.debit > 0 !== row.credit > 0)).toBe(
          true,
        )
        expect(invoice.total < 0).toBe(amountSek < 0)
        expect(Math.abs(invoice.vat)).toBeLessThan(Math.max(2, Math.abs(invoice.total)))
        expect([payment.amount, payment.amountSek]).toEqual([invoice.total, amountSek])
      },
    ),
  )
})

test('a fee on top of a reverse charge waits for its account rather than fill the box of the purchase', () => {
  const eu = supplier({ account: 4535, vatType: 'EU_SERVICES' })
  const { invoice, problems } = draftInvoice(
    purchase({ supplier: eu, fields: { amountSek: 102_00, fee: 2_00 } }),
    ground(),
  )
  expect(problems).toEqual([
    expect.objectContaining({ code: 'account-unknown', params: expect.objectContaining({ account: 6570 }) }),
  ])
  expect(invoice?.rows.filter(({ account }) => account === 4535).map(({ debit }) => debit)).toEqual([100_00])
})

test('of an import of goods it is told that customs decide its VAT, also where none of it may be deducted', () => {
  const told = (vatType: 'GOODS_IMPORT' | 'NO_DEDUCTION', costAccount: number) =>
    codes(draftInvoice(purchase({ supplier: supplier({ vatType, account: costAccount }) }), ground())).includes(
      'import-vat-by-customs',
    )
  expect([told('GOODS_IMPORT', 4545), told('NO_DEDUCTION', 4546)]).toEqual([true, true])
  expect([told('NO_DEDUCTION', 4535), told('NO_DEDUCTION', 6110)]).toEqual([false, false])
})

test('VAT at a rate of the file’s is that of the invoice in its currency, as VAT at a rate of the supplier’s is', () => {
  const abroad = { amountSek: 1153_21, currency: 'EUR', foreignAmount: 100_37 }
  const vatOf = (changes: Parameters<typeof purchase>[0]) => {
    const { invoice } = draftInvoice(purchase(changes), ground())
    return [invoice?.vat, invoice?.rows.find(({ role }) => role === 'vat')?.debit]
  }
  expect(vatOf({ fields: { ...abroad, vatRate: '12' } })).toEqual([10_75, 123_51])
  expect(vatOf({ fields: abroad, supplier: supplier({ vatType: 'SE12' }) })).toEqual([10_75, 123_51])
})
