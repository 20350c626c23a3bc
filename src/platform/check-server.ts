import type pg from 'pg'
import { ConfigError } from './config.ts'
import type { Log } from './log.ts'

/** Throws ConfigError, naming what to do, where Radvis cannot work on the server. `connections`: as many as a process opens. */
export async function checkServer(
  { main, prompt }: { main: pg.Pool; prompt: pg.Pool },
  { connections, log }: { connections: number; log?: Pick<Log, 'warn'> | undefined },
): Promise<void> {
  const found = await findOut(main).catch((error: unknown) => {
    throw refusal(
      `the database cannot be opened (${messageOf(error)}). See that the server runs and that address, database, user and password are right`,
    )
  })
  const { name, encoding, isReadOnly, room, stopping } = found
  if (encoding !== 'UTF8')
    throw refusal(
      `the database ${name} has the encoding ${encoding}, and Radvis needs UTF8. An encoding cannot be changed: make a new database with "create database NAME encoding 'UTF8' template template0" (with locale 'C.UTF-8' too where PostgreSQL says that the locale does not match), and name that one`,
    )
  if (isReadOnly)
    throw refusal(
      `nothing can be written to the database ${name}: the server is a standby, or default_transaction_read_only is on. Name the primary`,
    )
  if (room < connections)
    throw refusal(
      `the server lets this user have ${room} connections at once, and each process of Radvis opens up to ${connections}. Raise max_connections, or the limit of the user or the database`,
    )
  if (!(await hasOwnSessions(main, prompt)))
    throw refusal(
      'a pooler shares sessions of the server between connections (transaction pooling), and Radvis needs its own: it listens, and prepares statements. Have sessions pooled (in PgBouncer pool_mode = session), or name the server itself',
    )
  if (stopping.length > 0)
    log?.warn(
      { settings: stopping },
      'the server stops what lasts or waits long: a large file may never be read, and who waits for others is told to come back',
    )
}

const refusal = (problem: string) => new ConfigError([`DATABASE_URL: ${problem}`])

type Found = { name: string; encoding: string; isReadOnly: boolean; room: number; stopping: string[] }

/** Who is no superuser has fewer connections. A statement of minutes is none of a hanging one: COPY of a million rows is one. */
async function findOut(pool: pg.Pool): Promise<Found> {
  const { rows } = await pool.query<Found>(`
    select datname as name, pg_encoding_to_char(encoding) as encoding,
      pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "isReadOnly",
      case when rolsuper then current_setting('max_connections')::int
        else least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int, nullif(rolconnlimit, -1), nullif(datconnlimit, -1))
      end as room,
      array(select name || ' = ' || setting || unit from pg_settings where case
          when name in ('statement_timeout', 'transaction_timeout') then setting::bigint between 1 and 600000
          when name = 'lock_timeout' then setting::bigint between 1 and 60000
        end) as stopping
    from pg_database, pg_roles where datname = current_database() and rolname = current_user`)
  const [found] = rows
  if (!found) throw new Error('the server says nothing of the database')
  return found
}

/** Whether what one connection has in its session stays there while another is in a transaction. */
async function hasOwnSessions(main: pg.Pool, prompt: pg.Pool): Promise<boolean> {
  const [one, other] = [await main.connect(), await prompt.connect()]
  const sessionOf = async (client: pg.PoolClient) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  try {
    const before = await sessionOf(one)
    await other.query('begin')
    const another = await sessionOf(other)
    const isOwn = before !== another && (await sessionOf(one)) === before
    await other.query('rollback')
    return isOwn
  } finally {
    one.release()
    other.release()
  }
}

/** Of several addresses of one name each may have refused. */
function messageOf(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? error.errors : []
  return first instanceof Error ? first.message : String(first)
}
