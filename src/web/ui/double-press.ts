/** How long after the first press of a double one the second may come. */
export const doublePressMs = 500

type Told = { detail: { originalEvent: { timeStamp: number } }; preventDefault(): void }
type Click = { detail: number; timeStamp: number; preventDefault(): void; stopPropagation(): void }

/** The second press of a double one on what opened a dialog: it neither closes it again nor answers it. */
export function createOpeningGuard() {
  let openedAt = Number.NEGATIVE_INFINITY
  const isSecond = ({ timeStamp }: { timeStamp: number }) => timeStamp - openedAt < doublePressMs
  return {
    open(event: { timeStamp: number }): void {
      openedAt = event.timeStamp
    },
    onPointerDownOutside(event: Told): void {
      if (isSecond(event.detail.originalEvent)) event.preventDefault()
    },
    onClickCapture(event: Click): void {
      if (event.detail < 2 || !isSecond(event)) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/**
 * A dialog, a menu or a list has gone, or a step of a form: the second press of a double one on what closed it is no press of
 * what lay under it, nor does that take the focus.
 */
export function guardClosing(): void {
  const ignoreSecond = (event: Event & { detail?: number }) => {
    if ((event.detail ?? 0) < 2) return
    event.preventDefault()
    event.stopPropagation()
  }
  const presses = ['mousedown', 'click'] as const
  for (const press of presses) window.addEventListener(press, ignoreSecond, { capture: true })
  setTimeout(() => {
    for (const press of presses) window.removeEventListener(press, ignoreSecond, { capture: true })
  }, doublePressMs)
}

/** What is pressed to mark text, with the button held from its one end to the other, is not pressed to open anything. */
export function marksText({ detail, currentTarget }: { detail: number; currentTarget: Element }): boolean {
  const marked = getSelection()
  return detail < 2 && marked !== null && !marked.isCollapsed && marked.containsNode(currentTarget, true)
}
