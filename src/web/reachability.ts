/** `away`: Radvis does not answer. `back`: it answers again after a break, also one too short to be told of. */
export type Reach = 'away' | 'back'
type Watcher = (reach: Reach) => void

const everyMs = 2_000
const patienceMs = 5_000
/** In a row: the moment in which Radvis is started anew is not told. */
const failuresToTell = 2

const watchers = new Set<Watcher>()
let isLooking = false
let isToldAway = false

/** Tells from now on when Radvis goes and comes back. Answers how to stop watching. */
export function watchReach(watcher: Watcher): () => void {
  watchers.add(watcher)
  window.addEventListener('offline', suspectAway)
  return () => {
    watchers.delete(watcher)
    if (watchers.size === 0) window.removeEventListener('offline', suspectAway)
  }
}

/** Whether it was told to be away and not yet to be back. */
export const isAway = () => isToldAway

/** For what got no answer: looks whether Radvis answers at all, and if not until it does. */
export function suspectAway(): void {
  if (!isLooking && watchers.size > 0) void look()
}

async function look(): Promise<void> {
  isLooking = true
  let failures = 0
  while (watchers.size > 0 && !(await answers())) {
    failures++
    if (failures === failuresToTell) tell('away')
    await aWhile()
  }
  isLooking = false
  if (failures > 0) tell('back')
}

async function answers(): Promise<boolean> {
  try {
    const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    if (!response.ok) return false
    // A network with a page of its own to sign in on answers everything with that page, and with success.
    const health: unknown = await response.json()
    return typeof health === 'object' && health !== null && 'status' in health
  } catch {
    return false
  }
}

/** Cut short when the browser is told that there is a line again. */
export function aWhile(ms = everyMs): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    window.addEventListener('online', go)
  })
}

function tell(reach: Reach): void {
  isToldAway = reach === 'away'
  for (const watcher of watchers) watcher(reach)
}
