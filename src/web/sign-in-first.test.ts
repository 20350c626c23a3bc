import { expect, test } from 'vitest'
import { signInFirst } from './sign-in-first.ts'

const ask = (path: string) => {
  try {
    return signInFirst(new Request(`http://localhost${path}`))
  } catch (answer) {
    return (answer as Response).headers.get('location')
  }
}

test('whoever is not logged in signs in before any address under /app, also one that does not exist', () => {
  expect(ask('/app/nothing?x=1')).toBe('/signin?next=%2Fapp%2Fnothing%3Fx%3D1')
  expect(ask('/app')).toBe('/signin?next=%2Fapp')
})

test('elsewhere nobody is asked to', () => {
  expect([ask('/nothing'), ask('/apples')]).toEqual([null, null])
})
