import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Decision } from '../contract.ts'
import { fields, ground, registers, supplier } from '../testing/purchase-fixture.ts'
import { type Assessment, assessRows, composeInvoices, type RowToAssess } from './assess-rows.ts'
import { fingerprint, occurrenceKey } from './duplicates.ts'
import { tellGathered } from './tell-gathered.ts'

const cafe = supplier({ number: '8', name: 'Kafé Bryggan HB', vatType: 'SE12' })
const assessment = (changes: Partial<Assessment> = {}): Assessment => ({
  ground: ground(),
  granularity: 'row',
  imported: new Set(),
  usedNumbers: new Map(),
  recognise: (merchant) =>
    merchant.startsWith('KONTORSHALLEN') ? supplier() : merchant.startsWith('KAFE') ? cafe : null,
  findSupplier: (text) => [supplier(), cafe].find(({ number }) => number === text) ?? null,
  referenceFor: (identities) => `RV ${identities.join(' + ')}`,
  ...changes,
})

let id = 0
function row(changes: Parameters<typeof fields>[0] = {}, decision: Decision | null = null): RowToAssess {
  const read = fields(changes)
  id += 1
  const identity = {
    providerId: null,
    card: read.card,
    invoiceDate: read.invoiceDate,
    amount: read.amountSek ?? 0,
    currency: 'SEK',
    merchant: read.merchant,
  }
  return {
    id,
    sheet: 'Blad1',
    number: id,
    reading: { fields: read, cellsOf: {}, sheet: 1 },
    problems: [],
    fingerprint: fingerprint(identity),
    decision,
    section: null,
    text: read.merchant,
    amount: read.amountSek,
  }
}
const states = (rows: RowToAssess[], changes?: Partial<Assessment>) =>
  assessRows(rows, assessment(changes)).map(({ state }) => state)
const keyOf = (of: RowToAssess, occurrence: number) => occurrenceKey(of.fingerprint!, occurrence)

test('a known supplier is ready, an unknown merchant needs attention, what was left out is skipped', () => {
  expect(states([row(), row({ merchant: 'BRYGGERIGR 14' }), row({}, 'leave-out')])).toEqual([
    'ready',
    'attention',
    'skipped',
  ])
})

test('a row that could not be read keeps its problems when it is left out and taken back', () => {
  const broken: RowToAssess = {
    ...row(),
    reading: null,
    fingerprint: null,
    problems: [{ code: 'date-unreadable', cell: 'A3' }],
  }
  const [out] = assessRows([{ ...broken, decision: 'leave-out' }], assessment())
  expect(out).toMatchObject({ state: 'skipped', problems: [{ code: 'left-out' }, { code: 'date-unreadable' }] })
  expect(assessRows([{ ...broken, problems: out!.problems }], assessment())[0]).toMatchObject({
    state: 'attention',
    problems: [{ code: 'date-unreadable' }],
  })
})

test('of three equal purchases of which two were imported the third is new', () => {
  const rows = [row(), row(), row()]
  expect(states(rows, { imported: new Set([keyOf(rows[0]!, 1), keyOf(rows[0]!, 2)]) })).toEqual([
    'duplicate',
    'duplicate',
    'ready',
  ])
})

test('a duplicate imported anyway gets a number and reference that nobody has', () => {
  const rows = [row({}, 'import-anyway'), row()]
  const imported = new Set([keyOf(rows[0]!, 1)])
  const assessed = assessRows(rows, assessment({ imported }))
  expect(assessed.map(({ state, occurrence }) => [state, occurrence])).toEqual([
    ['ready', 3],
    ['ready', 2],
  ])
  expect(new Set(assessed.map(({ draft }) => draft?.invoice?.reference)).size).toBe(2)
  expect(states([row({}, 'import-anyway')])).toEqual(['ready'])
})

test('one per sheet: a supplier’s rows become one invoice and wait for each other', () => {
  const rows = [row(), row({ amountSek: 5_000 }), row({ merchant: 'KAFE BRYGGAN' }), row({ merchant: 'OKÄND' })]
  const assessed = assessRows(rows, assessment({ granularity: 'sheet' }))
  expect(assessed.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'attention'])
  const invoices = composeInvoices(assessed, assessment({ granularity: 'sheet' }))
  expect(invoices.map(({ invoice, rows: of }) => [invoice.supplierNumber, invoice.total, of.length])).toEqual([
    ['7', 134_900, 2],
    ['8', 129_900, 1],
  ])
  expect(invoices[0]?.invoice.reference).toBe(`RV ${assessed[0]!.identity} + ${assessed[1]!.identity}`)

  const waiting = assessRows([...rows, row({ invoiceDate: '2024-01-02' })], assessment({ granularity: 'sheet' }))
  expect(waiting.map(({ state }) => state)).toEqual(['attention', 'attention', 'ready', 'attention', 'attention'])
  expect(waiting[0]?.problems).toEqual([{ code: 'group-waits', params: { row: rows.length + rows[0]!.number } }])
})

const aroundApril = [
  row({ invoiceDate: '2026-03-30', amountSek: 11_200 }),
  row({ invoiceDate: '2026-04-02', amountSek: 10_600 }),
]

test('food bought before and after its rate changed is two invoices, each with the VAT of its days', () => {
  const food = supplier({ number: '9', vatType: 'SE_FOOD', account: 6110 })
  const gathered = assessment({ granularity: 'sheet', recognise: () => food })
  const invoices = composeInvoices(assessRows(aroundApril, gathered), gathered)
  expect(invoices.map(({ invoice }) => [invoice.invoiceDate, invoice.total, invoice.vat])).toEqual([
    ['2026-03-30', 11_200, 1_200],
    ['2026-04-02', 10_600, 600],
  ])
})

test('what is bought in two months is one invoice, and is told to be booked later', () => {
  const hotel = supplier({ number: '9', vatType: 'SE12', account: 6110 })
  const gathered = assessment({ granularity: 'sheet', recognise: () => hotel })
  const rows = assessRows(aroundApril, gathered)
  const invoices = composeInvoices(rows, gathered)
  expect(invoices.map(({ invoice }) => invoice.invoiceDate)).toEqual(['2026-04-02'])
  const told = tellGathered(rows, invoices)
  expect(told.map(({ state }) => state)).toEqual(['ready', 'ready'])
  expect(told.map(({ problems }) => problems)).toEqual([
    [{ code: 'booked-in-later-month', params: { date: '2026-04-02' } }],
    [],
  ])
})

test('texts that are too long only together are told on the rows of their invoice, and each row is told once', () => {
  const gathered = assessment({ granularity: 'supplier' })
  const rows = assessRows(
    [
      row({ comments: 'a'.repeat(600), ourReference: 'Karin Ekdahl' }),
      row({ comments: 'b'.repeat(600), ourReference: 'Olle Sandberg' }),
      row({ comments: 'c'.repeat(1001) }),
      row({ comments: 'd'.repeat(900), merchant: 'KAFE BRYGGAN' }),
    ],
    gathered,
  )
  const told = tellGathered(rows, composeInvoices(rows, gathered))
  const together = { code: 'texts-shortened', params: { field: 'comments', most: 1000 } }
  expect(told.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'ready'])
  expect(told.map(({ problems }) => problems)).toEqual([
    [together],
    [together],
    [{ code: 'text-shortened', params: { field: 'comments', most: 1000 } }],
    [],
  ])
})

test('gathered rows on both sides of a new financial year become two invoices, and a locked day is not carried over the lock', () => {
  const days = ['2025-12-30', '2025-12-31', '2026-01-02']
  const gathered = assessment({ granularity: 'supplier' })
  const rows = assessRows(
    days.map((invoiceDate) => row({ invoiceDate })),
    gathered,
  )
  const invoices = composeInvoices(rows, gathered)
  expect(invoices.map(({ invoice }) => invoice.invoiceDate)).toEqual(['2025-12-31', '2026-01-02'])
  const locked = assessment({ ...gathered, ground: ground({ registers: registers({ lockedUntil: '2025-12-30' }) }) })
  const held = assessRows(
    days.map((invoiceDate) => row({ invoiceDate })),
    locked,
  )
  // What is locked is not carried over the lock by a later row's date: its invoice waits for a person.
  expect(held.map(({ state, problems }) => [state, problems[0]?.code])).toEqual([
    ['attention', 'period-locked'],
    ['attention', 'group-waits'],
    ['attention', 'group-waits'],
  ])
})

/** Imports a file whose rows are purchases of these amounts: what was new, and what is known afterwards. */
function importFile(amounts: readonly number[], imported: ReadonlySet<string>) {
  const assessed = assessRows(
    amounts.map((amountSek) => row({ amountSek })),
    assessment({ imported }),
  )
  const added = assessed.filter(({ state }) => state === 'ready')
  return { added, known: new Set([...imported, ...added.map(({ identity }) => identity!)]) }
}
const amounts = fc.array(fc.constantFrom(100, 200, -100), { maxLength: 12 })

test('the same file twice adds nothing', () => {
  fc.assert(
    fc.property(amounts, (file) => {
      expect(importFile(file, importFile(file, new Set()).known).added).toEqual([])
    }),
  )
})

test('two files that overlap add their union as multisets, in any order of rows', () => {
  fc.assert(
    fc.property(amounts, amounts, (first, second) => {
      const before = importFile(first, new Set())
      const after = importFile(second, before.known)
      for (const amount of [100, 200, -100]) {
        const countIn = (file: readonly number[]) => file.filter((each) => each === amount).length
        const posted = [...before.added, ...after.added].filter(({ draft }) => draft?.invoice?.total === amount)
        expect(posted.length).toBe(Math.max(countIn(first), countIn(second)))
        expect(new Set(posted.map(({ draft }) => draft?.invoice?.reference)).size).toBe(posted.length)
      }
    }),
  )
})
