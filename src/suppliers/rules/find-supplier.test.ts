import { expect, test } from 'vitest'
import { createSupplierFinder } from './find-supplier.ts'

const of = (number: string, name: string, isActive = true) => ({ number, name, isActive, account: 4000 })
const find = createSupplierFinder(
  [
    of('7', 'Kontorshallen AB'),
    of('8', 'Kafé Bryggan'),
    of('9', 'Kafé Bryggan', false),
    of('10', 'Två'),
    of('11', 'Två'),
  ],
  [{ supplierNumber: '7', account: 6110, vatType: 'SE25' }],
)

test('a supplier is found by number or whole name, with what was taught about it', () => {
  expect(find(' 7 ')).toEqual({
    number: '7',
    name: 'Kontorshallen AB',
    isActive: true,
    account: 6110,
    vatType: 'SE25',
    registerAccount: 4000,
  })
  expect(find('KONTORSHALLEN  ab')?.number).toBe('7')
  expect(find('Kontorshallen')).toBeNull()
})

test('of two with one name the active one is meant; of two active ones none', () => {
  expect(find('kafé bryggan')?.number).toBe('8')
  expect(find('Två')).toBeNull()
})
