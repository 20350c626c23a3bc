/**
 * SQLSTATE classes and codes that say nothing of the statement: the connection, who is let in (the password may be changed
 * before this process is started with it), the server's end or lack of room, two transactions that waited for each other.
 * Appendix A of PostgreSQL's documentation.
 */
const passingClasses = new Set(['08', '28', '53', '58'])
const passingStates = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '40001', '40P01', '55P03', '25006'])
/** Of the socket under the connection. */
const passingSockets = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
/** node-postgres and PGlite have no codes of their own for these. */
const passingWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|PGlite is clos|Cannot use a pool after calling end)/

/** Whether it is the database that could not, for now, so that the same may be asked again. Told by codes wherever there are any. */
export const isDatabaseAway = (error: unknown): boolean => reasonAway(error) !== null

/** The code, or the words, by which it is known that the database could not for now; null of any other error. */
export function reasonAway(error: unknown): string | null {
  // However deep: drizzle wraps what the driver says. A request to another party that failed is none of the database's.
  for (let at = error; at instanceof Error && !isFetch(at); at = at.cause) {
    const { code, syscall } = at as Error & { code?: unknown; syscall?: unknown }
    if (typeof code === 'string' && isPassing(code)) return code
    if (code === 'ENOENT' && syscall === 'connect') return code // a socket of this machine's own, taken away while the server restarts
    const [words] = passingWords.exec(at.message) ?? []
    if (words !== undefined) return words
    if (at instanceof AggregateError) return at.errors.map(reasonAway).find((reason) => reason !== null) ?? null
  }
  return null
}

/** As PostgreSQL tells that its disk is full. */
export const diskFull = '53100'

/** Whether it was refused because another statement of its transaction failed before it. */
export const isRefusedSinceFailed = (error: unknown) => hasState(error, '25P02')

/** Whether a row is there already under one of the keys. */
export const isKeyTaken = (error: unknown) => hasState(error, '23505')

/** Whether the user may not do it. */
export const isForbidden = (error: unknown) => hasState(error, '42501')

/** Whether there is no room left on its disk. */
export const isDiskFull = (error: unknown) => hasState(error, diskFull)

/** Whether it would have written where nothing may be written: in a transaction for reading, or on a standby. */
export const isRefusedSinceReading = (error: unknown) => hasState(error, '25006')

/**
 * Whether the server stopped a statement, or with it a whole transaction: by its own limit of time, or its operator did. Often
 * it waited for others or a disk; a job that meets it each time would never end, so that it is tried anew a few times only
 * (try-stopped-anew.ts).
 */
export const isStatementStopped = (error: unknown) => hasState(error, '57014') || hasState(error, '25P04')

function hasState(error: unknown, state: string): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && at.code === state) return true
  return false
}

/** Errors of transactions whose end was never asked for. */
const undone = new WeakSet<object>()

/** Notes that nothing is kept of the transaction that failed so, and fails. */
export function failUndone(error: unknown): never {
  if (error instanceof Error) undone.add(error)
  throw error
}

/** Whether nothing is kept for certain, also where the database went away: it did before it was asked to keep anything. */
export function isUndone(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (undone.has(at)) return true
  return false
}

/**
 * Asks anew for as long as the database is away: `seconds` at most, or until `signal` aborts; then with what it was refused.
 * What else goes wrong is thrown at once.
 */
export async function untilAnswered<Answer>(
  ask: () => PromiseLike<Answer>,
  {
    seconds = Number.POSITIVE_INFINITY,
    signal,
    pauseMs = 500,
  }: { seconds?: number; signal?: AbortSignal | undefined; pauseMs?: number },
): Promise<Answer> {
  const giveUpAt = Date.now() + seconds * 1000
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isDatabaseAway(error) || signal?.aborted || Date.now() >= giveUpAt) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** A NUL in a text or in JSON, a number beyond its column, a day of the year 0: what was asked for can be in no row. */
const unfitStates = new Set(['22021', '22P05', '22003', '22008'])

/** Whether the database cannot hold a value that it was given, nor compare with it. */
export function isUnfitValue(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && unfitStates.has(at.code)) return true
  return false
}

function isPassing(code: string): boolean {
  if (passingSockets.has(code) || passingStates.has(code)) return true
  return code.length === 5 && passingClasses.has(code.slice(0, 2))
}

/** Fails so where no answer comes (`fetch failed`) and where it breaks off (`terminated`); what the drivers throw is no TypeError. */
const isFetch = (error: Error): boolean => error instanceof TypeError
