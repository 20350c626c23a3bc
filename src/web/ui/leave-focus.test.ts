import { afterEach, expect, test, vi } from 'vitest'
import { createFocusReturn, focusAnswer, rememberMenuButton, watchFocus } from './leave-focus.ts'

/** What the functions need of an element. */
class FakeElement {
  isConnected = true
  parentElement: FakeElement | null = null
  isFocused = false
  isWithin = false
  tabIndex = 0
  contains = (other: FakeElement) => other === this
  hasAttribute = () => false
  closest = () => (this.isWithin ? this : null)
  querySelector = () => null
  querySelectorAll = () => []
  focus = () => {
    this.isFocused = true
  }
}
const event = () => ({ preventDefault: () => undefined, currentTarget: null }) as unknown as Event

afterEach(() => vi.unstubAllGlobals())

test("what a menu's entry opened gives the focus back to the menu's button, though a mouse opened it with the focus elsewhere", () => {
  const [button, entry, elsewhere, body] = [new FakeElement(), new FakeElement(), new FakeElement(), new FakeElement()]
  entry.isWithin = true
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

test('a question that was asked in place of a drawer gives the focus back to what the drawer was opened from', () => {
  const [row, answer, body] = [new FakeElement(), new FakeElement(), new FakeElement()]
  const question = new FakeElement()
  answer.closest = () => question
  const document = { activeElement: row, body }
  vi.stubGlobal('document', document)
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('HTMLElement', FakeElement)
  const opens = (content: FakeElement) => ({ ...event(), currentTarget: content }) as unknown as Event
  const [ofDrawer, ofQuestion] = [createFocusReturn(), createFocusReturn()]
  ofDrawer.onOpenAutoFocus(opens(new FakeElement()))
  document.activeElement = body // the drawer is gone, and the focus with it
  ofQuestion.onOpenAutoFocus(opens(question))
  document.activeElement = answer
  ofDrawer.onCloseAutoFocus(event())
  document.activeElement = body
  ofQuestion.onCloseAutoFocus(event())
  expect(row.isFocused).toBe(true)
})

test('what a dialog was opened from may go with its page: the focus is on the page that came, not on all of Radvis', () => {
  const [button, layout, main, body] = [new FakeElement(), new FakeElement(), new FakeElement(), new FakeElement()]
  layout.closest = () => null
  Object.assign(button, { parentElement: layout })
  const document = { activeElement: button, body, querySelector: () => main }
  vi.stubGlobal('document', document)
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('HTMLElement', FakeElement)
  const focus = createFocusReturn()
  button.closest = () => null
  focus.onOpenAutoFocus(event())
  button.isConnected = false
  document.activeElement = body
  focus.onCloseAutoFocus(event())
  expect([main.isFocused, layout.isFocused]).toEqual([true, false])
})

test('what an answer takes away with its button leaves the focus around it, unless it was left or is taken', () => {
  const heard: Record<string, (event: { target: unknown }) => void> = {}
  let change: () => void = () => undefined
  class Observer {
    constructor(told: () => void) {
      change = told
    }
    observe = () => undefined
  }
  const [body, main] = [new FakeElement(), new FakeElement()]
  const document = {
    body,
    activeElement: body,
    querySelector: () => main,
    addEventListener: (name: string, hear: () => void) => (heard[name] = hear),
  }
  const globals = {
    document,
    MutationObserver: Observer,
    Element: FakeElement,
    HTMLElement: FakeElement,
    Node: FakeElement,
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  watchFocus()
  const isKept = ({ isInPage = true, leaves = false, taken = body, ofPage = false }) => {
    const [row, button] = [new FakeElement(), new FakeElement()]
    row.isWithin = isInPage
    button.isWithin = ofPage
    main.isFocused = false
    Object.assign(button, { parentElement: row })
    heard.focusin?.({ target: button })
    if (leaves) heard.pointerdown?.({ target: row })
    button.isConnected = false
    document.activeElement = taken
    change()
    return row.isFocused
  }
  expect(isKept({})).toBe(true)
  expect(isKept({ isInPage: false })).toBe(false)
  expect(isKept({ leaves: true })).toBe(false)
  expect(isKept({ taken: new FakeElement() })).toBe(false)
  // A menu's entry, whose menu gives the focus back by itself; and a link's page, which went with it.
  expect([isKept({ isInPage: false }), main.isFocused]).toEqual([false, false])
  expect([isKept({ isInPage: false, ofPage: true }), main.isFocused]).toEqual([false, true])
})

test('a question opens with its answer in focus; with the one that leaves all as it is where the other cannot be taken back', () => {
  const focused = (...variants: string[]) => {
    const buttons = variants.map((variant) => Object.assign(new FakeElement(), { dataset: { variant } }))
    const within = { querySelectorAll: () => buttons } as unknown as Element
    return focusAnswer(within) ? variants[buttons.findIndex(({ isFocused }) => isFocused)] : null
  }
  expect(focused('normal', 'primary')).toBe('primary')
  expect(focused('normal', 'danger')).toBe('normal')
  expect(focused()).toBe(null)
})
