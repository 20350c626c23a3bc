import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Earlier, findLookAlikes, type Row } from './look-alikes.ts'

const purchase = {
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
  ['one that goes on', { text: 'Ica Maxi Östersund 0412' }],
  ['the same text where only one of the two says the card', { card: '1234' }],
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
])('%s is another purchase', (_, row, earlier?) => {
  expect(heldOf(row, before(earlier))).toBeUndefined()
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
