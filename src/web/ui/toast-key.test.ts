import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leadToToasts } from './toast-key.ts'

/** As much of a page as it asks for: a list, and the newest toast with what it offers. */
const inToasts = { closest: () => ({}), focus: vi.fn() }
class Cell {
  isConnected = true
  closest = () => null
  focus = vi.fn()
}
const key = (pressed: Partial<KeyboardEvent>) => Object.assign(new Event('keydown', { cancelable: true }), pressed)
let page: EventTarget & { activeElement: unknown; querySelector: () => unknown }
let cell: Cell
let stop: () => void

beforeEach(() => {
  cell = new Cell()
  page = Object.assign(new EventTarget(), { activeElement: cell as unknown, querySelector: (): unknown => inToasts })
  inToasts.focus.mockReset().mockImplementation(() => {
    page.activeElement = inToasts
  })
  vi.stubGlobal('document', page)
  vi.stubGlobal('HTMLElement', Cell)
  stop = leadToToasts()
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

test('Alt T goes to what the newest toast offers, and Esc back to where the focus was', () => {
  const pressed = key({ altKey: true, code: 'KeyT' })
  page.dispatchEvent(pressed)
  expect(inToasts.focus).toHaveBeenCalledOnce()
  expect(pressed.defaultPrevented).toBe(true)
  page.dispatchEvent(key({ key: 'Escape' }))
  expect(cell.focus).toHaveBeenCalledOnce()
})

test('without a toast the key is the browser’s', () => {
  page.querySelector = () => null
  const pressed = key({ altKey: true, code: 'KeyT' })
  page.dispatchEvent(pressed)
  expect(pressed.defaultPrevented).toBe(false)
})

test('Esc elsewhere moves nothing', () => {
  page.dispatchEvent(key({ key: 'Escape' }))
  expect(cell.focus).not.toHaveBeenCalled()
})
