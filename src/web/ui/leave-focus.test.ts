import { afterEach, expect, test, vi } from 'vitest'
import { createFocusReturn, keepFocusIn, rememberMenuButton } from './leave-focus.ts'

/** What the functions need of an element. */
class FakeElement {
  isConnected = true
  parentElement = null
  isFocused = false
  isInMenu = false
  isDisabled = false
  tabIndex = 0
  matches = () => this.isDisabled
  closest = () => (this.isInMenu ? this : null)
  querySelector = () => null
  focus = () => {
    this.isFocused = true
  }
}
const event = () => ({ preventDefault: () => undefined, currentTarget: null }) as unknown as Event

afterEach(() => vi.unstubAllGlobals())

test("what a menu's entry opened gives the focus back to the menu's button, though a mouse opened it with the focus elsewhere", () => {
  const [button, entry, elsewhere, body] = [new FakeElement(), new FakeElement(), new FakeElement(), new FakeElement()]
  entry.isInMenu = true
  const document = { activeElement: elsewhere, body }
  vi.stubGlobal('document', document)
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('HTMLElement', FakeElement)
  rememberMenuButton(button as unknown as Element)
  document.activeElement = entry
  const focus = createFocusReturn()
  focus.onOpenAutoFocus(event())
  document.activeElement = body
  focus.onCloseAutoFocus(event())
  expect([button.isFocused, elsewhere.isFocused]).toEqual([true, false])
})

test('what a button took away with itself leaves the focus in its place, unless somebody has it elsewhere', () => {
  const [row, pressed, elsewhere, body] = [new FakeElement(), new FakeElement(), new FakeElement(), new FakeElement()]
  const document = { activeElement: elsewhere, body }
  vi.stubGlobal('document', document)
  const isFocusedAfter = (active: FakeElement) => {
    Object.assign(row, { isFocused: false })
    document.activeElement = active
    keepFocusIn(row as unknown as HTMLElement)
    return row.isFocused
  }
  pressed.isDisabled = true
  expect([body, pressed, elsewhere].map(isFocusedAfter)).toEqual([true, true, false])
})
