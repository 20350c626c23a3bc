import { expect, test } from 'vitest'
import { createAwayTelling } from './tell-away.ts'

const failure = (code: string) => new Error('Failed query', { cause: Object.assign(new Error(code), { code }) })

test('a database that is away is told of once a minute and reason, with how often that was passed over; all else always', () => {
  let now = 0
  const tell = createAwayTelling(() => now)
  expect([tell(failure('ECONNREFUSED')), tell(failure('ECONNREFUSED')), tell(failure('ECONNREFUSED'))]).toEqual([
    {},
    null,
    null,
  ])
  expect([tell(failure('53100')), tell(new Error('ours')), tell(new Error('ours'))]).toEqual([{}, {}, {}])
  now = 59_999
  expect(tell(failure('ECONNREFUSED'))).toBeNull()
  now = 60_000
  expect([tell(failure('ECONNREFUSED')), tell(failure('ECONNREFUSED'))]).toEqual([{ untold: 3 }, null])
  now = 200_000
  expect(tell(failure('53100'))).toEqual({})
})
