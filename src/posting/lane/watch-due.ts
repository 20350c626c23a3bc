import type { OpenPosting } from '../steps/step-store.ts'
import type { LaneStore } from './lane.ts'

/** So long at least passes from one question to the next, and at most where nothing tells. */
const betweenMs = { least: 5_000, most: 15_000 }

export type Watched = {
  store: { listDue(): Promise<readonly unknown[]> }
  onAsked(asked: () => void): () => void
  now(): number
  sleep(ms: number): Promise<void>
  signal: AbortSignal
}

/**
 * Tells a lane at work that a run is to be checked: somebody sent something of it again, or went on with it. It costs
 * nothing until somebody does. From then on the store is asked when something was looked up, which comes before the check.
 */
export function watchDue({ store, onAsked, now, sleep, signal }: Watched) {
  let isAsked = false
  /** Since the lane began: what it has listed is older. */
  let isNew = false
  let notBefore = Number.NEGATIVE_INFINITY
  let change = Promise.withResolvers<void>()
  function wake(): void {
    change.resolve()
    change = Promise.withResolvers()
  }
  const end = onAsked(() => {
    isAsked = true
    isNew = true
    wake()
  })
  async function watch(isOver: () => boolean, tell: () => void): Promise<void> {
    while (!isAsked && !isOver()) await change.promise
    for (;;) {
      const changed = change.promise
      if (!isNew && !isOver()) await Promise.race([changed, sleep(betweenMs.most)])
      while (!isOver() && now() < notBefore) await sleep(notBefore - now())
      if (isOver()) return
      notBefore = now() + betweenMs.least
      // Whoever cannot ask now will not get far either: the lane itself meets what is wrong.
      const isDue = isNew || (await store.listDue().catch(() => [])).length > 0
      if (isOver()) return // what is new by now is the next one's to tell
      if (!isDue) continue
      isNew = false
      return tell()
    }
  }
  return {
    end,
    lookedUp: wake,
    /** The signal is given after the pause at the earliest, while the work is under way. */
    async during<Result>(pauseMs: number, work: (due: AbortSignal) => Promise<Result>): Promise<Result> {
      const due = new AbortController()
      let isEnded = false
      notBefore = Math.max(notBefore, now() + pauseMs)
      void watch(
        () => isEnded || signal.aborted,
        () => due.abort(),
      )
      return work(due.signal).finally(() => {
        isEnded = true
        wake()
      })
    },
  }
}

/** The store of a lane, which tells when something was looked up whose run is to be checked. */
export function tellLookUps<Store extends LaneStore>(store: Store, lookedUp: () => void): Store {
  const telling = ({ isLookUpOnly }: OpenPosting, written: Promise<boolean>) =>
    written.finally(() => isLookUpOnly && lookedUp())
  return {
    ...store,
    finishStep: (posting, ...given) => telling(posting, store.finishStep(posting, ...given)),
    rejectStep: (posting, ...given) => telling(posting, store.rejectStep(posting, ...given)),
    keepStep: (posting, ...given) => telling(posting, store.keepStep(posting, ...given)),
  }
}
