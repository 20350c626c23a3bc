import { statfs } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import type { Database } from './database.ts'
import { diskFull } from './database-faults.ts'

/**
 * What is left free of a disk. The embedded database hangs, with all of its process, where there is no room for the next
 * file of its log, which has 16 MB, nor for what it has taken in and writes to its tables' files when the log begins anew
 * (tend-embedded.ts): what can wait is refused before that.
 */
export const spareBytes = 128 * 2 ** 20

/** Fails as the disk itself would, where no more than the spare room is left of the one that a folder is on. */
export async function requireRoom(folder: string, { code = 'ENOSPC', spare = spareBytes } = {}): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize > spare) return
  throw Object.assign(new Error(`there is no room in ${folder}: no more than ${spare} bytes are left`), { code })
}

/**
 * Fails as a server does whose disk is full, where an embedded database in a folder has no room for so many bytes. What one
 * transaction writes has to fit whole: the log does not begin anew before it ends. A server says itself when it has none.
 */
export async function requireRoomInDatabase(db: Database, bytes = 0): Promise<void> {
  const { $client: client } = db as unknown as { $client: unknown }
  if (!(client instanceof PGlite) || !client.dataDir) return
  await requireRoom(client.dataDir, { code: diskFull, spare: spareBytes + bytes })
}
