import { reasonAway } from './database-faults.ts'

const silentMs = 60_000

/**
 * While the database is away everything that asks for it fails: dozens of queues twice a second, every call of every person.
 * Each reason is told once a minute, with how many errors of it were passed over since the last time (`untold`). Null: this
 * one is not to be told. What has another cause always is.
 */
export function createAwayTelling(now: () => number = () => performance.now()) {
  const told = new Map<string, { at: number; untold: number }>()
  return (error: unknown): { untold?: number } | null => {
    const reason = reasonAway(error)
    if (reason === null) return {}
    const last = told.get(reason)
    if (last && now() - last.at < silentMs) {
      last.untold++
      return null
    }
    told.set(reason, { at: now(), untold: 0 })
    return last && last.untold > 0 ? { untold: last.untold } : {}
  }
}
