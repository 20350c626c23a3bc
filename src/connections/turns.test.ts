import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

/** A pace whose turn comes when `begin` is called, and tokens that are named by the second in which they are read. */
function open() {
  let now = 0
  const given = Promise.withResolvers<void>()
  const outcomes: object[] = []
  let mayStillSend = true
  const refused: (string | undefined)[] = []
  let readSeconds = 0
  const turn = openTurns({
    clock: { now: () => new Date(now) },
    async readToken(options) {
      refused.push(options?.refused)
      now += readSeconds * 1000
      return `read at ${now / 1000}`
    },
    pace: () => given.promise.then(() => (outcome) => void outcomes.push(outcome)),
    mayStillSend: () => mayStillSend,
  })
  return {
    ...{ turn, outcomes, refused, begin: given.resolve },
    wait: (seconds: number) => {
      now += seconds * 1000
    },
    slowDown: () => {
      readSeconds = 1
    },
    forbid: () => {
      mayStillSend = false
    },
  }
}

test('a request that waited long for its turn leaves with the token that is good then', async () => {
  const { turn, begin, wait, refused } = open()
  const [first, other] = [turn(), turn()]
  await new Promise((resolve) => setImmediate(resolve))
  wait(6)
  begin()
  expect((await first).token).toBe('read at 6')
  expect((await other).token).toBe('read at 6')
  expect(refused).toEqual([undefined, undefined])
})

test('one whose turn comes at once leaves with the token that was looked up for it', async () => {
  const { turn, begin, refused } = open()
  begin()
  expect((await turn({ refused: 'old' })).token).toBe('read at 0')
  expect(refused).toEqual(['old'])
})

test('one whose token took its time after its turn gives it back and takes another', async () => {
  const { turn, begin, wait, outcomes, slowDown } = open()
  const waiting = turn()
  await new Promise((resolve) => setImmediate(resolve))
  wait(6)
  slowDown()
  begin()
  expect((await waiting).token).toBe('read at 7')
  expect(outcomes).toEqual([{ isRateLimited: false, turn: 'unsent' }])
})

test('one that has waited for more than ten seconds when it gives its turn back does not leave: what was looked up before is old', async () => {
  const { turn, begin, wait, outcomes, slowDown } = open()
  const waiting = turn()
  await new Promise((resolve) => setImmediate(resolve))
  wait(9.5)
  slowDown()
  begin()
  await expect(waiting).rejects.toMatchObject({ kind: 'unavailable', retry: 'safe' })
  expect(outcomes).toEqual([{ isRateLimited: false, turn: 'unsent' }])
})

test('the turn of a request that may not leave any more is given back', async () => {
  const { turn, begin, forbid, outcomes } = open()
  forbid()
  begin()
  await expect(turn()).rejects.toMatchObject({ kind: 'unavailable', retry: 'safe' })
  expect(outcomes).toEqual([{ isRateLimited: false, turn: 'unsent' }])
})
