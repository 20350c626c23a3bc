import { describe, expect, test } from 'vitest'
import { purchasesOf, readBlind } from '../../testing/read-blind.ts'

const rows = [
  ['2026-05-11', 'ICA Maxi', '-100,00', '4900,00'],
  ['2026-05-12', 'SJ AB', '-250,50', '4649,50'],
  ['2026-05-13', 'Systembolaget', '-99,90', '4549,60'],
  ['2026-05-14', 'Clas Ohlson', '-1200,00', '3349,60'],
]
const file = (amount: string, balance: string, body = rows) =>
  [['Datum', 'Text', amount, balance], ...body].map((cells) => cells.join(';'))

describe('what changes by another column from row to row is what was left, whatever both are called', () => {
  test.each([
    ['In/Out', 'Sum'],
    ['Belopp', 'Totalsumma'],
    ['Amount', 'Belopp'],
    ['Förändring', 'Total'],
    ['Transaktion', 'Belopp'],
    ['Transaktion', 'Saldo'],
    ['Transaktionsbelopp', 'Belopp'],
    ['Insättning/Uttag', 'Summa'],
  ])('`%s` beside `%s`', (amount, balance) => {
    for (const body of [rows, rows.toReversed()]) {
      const { fields, reading } = readBlind(file(amount, balance, body))
      expect(fields).toMatchObject({ total: amount, merchant: 'Text' })
      expect(purchasesOf(reading).toSorted()).toEqual([10000, 120000, 25050, 9990])
    }
  })

  test('two rows say it where they have a sign, and not without one', () => {
    const two = [
      ['2026-05-11', 'A', '-100,00', '900,00'],
      ['2026-05-12', 'B', '-100,00', '800,00'],
    ] as string[][]
    expect(purchasesOf(readBlind(file('In/Out', 'Sum', two)).reading)).toEqual([10000, 10000])
    const unsigned = [
      ['2026-05-11', 'A', '20,00', '100,00'],
      ['2026-05-12', 'B', '12,00', '112,00'],
    ] as string[][]
    expect(purchasesOf(readBlind(file('Andel', 'Belopp', unsigned)).reading)).toEqual([10000, 11200])
  })

  test('what was spent so far on a card is not what each purchase cost', () => {
    const card = [
      ['2026-05-11', 'A', '100,00', '100,00'],
      ['2026-05-12', 'B', '50,00', '150,00'],
      ['2026-05-13', 'C', '25,50', '175,50'],
    ]
    for (const name of ['Köp', 'Belopp'])
      expect(purchasesOf(readBlind(file(name, 'Totalt', card)).reading)).toEqual([10000, 5000, 2550])
  })

  test('nor does it make an account of a card whose debt falls by what was given back', () => {
    const debt = [
      ['2026-05-11', 'ICA', '100,00', '1100,00'],
      ['2026-05-12', 'SJ', '50,50', '1150,50'],
      ['2026-05-13', 'SJ', '-20,00', '1130,50'],
      ['2026-05-14', 'Kjell', '70,00', '1200,50'],
    ]
    expect(purchasesOf(readBlind(file('Belopp', 'Totalt', debt)).reading)).toEqual([10000, 5050, -2000, 7000])
  })

  test('what a price rose by is no amount', () => {
    const prices = [
      ['2026-05-11', 'Gym', '100,00', '0,00'],
      ['2026-06-11', 'Gym', '110,00', '10,00'],
      ['2026-07-11', 'Gym', '120,00', '10,00'],
    ]
    expect(purchasesOf(readBlind(file('Belopp', 'Höjning', prices)).reading)).toEqual([10000, 11000, 12000])
  })

  test('`In/Out` with signs is what came and went, in a list of one row and in one that is sorted otherwise', () => {
    for (const body of [rows.slice(0, 1), [rows[2]!, rows[0]!, rows[3]!]]) {
      const { fields, reading } = readBlind(file('In/Out', 'Sum', body))
      expect(fields).toMatchObject({ total: 'In/Out', merchant: 'Text' })
      expect(purchasesOf(reading)).toContain(body.length === 1 ? 10000 : 120000)
    }
  })
})
