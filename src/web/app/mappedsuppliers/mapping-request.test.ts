import { expect, test } from 'vitest'
import type { MappedSupplier } from '#suppliers/contract.ts'
import { changedMapping, newMapping, shownBooking } from './mapping-request.ts'

const begun: MappedSupplier = {
  id: '01a20fe7-f94c-7000-b738-0e1c4fa83c49',
  supplierNumber: '1',
  supplierName: 'Tallticket AB',
  account: 5810,
  vatType: 'SE6',
  designations: [{ id: '01a20fe7-f94c-7000-b738-0e1c4fa83c50', match: 'exact', text: 'TALLTICKET' }],
  updatedAt: '2026-11-21T08:00:00Z',
}
const asOpened = begun.designations.map(({ id, match, text }) => ({ key: id, match, text }))
const further = [{ key: 'new', match: 'exact' as const, text: ' TALLBILJETTER ' }]

test('a further text of a supplier that is booked already says nothing of its account and VAT type', () => {
  expect(newMapping('1', { edited: {}, designations: further })).toEqual({
    supplierNumber: '1',
    designations: [{ match: 'exact', text: 'TALLBILJETTER' }],
  })
})

test('what a person takes away is sent as taken away', () => {
  expect(newMapping('1', { edited: { account: null }, designations: [] })).toMatchObject({ account: null })
})

test('how a chosen supplier is booked is shown, with what the person says instead', () => {
  expect(shownBooking({}, begun)).toEqual({ account: 5810, vatType: 'SE6' })
  expect(shownBooking({ account: null }, begun)).toEqual({ account: null, vatType: 'SE6' })
  expect(shownBooking({ vatType: 'SE25' }, undefined)).toEqual({ account: null, vatType: 'SE25' })
})

test('a mapping that was opened and saved sends what differs alone', () => {
  expect(changedMapping(begun, { edited: {}, designations: asOpened })).toEqual({})
  expect(changedMapping(begun, { edited: { account: 4000, vatType: 'SE6' }, designations: asOpened })).toEqual({
    account: 4000,
  })
  const sent = changedMapping(begun, { edited: {}, designations: [...asOpened, ...further] })
  const known = { match: 'exact', text: 'TALLTICKET' }
  expect(sent).toEqual({
    designations: [known, { match: 'exact', text: 'TALLBILJETTER' }],
    before: { designations: [known] },
  })
})
