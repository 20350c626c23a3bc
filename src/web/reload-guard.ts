/** A page part that fails to load is most often an older build's: the page is fetched again, at most once per path in this time. */
const guardMs = 10_000
/** When each path was reloaded; the script in the page's head (before-scripts.ts) keeps it too. */
export const reloadsKey = 'radvis.reloads'

export function reloadOnFailedChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (reloadOnce(window.location.pathname)) event.preventDefault()
  })
}

/** Reloads unless this path was reloaded a moment ago; false when it was. */
export function reloadOnce(path: string): boolean {
  const kept = noteReload(sessionStorage.getItem(reloadsKey), path, Date.now())
  if (kept === null) return false
  sessionStorage.setItem(reloadsKey, kept)
  window.location.reload()
  return true
}

/** What to keep of a reload made now: when each path was reloaded that may not be again yet. Null where this one may not. */
export function noteReload(stored: string | null, path: string, now: number): string | null {
  const at = Object.entries(JSON.parse(stored ?? '{}') as Record<string, number>).filter(
    ([, then]) => now - then < guardMs,
  )
  if (at.some(([reloaded]) => reloaded === path)) return null
  return JSON.stringify(Object.fromEntries([...at, [path, now]]))
}
