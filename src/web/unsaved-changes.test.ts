import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { giveUpUnsaved, hasUnsaved, markUnsaved, mayLeave } from './unsaved-changes.ts'

let window: EventTarget
beforeEach(() => {
  window = new EventTarget()
  vi.stubGlobal('window', window)
})
afterEach(() => {
  giveUpUnsaved()
  vi.unstubAllGlobals()
})

const isAskedOnReload = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test('what is not saved is asked about before the page is loaded anew, and no longer once all of it is saved', () => {
  const [saveOne, saveOther] = [markUnsaved(), markUnsaved()]
  expect(isAskedOnReload()).toBe(true)
  saveOne()
  expect(isAskedOnReload()).toBe(true)
  saveOther()
  expect(isAskedOnReload()).toBe(false)
})

test('where nothing is unsaved the page is left without a question', async () => {
  expect(await mayLeave()).toBe(true)
})

test('what is given up is not asked about a second time', async () => {
  markUnsaved()
  giveUpUnsaved()
  expect(hasUnsaved()).toBe(false)
  expect(isAskedOnReload()).toBe(false)
})

test('a way out that another one overtakes is not gone', async () => {
  markUnsaved()
  const first = mayLeave()
  void mayLeave()
  expect(await first).toBe(false)
  expect(hasUnsaved()).toBe(true)
})
