import { sql } from 'drizzle-orm'
import { createSharedCalls } from '#kernel/share-calls.ts'
import type { Database } from './database.ts'
import { diskFull, reasonAway, untilAnswered } from './database-faults.ts'
import { requireRoomInDatabase } from './disk-room.ts'

const roomPauseMs = 5000

/**
 * Waits until what failed with this error may be tried again, or until the process stops. A server whose disk is full answers
 * all that asks for no room: of it some is asked for, once at a time for all who wait.
 */
export function createUntilBack(
  db: Database,
  { pauseMs = roomPauseMs } = {},
): (error: unknown, signal: AbortSignal) => Promise<void> {
  const share = createSharedCalls<void>()
  return async (error, signal) => {
    const reason = reasonAway(error)
    if (reason === null) return
    const isFull = reason === diskFull
    const ask = isFull ? () => askForRoom(db) : async () => void (await db.execute(sql`select 1`))
    const wait = () => untilAnswered(ask, { signal, ...(isFull && { pauseMs }) })
    // Something else is wrong by now, or the process stops: whatever it is, the try that follows meets it.
    await share(isFull ? diskFull : 'answer', wait).catch(() => undefined)
  }
}

/** Sets are spilled to files that go with the statement: nothing is written to the server's log, which may need the room itself. */
async function askForRoom(db: Database): Promise<void> {
  await requireRoomInDatabase(db)
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('work_mem', '64kB', true)`)
    await tx.execute(sql`select count(*) from generate_series(1, 300000)`)
  })
}
