import { describe, expect, test } from 'vitest'
import { type Known, planUndo, reasonKept, type Seen } from './undo-plan.ts'

const known: Known = {
  ...{ paymentNumber: '9', creditNumber: null, creditPaymentNumber: null },
  ...{ isCancelledByUs: false, isBookkeptByPayment: false, day: '2026-11-21' },
}
const unbooked = { isBookkept: false, isCancelled: false, total: 125_000, balance: 125_000, currency: 'SEK' }
const bookkept = { ...unbooked, isBookkept: true }
const paid = { ...bookkept, balance: 0 }
const [draft, booked] = [
  { number: '9', isBookkept: false },
  { number: '9', isBookkept: true },
]
const other = { number: '44', isBookkept: true }
const plan = (seen: Partial<Seen>, also: Partial<Known> = {}) => {
  const of = planUndo(
    { invoice: unbooked, payments: [], credit: null, lockedUntil: null, ...seen },
    { ...known, ...also },
  )
  return `${of.outcome}: ${'reason' in of ? of.reason : of.steps.join(', ')}`
}
const credit = { isBookkept: false, isCancelled: false, payments: [] }
const ours = { creditNumber: 'K1', creditPaymentNumber: '10' }
const credited = { ...paid, creditReference: 'K1' }

describe('an invoice is taken back', () => {
  test.each([
    ['unbooked: it is cancelled', plan({}), 'removed: cancel'],
    ['in a locked period but unbooked', plan({ lockedUntil: '2026-12-31' }), 'removed: cancel'],
    ['bookkept: it is credited', plan({ invoice: bookkept }), 'credited: credit, bookkeep-credit'],
    [
      'bookkept, with a payment that is not',
      plan({ invoice: bookkept, payments: [draft] }),
      'credited: remove-payment, credit, bookkeep-credit',
    ],
    [
      'bookkept and paid: the credit invoice is paid back',
      plan({ invoice: paid, payments: [booked] }),
      'credited: credit, bookkeep-credit, pay-back, bookkeep-pay-back',
    ],
    [
      'a refund that is bookkept and paid: what takes it back is paid too',
      plan({ invoice: { ...paid, total: -125_000 }, payments: [booked] }),
      'credited: credit, bookkeep-credit, pay-back, bookkeep-pay-back',
    ],
    [
      'with its period locked until yesterday',
      plan({ invoice: bookkept, lockedUntil: '2026-11-20' }),
      'credited: credit, bookkeep-credit',
    ],
    ['already, by us', plan({ invoice: { ...unbooked, isCancelled: true } }, { isCancelledByUs: true }), 'removed: '],
  ])('%s', (_case, got, wanted) => expect(got).toBe(wanted))
})

describe('what was begun before is gone on with', () => {
  const all = 'bookkeep-credit, pay-back, bookkeep-pay-back'
  test.each([
    ['a credit invoice that is not bookkept', plan({ invoice: credited, payments: [booked], credit }, ours), all],
    [
      'one that is bookkept but not paid back',
      plan({ invoice: credited, payments: [booked], credit: { ...credit, isBookkept: true } }, ours),
      'pay-back, bookkeep-pay-back',
    ],
    [
      'one whose payment is not bookkept',
      plan(
        {
          invoice: credited,
          payments: [booked],
          credit: { ...credit, isBookkept: true, payments: [{ number: '10', isBookkept: false }] },
        },
        ours,
      ),
      'bookkeep-pay-back',
    ],
    [
      'one that is all done',
      plan(
        {
          invoice: credited,
          payments: [booked],
          credit: { ...credit, isBookkept: true, payments: [{ number: '10', isBookkept: true }] },
        },
        ours,
      ),
      '',
    ],
  ])('%s', (_case, got, wanted) => expect(got).toBe(`credited: ${wanted}`))
})

test('what is cancelled already is gone, whoever did it', () => {
  const invoice = { ...unbooked, isCancelled: true }
  expect(plan({ invoice })).toBe('removed: cancelled-there')
  expect(plan({ invoice }, { isCancelledByUs: true })).toBe('removed: ')
})

describe('what a person changed, or nothing can take back, is kept', () => {
  test.each([
    [{ invoice: { ...bookkept, creditReference: '77' } }, {}, 'credited-there'],
    [{ payments: [other] }, {}, 'paid-there'],
    [{ invoice: paid, payments: [booked, other] }, {}, 'paid-there'],
    [{ invoice: { ...bookkept, balance: 25_000 } }, {}, 'paid-there'],
    [{ invoice: { ...bookkept, total: -125_000, balance: -25_000 } }, {}, 'paid-there'],
    [{ payments: [booked] }, {}, 'cash-paid'],
    [{ invoice: paid, payments: [booked] }, { isBookkeptByPayment: true }, 'cash-paid'],
    [{ invoice: bookkept, lockedUntil: '2026-11-21' }, {}, 'period-locked'],
    [{ invoice: credited, payments: [booked], credit: { ...credit, isCancelled: true } }, ours, 'credit-changed-there'],
    [{ invoice: credited, payments: [booked], credit: { ...credit, payments: [other] } }, ours, 'credit-changed-there'],
  ] satisfies [Partial<Seen>, Partial<Known>, string][])('%j %j: %s', (seen, also, reason) =>
    expect(plan(seen, also)).toBe(`kept: ${reason}`),
  )
})

test('nothing is paid back of an invoice that was never paid, though its credit invoice stands there', () => {
  const unpaid = { ...bookkept, creditReference: 'K1' }
  expect(plan({ invoice: unpaid, credit }, ours)).toBe('credited: bookkeep-credit')
})

test('a refusal says that the payment was removed where that was done, not where it was only planned', () => {
  const refused = { code: 'period-locked', serviceCode: null, message: null }
  const codeAfter = (state: 'done' | 'dropped') => reasonKept([{ step: 'remove-payment', state }], refused).code
  expect([codeAfter('done'), codeAfter('dropped')]).toEqual(['payment-removed', 'period-locked'])
})
