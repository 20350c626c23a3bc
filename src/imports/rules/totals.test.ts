import { expect, test } from 'vitest'
import { addUp, createAdder } from './totals.ts'

const of = (count: number, sum: number) => ({ count, sum })
const byState = { ready: of(1, 100), attention: of(2, 20), duplicate: of(3, 3), skipped: of(4, -1000) }

test('an import adds up when each of its rows is in one of the four states, in number and in öre', () => {
  expect(addUp(of(10, -877), byState)).toEqual({ read: of(10, -877), ...byState })
  expect(addUp(of(1, 100), { ready: of(1, 100) })).toMatchObject({ attention: of(0, 0), skipped: of(0, 0) })
})

test('an equation that does not hold is shown to nobody', () => {
  expect(() => addUp(of(11, -877), byState)).toThrow('count')
  expect(() => addUp(of(10, -876), byState)).toThrow('sum')
  for (const state of ['ready', 'attention', 'duplicate', 'skipped'] as const)
    expect(() => addUp(of(10, -877), { ...byState, [state]: of(0, 0) })).toThrow('do not add up')
})

test('rows are added up one by one, those without an amount in number alone', () => {
  const adder = createAdder()
  for (const [state, amount] of [
    ['ready', 100],
    ['ready', -30],
    ['attention', null],
    ['skipped', 7],
  ] as const)
    adder.add(state, amount)
  expect(adder.finish()).toEqual({
    ...{ read: of(4, 77), ready: of(2, 70), attention: of(1, 0), duplicate: of(0, 0), skipped: of(1, 7) },
  })
})
