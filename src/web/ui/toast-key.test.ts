import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { giveFocusBack, leadToToasts } from './toast-key.ts'

/** As much of a page as it asks for: cells of a list, and the newest toast with what it offers. */
class Place {
  isConnected = true
  readonly toaster: object | null
  constructor(toaster: object | null) {
    this.toaster = toaster
  }
  closest = () => this.toaster
  focus(): void {
    const event = Object.assign(new Event('focusin'), { relatedTarget: page.activeElement })
    page.activeElement = this
    Object.defineProperty(event, 'target', { value: this })
    page.dispatchEvent(event)
  }
}
type Page = EventTarget & { activeElement: Place; body: Place; querySelector: () => Place | null }
const body = new Place(null)
let page: Page
let [cell, other, offered] = [body, body, body]
let stop: () => void

const press = (pressed: Partial<KeyboardEvent>) => {
  const event = Object.assign(new Event('keydown', { cancelable: true }), pressed)
  page.dispatchEvent(event)
  return event
}
const altT = () => press({ altKey: true, code: 'KeyT' })

beforeEach(() => {
  cell = new Place(null)
  other = new Place(null)
  offered = new Place({})
  page = Object.assign(new EventTarget(), { activeElement: cell, body, querySelector: () => offered as Place | null })
  vi.stubGlobal('document', page)
  vi.stubGlobal('Element', Place)
  vi.stubGlobal('HTMLElement', Place)
  stop = leadToToasts()
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

test('Alt T goes to what the newest toast offers, and Esc back to where the focus was', () => {
  expect(altT().defaultPrevented).toBe(true)
  expect(page.activeElement).toBe(offered)
  press({ key: 'Escape' })
  expect(page.activeElement).toBe(cell)
})

test('without a toast the key is the browser’s', () => {
  page.querySelector = () => null
  expect(altT().defaultPrevented).toBe(false)
  expect(page.activeElement).toBe(cell)
})

test('a toast that goes with the focus gives it back', () => {
  altT()
  page.activeElement = body
  giveFocusBack()
  expect(page.activeElement).toBe(cell)
})

test('who has gone on to something else is not led back when the toast goes, or with Esc', () => {
  altT()
  other.focus()
  giveFocusBack()
  press({ key: 'Escape' })
  expect(page.activeElement).toBe(other)
})
