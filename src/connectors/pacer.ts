import { wait } from '#kernel/wait.ts'
import { createAllowance } from './allowance.ts'

/**
 * Keeps requests under a limit that the other side counts in a sliding window: never more than `requests` of them in any
 * `seconds`, seen from there, and as close to that as can be.
 *
 * We know when a request left and when its answer came, not when the other side counted it. It counted it somewhere in
 * between, and the next one takes some time to get there too. So a place is free again `seconds` after the request left,
 * or `seconds` after its answer came less what a way back and the next way there take at the least, whichever is later.
 * Half of the fastest round trip that ever was is relied upon, and not much: however long it was slow over there or here, in
 * a moment both ways may be quick. And nothing of it where an answer was slow lately: whoever is held up, there or here,
 * counts late what came early, and then a way back may take no time at all.
 *
 * Where the other side refuses all the same everything pauses for a window, and goes on with fewer places (allowance.ts).
 */
export type Pacer = {
  /** Waits, first come first served, until a request may leave; the returned function tells that its answer came. */
  pace(): Promise<Answered>
  /**
   * In how many ms at the soonest a request that is begun now gets its turn, when the asker has begun so many whose answers it
   * waits for. A foresight, for those who have something to do shortly before: `pace` alone says when it may leave.
   */
  untilTurn(begun: number): number
}
export type Answered = (outcome: PacedOutcome) => void
export type PacedOutcome = {
  isRateLimited: boolean
  retryAfterSeconds?: number | undefined
  /** `unsent`: the turn was not used; `sent-before`: the request left earlier than its turn, so it measures no round trip. */
  turn?: 'unsent' | 'sent-before'
}
/** A pace that can be handed over (shared-pacer.ts): in how many ms each place that is not free will be. */
export type MovablePacer = Pacer & { busyPlaces(): number[]; beginWith(busyMs: readonly number[]): void }
export type PacerOptions = {
  requests: number
  seconds: number
  now?: () => number
  sleep?: (ms: number) => Promise<void>
  /** Null when a place may be taken now; else waited for, and asked again. */
  ready?: () => Promise<void> | null
  /** A place was taken. */
  began?: () => void
}

/** Fortnox sends no Retry-After; 5 s is its whole window. */
const leastPauseSeconds = 5
/**
 * Whatever it says, the longest window of any limit that we know (Google's): a company would stand still for as long as one answer
 * asks for, a person at a page and a job with its place among others would wait for it, and a refusal more a minute costs little.
 */
const mostPauseSeconds = 60
/** Timers fire in whole milliseconds, and so may the other side's clock tick. */
const clockMarginMs = 5
/** The fastest of a few says little of how fast the next may be; after a slow one as many have to be quick again. */
const tellingRoundTrips = 50
/** A round trip is slow that takes so many times the fastest. */
const slowTimes = 2
/** Half of Fortnox's usual round trip. What is gained beyond is small, and lost again with a single 429. */
const mostReliedMs = 60
/** A request without an answer has been counted at the latest so long after the pace is handed over. */
const travelMs = 1000

type Place = { sentAt: number; answeredAt: number | null }

export function createPacer(options: PacerOptions): MovablePacer {
  const { requests, seconds, now = () => performance.now(), sleep = wait, ready, began } = options
  const places = new Set<Place>()
  const allowance = createAllowance(requests)
  const roundTrips = rememberRoundTrips()
  let pausedUntil = Number.NEGATIVE_INFINITY
  let turn: Promise<unknown> = Promise.resolve()
  let queued = 0
  let wake: (() => void) | null = null

  function freeAt(place: Place): number {
    if (place.answeredAt === null) return Number.POSITIVE_INFINITY
    return Math.max(place.sentAt, place.answeredAt - roundTrips.relied()) + seconds * 1000 + clockMarginMs
  }

  async function takePlace(): Promise<Place> {
    for (;;) {
      const unready = ready?.()
      if (unready) {
        await unready
        continue
      }
      const waitMs = pausedUntil - now()
      if (waitMs > 0) {
        await sleep(waitMs)
        continue
      }
      const missing = vacate(places, allowance.size(), freeAt, now())
      if (missing <= 0) break
      // With every place in flight only an answer can free one.
      if (missing === Number.POSITIVE_INFINITY) await new Promise<void>((resolve) => (wake = resolve))
      else await sleep(missing)
    }
    const place: Place = { sentAt: now(), answeredAt: null }
    places.add(place)
    began?.()
    return place
  }

  function answered(place: Place, outcome: PacedOutcome): void {
    if (place.answeredAt !== null) return
    place.answeredAt = now()
    if (outcome.turn === 'unsent') places.delete(place)
    if (outcome.turn === undefined) roundTrips.add(place.answeredAt - place.sentAt)
    if (outcome.turn !== 'unsent')
      allowance.answered({ sentAt: place.sentAt, at: place.answeredAt, isRateLimited: outcome.isRateLimited })
    if (outcome.isRateLimited) pausedUntil = Math.max(pausedUntil, place.answeredAt + pauseMs(outcome))
    tell()
  }

  function tell(): void {
    wake?.()
    wake = null
  }

  return {
    busyPlaces() {
      const untilFree = (place: Place) => Math.min(freeAt(place) - now(), seconds * 1000 + travelMs)
      return atLeast(pausedUntil - now(), [...places].map(untilFree), requests)
    },
    beginWith(busyMs) {
      places.clear()
      for (const ms of busyMs) places.add(inheritedPlace(now() + ms - seconds * 1000 - clockMarginMs))
      tell()
    },
    untilTurn(begun) {
      const moment = soonestTurn({ places, begun, queued, allowed: allowance.size(), seconds, freeAt, now: now() })
      return Math.max(Math.max(moment, pausedUntil) - now(), 0)
    },
    pace() {
      queued += 1
      const mine = turn.then(takePlace).finally(() => {
        queued -= 1
      })
      turn = mine.catch(() => undefined)
      return mine.then((place) => (outcome) => answered(place, outcome))
    },
  }
}

/** Empties places so that one of so many may be taken; else answers in how many ms one may. */
function vacate(places: Set<Place>, allowed: number, freeAt: (place: Place) => number, now: number): number {
  const tooMany = places.size - allowed
  if (tooMany < 0) return 0
  const inOrder = [...places].map((place) => ({ place, at: freeAt(place) }))
  inOrder.sort((one, other) => (one.at === other.at ? 0 : one.at - other.at))
  const missing = (inOrder[tooMany]?.at ?? now) - now
  if (missing <= 0) for (const { place } of inOrder.slice(0, tooMany + 1)) places.delete(place)
  return missing
}

const pauseMs = ({ retryAfterSeconds = 0 }: PacedOutcome) =>
  1000 * Math.min(Math.max(retryAfterSeconds, leastPauseSeconds), mostPauseSeconds)

/** Of all places, free ones too, while everything is paused. */
function atLeast(pausedMs: number, untilFree: readonly number[], requests: number): number[] {
  const busy = untilFree.map((ms) => Math.max(pausedMs, ms)).filter((ms) => ms > 0)
  return pausedMs > 0 ? [...busy, ...Array<number>(requests - busy.length).fill(pausedMs)] : busy
}

type Foreseen = {
  places: ReadonlySet<Place>
  begun: number
  queued: number
  allowed: number
  seconds: number
  freeAt(place: Place): number
  now: number
}

/** A request that is under way counts as if it was counted when it left. */
function soonestTurn({ places, begun, queued, allowed, seconds, freeAt, now }: Foreseen): number {
  const moments: number[] = []
  let inFlight = 0
  for (const place of places) {
    if (place.answeredAt === null) inFlight += 1
    moments.push(place.answeredAt === null ? place.sentAt + seconds * 1000 : freeAt(place))
  }
  const nth = Math.max(begun - inFlight, queued) - (allowed - places.size)
  if (nth < 0) return now
  return moments.sort((a, b) => a - b)[nth] ?? now + seconds * 1000
}

function rememberRoundTrips() {
  let fastest = Number.POSITIVE_INFINITY
  /** In a row, none of them slow. */
  let quick = 0
  return {
    /** What a way back and the next way there take together at the least. */
    relied: () => (quick < tellingRoundTrips ? 0 : Math.min(fastest / 2, mostReliedMs)),
    add(ms: number) {
      fastest = Math.min(fastest, ms)
      quick = ms > fastest * slowTimes ? 0 : quick + 1
    },
  }
}

const inheritedPlace = (at: number): Place => ({ sentAt: at, answeredAt: at })
