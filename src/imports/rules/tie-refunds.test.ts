import fc from 'fast-check'
import { expect, test } from 'vitest'
import { candidatesFor, creditComment, type Original, type Refund, tieRefunds } from './tie-refunds.ts'

const original = (changes: Partial<Original> = {}): Original => ({
  key: `invoice ${changes.number ?? '1'}`,
  ...{
    invoiceNumber: 'A-1',
    number: '1',
    date: '2026-10-01',
    currency: 'SEK',
    total: 125_000,
    row: null,
    file: null,
    reference: null,
    ownReference: null,
  },
  supplierNumber: '7',
  ...changes,
})
const refund = (changes: Partial<Refund> = {}): Refund => ({
  ...{ id: 9, supplierNumber: '7', date: '2026-10-20', currency: 'SEK', total: 125_000, chosen: undefined },
  ...changes,
})
const tieOf = (one: Refund, ...originals: Original[]) => {
  const tie = tieRefunds([one], originals).get(one.id)
  return tie ? `${tie.key}: ${tie.reason}` : null
}

test('a refund takes back the purchase of the same amount, the latest where several are', () => {
  expect(tieOf(refund(), original(), original({ number: '2', total: 900_000 }))).toBe('invoice 1: same-amount')
  const later = original({ number: '2', date: '2026-10-09' })
  expect(tieOf(refund(), original(), later)).toBe('invoice 2: latest-same-amount')
})

test('a refund of the same day takes its purchase back', () => {
  expect(tieOf(refund({ date: '2026-10-01' }), original())).toBe('invoice 1: same-amount')
})

test('a part is of the only purchase that is large enough, and of none where several are', () => {
  expect(tieOf(refund({ total: 5000 }), original(), original({ number: '2', total: 4000 }))).toBe('invoice 1: only-one')
  expect(tieOf(refund({ total: 5000 }), original(), original({ number: '2' }))).toBeNull()
})

test('another supplier, another currency, a later day and a smaller amount are no purchase of it', () => {
  for (const other of [{ supplierNumber: '8' }, { currency: 'EUR' }, { date: '2026-10-21' }, { total: 124_999 }])
    expect(tieOf(refund(), original(other))).toBeNull()
})

test('what was taken back once is not taken back again, in the same file either', () => {
  const refunds = [
    refund({ id: 1, total: 100_000 }),
    refund({ id: 2, total: 100_000 }),
    refund({ id: 3, total: 25_000 }),
  ]
  const ties = tieRefunds(refunds, [original()])
  expect([...ties].map(([id, tie]) => `${id} ${tie?.key ?? 'none'}`)).toEqual(['1 invoice 1', '2 none', '3 invoice 1'])
})

test('what an earlier import took back is not taken back again; a part that is left is', () => {
  const ownReference = 'RV-PURCHASE'
  const tied = (taken: number, tie: { number: string | null; reference: string | null }, total = 125_000) =>
    tieRefunds([refund({ total })], [original({ ownReference })], [{ tie, total: taken, vat: 0 }]).get(9)?.key ?? null
  const byNumber = { number: '1', reference: null }
  const byReference = { number: null, reference: ownReference } // it had no number when the refund was confirmed
  expect([tied(125_000, byNumber), tied(125_000, byReference), tied(100_000, byReference, 25_001)]).toEqual([
    ...[null, null, null],
  ])
  expect(tied(100_000, byReference, 25_000)).toBe('invoice 1')
  expect(tied(125_000, { number: '2', reference: 'RV-OTHER' })).toBe('invoice 1')
})

test('a tie says what others take back of the purchase before, those that are confirmed and those that are ready first', () => {
  const part = (id: number, isReady: boolean) => refund({ id, total: 10_000, isReady })
  const before = [{ tie: { number: '1', reference: null }, total: 30_000, vat: 12_00 }]
  const takenOf = (refunds: Refund[], settled: typeof before) =>
    [...tieRefunds(refunds, [original()], settled)].map(([id, tie]) => [id, tie?.taken])
  expect(takenOf([part(1, false), part(2, true), part(3, true)], [])).toEqual([
    [1, { total: 20_000, settled: 0, vat: 0 }],
    [2, undefined],
    [3, { total: 10_000, settled: 0, vat: 0 }],
  ])
  expect(takenOf([part(1, true), part(2, true)], before)).toEqual([
    [1, { total: 30_000, settled: 30_000, vat: 12_00 }],
    [2, { total: 40_000, settled: 30_000, vat: 12_00 }],
  ])
})

test('what a person chose comes before all else, and none stays none', () => {
  const two = [original(), original({ number: '2', total: 900_000 })]
  expect(tieOf(refund({ chosen: 'invoice 2' }), ...two)).toBe('invoice 2: chosen')
  expect(tieOf(refund({ chosen: '' }), ...two)).toBeNull()
  expect(tieOf(refund({ chosen: 'invoice 3' }), ...two)).toBeNull()
})

test('the credit invoice names the number that the supplier’s invoice has, and the books’ own where it has one', () => {
  const tie = { ...original(), reason: 'chosen' as const }
  expect(creditComment(tie)).toBe('Kreditfaktura till faktura A-1, 2026-10-01, löpnummer 1')
  expect(creditComment({ ...tie, number: null })).toBe('Kreditfaktura till faktura A-1, 2026-10-01')
  expect(creditComment({ ...tie, invoiceNumber: null })).toBe('Kreditfaktura till faktura, 2026-10-01, löpnummer 1')
})

test('each of many refunds is tied to a purchase that it can take back, and of none more than it cost', () => {
  const some = { supplierNumber: fc.constantFrom('7', '8'), currency: fc.constantFrom('SEK', 'EUR') }
  const day = fc.constantFrom('2026-10-01', '2026-10-02', '2026-10-03')
  const purchases = fc.array(fc.record({ ...some, date: day, total: fc.integer({ min: 1, max: 9 }) }))
  const refunds = fc.array(fc.record({ ...some, date: day, total: fc.integer({ min: 1, max: 9 }) }))
  fc.assert(
    fc.property(purchases, refunds, (bought, back) => {
      const originals = bought.map((one, index) => original({ ...one, key: `row ${index}`, number: null }))
      const wanted = back.map((one, id) => refund({ ...one, id }))
      const taken = new Map<string, number>()
      for (const [id, tie] of tieRefunds(wanted, originals)) {
        const one = wanted[id]!
        const free = candidatesFor(one, originals).filter(
          ({ key, total }) => total - (taken.get(key) ?? 0) >= one.total,
        )
        const same = free.filter(({ total }) => total === one.total)
        expect(tie?.key).toBe((same[0] ?? (free.length === 1 ? free[0] : undefined))?.key)
        if (tie) taken.set(tie.key, (taken.get(tie.key) ?? 0) + one.total)
      }
    }),
  )
})

test('what a person chose that cannot be it any more, as another supplier’s or a smaller one, is not taken', () => {
  const chosen = refund({ chosen: 'invoice 1' })
  expect(tieOf(chosen, original())).toBe('invoice 1: chosen')
  expect(tieOf(chosen, original({ total: 124_999 }))).toBeNull()
  expect(tieOf(chosen, original({ date: '2026-10-21' }))).toBeNull()
})

test('a purchase can be chosen that is large enough, and the latest are offered first', () => {
  const [older, newer] = [original(), original({ number: '2', date: '2026-10-09' })]
  const smaller = original({ number: '3', total: 124_999 })
  expect(candidatesFor(refund(), [older, smaller, newer])).toEqual([newer, older])
})

test('a part is of the only purchase in its own currency, from its own supplier, whatever others there are', () => {
  const part = refund({ total: 100 })
  const [foreign, others] = [original({ number: '2', currency: 'EUR' }), original({ number: '3', supplierNumber: '8' })]
  expect(tieOf(part, foreign, original(), others)).toBe('invoice 1: only-one')
})

test('what was taken back before is summed, of the purchase alone that its number or our reference names', () => {
  const mine = original({ ownReference: 'RV-1A2B3C' })
  const sameReference = original({ number: '2', ownReference: 'RV-1A2B3C' })
  const taken = (number: string | null, total: number) => ({
    ...{ tie: { number, reference: 'RV-1A2B3C' }, total, vat: total / 5 },
  })
  const ask = (one: Original, ...before: ReturnType<typeof taken>[]) =>
    tieRefunds([refund({ total: 1000 })], [one], before).get(9)?.taken
  expect(ask(mine, taken('1', 500), taken(null, 1500))).toEqual({ total: 2000, settled: 2000, vat: 400 })
  expect(ask(sameReference, taken('1', 500))).toBeUndefined() // both have a number: that tells
})
