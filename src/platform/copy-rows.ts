import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Database, socketOf } from './database.ts'
import { requireRoomInDatabase } from './disk-room.ts'
import { reuseLog } from './tend-embedded.ts'

/** Takes rows into a table, in COPY's binary format. */
export type RowLoad = {
  /** Whole rows. Resolves when the bytes have left, so that they may be written over and more may be given. */
  add(rows: Uint8Array): Promise<void>
  /** Resolves when every row stands in the table. */
  end(): Promise<void>
  /** Gives up: on PostgreSQL none of the rows stays, and on the embedded database none comes afterwards. */
  cancel(): Promise<void>
}

/** What the binary format begins and ends with; PostgreSQL's manual, "COPY", File Formats. */
const header = Buffer.from('PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const trailer = Buffer.from('\u00ff\u00ff', 'latin1')

/**
 * Loads rows with COPY, the fastest way in; its binary format costs the server three quarters of what text does. It is begun
 * with the first rows: until then it holds no connection, however long they are waited for. PostgreSQL refuses COPY for roles
 * under row-level security (its manual, "COPY", notes), so that this runs as the owner of the table: whoever builds the rows
 * writes the company into each, and reads them back under the policy before they are shown (decisions/009). The server need
 * not have written them to disk when they stand in the table: whoever shows them makes a later transaction wait for its own
 * log, and with it for all before it.
 *
 * `purpose` (63 letters at most) is one loader's at a time. Another who has begun for it was taken for dead: a process that
 * stands still, or a machine that has gone without a word, keeps its keys on the server from everybody until it is ended there.
 */
export function openRowLoad(
  db: Database,
  { table, columns, purpose }: { table: string; columns: readonly string[]; purpose: string },
): RowLoad {
  const { $client: client } = db as unknown as { $client: pg.Pool | PGlite }
  const into = `copy "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) from`
  return client instanceof PGlite ? loadEmbedded(db, client, into) : loadOnServer(client, into, purpose)
}

/** So much is loaded before it is looked whether the log is to begin anew, which others see to less often. */
const unseenBytes = 4 * 2 ** 20

function loadEmbedded(db: Database, pglite: PGlite, into: string): RowLoad {
  let unseen = 0
  let isOpen = true
  let added: Promise<unknown> = Promise.resolve()
  const copy = async (rows: Uint8Array) => {
    await requireRoomInDatabase(db)
    if (!isOpen) return
    const blob = new Blob([header, rows as Uint8Array<ArrayBuffer>, trailer])
    await pglite.query(`${into} '/dev/blob' (format binary)`, [], { blob })
    unseen += rows.length
    if (!pglite.dataDir || unseen < unseenBytes) return
    unseen = 0
    await reuseLog(pglite)
  }
  return {
    add(rows) {
      const adding = copy(rows)
      added = Promise.allSettled([added, adding])
      return adding
    },
    end: async () => undefined,
    // Whoever cancels deletes what was loaded: none may come afterwards.
    async cancel() {
      isOpen = false
      await added
    },
  }
}

function loadOnServer(pool: pg.Pool, into: string, purpose: string): RowLoad {
  let opened: ReturnType<typeof openStream> | null = null
  let isOpen = true
  const release = (client: pg.PoolClient, error?: Error) => {
    if (!isOpen) return
    isOpen = false
    setPipelined(client, true)
    client.release(error)
  }
  return {
    async add(rows) {
      opened ??= openStream(pool, into, purpose)
      const { client, stream, failed } = await opened
      const written = new Promise<void>((resolve) => stream.write(rows, () => resolve()))
      // What the server said comes first: a stream whose connection is gone throws that it has none.
      await Promise.race([failed, written])
      // pg-copy-streams calls back when the socket has taken the bytes over, which is not when it has sent them.
      const socket = socketOf(client)
      if (socket && socket.writableLength > 0) await Promise.race([untilSent(socket), failed])
    },
    async end() {
      if (!opened) return
      const { client, stream, failed } = await opened
      try {
        // As above: where the connection went between the last rows and this, a stream throws at once.
        await Promise.race([failed, ended(stream)])
        await client.query('commit')
        release(client)
      } catch (error) {
        release(client, error as Error)
        throw error
      }
    },
    async cancel() {
      const open = await opened?.catch(() => null)
      if (!open || !isOpen) return
      open.stream.destroy()
      release(open.client, new Error('the load was given up'))
    },
  }
}

async function ended(stream: Writable): Promise<void> {
  stream.end(trailer)
  await once(stream, 'finish')
}

/** What was written before a write has left when it calls back. `drain` comes of no page that fits what a socket holds. */
function untilSent(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.write('', () => resolve()))
}

/** pg sends no COPY over a connection whose statements do not wait for each other (its documentation, "Pipelining"). */
function setPipelined(client: pg.PoolClient, pipeline: boolean): void {
  Object.assign(client, { pipeline })
}

const endedWithinMs = 5000
const endOthers = `select pg_terminate_backend(pid, ${endedWithinMs}) from pg_stat_activity
  where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()`
const begin = `begin; select set_config('synchronous_commit', 'off', true), set_config('application_name', `

async function openStream(pool: pg.Pool, into: string, purpose: string) {
  const client = await pool.connect()
  setPipelined(client, false)
  try {
    await client.query(endOthers, [purpose])
    await client.query(`${begin}${client.escapeLiteral(purpose)}, true)`)
  } catch (error) {
    client.release(error as Error)
    throw error
  }
  const stream: Writable = client.query(copyFrom(`${into} stdin (format binary)`))
  stream.write(header)
  const failed = new Promise<never>((_resolve, reject) => stream.on('error', reject))
  failed.catch(() => undefined) // told to whoever adds or ends
  return { client, stream, failed }
}
