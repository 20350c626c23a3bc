import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

/** A pace whose turns come when `begin` is called, until `hold` is, and tokens that are named by the second in which they are read. */
function open() {
  let now = 0
  let given = Promise.withResolvers<void>()
  const outcomes: object[] = []
  let mayStillSend = true
  const refused: (string | undefined)[] = []
  let reading = Promise.resolve()
  const turn = openTurns({
    clock: { now: () => new Date(now) },
    async readToken(options) {
      refused.push(options?.refused)
      await reading
      return `read at ${now / 1000}`
    },
    pace: () => given.promise.then(() => (outcome) => void outcomes.push(outcome)),
    mayStillSend: () => mayStillSend,
  })
  return {
    ...{ turn, outcomes, refused },
    begin: () => given.resolve(),
    hold: () => {
      given = Promise.withResolvers()
    },
    wait: async (seconds: number) => {
      await new Promise((resolve) => setImmediate(resolve))
      now += seconds * 1000
    },
    /** From now on the database answers when the returned function is called. */
    slowDown: () => {
      const answer = Promise.withResolvers<void>()
      reading = answer.promise
      return answer.resolve
    },
    forbid: () => {
      mayStillSend = false
    },
  }
}

test('a request that waited long for its turn leaves with the token that is good then', async () => {
  const { turn, begin, wait, refused } = open()
  const [first, other] = [turn(), turn()]
  await wait(16)
  begin()
  expect((await first).token).toBe('read at 16')
  expect((await other).token).toBe('read at 16')
  expect(refused).toEqual([undefined, undefined])
})

test('one whose turn comes at once leaves with the token that was looked up for it', async () => {
  const { turn, begin, refused } = open()
  begin()
  expect((await turn({ refused: 'old' })).token).toBe('read at 0')
  expect(refused).toEqual(['old'])
})

test('one whose turn comes while the token is read anew leaves with the last one: those of a busy database came too late, turn after turn', async () => {
  const { turn, begin, wait, slowDown, outcomes } = open()
  const waiting = turn()
  await wait(6)
  const answer = slowDown()
  begin()
  expect((await waiting).token).toBe('read at 0')
  await wait(8)
  expect((await turn()).token).toBe('read at 0')
  answer()
  await wait(0)
  expect((await turn()).token).toBe('read at 14')
  expect(outcomes).toEqual([])
})

test('when the token that was read anew could not be had, the next request asks for itself', async () => {
  const { turn, begin, wait, slowDown, refused } = open()
  begin()
  await turn()
  await wait(6)
  const answer = slowDown()
  expect((await turn()).token).toBe('read at 0')
  answer(Promise.reject(new Error('the database is away')))
  await wait(1)
  slowDown()()
  expect((await turn()).token).toBe('read at 7')
  expect(refused).toHaveLength(3)
})

/** A request that was asked for at 6 s, and whose turn comes at 15 s, when the last token is too old and the next still read. */
async function askedAtSix() {
  const opened = open()
  const { turn, begin, hold, wait, slowDown } = opened
  begin()
  await turn()
  await wait(6)
  hold()
  const answer = slowDown()
  const waiting = turn()
  await wait(9)
  begin()
  return { ...opened, waiting, answer }
}

test('one whose token took its time after its turn gives it back and takes another', async () => {
  const { waiting, answer, wait, outcomes } = await askedAtSix()
  await wait(0.5)
  answer()
  expect((await waiting).token).toBe('read at 15.5')
  expect(outcomes).toEqual([{ isRateLimited: false, turn: 'unsent' }])
})

test('one that has waited for more than ten seconds when it gives its turn back does not leave: what was looked up before is old', async () => {
  const { waiting, answer, wait, outcomes } = await askedAtSix()
  await wait(1.5)
  answer()
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
