import { afterEach, expect, test, vi } from 'vitest'
import { refuseStrayDrops } from './stray-drop.ts'

afterEach(() => vi.unstubAllGlobals())

function dragged(types: readonly string[], isTaken = false) {
  const event = Object.assign(new Event('drop', { cancelable: true }), { dataTransfer: { types, dropEffect: 'copy' } })
  if (isTaken) event.preventDefault()
  return event
}

test('a file dropped beside the place for it does not make the browser leave the page; dragged text and what was taken go on', () => {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  const end = refuseStrayDrops()
  const told = (event: ReturnType<typeof dragged>) => {
    window.dispatchEvent(event)
    return [event.defaultPrevented, event.dataTransfer.dropEffect]
  }
  expect(told(dragged(['Files']))).toEqual([true, 'none'])
  expect(told(dragged(['text/plain']))).toEqual([false, 'copy'])
  expect(told(dragged(['Files'], true))).toEqual([true, 'copy'])
  end()
  expect(told(dragged(['Files']))).toEqual([false, 'copy'])
})
