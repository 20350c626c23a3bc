/** What had the focus before a toast had it. */
let before: HTMLElement | null = null

/**
 * Toasts stand last on the page, behind every row of a list: Alt T goes to what the newest offers, or to closing it, and
 * Esc back to where the focus was. Answers how to stop listening.
 */
export function leadToToasts(): () => void {
  document.addEventListener('keydown', onKey)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('pointerdown', onPress)
  return () => {
    document.removeEventListener('keydown', onKey)
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('pointerdown', onPress)
  }
}

/** Of a toast that had the focus and is gone, or is left by Esc. */
export function giveFocusBack(): void {
  if (before?.isConnected) before.focus()
}

/** Whether a toast that is gone took the focus with it. */
export const hasLostFocus = () => document.activeElement === null || document.activeElement === document.body

const toasts = '[data-sonner-toaster]'
const newest = `${toasts} [data-front=true] :is(a, button)`
const isInToasts = (place: EventTarget | null) => place instanceof Element && place.closest(toasts) !== null

function onKey(event: KeyboardEvent): void {
  if (event.altKey && event.code === 'KeyT' && !event.ctrlKey && !event.metaKey) {
    const offered = document.querySelector<HTMLElement>(newest)
    if (!offered) return
    event.preventDefault() // a menu of the browser, or a letter
    offered.focus()
  } else if (event.key === 'Escape' && isInToasts(document.activeElement)) giveFocusBack()
}

function onFocus({ target, relatedTarget }: FocusEvent): void {
  if (!isInToasts(target)) before = null
  else if (!isInToasts(relatedTarget)) before = relatedTarget instanceof HTMLElement ? relatedTarget : null
}

/** Who goes on with the mouse is not led back. */
function onPress({ target }: Event): void {
  if (!isInToasts(target)) before = null
}
