import { expect, test } from 'vitest'
import { followSaved, rebaseFields } from './edited-copy.tsx'

const base = { account: 2440, mode: 'KORT', pays: true }
const copyOf = (value: Partial<typeof base>) => ({
  saved: base,
  base,
  value: { ...base, ...value },
  isOvertaken: false,
})

test('a form that nobody has touched becomes what is saved, whenever that comes', () => {
  const theirs = { ...base, account: 2890 }
  expect(followSaved(copyOf({}), theirs, rebaseFields)).toEqual({
    ...{ saved: theirs, base: theirs, value: theirs, isOvertaken: false },
  })
})

test('what one changed stays, what another saved meanwhile is in the form too, and that is said', () => {
  const theirs = { ...base, account: 2890, mode: 'BG' }
  expect(followSaved(copyOf({ mode: 'PG', pays: false }), theirs, rebaseFields)).toMatchObject({
    ...{ base: theirs, value: { account: 2890, mode: 'PG', pays: false }, isOvertaken: true },
  })
})

test('nothing is said where both came to the same, or where what was typed is still the only change', () => {
  const theirs = { ...base, account: 2890 }
  expect(followSaved(copyOf({ account: 2890 }), theirs, rebaseFields).isOvertaken).toBe(false)
  expect(followSaved(copyOf({ account: 1 }), { ...base }, rebaseFields)).toMatchObject({ isOvertaken: false })
})

test('a field that one took away stays away', () => {
  const fields = { text: 'A', fee: 'B' } as { text?: string; fee?: string }
  expect(rebaseFields(fields, { text: 'A' }, { text: 'C', fee: 'B' })).toEqual({ text: 'C' })
})
