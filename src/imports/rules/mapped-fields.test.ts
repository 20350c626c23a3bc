import { describe, expect, test } from 'vitest'
import { supplierInvoiceBody } from '#connectors/fortnox/mapping.ts'
import type { ReadFields } from '#templates/contract.ts'
import type { ImportOptions } from '../contract.ts'
import { account, ground, options, purchase, registers, supplier } from '../testing/purchase-fixture.ts'
import { isBlocking } from './checks.ts'
import { chooseSupplier } from './choose-supplier.ts'
import { draftInvoice } from './draft-invoice.ts'
import type { DraftField, Purchase } from './purchase.ts'

const office = supplier()
const cloud = supplier({ number: '1088', name: 'Cloudpine Ltd' })
const modes = [
  { code: 'KORT', name: 'Företagskort', account: 2890 },
  { code: 'BG', name: 'Bankgiro', account: 1930 },
]

const everyField: Partial<ReadFields> = {
  supplier: '1088',
  account: '5410 Förbrukning',
  vatRate: '12',
  dueDate: '2026-10-30',
  paymentDate: '2026-10-29',
  modeOfPayment: 'bankgiro',
  costCenter: 'norr',
  project: 'Projekt 1',
  rowText: 'Molntjänst',
  comments: 'Möte',
  ourReference: 'Karin Ekdahl',
  yourReference: 'Order 4711',
  invoiceNumber: '99-1',
  ocr: '1234 567',
}
const cells: Purchase['cellsOf'] = {
  ...Object.fromEntries(Object.keys(everyField).map((field, i) => [field, [`${'HIJKLMNOPQRSTU'[i]}12`]])),
  merchant: ['C12'],
  invoiceDate: ['A12'],
  total: ['G12'],
}

function draft(fields: Partial<ReadFields>, change: Partial<ImportOptions> = {}) {
  const read = purchase({ fields, cellsOf: cells })
  const sources = {
    recognise: () => office,
    findSupplier: (text: string) =>
      [office, cloud].find(({ number, name }) => text === number || text === name) ?? null,
  }
  const all = { ...options, ...change }
  return draftInvoice(
    { ...read, ...chooseSupplier(read, sources, all) } as Purchase,
    ground({ options: all, registers: registers({ modesOfPayment: modes }) }),
  )
}
const problems = (fields: Partial<ReadFields>, change?: Partial<ImportOptions>) =>
  draft(fields, change).problems.map(({ code, cell }) => `${code}@${cell}`)

test('every mapped field reaches the request, each with the cell it stands in', () => {
  const { invoice, payment, origins, problems: found } = draft(everyField)
  expect(found).toEqual([])
  expect(supplierInvoiceBody(invoice!)).toEqual({
    SupplierInvoice: {
      SupplierNumber: '1088',
      InvoiceNumber: '99-1',
      ExternalInvoiceNumber: 'RV-TEST',
      InvoiceDate: '2026-10-01',
      DueDate: '2026-10-30',
      Currency: 'SEK',
      Total: '1299.00',
      VAT: '139.18',
      VATType: 'NORMAL',
      DisablePaymentFile: true,
      Comments: 'Möte',
      OurReference: 'Karin Ekdahl',
      YourReference: 'Order 4711',
      OCR: '1234567',
      SupplierInvoiceRows: [
        {
          Account: 5410,
          Debit: 1159.82,
          Credit: 0,
          CostCenter: 'NORR',
          Project: 'P1',
          TransactionInformation: 'Molntjänst',
        },
        { Account: 2641, Code: 'VAT', Debit: 139.18, Credit: 0 },
        { Account: 2440, Code: 'TOT', Debit: 0, Credit: 1299 },
      ],
    },
  })
  expect(payment).toMatchObject({ paymentDate: '2026-10-29', modeOfPayment: 'BG' })
  const fromFile: [DraftField, keyof ReadFields][] = [
    ['supplier', 'supplier'],
    ['account', 'account'],
    ['vat', 'vatRate'],
    ['dueDate', 'dueDate'],
    ['paymentDate', 'paymentDate'],
    ['modeOfPayment', 'modeOfPayment'],
    ['costCenter', 'costCenter'],
    ['project', 'project'],
    ['rowText', 'rowText'],
    ['comments', 'comments'],
    ['ourReference', 'ourReference'],
    ['yourReference', 'yourReference'],
    ['invoiceNumber', 'invoiceNumber'],
    ['ocr', 'ocr'],
  ]
  for (const [field, from] of fromFile)
    expect([field, origins[field]?.[0]]).toEqual([field, { kind: 'cell', cells: cells[from as keyof typeof cells] }])
})

describe('which value wins', () => {
  const winners = (fields: Partial<ReadFields>, settingsOverrideMapped: boolean) => {
    const { invoice, payment, origins } = draft(fields, { settingsOverrideMapped, paymentDate: '2026-10-15' })
    const cost = invoice!.rows.find(({ role }) => role === 'cost')
    const values = {
      supplier: invoice!.supplierNumber,
      account: cost?.account,
      vat: invoice!.vat,
      dueDate: invoice!.dueDate,
      paymentDate: payment!.paymentDate,
      modeOfPayment: payment!.modeOfPayment,
    }
    return Object.entries(values).map(([field, value]) => {
      const kinds = origins[field as DraftField]?.map(({ kind }) => kind)
      return `${field} ${value} ${kinds?.join('+')}`
    })
  }

  test('what the file says goes before settings, options and suppliers', () => {
    expect(winners(everyField, false)).toEqual([
      'supplier 1088 cell+accounting-system',
      'account 5410 cell',
      'vat 13918 cell',
      'dueDate 2026-10-30 cell',
      'paymentDate 2026-10-29 cell',
      'modeOfPayment BG cell',
    ])
  })

  test('where settings override mapped fields it is the other way round', () => {
    expect(winners(everyField, true)).toEqual([
      'supplier 7 cell+learned',
      'account 6110 supplier',
      'vat 25980 derived',
      'dueDate 2026-10-15 option',
      'paymentDate 2026-10-15 option',
      'modeOfPayment KORT setting',
    ])
  })

  test('what only one side says stands in either order', () => {
    const nothingMapped = [
      'supplier 7 cell+learned',
      'account 6110 supplier',
      'vat 25980 derived',
      'dueDate 2026-10-15 option',
      'paymentDate 2026-10-15 option',
      'modeOfPayment KORT setting',
    ]
    expect(winners({}, false)).toEqual(nothingMapped)
    expect(winners({}, true)).toEqual(nothingMapped)
    const { invoice, origins } = draft({ dueDate: '2026-10-30' }, { settingsOverrideMapped: true })
    expect([invoice!.dueDate, origins.dueDate?.[0]?.kind]).toEqual(['2026-10-30', 'cell'])
  })
})

test('a value that a rule of the template gave says both the template and the cell it looked at', () => {
  const read = purchase({
    fields: { account: '5410' },
    cellsOf: { ...cells, account: ['C12'] },
    byTemplate: ['account'],
  })
  const { origins } = draftInvoice({ ...read, supplier: office } as Purchase, ground())
  expect(origins.account).toEqual([{ kind: 'cell', cells: ['C12'] }, { kind: 'template' }])
})

describe('what the registers do not have is a problem of the row, at its cell', () => {
  test.each([
    [{ supplier: 'Okänd AB' }, 'supplier-not-in-register@H12'],
    [{ account: 'IT-kostnad' }, 'account-unreadable@I12'],
    [{ account: '9999' }, 'account-unknown@undefined'],
    [{ vatRate: '21' }, 'vat-rate-unknown-percent@J12'],
    [{ modeOfPayment: 'SWISH' }, 'mode-of-payment-gone@undefined'],
    [{ costCenter: 'SÖDER' }, 'cost-center-unknown@undefined'],
    [{ project: 'P9' }, 'project-unknown@undefined'],
    [{ ocr: 'A12' }, 'ocr-unreadable@U12'],
  ])('%o', (fields, problem) => {
    expect(problems(fields)).toEqual([problem])
    expect(draft(fields).problems.every(isBlocking)).toBe(true)
  })

  test('an unknown supplier is asked for where nobody recognises the merchant, and not otherwise', () => {
    expect(problems({ supplier: 'Okänd AB' }, { settingsOverrideMapped: true })).toEqual([])
  })
})

test('a text that is too long is shortened in the request and said, without stopping the row', () => {
  const fields = {
    invoiceNumber: 'F'.repeat(65),
    comments: 'k'.repeat(1001),
    ourReference: 'o'.repeat(51),
    yourReference: 'y'.repeat(51),
    rowText: 'r'.repeat(101),
  }
  const { invoice, problems: found } = draft(fields)
  expect(found.map(({ code, params }) => [code, params?.field, params?.most])).toEqual([
    ['text-shortened', 'invoiceNumber', 64],
    ['text-shortened', 'comments', 1000],
    ['text-shortened', 'ourReference', 50],
    ['text-shortened', 'yourReference', 50],
    ['text-shortened', 'rowText', 100],
  ])
  expect(found.some(isBlocking)).toBe(false)
  const body = supplierInvoiceBody(invoice!).SupplierInvoice
  expect([body.InvoiceNumber?.length, body.Comments?.length, body.OurReference?.length]).toEqual([64, 1000, 50])
  expect(body.SupplierInvoiceRows?.[0]?.TransactionInformation).toHaveLength(100)
})

test('a comment that is too long only with what it says of the refunded purchase is told to be shortened', () => {
  const read = { ...purchase({ fields: { amountSek: -10_000, comments: 'k'.repeat(990) }, cellsOf: cells }) }
  const original = { key: 'invoice 12', invoiceNumber: 'F-1', number: '12', date: '2026-09-30', reference: null }
  const creditOf = {
    ...original,
    ...{ currency: 'SEK', total: 10_000, row: null, file: null, reason: 'same-amount' as const },
  }
  const { problems: found } = draftInvoice({ ...read, supplier: office, creditOf } as Purchase, ground())
  expect(found.map(({ code, params }) => [code, params?.field])).toEqual([['text-shortened', 'comments']])
})

test.each([
  ['2026-09-20', true],
  ['2026-09-23', true],
  ['2026-09-24', false],
  [undefined, false],
])('read on %s, a purchase of 1 October is told to lie ahead: %s, and that stops nothing', (today, isTold) => {
  const { problems: found } = draftInvoice(purchase({}), ground(today === undefined ? {} : { today }))
  expect(found).toEqual(isTold ? [{ code: 'date-ahead', params: { date: '2026-10-01' } }] : [])
  expect(found.some(isBlocking)).toBe(false)
})

test('a due date before the invoice date is told and stops nothing', () => {
  const { problems: found } = draft({ dueDate: '2026-09-01' })
  expect(found).toEqual([{ code: 'due-before-invoice', params: { date: '2026-09-01', invoiceDate: '2026-10-01' } }])
  expect(found.some(isBlocking)).toBe(false)
  expect(problems({ dueDate: '2026-10-01' })).toEqual([])
  // The option is both days: what is said of the payment says it.
  expect(draft({}, { paymentDate: '2026-09-01' }).problems.map(({ code }) => code)).toEqual(['payment-before-invoice'])
})

test('the account paid from is told to come from the settings wherever their mode of payment wins', () => {
  const origin = (settingsOverrideMapped: boolean) =>
    draft({ modeOfPayment: 'BG' }, { settingsOverrideMapped }).origins.paymentAccount
  expect(origin(false)).toEqual([{ kind: 'accounting-system' }])
  expect(origin(true)).toEqual([{ kind: 'setting' }])
})

test('the account of a reverse charge that nobody chose is that of the rate which the file states', () => {
  const draftAt = (vatRate: string | undefined, change: Partial<ImportOptions> = {}) => {
    const eu = supplier({ vatType: 'EU_SERVICES', account: null })
    const read = purchase({ supplier: eu, fields: vatRate === undefined ? {} : { vatRate } })
    const { invoice, problems: found } = draftInvoice(
      read as Purchase,
      ground({ options: { ...options, ...change }, registers: registers({ accounts: accountsOfEu }) }),
    )
    return [
      invoice?.rows.map((row) => `${row.account} ${row.debit - row.credit}`).join(' '),
      ...found.map((p) => p.code),
    ]
  }
  const accountsOfEu = [1930, 2440, 2614, 2624, 2634, 2645, 2890, 4535, 4536, 4537].map((number) => account(number))
  const at25 = ['4535 129900 2645 32475 2614 -32475 2440 -129900']
  expect(draftAt(undefined)).toEqual(at25)
  expect(draftAt('25')).toEqual(at25)
  expect(draftAt('12')).toEqual(['4536 129900 2645 15588 2624 -15588 2440 -129900'])
  expect(draftAt('6')).toEqual(['4537 129900 2645 7794 2634 -7794 2440 -129900'])
  // Foreign receipts say 0 where they leave the VAT to the buyer.
  expect(draftAt('0')).toEqual(at25)
  expect(draftAt('12', { settingsOverrideMapped: true })).toEqual(at25)
})
