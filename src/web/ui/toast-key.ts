/**
 * They stand last on the page, behind every row of a list: Alt T goes to what the newest offers, or to closing it, and Esc
 * back to where the focus was. Answers how to stop listening.
 */
export function leadToToasts(): () => void {
  let before: Element | null = null
  const onKey = (event: KeyboardEvent) => {
    const { activeElement } = document
    const isThere = activeElement?.closest(toasts) != null
    if (event.altKey && event.code === 'KeyT' && !event.ctrlKey && !event.metaKey) {
      const offered = document.querySelector<HTMLElement>(newest)
      if (!offered) return
      event.preventDefault() // a menu of the browser, or a letter
      if (!isThere) before = activeElement
      offered.focus()
    } else if (event.key === 'Escape' && isThere && before instanceof HTMLElement && before.isConnected) {
      before.focus()
    }
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

const toasts = '[data-sonner-toaster]'
const newest = `${toasts} [data-front=true] :is(a, button)`
