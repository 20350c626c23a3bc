import { expect, test } from 'vitest'
import { proposeBooking } from './propose-booking.ts'

const nothing = { registerAccount: null, countryCode: null, accounts: [], vatTypes: [] }

test('a new supplier is proposed the account that the accounting system has for it, else the one most used, with the reason', () => {
  const accounts = [{ account: 6540, rows: 7 }]
  expect(proposeBooking({ ...nothing, registerAccount: 5410, accounts }).account).toEqual({
    account: 5410,
    reason: 'register',
    rows: 0,
  })
  expect(proposeBooking({ ...nothing, accounts }).account).toEqual({ account: 6540, reason: 'earlier-rows', rows: 7 })
  expect(proposeBooking(nothing)).toEqual({ account: null, vat: null })
})

test('the country proposes the VAT where nothing was booked before: services or goods is asked, and Sweden says nothing', () => {
  const of = (countryCode: string) => proposeBooking({ ...nothing, countryCode }).vat
  expect(of('IE')).toMatchObject({ vatTypes: ['EU_SERVICES', 'EU_GOODS'], reason: 'eu', country: 'IE' })
  for (const outside of ['US', 'GB', 'NO', 'CH'])
    expect(of(outside)).toMatchObject({ vatTypes: ['NON_EU_SERVICES', 'GOODS_IMPORT'], reason: 'outside-eu' })
  expect(of('SE')).toBeNull()
  const vatTypes = [{ vatType: 'FOREIGN_VAT' as const, rows: 3 }]
  expect(proposeBooking({ ...nothing, countryCode: 'IE', vatTypes }).vat).toMatchObject({
    vatTypes: ['FOREIGN_VAT'],
    reason: 'earlier-rows',
  })
})
