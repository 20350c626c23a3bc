/**
 * For Radix's `onCloseAutoFocus`, which comes a moment after something closed, on a busy machine a long one: focus goes
 * back to the trigger only where nobody has taken it elsewhere meanwhile.
 */
export function leaveFocusElsewhere(event: Event): void {
  if (isTaken()) event.preventDefault()
}

const isTaken = () => document.activeElement !== null && document.activeElement !== document.body

/** Where the focus stays: not in what is about to close, nor outside the page that is shown. */
const keeping = 'main, [data-sonner-toast]'

/**
 * For what an answer takes away together with the button that was pressed: a browser puts the focus at the top of the
 * document, and this at the nearest that is left of what was around the button. Where a link took the whole page away it is
 * put on the one that came. Answers how to stop watching.
 */
export function watchFocus(): () => void {
  let last: Element | null = null
  let around: Element[] = []
  let wasInPage = false
  const remember = ({ target }: Event) => {
    last = target instanceof Element ? target : null
    around = ancestorsOf(last)
    wasInPage = last?.closest('main') != null
  }
  // Nothing was taken away from who left it by the mouse.
  const forget = ({ target }: Event) => {
    if (!(target instanceof Node && last?.contains(target))) last = null
  }
  const changes = new MutationObserver(() => {
    if (last === null || last.isConnected || isTaken()) return
    const place = around.find((one) => one.isConnected)
    last = null
    if (place?.closest(keeping)) takeFocus(place)
    else if (wasInPage) takeFocus(document.querySelector('main'))
  })
  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', forget, true)
  changes.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', forget, true)
    changes.disconnect()
  }
}

/** Also of a place that is no button or field. */
function takeFocus(place: Element | null): void {
  if (!(place instanceof HTMLElement)) return
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

let isFirstPage = true
let isPageAwaited = false

/** The page that comes next is to have the focus, whatever has it on the way. */
export function awaitPage(): void {
  isPageAwaited = true
}

/** A page has come. The first has the focus as the browser gives it; later ones where nothing else has it, or it is awaited. */
export function focusPage(): void {
  const isWanted = isPageAwaited ? !document.activeElement?.closest('main') : !isFirstPage && !isTaken()
  isFirstPage = false
  isPageAwaited = false
  if (isWanted) takeFocus(document.querySelector('main'))
}

let menuButton: Element | null = null

/** A menu's entries are gone by the time what they open has opened. A mouse opens it before its button has the focus. */
export function rememberMenuButton(button: Element | null): void {
  menuButton = button
}

const firstField =
  'form :is(input:not([type=file], [type=checkbox], [type=radio], [readonly], [aria-hidden]), textarea, [role=combobox])'

/** Also for a form of one field that was sent without it. */
export function focusFirstField(within: Element): boolean {
  const field = within.querySelector<HTMLElement>(firstField)
  field?.focus()
  return field !== null
}

/** Of a form that was sent: the first field that something is wrong with, or what leads on to it. To be called once that is on the page. */
export function focusFaulty(within: Element): void {
  within.querySelector<HTMLElement>('[aria-invalid=true], [data-faulty]')?.focus()
}

/**
 * A question that asks for nothing but an answer is answered with Enter: the last button does what was asked for, and where
 * that cannot be taken back it is the first, which leaves all as it is.
 */
export function focusAnswer(within: Element): boolean {
  const answers = [...within.querySelectorAll<HTMLElement>('[data-answers] button')]
  const last = answers.at(-1)
  const answer = last?.dataset.variant === 'danger' ? answers[0] : last
  answer?.focus()
  return answer !== undefined
}

/** For what has opened over the page: what it was opened from, and what that stands in. */
const openedFrom = new WeakMap<EventTarget, Element[]>()

/**
 * What opens over the page takes the focus to its first field or its answer, and gives it back to what it was opened from: Radix does
 * so only for a trigger of its own.
 */
export function createFocusReturn() {
  let places: Element[] = []
  return {
    onOpenAutoFocus(event: Event): void {
      const isOwn = isTaken() && !document.activeElement?.closest('[role=menu]')
      const opener = isOwn ? document.activeElement : menuButton
      places = opener ? [opener, ...ancestorsOf(opener)] : []
      const { currentTarget: content } = event
      if (content) openedFrom.set(content, places)
      if (content instanceof Element && (focusFirstField(content) || focusAnswer(content))) event.preventDefault()
    },
    onCloseAutoFocus(event: Event): void {
      event.preventDefault()
      if (isTaken()) {
        // A question that was asked in its place gives the focus back in its stead.
        const next = document.activeElement?.closest('[role=dialog]')
        if (next) openedFrom.get(next)?.unshift(...places)
        return
      }
      // What it was opened from may be gone by then, as a row that was removed: then the list that held it, or the page that came.
      const place = places.find((one) => one.isConnected)
      if (place === places[0] && place instanceof HTMLElement) place.focus()
      else if (place) takeFocus(place.closest(keeping) ? place : document.querySelector('main'))
    },
  }
}

function ancestorsOf(element: Element | null): Element[] {
  const parent = element?.parentElement
  return parent ? [parent, ...ancestorsOf(parent)] : []
}
