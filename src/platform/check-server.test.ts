import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../test/postgres.ts'
import { checkServer } from './check-server.ts'
import { openDatabase } from './database.ts'
import { migrate, migrationLock } from './migrate.ts'

let server: Awaited<ReturnType<typeof startPostgres>>
let admin: pg.Client

beforeAll(async () => {
  server = await startPostgres()
  admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

/** The address of a new database, as `user` reaches it. */
async function makeDatabase(name: string, user: string | null = null): Promise<string> {
  if (user) await admin.query(`create role ${user} login password '${user}'`)
  await admin.query(`create database "${name}" owner ${user ?? 'postgres'}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  if (user) [url.username, url.password] = [user, user]
  return url.toString()
}

const waiting = "select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()"

/** What a start on the server would end with. */
const refusalOf = (databaseUrl: string) =>
  openDatabase({ databaseUrl }).then(
    async (database) => {
      const told = await migrate(database).catch((error: Error) => `${error.name} ${error.message}`)
      await database.close()
      return told
    },
    (error: Error) => `${error.name} ${error.message}`,
  )

test('a database in which nothing may be written is refused with what to do', async () => {
  const databaseUrl = await makeDatabase('standby')
  await admin.query('alter database standby set default_transaction_read_only = on')
  expect(await refusalOf(databaseUrl)).toMatch(/^ConfigError [\s\S]*nothing can be written[\s\S]*primary$/)
})

test('a server that gives a user fewer connections than a process opens is refused with how many it opens', async () => {
  const databaseUrl = await makeDatabase('narrow', 'narrow')
  await admin.query('alter role narrow connection limit 20')
  expect(await refusalOf(databaseUrl)).toMatch(/^ConfigError [\s\S]*20 connections at once[\s\S]*up to 21/)
})

test('a user who may make no role is refused with what it has to be granted', async () => {
  const databaseUrl = await makeDatabase('unprivileged', 'unprivileged')
  expect(await refusalOf(databaseUrl)).toMatch(/^ConfigError [\s\S]*permission denied to create role[\s\S]*createrole/)
})

test('connections that share a session of the server, as behind a pooler of transactions, are refused', async () => {
  const query = admin.query.bind(admin)
  const shared = { query, connect: async () => ({ query, release: () => undefined }) } as unknown as pg.Pool
  await expect(checkServer({ main: shared, prompt: shared }, { connections: 1 })).rejects.toThrow('pool_mode = session')
})

test('a server that stops statements which last is told of, and one with no such limit is not', async () => {
  const told: object[] = []
  const log = { warn: (what: object) => void told.push(what) }
  const open = async (name: string, ...settings: string[]) => {
    const databaseUrl = await makeDatabase(name)
    for (const setting of settings) await admin.query(`alter database "${name}" set ${setting}`)
    await (await openDatabase({ databaseUrl, log })).close()
  }
  await open('patient')
  await open('hasty', "statement_timeout = '30s'")
  await open('impatient', "lock_timeout = '5s'")
  expect(told).toEqual([{ settings: ['statement_timeout = 30000ms'] }, { settings: ['lock_timeout = 5000ms'] }])
  await open('at ease', "lock_timeout = '2min'")
  expect(told).toHaveLength(2)
})

test('a start waits for the migration of another process, and ends its own, whatever limits of time the server has', async () => {
  const databaseUrl = await makeDatabase('migrated')
  const another = new pg.Client({ connectionString: databaseUrl })
  await another.connect()
  await another.query(`select pg_advisory_lock(${migrationLock})`)
  for (const limit of ['lock_timeout', 'statement_timeout', 'transaction_timeout'])
    await admin.query(`alter database migrated set ${limit} = '1s'`)
  const starting = refusalOf(databaseUrl)
  await expect.poll(async () => (await another.query(waiting)).rowCount).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await another.end()
  expect(await starting).toBeUndefined()
})
