import { expect, test } from 'vitest'
import { fields } from '../testing/purchase-fixture.ts'
import { packReading, unpackReading } from './pack-reading.ts'

test('a reading comes back as it was: cells of its own row and of others, templates, fields that few rows have', () => {
  const usual = { fields: fields(), cellsOf: { merchant: ['C16'], invoiceDate: ['A16'] }, sheet: 1 }
  const odd = {
    fields: fields({ card: null, foreignAmount: -1250, currency: 'EUR', rate: '11.42', ocr: '123 45', vatRate: '25' }),
    cellsOf: { merchant: ['C16', 'D16'], card: ['A6'], currency: ['E16', 'B116'], total: [] },
    sheet: 3,
    byTemplate: ['merchant' as const],
  }
  for (const reading of [usual, odd]) expect(unpackReading(packReading(reading, 16), 16)).toEqual(reading)
  expect(unpackReading(packReading(odd, 6), 6)).toEqual(odd)
})

test('what the database cannot take out of it again is no part of it', () => {
  const damaged = { merchant: 'Caf\0é \ud83d', comments: 'a\0b \ude00' }
  const packed = packReading({ fields: fields(damaged), cellsOf: {}, sheet: 1 }, 16)
  expect(unpackReading(packed, 16).fields).toMatchObject({ merchant: 'Café \ufffd', comments: 'ab \ufffd' })
})
