import { expect, test } from 'vitest'
import { held, nearestPlace, placeOf } from './held-cell.ts'

const columns = (...ids: string[]) => ids.map((id) => ({ id }))
const amount = held({ position: 3, column: 2 }, columns('date', 'merchant', 'amount', 'account'))

test('a cell stays in its column when columns before it come and go', () => {
  expect(placeOf(amount, columns('date', 'amount', 'account'))).toEqual({ position: 3, column: 1 })
  expect(placeOf(amount, columns('state', 'date', 'merchant', 'amount'))).toEqual({ position: 3, column: 3 })
})

test('where its column is not shown nothing is written in another one, and the keyboard stands at the nearest place', () => {
  expect(placeOf(amount, columns('date', 'merchant', 'account'))).toBeNull()
  expect(nearestPlace(amount, columns('date', 'merchant', 'account'))).toEqual({ position: 3, column: 2 })
  expect(nearestPlace(amount, columns('date', 'merchant'))).toEqual({ position: 3, column: 1 })
  expect(nearestPlace(amount, columns('amount'))).toEqual({ position: 3, column: 0 })
})
