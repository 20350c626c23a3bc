/**
 * How many of a limit's places are used at a time: all of them, until the other side refuses sooner than it says it does. Then
 * fewer, and one more at a time when as many went through; what was tried and refused is tried again ever more seldom, since
 * each refusal costs everybody a pause.
 */
export type Allowance = {
  size(): number
  answered(request: { sentAt: number; at: number; isRateLimited: boolean }): void
}

/** A first refusal leaves so much: a ceiling at half of what is said is found in four pauses. */
const keptShare = 0.8
/** Of 25 places one more is tried, of a larger limit as large a part. */
const triedShare = 1 / 25
/** So many times the places of a window have to go through at the most before more are tried: some five minutes of Fortnox. */
const mostPatience = 64

export function createAllowance(most: number): Allowance {
  const more = Math.max(1, Math.round(most * triedShare))
  let size = most
  /** As many as went through without a refusal since the last one. */
  let proven: number | null = null
  let passed = 0
  let patience = 1
  let changedAt = Number.NEGATIVE_INFINITY
  let refusedAt = Number.NEGATIVE_INFINITY

  function change(to: number, at: number): void {
    size = to
    passed = 0
    changedAt = at
  }
  function shrink(at: number): void {
    refusedAt = at
    if (proven !== null && proven < size) {
      patience = Math.min(2 * patience, mostPatience)
      change(proven, at)
    } else {
      proven = null
      change(Math.max(1, Math.floor(size * keptShare)), at)
    }
  }
  function grow(at: number): void {
    passed += 1
    if (passed < size) return
    // What was tried went through: the other side lets more in than it did.
    if (proven !== null && proven < size) patience = Math.max(1, patience / 2)
    proven = size
    if (size === most) patience = 1
    else if (passed >= size * patience) change(Math.min(most, size + more), at)
  }
  return {
    size: () => size,
    answered({ sentAt, at, isRateLimited }) {
      // Those that were under way when a first one was refused say the same once more.
      if (isRateLimited && sentAt >= refusedAt) shrink(at)
      if (!isRateLimited && sentAt >= changedAt) grow(at)
    },
  }
}
