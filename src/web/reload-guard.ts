/** A page part that fails to load is most often an older build's: the page is fetched again, at most once per path in this time (SPEC.md section 9). */
const guardMs = 10_000
const storageKey = 'radvis.reloaded'

export function reloadOnFailedChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (reloadOnce(window.location.pathname)) event.preventDefault()
  })
}

/** Reloads unless this path was reloaded a moment ago; false when it was. */
export function reloadOnce(path: string): boolean {
  if (!mayReload(sessionStorage.getItem(storageKey), path, Date.now())) return false
  sessionStorage.setItem(storageKey, JSON.stringify({ path, at: Date.now() }))
  window.location.reload()
  return true
}

export function mayReload(stored: string | null, path: string, now: number): boolean {
  if (stored === null) return true
  const last = JSON.parse(stored) as { path: string; at: number }
  return last.path !== path || now - last.at >= guardMs
}
