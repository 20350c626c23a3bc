import { expect, test } from 'vitest'
import { addDays } from '#kernel/local-dates.ts'
import { type VatType, vatTypes } from '#kernel/supplier-invoice.ts'
import type { ReadFields } from '#templates/contract.ts'
import { fields, ground, options, registers, supplier } from '../testing/purchase-fixture.ts'
import { type Assessment, assessRow, type RowToAssess } from './assess-rows.ts'
import { createQuickCheck, toCheck } from './check-quickly.ts'
import { fingerprint, occurrenceKey } from './duplicates.ts'

const assessment: Assessment = {
  ground: ground(),
  granularity: 'row',
  usedNumbers: new Map(),
  imported: new Set(),
  recognise: (merchant) =>
    (vatTypes as readonly string[]).includes(merchant) ? supplier({ vatType: merchant as VatType }) : null,
  findSupplier: () => null,
  referenceFor: () => '',
}

function row(id: number, changes: Partial<ReadFields>): RowToAssess {
  const read = fields({ card: null, ...changes })
  const identity = { ...read, amount: read.amountSek ?? 0 }
  const reading = { fields: read, cellsOf: { merchant: [`C${id}`] }, sheet: 1 }
  const place = { id, sheet: '', number: id, decision: null, section: null, text: read.merchant }
  return { ...place, reading, problems: [], fingerprint: fingerprint(identity), amount: read.amountSek }
}

/** The same numbers every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('a quick check says what drafting the row says, whatever its merchant, day, amount and other fields', () => {
  const below = numbers(7)
  const merchants = [...vatTypes, 'NOBODY KNOWN']
  const days = ['2026-03-31', '2026-04-01', '2026-10-05', '2024-12-31', '1995-06-01']
  const others: Partial<ReadFields>[] = [
    {},
    {},
    {},
    { vatAmount: 100 },
    { account: '6540' },
    { costCenter: 'NORR' },
    { currency: 'EUR', foreignAmount: 2000 },
    { dueDate: '2026-10-31' },
  ]
  const check = createQuickCheck(assessment)
  for (let id = 1; id <= 4000; id++) {
    const amountSek = (below(2) ? 1 : -1) * [below(1200), below(100_000), below(90_000_000)][below(3)]!
    const other = others[below(others.length)]!
    const foreign = other.foreignAmount ? { foreignAmount: amountSek < 0 ? -2000 : 2000 } : {}
    const one = row(id, {
      ...{ merchant: merchants[below(merchants.length)]!, invoiceDate: days[below(days.length)]!, amountSek },
      ...{ ...other, ...foreign },
    })
    const importedAs = (['imported-before', 'imported-by-other'] as const)[below(6)] ?? null
    const imported = new Set(importedAs ? [occurrenceKey(one.fingerprint!, 1)] : [])
    const importedByOthers = importedAs === 'imported-by-other' ? imported : new Set<string>()
    expect(check(one, 1, importedAs)).toEqual(toCheck(assessRow(one, 1, { ...assessment, imported, importedByOthers })))
  }
})

test('days are alike between those that the rules compare with, whatever these are', () => {
  const below = numbers(11)
  const named = registers({
    lockedUntil: '2026-02-14',
    financialYears: [
      { id: '1', from: '2024-07-01', to: '2025-06-30', method: 'cash' },
      { id: '2', from: '2025-07-01', to: '2026-06-30', method: 'accrual' },
      { id: '3', from: '2026-07-01', to: '2026-12-31', method: 'accrual' },
    ],
  })
  const connection = {
    ...{ name: 'Fortnox', isLost: false, refused: [], awaitingApproval: 0 },
    obstacles: [
      { kind: 'period-locked', step: 'bookkeep', serviceCode: null, message: null, day: '2026-03-10' } as const,
    ],
  }
  for (const paymentDate of [null, '2026-08-20']) {
    const strict = ground({ registers: named, connection, options: { ...options, paymentDate } })
    const own = { ...assessment, ground: strict }
    const check = createQuickCheck(own)
    for (let id = 1; id <= 3000; id++) {
      const merchant = (['SE25', 'SE12', 'SE_FOOD', 'SE0'] as const)[below(4)]!
      const invoiceDate = addDays('2024-06-20', below(940))
      const one = row(id, { merchant, invoiceDate, amountSek: (below(5) ? 1 : -1) * (1000 + below(90_000)) })
      expect(check(one, 1, null)).toEqual(toCheck(assessRow(one, 1, own)))
    }
  }
})
