/**
 * For Radix's `onCloseAutoFocus`, which comes a moment after something closed, on a busy machine a long one: focus goes
 * back to the trigger only where nobody has taken it elsewhere meanwhile.
 */
export function leaveFocusElsewhere(event: Event): void {
  if (isTaken()) event.preventDefault()
}

const isTaken = () => document.activeElement !== null && document.activeElement !== document.body

/** For what a button's answer took away with the button: the focus goes to the place around it, unless it is taken. */
export function keepFocusIn(place: HTMLElement | null): void {
  if (place === null || (isTaken() && !document.activeElement?.matches(':disabled'))) return
  place.tabIndex = -1
  place.focus({ preventScroll: true })
}

let menuButton: Element | null = null

/** A menu's entries are gone by the time what they open has opened. A mouse opens it before its button has the focus. */
export function rememberMenuButton(button: Element | null): void {
  menuButton = button
}

const firstField =
  'form :is(input:not([type=file], [type=checkbox], [type=radio], [readonly], [aria-hidden]), textarea, [role=combobox])'

/**
 * What opens over the page takes the focus to its first field, and gives it back to what it was opened from: Radix does
 * so only for a trigger of its own.
 */
export function createFocusReturn() {
  let opener: Element | null = null
  let around: Element[] = []
  return {
    onOpenAutoFocus(event: Event): void {
      const isOwn = isTaken() && !document.activeElement?.closest('[role=menu]')
      opener = isOwn ? document.activeElement : menuButton
      around = ancestorsOf(opener)
      const field = event.currentTarget instanceof Element && event.currentTarget.querySelector<HTMLElement>(firstField)
      if (!field) return
      event.preventDefault()
      field.focus()
    },
    onCloseAutoFocus(event: Event): void {
      event.preventDefault()
      if (isTaken()) return
      // What it was opened from may be gone by then, as a row that was removed: then the list that held it.
      const place = opener?.isConnected ? opener : around.find((one) => one.isConnected)
      if (!(place instanceof HTMLElement)) return
      if (place !== opener) place.tabIndex = -1
      place.focus({ preventScroll: place !== opener })
    },
  }
}

function ancestorsOf(element: Element | null): Element[] {
  const parent = element?.parentElement
  return parent ? [parent, ...ancestorsOf(parent)] : []
}
