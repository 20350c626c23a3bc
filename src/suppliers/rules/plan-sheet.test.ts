import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchKinds } from '../contract.ts'
import { normaliseDesignation } from './designations.ts'
import { type MappedNow, planSheet } from './plan-sheet.ts'
import { contentSeal, type SheetEntry } from './sheet-id.ts'
import { sheetFieldName, sheetTitle } from './sheet-words.ts'

const numbers = ['1', '2', '3', '4']
const words = ['kiosken', 'tallticket', 'polaris flyg', 'akes kafe', 'skruv och spik']
const suppliers = new Map(numbers.map((number) => [number, { name: `Bolag ${number}`, isActive: true }]))
const accounts = new Map([[4000, { isActive: true }]])
const key = (one: { match: string; text: string }) => `${one.match} ${normaliseDesignation(one as never)}`

const designation = fc.record({ match: fc.constantFrom(...matchKinds), text: fc.constantFrom(...words) })
/** Suppliers of which no two have a text in common, as the database has them. */
const register = fc
  .uniqueArray(designation, { selector: key, maxLength: 10 })
  .chain((texts) =>
    fc.tuple(fc.constant(texts), fc.array(fc.constantFrom(...numbers), { minLength: 10, maxLength: 10 })),
  )
  .map(([texts, owners]) =>
    numbers.slice(0, 3).map(
      (supplierNumber): MappedNow => ({
        supplierNumber,
        supplierName: `Bolag ${supplierNumber}`,
        account: null,
        vatType: null,
        designations: texts.filter((_, index) => owners[index] === supplierNumber),
      }),
    ),
  )
const asEntry = (one: MappedNow, index: number): SheetEntry => ({
  row: index + 2,
  number: one.supplierNumber,
  texts: Object.fromEntries(
    matchKinds.map((match) => [match, one.designations.flatMap((it) => (it.match === match ? [it.text] : []))]),
  ),
  account: one.account,
  vatType: one.vatType,
  isRemoved: false,
  problems: [],
})

test('a sheet of what is so changes nothing', () => {
  fc.assert(
    fc.property(register, (mapped) => {
      const plan = planSheet(mapped.map(asEntry), { mapped, suppliers, accounts })
      expect(plan).toEqual({ added: [], changed: [], removed: [], unchanged: 3, untouched: 0, refused: [] })
    }),
  )
})

test('whatever a sheet says, afterwards each text means one supplier, and every row is done, refused or unchanged', () => {
  const entry = fc.record({
    number: fc.constantFrom(...numbers, '9'),
    texts: fc.dictionary(fc.constantFrom(...matchKinds), fc.array(fc.constantFrom(...words), { maxLength: 3 })),
    isRemoved: fc.boolean(),
  })
  fc.assert(
    fc.property(register, fc.array(entry, { maxLength: 6 }), (mapped, rows) => {
      const entries = rows.map((one, index): SheetEntry => ({ ...one, row: index + 2, problems: [] }))
      const plan = planSheet(entries, { mapped, suppliers, accounts })
      const after = new Map(mapped.map((one) => [one.supplierNumber, one]))
      for (const { supplierNumber } of plan.removed) after.delete(supplierNumber)
      for (const one of [...plan.added, ...plan.changed.map((change) => change.after)])
        after.set(one.supplierNumber, one)
      const keys = [...after.values()].flatMap(({ designations }) => designations.map(key))
      expect(new Set(keys).size).toBe(keys.length)
      const done = plan.added.length + plan.changed.length + plan.removed.length + plan.unchanged
      expect(done + new Set(plan.refused.map(({ row }) => row)).size).toBe(rows.length)
    }),
  )
})

test('a supplier that has ended in the accounting system keeps its mapping, may change it or lose it, and gets none anew', () => {
  const mapped: MappedNow = {
    supplierNumber: '1',
    supplierName: 'Bolag 1',
    account: 4010,
    vatType: null,
    designations: [],
  }
  const ended = {
    suppliers: new Map([['1', { name: 'Bolag 1', isActive: false }]]),
    accounts: new Map([
      [4000, { isActive: true }],
      [4010, { isActive: false }],
    ]),
  }
  const plan = (change: Partial<SheetEntry>, ground: Partial<Parameters<typeof planSheet>[1]> = {}) =>
    planSheet([{ ...asEntry(mapped, 0), ...change }], { mapped: [mapped], ...ended, ...ground })
  expect(plan({ account: 4000 })).toMatchObject({ changed: [{ after: { account: 4000 } }], refused: [] })
  expect(plan({ isRemoved: true }, { suppliers: new Map() })).toMatchObject({ removed: [{ row: 2 }], refused: [] })
  expect(plan({}, { mapped: [] }).refused).toMatchObject([{ code: 'supplier-inactive' }, { code: 'account-inactive' }])
})

test('a row that nobody has edited says nothing of an account or a supplier that has changed since it was written', () => {
  const written: MappedNow = {
    supplierNumber: '1',
    supplierName: 'Bolag 1',
    account: 4010,
    vatType: null,
    designations: [],
  }
  const entry = { ...asEntry(written, 0), seal: contentSeal(written) }
  const ground = { suppliers: new Map(), accounts: new Map() }
  const moved = { ...written, account: 4000 }
  expect(planSheet([entry], { mapped: [moved], ...ground })).toMatchObject({ changed: [], unchanged: 1, refused: [] })
  const edited = { ...entry, account: 4020 }
  expect(planSheet([edited], { mapped: [written], ...ground }).refused).toMatchObject([
    { code: 'supplier-unknown' },
    { code: 'account-unknown' },
  ])
})

test('a problem of the id names the column without what its title asks of who writes in the sheet', () => {
  expect([sheetFieldName('id'), sheetFieldName('name')]).toEqual(['Id', sheetTitle('name', 'sv')])
})

test('a number that was written over another is wrong on its own row, and not on the row of the supplier who has it', () => {
  const mapped = ['1', '2'].map((supplierNumber) => mappedAs(supplierNumber, null))
  const overwritten = (number: string): SheetEntry => ({
    ...asEntry(mappedAs(number, null), 0),
    problems: [{ row: 2, column: 'number', value: number, code: 'sheet-number-differs', params: {} }],
  })
  const own = asEntry(mappedAs('2', 4000), 1)
  const { changed, refused } = planSheet([overwritten('2'), own], { mapped, suppliers, accounts })
  expect(changed.map(({ row, after }) => [row, after.account])).toEqual([[3, 4000]])
  expect(refused).toHaveLength(1)
  expect(planSheet([overwritten('999')], { mapped, suppliers, accounts }).refused).toHaveLength(1)
})

const mappedAs = (supplierNumber: string, account: number | null): MappedNow => ({
  ...{ supplierNumber, supplierName: `Bolag ${supplierNumber}`, account, vatType: null, designations: [] },
})

const withTexts = (supplierNumber: string, ...texts: string[]): MappedNow => ({
  ...mappedAs(supplierNumber, null),
  designations: texts.map((text) => ({ match: 'contains', text })),
})

test('a new text that two rows want is told with the other row, since it means nobody yet', () => {
  const entries = [withTexts('1', 'kiosken'), withTexts('2', 'Kiosken')].map(asEntry)
  const { added, refused } = planSheet(entries, { mapped: [], suppliers, accounts })
  expect(added.map(({ supplierNumber }) => supplierNumber)).toEqual(['1'])
  expect(refused).toEqual([
    {
      ...{ row: 3, column: 'contains', value: 'Kiosken', code: 'designation-twice' },
      params: { supplierName: 'Bolag 1', row: 2 },
    },
  ])
})

test('a text stays with the supplier who has it and keeps it, also where a row above wants it', () => {
  const mapped = [mappedAs('1', null), withTexts('2', 'kiosken')]
  const entries = [withTexts('1', 'kiosken'), withTexts('2', 'kiosken')].map(asEntry)
  const { unchanged, refused } = planSheet(entries, { mapped, suppliers, accounts })
  expect(unchanged).toBe(1)
  expect(refused.map(({ row, code, params }) => [row, code, params.supplierName])).toEqual([
    [2, 'designation-taken', 'Bolag 2'],
  ])
})

const exactly = (supplierNumber: string, ...texts: string[]): MappedNow => ({
  ...mappedAs(supplierNumber, null),
  designations: texts.map((text) => ({ match: 'exact', text })),
})

test('a text that names no company is refused, but stays where it is taught already, and moves', () => {
  const mapped = [exactly('1', 'PAYPAL', 'SWISH'), exactly('3')]
  const entries = [exactly('1', 'PAYPAL'), exactly('2', 'AUTOGIRO 123'), exactly('3', 'Swish')].map(asEntry)
  const { changed, refused } = planSheet(entries, { mapped, suppliers, accounts })
  expect(changed.map(({ after }) => after.designations)).toEqual([
    [{ match: 'exact', text: 'PAYPAL' }],
    [{ match: 'exact', text: 'Swish' }],
  ])
  expect(refused).toEqual([
    { row: 3, column: 'exact', value: 'AUTOGIRO 123', code: 'designation-names-nobody', params: {} },
  ])
})

test('payment services that send bills of their own are taught by a sheet, which says so of its own accord', () => {
  const entries = [exactly('1', 'GOOGLE', 'KLARNA', 'STRIPE'), exactly('2', 'BOKADIREKT')].map(asEntry)
  const { added, refused } = planSheet(entries, { mapped: [], suppliers, accounts })
  expect([added.length, refused]).toEqual([2, []])
})

test('texts that have become alike stay with both of their suppliers, also where one of these is changed', () => {
  const mapped = [exactly('1', 'KLARNA.COM*NELLY'), exactly('2', 'NELLY', 'KLARNA *NELLY')]
  const entries = [{ ...exactly('1', 'KLARNA.COM*NELLY'), account: 4000 }, ...mapped.slice(1)].map(asEntry)
  const { changed, unchanged, refused } = planSheet(entries, { mapped, suppliers, accounts })
  expect([changed.map(({ after }) => after), unchanged, refused]).toEqual([[{ ...mapped[0], account: 4000 }], 1, []])
})
