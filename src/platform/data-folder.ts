import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from './config.ts'
import type { Log } from './log.ts'

/** Files of customers, letters and the key lie there: only who runs Radvis looks into one that it makes. One that is there is left as it is. */
export function makeDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError([
      `DATA_DIR: ${path} is no folder that Radvis may write in (${(error as Error).message}). Files and letters are kept there, also with DATABASE_URL`,
    ])
  }
}

/** Node closes a database that nobody holds any more, and the lock would go with it. */
const held = new Set<DatabaseSync>()
const askAgainMs = 100

/**
 * Keeps every other process off the embedded database in there (decisions/043). The kernel lets go of the lock when the
 * process dies. Throws ConfigError where another still holds it after `waitMs`.
 */
export async function lockDataFolder(
  path: string,
  { log, waitMs = 0 }: { log?: Pick<Log, 'warn'> | undefined; waitMs?: number },
): Promise<{ release(): void }> {
  const file = join(path, 'database.lock')
  const giveUpAt = Date.now() + waitMs
  for (let asked = 0; ; asked++) {
    const lock = takeLock(file)
    if (lock) {
      held.add(lock)
      return { release: () => held.delete(lock) && lock.close() }
    }
    if (asked === 0) log?.warn({ DATA_DIR: path }, 'Radvis runs on this DATA_DIR already: waiting for it to end')
    if (Date.now() >= giveUpAt)
      throw new ConfigError([
        `DATA_DIR: Radvis runs on ${path} already, and the embedded database takes one process at a time. Stop that one, give this one a DATA_DIR of its own, or set DATABASE_URL`,
      ])
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}

const busy = 5 // SQLITE_BUSY, in the lowest byte of an extended code

/** Node has no locks of files. SQLite's transaction is one (fcntl), on a file that stays empty. Null where it is taken. */
function takeLock(file: string): DatabaseSync | null {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    const { errcode = 0, message } = error as Error & { errcode?: number }
    if ((errcode & 0xff) === busy) return null
    throw new ConfigError([
      `DATA_DIR: ${file} cannot be locked (${message}): the embedded database needs a disk where Radvis may write files and lock them`,
    ])
  }
}
