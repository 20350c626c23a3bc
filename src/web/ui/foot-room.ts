const bars = new Set<HTMLElement>()

/**
 * Given as `ref` to a bar that sticks to the foot of the window: what the keyboard goes to is scrolled free of it (--foot in
 * theme.css). Answers how to stop.
 */
export function sticksToFoot(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  bars.add(bar)
  const watch = new ResizeObserver(tell)
  watch.observe(bar)
  window.addEventListener('resize', tell)
  return () => {
    watch.disconnect()
    window.removeEventListener('resize', tell)
    bars.delete(bar)
    tell()
  }
}

/** How far up the window it reaches; a low window lets it stand where it is. */
function reachOf(bar: HTMLElement): number {
  const { position, bottom } = getComputedStyle(bar)
  return position === 'sticky' ? Number.parseFloat(bottom) + bar.offsetHeight : 0
}

function tell(): void {
  document.documentElement.style.setProperty('--foot', `${Math.max(0, ...[...bars].map(reachOf))}px`)
}
