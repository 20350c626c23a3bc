import { wait } from '#kernel/wait.ts'
import { type Answered, createPacer, type MovablePacer, type Pacer } from './pacer.ts'

/** Where processes agree on who may use a pace. Its clock is the only one that is asked when a hold is over. */
export type PaceStore = {
  /**
   * Takes the pace for so long: in how many ms each place that is not free will be. Null when somebody else holds it, who
   * is told that it is wanted. Of a holder that died, what it told last counts, and what it might have begun since as used
   * when its hold ended: `unheardOf` requests, or all places where that is null.
   */
  take(
    key: string,
    holder: string,
    options: { ms: number; limit: PaceLimit; unheardOf: number | null },
  ): Promise<number[] | null>
  /** Calls when another has come to want what the holder holds, until the returned function is called. A word may be lost. */
  hear(holder: string, wanted: () => void): () => void
  /** Holds on to those still held, notes which places are used, and says which somebody else wants. */
  keep(holder: string, held: readonly HeldPace[], ms: number): Promise<{ key: string; isWanted: boolean }[]>
  release(key: string, holder: string, busyMs: readonly number[]): Promise<void>
}
/** `busyMs` as `release` tells it; null where it is not told. */
export type HeldPace = { key: string; busyMs: readonly number[] | null }
export type PaceLimit = {
  requests: number
  seconds: number
  /**
   * A request that has its turn waits for another pace before it leaves: the pace is handed on only when all of them are
   * answered, since one that left later than the heir believes would be counted twice.
   */
  waitsForAnother?: boolean
}

export type SharedPacers = {
  /** The pace of one company at the other side, whoever of ours, in whichever process, is connected to it. */
  paceOf(key: string, limit: PaceLimit): Pacer
  /** Lets go of everything, for another process to use at once. */
  stop(): Promise<void>
}

export type SharedPacerOptions = {
  store: PaceStore
  holder: string
  now?: () => number
  sleep?: (ms: number) => Promise<void>
  /** Does the work again and again, until the returned function is called. */
  every?: (ms: number, work: () => void) => () => void
}

/** How long a process holds a pace without a sign of life; all that it holds is renewed together. */
const holdMs = 4_000
const renewMs = 1_000
/** A request only leaves while this much is left, so that it is counted before anybody else can begin. */
const leastLeftMs = 1_500
/** A pace that its holder does not need comes at once, as soon as that has heard that it is wanted. */
const firstAskedAgainMs = 20
const askAgainMs = 150
/**
 * Unused for so long after its window has passed, a pace is let go of before anybody asks: holding it costs next to nothing,
 * letting go and taking it again a write each, of which a busy worker made hundreds a second. Whoever wants it sooner is heard,
 * at the next renewal at the latest.
 */
const idleMs = 20_000
/** Unused for longer it is forgotten whole: whoever is signed in may ask for any id, and each has a pace of its own. */
const unusedMs = 3_600_000
const forgetEveryMs = 60_000

/**
 * Of a long window, how many requests a holder begins before it has told anew which places are used: that is all that others
 * have to wait for when it dies. A short window is over before that helps.
 */
function unheardOf({ requests, seconds }: PaceLimit): number | null {
  return seconds * 1000 > 2 * holdMs ? Math.max(2, Math.ceil(requests / 5)) : null
}

type Held = {
  key: string
  limit: PaceLimit
  /** Requests in all, and how many of them the store had been told of last. */
  begun: number
  told: number
  pacer: MovablePacer
  /** Until when by our clock; null: not held. */
  until: number | null
  isTaking: boolean
  /** Ends when the store was told that it was let go of: asked for sooner, that word could come after the answer. */
  released: Promise<void>
  /** Those that wait for their turn too. */
  underWay: number
  /** Have had their turn and no answer yet. */
  inFlight: number
  hasBegunAny: boolean
  /** Is handed on when nothing is in flight any more. */
  isLeaving: boolean
  usedAt: number
}
type Sharing = Required<SharedPacerOptions> & { paces: Map<string, Held> }

/**
 * The other side counts the requests of all our processes together. So one process at a time holds the whole pace of a
 * company over there, and hands it on, with the moments at which its places are free, when another wants it or when it has
 * nothing more to send: one write a second for all companies together, none for a request.
 */
export function createSharedPacers(options: SharedPacerOptions): SharedPacers {
  const paces = new Map<string, Held>()
  const sharing = { now: () => performance.now(), sleep: wait, every: repeat, ...options, paces }
  const { now, sleep } = sharing
  const renewing = openRenewing(sharing)
  let forgotAt = now()
  function findOrMake(key: string, limit: PaceLimit): Held {
    const known = paces.get(key)
    if (known) return known
    if (now() - forgotAt > forgetEveryMs) {
      forgotAt = now()
      forgetUnused(sharing)
    }
    const ready = () => (mayBegin(sharing, held) ? null : hold(sharing, held, renewing.now).then(renewing.start))
    const began = () => {
      held.begun += 1
    }
    const pacer = createPacer({ ...limit, now, sleep, ready, began })
    const held: Held = {
      ...{ key, limit, begun: 0, told: 0, pacer, until: null, isTaking: false, released: Promise.resolve() },
      ...{ underWay: 0, inFlight: 0, hasBegunAny: false, isLeaving: false, usedAt: now() },
    }
    paces.set(key, held)
    return held
  }
  return {
    paceOf(key, limit) {
      findOrMake(key, limit)
      // Looked for each time: of two of one key each would believe that it has the whole pace.
      return openPace(sharing, () => findOrMake(key, limit))
    },
    async stop() {
      renewing.stop()
      await Promise.all([...paces.values()].filter(({ until }) => until !== null).map((held) => letGo(sharing, held)))
    },
  }
}

/** Of a pace that has to be taken first no more is foreseen than that a window holds no more than it holds. */
function openPace(sharing: Sharing, find: () => Held): Pacer {
  return {
    pace: () => pace(sharing, find()),
    untilTurn(begun) {
      const held = find()
      const { requests, seconds } = held.limit
      if (isHeld(sharing, held)) return held.pacer.untilTurn(begun)
      return begun < requests ? 0 : seconds * 1000
    },
  }
}

async function pace(sharing: Sharing, held: Held): Promise<Answered> {
  held.underWay += 1
  try {
    const answered = await held.pacer.pace()
    held.inFlight += 1
    held.hasBegunAny = true
    return endOnce(sharing, held, answered)
  } catch (error) {
    held.underWay -= 1
    throw error
  }
}

function endOnce(sharing: Sharing, held: Held, answered: Answered): Answered {
  let isAnswered = false
  return (outcome) => {
    if (isAnswered) return
    isAnswered = true
    answered(outcome)
    held.underWay -= 1
    held.inFlight -= 1
    held.usedAt = sharing.now()
    if (held.isLeaving && held.inFlight === 0) letGo(sharing, held).catch(() => undefined) // renewed no more, it runs out
  }
}

const isHeld = ({ now }: Sharing, { until }: Held) => until !== null && until - now() > leastLeftMs

const mayBegin = (sharing: Sharing, held: Held) => isHeld(sharing, held) && !held.isLeaving && !hasToTell(held)

const hasToTell = ({ limit, begun, told }: Held) => begun - told >= (unheardOf(limit) ?? Number.POSITIVE_INFINITY)

/**
 * A hold that ran out under us, with nobody else's in between, is renewed and leaves the places as we know them; so is one
 * under which much has begun that nobody was told of.
 */
async function hold(sharing: Sharing, held: Held, renew: () => Promise<void>): Promise<void> {
  while (held.until !== null) {
    await (held.isLeaving ? sharing.sleep(askAgainMs) : renew())
    if (mayBegin(sharing, held)) return
  }
  await take(sharing, held)
}

async function take({ store, holder, now, sleep }: Sharing, held: Held): Promise<void> {
  held.isTaking = true
  try {
    await held.released
    for (let again = firstAskedAgainMs; ; again = Math.min(again * 2, askAgainMs)) {
      const askedAt = now()
      const { key, limit } = held
      const busyMs = await store.take(key, holder, { ms: holdMs, limit, unheardOf: unheardOf(limit) })
      if (busyMs !== null) {
        held.told = held.begun
        held.pacer.beginWith(busyMs)
        held.hasBegunAny = false
        held.until = askedAt + holdMs
        return
      }
      await sleep(again)
    }
  } finally {
    held.isTaking = false
  }
}

async function letGo({ store, holder }: Sharing, held: Held): Promise<void> {
  held.until = null
  held.isLeaving = false
  const told = store.release(held.key, holder, held.pacer.busyPlaces())
  held.released = told.catch(() => undefined) // the store then goes on taking it for held, by us
  await told
}

/** Renews what is in use, as long as anything is held; `now`: what has run out is renewed with all others by one write. */
function openRenewing(sharing: Sharing): { start(): void; now(): Promise<void>; stop(): void } {
  let end: (() => void) | null = null
  let underWay: Promise<void> | null = null
  function stop(): void {
    end?.()
    end = null
  }
  function renewOnce(): Promise<void> {
    underWay ??= renewUsed(sharing).finally(() => {
      underWay = null
    })
    return underWay
  }
  async function renew(): Promise<void> {
    // After an error the database may be back before the hold is over; isHeld decides meanwhile.
    await Promise.all([renewOnce(), letIdleGo(sharing)]).catch(() => undefined)
    if ([...sharing.paces.values()].every(({ until, isTaking }) => until === null && !isTaking)) stop()
  }
  return {
    start() {
      end ??= allOf(
        sharing.every(renewMs, () => void renew()),
        sharing.store.hear(sharing.holder, () => void renew()),
      )
    },
    now: renewOnce,
    stop,
  }
}

const allOf = (one: () => void, other: () => void) => () => {
  one()
  other()
}

const heldOf = ({ paces }: Sharing) => [...paces.values()].filter(({ until, isTaking }) => until !== null && !isTaking)
const isIdle = ({ now }: Sharing, { underWay, usedAt, limit }: Held) =>
  underWay === 0 && now() - usedAt > limit.seconds * 1000 + idleMs

function forgetUnused({ paces, now }: Sharing): void {
  for (const [key, { until, isTaking, underWay, usedAt }] of paces)
    if (until === null && !isTaking && underWay === 0 && now() - usedAt > unusedMs) paces.delete(key)
}

async function letIdleGo(sharing: Sharing): Promise<void> {
  const idle = heldOf(sharing).filter((held) => isIdle(sharing, held))
  await Promise.all(idle.map((held) => letGo(sharing, held)))
}

async function renewUsed(sharing: Sharing): Promise<void> {
  const { store, holder, now } = sharing
  const used = heldOf(sharing)
    .filter((held) => !isIdle(sharing, held))
    .map((held) => ({ held, until: held.until, begun: held.begun }))
  if (used.length === 0) return
  const askedAt = now()
  const telling = used.map(({ held: { key, limit, pacer } }) => ({
    key,
    busyMs: unheardOf(limit) === null ? null : pacer.busyPlaces(),
  }))
  const kept = new Map((await store.keep(holder, telling, holdMs)).map((one) => [one.key, one]))
  for (const { held, until, begun } of used) {
    if (held.until !== until) continue // let go of since it was asked about, or taken anew: the answer is of another hold
    const answer = kept.get(held.key)
    held.until = answer ? askedAt + holdMs : null
    if (answer) held.told = begun
    if (answer?.isWanted && hasHadTurn(held)) await handOn(sharing, held)
    else if (!answer) held.isLeaving = false
  }
}

/**
 * Whoever waits in a long window for the next free place and gives the pace away meanwhile may have given it away again
 * whenever one comes free, for ever: each holder begins one request at the least.
 */
const hasHadTurn = ({ hasBegunAny, underWay, inFlight }: Held) => hasBegunAny || underWay === inFlight

async function handOn(sharing: Sharing, held: Held): Promise<void> {
  if (held.limit.waitsForAnother && held.inFlight > 0) held.isLeaving = true
  else await letGo(sharing, held)
}

function repeat(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  timer.unref()
  return () => clearInterval(timer)
}
