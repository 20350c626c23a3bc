import { expect, test } from 'vitest'
import { holdToken } from './hold-token.ts'

function holdAfter(ms: number) {
  let now = 0
  const read = async () => {
    now += ms
    return 'token'
  }
  return holdToken({ readToken: read, clock: { now: () => new Date(now) } })
}

test('a request that waited long for its token does not leave: what was looked up before it is old by then', async () => {
  const take = holdAfter(10_001)
  await expect(take()).rejects.toMatchObject({ kind: 'unavailable', retry: 'safe' })
})

test('one that waited ten seconds leaves', async () => {
  expect(await holdAfter(10_000)()).toBe('token')
})
