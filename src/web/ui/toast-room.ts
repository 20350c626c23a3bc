/** How many are seen before "Show all": already two would lie over the search and the first rows of a list. */
const seenAtOnce = 1
export const toastGap = 12
const edge = 8
/** "Show all" and "Close all" above them, where some are not seen, with what is between. */
const bar = 68

/** Heights of the toasts that are open, the newest last. */
const open = new Map<HTMLElement, number>()
let seen = seenAtOnce

type Told = { type: string; isOfState?: boolean } | undefined

/** How many of the toasts are seen, the newest first: what failed is not covered by what is told of the state it failed in. */
export function seenOf([newest, next]: readonly Told[]): number {
  return newest?.isOfState && next?.type === 'error' ? seenAtOnce + 1 : seenAtOnce
}

export function makeRoomFor(count: number): void {
  seen = count
  tell()
}

/** Of a toast: as long as it is open, a phone's page begins below it (--toast-room), so that it covers nothing for good. */
export function takeRoom(toast: HTMLElement | null): (() => void) | undefined {
  if (!toast) return undefined
  const watch = new ResizeObserver(() => {
    open.set(toast, toast.offsetHeight)
    tell()
  })
  watch.observe(toast)
  return () => {
    watch.disconnect()
    open.delete(toast)
    tell()
  }
}

/** Where a page's buttons reach further down than most, toasts begin with what stands below those (--toast-from). */
export function beginToasts(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return undefined
  const { style } = document.documentElement
  const watch = new ResizeObserver(() =>
    style.setProperty('--toast-from', `${Math.round(place.getBoundingClientRect().top + window.scrollY) + edge}px`),
  )
  watch.observe(document.body)
  watch.observe(place)
  return () => {
    watch.disconnect()
    style.removeProperty('--toast-from')
  }
}

/** A toast that became narrower may need more lines. Answers how to stop watching. */
export function watchWidth(toast: HTMLElement, onChange: () => void): () => void {
  let width = toast.offsetWidth
  const watch = new ResizeObserver(() => {
    // One that is closed has no width: shown anew it would come back.
    if (!toast.isConnected || toast.offsetWidth === width) return
    width = toast.offsetWidth
    onChange()
  })
  watch.observe(toast)
  return () => watch.disconnect()
}

/** From the top bar down to where the page begins. */
export function roomFor(heights: readonly number[], seen = seenAtOnce): number {
  if (heights.length === 0) return 0
  const shown = heights.slice(-seen)
  const between = toastGap * (shown.length - 1)
  return edge + (heights.length > seen ? bar : 0) + shown.reduce((sum, height) => sum + height, between) + edge
}

function tell(): void {
  document.documentElement.style.setProperty('--toast-room', `${roomFor([...open.values()], seen)}px`)
}

/** The mark beside "Show all": what failed is not hidden by what went well after it. */
export function gravestOf(types: readonly (string | undefined)[]): 'error' | 'warn' | null {
  return (['error', 'warn'] as const).find((type) => types.includes(type)) ?? null
}
