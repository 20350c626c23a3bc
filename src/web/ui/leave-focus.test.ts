import { afterEach, expect, test, vi } from 'vitest'
import { createFocusReturn, rememberMenuButton } from './leave-focus.ts'

/** What the functions need of an element. */
class FakeElement {
  isConnected = true
  parentElement = null
  isFocused = false
  isInMenu = false
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
