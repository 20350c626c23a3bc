import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Earlier, findLookAlikes, monthsAround, type Row } from './look-alikes.ts'

const purchase = {
  amount: 12_500,
  day: '2026-10-01',
  text: 'ICA MAXI ÖSTERSUND',
  name: 'ica maxi ostersund',
  card: null,
  providerId: null,
  templateId: 'seb',
}
const before = (changed: Partial<Earlier> = {}): Earlier => ({ ...purchase, fileName: 'kort.csv', row: 7, ...changed })
const heldOf = (row: Partial<Row>, ...earlier: Earlier[]) =>
  findLookAlikes([{ ...purchase, id: 1, ...row }], earlier.length > 0 ? earlier : [before()]).get(1)?.params

test.each([
  ['a text that was cut', { text: 'ICA MAXI ÖST' }],
  ['one of which six signs are left', { text: 'ICA MA' }],
  ['one that goes on', { text: 'Ica Maxi Östersund 0412' }],
  ['the same text where only one of the two says the card', { card: '1234' }],
  ['the same text where only one of the two has an id', { providerId: 'AT1' }],
  ['a text without its marks', { text: 'ICA MAXI OSTERSUND' }],
  ['one that a terminal writes with two letters for one', { text: 'ICA MAXI OEST' }],
  [
    'another source’s name for the shop without its marks',
    { text: 'Taxi Östersund', name: 'taxi östersund', templateId: 'sheet' },
    { text: 'TAXI OESTERSUND EK', name: 'taxi oestersund ek' },
    'TAXI OESTERSUND EK',
  ],
  ['the same card masked otherwise', { card: '**** 1234' }, { card: '5412 75XX XXXX 1234' }],
  [
    'another source’s words for the same shop',
    { text: 'Kortköp 261002 ICA MAXI', name: 'ica maxi', templateId: 'bank' },
  ],
])('%s may be the purchase that was imported before', (_, row, earlier?, text = purchase.text) => {
  expect(heldOf(row, before(earlier))).toEqual({ fileName: 'kort.csv', row: 7, text })
})

test.each([
  ['another card', { card: '1234' }, { card: '9876' }],
  ['another number of the provider’s', { providerId: 'A1' }, { providerId: 'A2' }],
  ['a text that is not the beginning of the other', { text: 'ICA KVANTUM' }],
  ['two journeys that one source tells apart', { text: 'SJ 14:10', name: 'sj' }, { text: 'SJ 12:30', name: 'sj' }],
  ['a few letters that begin the other', { text: 'ICA' }],
  ['five signs that do', { text: 'ICA M' }],
  [
    'another text of another source, where neither has a name for the shop',
    { text: 'OKÄND', name: null, templateId: 'bank' },
    { name: null },
  ],
])('%s is another purchase', (_, row, earlier?) => {
  expect(heldOf(row, before(earlier))).toBeUndefined()
})

const bank = { text: 'Kortköp 261002 ICA MAXI', name: 'ica maxi', templateId: 'bank' }

test('a purchase that another source dates a few days apart may be the one that was imported, and its day is told', () => {
  const held = { fileName: 'kort.csv', row: 7, text: purchase.text, day: '2026-10-01' }
  expect(heldOf({ ...bank, day: '2026-10-05' })).toEqual(held)
  expect(heldOf({ ...bank, day: '2026-09-27' })).toEqual(held)
})

test.each([
  ['five days apart', { ...bank, day: '2026-10-06' }],
  ['a day apart in the same source', { day: '2026-10-02' }],
  ['a day apart, in another shop', { ...bank, name: 'ica kvantum', text: 'ICA KVANTUM', day: '2026-10-02' }],
  ['a day apart, of another amount', { ...bank, amount: 12_501, day: '2026-10-02' }],
  ['a day apart, on another card', { ...bank, card: '1234', day: '2026-10-02' }, { card: '9876' }],
  ['that a person has said to be another, a day apart', { ...bank, day: '2026-10-02', isAnother: true }],
])('a purchase %s is another', (_, row, earlier?) => {
  expect(heldOf(row, before(earlier))).toBeUndefined()
})

test('of purchases that one source has several of in those days none is taken for one of another day', () => {
  const at = (id: number, day: string) => ({ ...purchase, ...bank, id, day })
  expect(findLookAlikes([at(1, '2026-10-02'), at(2, '2026-10-03')], [before()]).size).toBe(0)
  expect(findLookAlikes([at(1, '2026-10-02')], [before(), before({ day: '2026-10-03' })]).size).toBe(0)
  // The one that is known on its own day leaves the other alone.
  const days = [before(), before({ day: '2026-10-03', row: 8 })]
  expect(
    [...findLookAlikes([at(1, '2026-10-01'), at(2, '2026-10-04')], days).values()].map((one) => one.params),
  ).toEqual([
    { fileName: 'kort.csv', row: 7, text: purchase.text },
    { fileName: 'kort.csv', row: 8, text: purchase.text, day: '2026-10-03' },
  ])
})

test('purchases in the months before and after may be dated in these', () => {
  expect(monthsAround(['2026-12'])).toEqual(['2026-11', '2026-12', '2027-01'])
  expect(monthsAround([])).toEqual([])
})

test('each earlier purchase holds one row, whatever their order', () => {
  const counts = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
  fc.assert(
    fc.property(counts, ([rows, earlier]) => {
      const own = Array.from({ length: rows }, (_, id) => ({ ...purchase, text: 'ICA MAXI', id }))
      const known = Array.from({ length: earlier }, (_, row) => before({ row }))
      const held = findLookAlikes(own, known)
      expect(held.size).toBe(Math.min(rows, earlier))
      expect(new Set([...held.values()].map(({ params }) => params?.row)).size).toBe(held.size)
    }),
  )
})
