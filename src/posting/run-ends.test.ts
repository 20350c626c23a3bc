import { expect, test } from 'vitest'
import { createRunEnds } from './run-ends.ts'

function open() {
  const clock = { now: new Date('2026-11-25T12:00:00Z') }
  const ends = createRunEnds(() => clock.now)
  const pass = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000)
  }
  return { ends, pass }
}

test('a run is asked about when its first invoice ends, and then when as many have ended as were open', () => {
  const { ends } = open()
  expect(ends.due()).toEqual([])
  ends.ended('a')
  expect(ends.due()).toEqual(['a'])
  ends.looked('a', 2)
  ends.ended('a')
  expect(ends.due()).toEqual([])
  ends.ended('a')
  expect(ends.due()).toEqual(['a'])
})

test('a run of which somebody else ended some is asked about after a while, and not if nothing ended of it here', () => {
  const { ends, pass } = open()
  for (const run of ['a', 'b']) {
    ends.ended(run)
    ends.looked(run, 25)
  }
  ends.ended('a')
  pass(4)
  expect(ends.due()).toEqual([])
  pass(1)
  expect(ends.due()).toEqual(['a'])
})

test('nothing is kept of a run that is over', () => {
  const { ends, pass } = open()
  ends.ended('a')
  ends.looked('a', 0)
  pass(60)
  expect(ends.due()).toEqual([])
  ends.ended('a')
  expect(ends.due()).toEqual(['a'])
})
