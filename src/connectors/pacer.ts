/**
 * Keeps requests under a limit that the other side counts in a sliding window: never more than `requests` of them in any
 * `seconds`, seen from there, and as close to that as can be.
 *
 * We know when a request left and when its answer came, not when the other side counted it. It counted it somewhere in
 * between, and the next one takes some time to get there too. So a place is free again `seconds` after the request left,
 * or `seconds` after its answer came less what the fastest round trips take, whichever is later. Only half of the fastest
 * round trip is relied upon: the next request's way there and this answer's way back may each be quicker than usual.
 */
export type Pacer = {
  /** Waits, first come first served, until a request may leave; the returned function tells that its answer came. */
  pace(): Promise<(outcome: PacedOutcome) => void>
}
type PacedOutcome = { isRateLimited: boolean; retryAfterSeconds?: number | undefined }
export type PacerOptions = {
  requests: number
  seconds: number
  now?: () => number
  sleep?: (ms: number) => Promise<void>
}

/** Fortnox sends no Retry-After; 5 s is its whole window. */
const leastPauseSeconds = 5
/** Timers fire in whole milliseconds, and so may the other side's clock tick. */
const clockMarginMs = 5
const rememberedRoundTrips = 100

type Place = { sentAt: number; answeredAt: number | null }

export function createPacer(options: PacerOptions): Pacer {
  const { requests, seconds, now = () => performance.now(), sleep = wait } = options
  const places = new Set<Place>()
  const roundTrips: number[] = []
  let pausedUntil = Number.NEGATIVE_INFINITY
  let turn: Promise<unknown> = Promise.resolve()
  let wake: (() => void) | null = null

  function freeAt(place: Place): number {
    if (place.answeredAt === null) return Number.POSITIVE_INFINITY
    const fastest = Math.min(...roundTrips)
    return Math.max(place.sentAt, place.answeredAt - fastest / 2) + seconds * 1000 + clockMarginMs
  }

  async function takePlace(): Promise<Place> {
    for (;;) {
      const waitMs = pausedUntil - now()
      if (waitMs > 0) {
        await sleep(waitMs)
        continue
      }
      if (places.size < requests) break
      const next = [...places].reduce((first, place) => (freeAt(place) < freeAt(first) ? place : first))
      const missing = freeAt(next) - now()
      if (missing <= 0) {
        places.delete(next)
        break
      }
      // With every place in flight only an answer can free one.
      if (missing === Number.POSITIVE_INFINITY) await new Promise<void>((resolve) => (wake = resolve))
      else await sleep(missing)
    }
    const place: Place = { sentAt: now(), answeredAt: null }
    places.add(place)
    return place
  }

  function answered(place: Place, outcome: PacedOutcome): void {
    if (place.answeredAt !== null) return
    place.answeredAt = now()
    roundTrips.push(place.answeredAt - place.sentAt)
    if (roundTrips.length > rememberedRoundTrips) roundTrips.shift()
    if (outcome.isRateLimited)
      pausedUntil = Math.max(
        pausedUntil,
        place.answeredAt + 1000 * Math.max(outcome.retryAfterSeconds ?? 0, leastPauseSeconds),
      )
    wake?.()
    wake = null
  }

  return {
    pace() {
      const mine = turn.then(takePlace)
      turn = mine
      return mine.then((place) => (outcome) => answered(place, outcome))
    },
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.ceil(ms)))
}
