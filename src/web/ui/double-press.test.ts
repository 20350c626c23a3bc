import { afterEach, expect, test, vi } from 'vitest'
import { createOpeningGuard, guardClosing, marksText } from './double-press.ts'

afterEach(() => vi.unstubAllGlobals())

const outside = (timeStamp: number) => ({ detail: { originalEvent: { timeStamp } }, preventDefault: vi.fn() })
const click = (detail: number, timeStamp: number) => ({
  detail,
  timeStamp,
  preventDefault: vi.fn(),
  stopPropagation: vi.fn(),
})

test('the second press of a double one neither closes the dialog that the first opened nor answers it', () => {
  const guard = createOpeningGuard()
  guard.open({ timeStamp: 1_000 })
  const [second, later] = [outside(1_150), outside(1_800)]
  for (const press of [second, later]) guard.onPointerDownOutside(press)
  expect(second.preventDefault).toHaveBeenCalled()
  expect(later.preventDefault).not.toHaveBeenCalled()
  const [answer, quick, twice] = [click(2, 1_150), click(1, 1_150), click(2, 1_800)]
  for (const press of [answer, quick, twice]) guard.onClickCapture(press)
  expect(answer.stopPropagation).toHaveBeenCalled()
  expect(quick.stopPropagation).not.toHaveBeenCalled()
  expect(twice.stopPropagation).not.toHaveBeenCalled()
})

test('the second press of a double one that closed a dialog is no press of what lay under it', () => {
  vi.useFakeTimers()
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  guardClosing()
  const press = (detail: number) =>
    ['mousedown', 'click'].map((type) => {
      const event = Object.assign(new Event(type, { cancelable: true }), { detail })
      window.dispatchEvent(event)
      return event.defaultPrevented
    })
  expect([press(1), press(2)]).toEqual([
    [false, false],
    [true, true],
  ])
  vi.advanceTimersByTime(600)
  expect(press(2)).toEqual([false, false])
  vi.useRealTimers()
})

test('marking text in a row opens nothing; a double press, which marks a word, does', () => {
  const row = {} as Element
  vi.stubGlobal('getSelection', () => ({ isCollapsed: false, containsNode: (node: unknown) => node === row }))
  expect(marksText({ detail: 1, currentTarget: row })).toBe(true)
  expect(marksText({ detail: 1, currentTarget: {} as Element })).toBe(false)
  expect(marksText({ detail: 2, currentTarget: row })).toBe(false)
})
