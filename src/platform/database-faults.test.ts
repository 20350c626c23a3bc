import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isDatabaseAway, isUnfitValue, untilAnswered } from './database-faults.ts'

const coded = (code: string, cause?: unknown) => Object.assign(new Error('no', { cause }), { code })

test('a lost connection, an ending server, no room and two that waited for each other are the database’s, however wrapped', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '08006', '53300', '40P01', '25006', '25P03'])
    expect(isDatabaseAway(new Error('Failed query: select 1', { cause: coded(code) }))).toBe(true)
  expect(isDatabaseAway(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')], ''))).toBe(true)
  expect(isDatabaseAway(new Error('Connection terminated unexpectedly'))).toBe(true)
})

test('a server that takes the password no more is away: whoever changed it starts this process anew, and nothing is lost', () => {
  for (const code of ['28P01', '28000']) expect(isDatabaseAway(coded(code))).toBe(true)
})

test('a socket of this machine that is gone while its server restarts is the database’s, a file that is gone is not', async () => {
  const nowhere = join(tmpdir(), 'no-such-folder', '.s.PGSQL.5432')
  const refused = await new Promise((resolve) => connect(nowhere).on('error', resolve))
  const gone = await readFile(nowhere).catch((error: unknown) => error)
  expect([isDatabaseAway(refused), isDatabaseAway(gone)]).toEqual([true, false])
})

test('a statement that is wrong, a fault of ours and a request to another party are not', () => {
  for (const code of ['23505', '42P01', '22P02']) expect(isDatabaseAway(coded(code))).toBe(false)
  expect(isDatabaseAway(new TypeError('x is undefined'))).toBe(false)
  expect(isDatabaseAway(new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }))).toBe(false)
  expect(
    isDatabaseAway(new Error('away', { cause: new TypeError('terminated', { cause: coded('ECONNRESET') }) })),
  ).toBe(false)
  expect(isDatabaseAway(null)).toBe(false)
})

test('what a database that is away was asked is asked until it answers, until a stop or for so long; what is wrong once', async () => {
  let asked = 0
  const answersAt = (nth: number, code: string) => {
    asked = 0
    return async () => {
      asked++
      if (asked < nth) throw coded(code)
      return 'answer'
    }
  }
  expect([await untilAnswered(answersAt(3, 'ECONNREFUSED'), {}), asked]).toEqual(['answer', 3])
  await expect(untilAnswered(answersAt(9, 'ECONNREFUSED'), { seconds: 0.1 })).rejects.toThrow('no')
  expect(asked).toBe(2)
  await expect(untilAnswered(answersAt(9, '57P01'), { signal: AbortSignal.abort() })).rejects.toThrow('no')
  expect(asked).toBe(1)
  await expect(untilAnswered(answersAt(9, '23505'), {})).rejects.toThrow('no')
  expect(asked).toBe(1)
})

test('a NUL, a number beyond its column and a day that no calendar has are the caller’s, however wrapped', () => {
  for (const code of ['22021', '22P05', '22003', '22008'])
    expect(isUnfitValue(new Error('Failed query: select 1', { cause: coded(code) }))).toBe(true)
  expect([isUnfitValue(coded('23505')), isUnfitValue(null)]).toEqual([false, false])
})
