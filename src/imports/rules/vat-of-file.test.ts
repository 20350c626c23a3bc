import { expect, test } from 'vitest'
import { account, accountNumbers, ground, options, purchase, registers, supplier } from '../testing/purchase-fixture.ts'
import { isBlocking } from './checks.ts'
import { draftInvoice } from './draft-invoice.ts'

const codes = (draft: { problems: { code: string }[] }) => draft.problems.map(({ code }) => code)
const undecided = supplier({ vatType: null })
const cellsOf = { vatRate: ['H12'], vatAmount: ['I12'] }

test.each([
  [{ vatRate: '25' }, 'SE25', 200_00],
  [{ vatRate: '12' }, 'SE12', 107_14],
  [{ vatRate: '6' }, 'SE6', 56_60],
  [{ vatRate: '0' }, 'SE0', 0],
  [{ vatAmount: 150_00 }, 'SE25', 150_00],
])('a supplier without a VAT type is booked as the file says: %o', (says, vatType, vat) => {
  const draft = draftInvoice(
    purchase({ supplier: undecided, cellsOf, fields: { amountSek: 1000_00, ...says } }),
    ground(),
  )
  expect(draft.problems).toEqual([])
  expect(draft.invoice).toMatchObject({ vatType, vat })
  expect(draft.origins.vatType).toMatchObject([{ kind: 'cell' }])
})

test('where the file says nothing of VAT, a rate that is none, or is not to be heard, the type is asked for', () => {
  const said = (says: object) => purchase({ supplier: undecided, cellsOf, fields: { amountSek: 1000_00, ...says } })
  expect(codes(draftInvoice(said({}), ground()))).toEqual(['vat-type-missing'])
  expect(codes(draftInvoice(said({ vatAmount: 0 }), ground()))).toEqual(['vat-type-missing'])
  expect(codes(draftInvoice(said({ vatRate: '7' }), ground()))).toEqual(['vat-type-missing'])
  const settingsFirst = ground({ options: { ...options, settingsOverrideMapped: true } })
  expect(codes(draftInvoice(said({ vatRate: '25' }), settingsFirst))).toEqual(['vat-type-missing'])
})

test.each([
  ['SE25', { vatAmount: 0 }, true],
  ['SE12', { vatAmount: 0 }, true],
  ['SE25', { vatAmount: null }, false],
  ['SE25', { vatAmount: 20_00 }, false],
  ['SE25', { vatAmount: 0, vatRate: '0' }, false],
  ['SE0', { vatAmount: 0 }, false],
  ['EU_SERVICES', { vatAmount: 0 }, false],
] as const)(
  '%s with %o in the file: that VAT is deducted although the file states none is told: %s',
  (vatType, says, isTold) => {
    const stated = purchase({ supplier: supplier({ vatType }), cellsOf, fields: { amountSek: 1000_00, ...says } })
    const draft = draftInvoice(stated, ground())
    const told = draft.problems.filter(({ code }) => code === 'vat-deducted-not-stated')
    expect(told).toEqual(isTold ? [{ code: 'vat-deducted-not-stated', cell: 'I12' }] : [])
    expect(told.some(isBlocking)).toBe(false)
    const settingsFirst = ground({ options: { ...options, settingsOverrideMapped: true } })
    expect(codes(draftInvoice(stated, settingsFirst))).not.toContain('vat-deducted-not-stated')
  },
)

const chart = registers({ accounts: [...accountNumbers, 5615, 5820, 6071, 7632].map((number) => account(number)) })
test.each([
  [6071, 'SE12', true],
  [7632, 'SE25', true],
  [5820, 'SE25', true],
  [5615, 'SE25', true],
  [6071, 'SE0', false],
  [6071, 'REPRESENTATION', false],
  [5820, 'CAR_HIRE', false],
  [5410, 'SE25', false],
] as const)('on %i with %s it is told that all of the VAT is deducted: %s', (number, vatType, isTold) => {
  const draft = draftInvoice(
    purchase({ supplier: supplier({ account: number, vatType }), fields: { persons: '2' } }),
    ground({ registers: chart }),
  )
  expect(codes(draft)).toEqual(isTold ? ['vat-not-limited'] : [])
  expect(draft.problems.some(isBlocking)).toBe(false)
})

test('a purchase on the account that it is paid from is stopped, and goes where nothing is paid', () => {
  const onCard = purchase({ supplier: supplier({ account: 2890, vatType: 'SE0' }) })
  expect(draftInvoice(onCard, ground()).problems).toEqual([
    { code: 'cost-on-paying-account', params: { account: 2890 } },
  ])
  expect(draftInvoice(onCard, ground({ options: { ...options, pay: false } })).problems).toEqual([])
})

test.each([
  ['SE_FOOD', '2026-05-02', 120_00, true],
  ['SE_FOOD', '2026-05-02', 64_00, false],
  ['SE_FOOD', '2026-03-31', 120_00, false],
  ['SE6', '2026-05-02', 120_00, true],
  ['SE12', '2026-05-02', 200_00, false],
] as const)(
  '%s on %s with %i öre of VAT on 1120.00: more than the rate gives is told: %s',
  (vatType, day, vat, isTold) => {
    const bought = (change: object) =>
      draftInvoice(
        purchase({
          supplier: supplier({ vatType }),
          cellsOf,
          fields: { amountSek: 1120_00, invoiceDate: day, vatAmount: vat },
          ...change,
        }),
        ground(),
      )
    expect(codes(bought({}))).toEqual(isTold ? ['vat-above-rate'] : [])
    expect(bought({}).problems.some(isBlocking)).toBe(false)
    expect(codes(bought({ edited: ['vatAmount', 'vatRate'] }))).toEqual([])
  },
)

test.each([
  ['2026-10-01', '12', ['vat-above-rate']],
  ['2026-03-30', '12', []],
  ['2026-10-01', '25', []],
  ['2026-10-01', '6', []],
])('food bought %s at %s percent by the file tells %j', (invoiceDate, vatRate, told) => {
  const food = supplier({ vatType: 'SE_FOOD' })
  const { problems } = draftInvoice(purchase({ supplier: food, fields: { invoiceDate, vatRate } }), ground())
  expect(problems.map(({ code }) => code)).toEqual(told)
})
