import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../test/postgres.ts'
import { openDatabase } from './database.ts'

let server: Awaited<ReturnType<typeof startPostgres>>

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

async function makeDatabase(name: string, encoding: string): Promise<string> {
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${name} encoding '${encoding}' locale 'C' template template0`)
  await admin.end()
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return url.toString()
}

test.each([
  ['latin', 'LATIN1'],
  ['ascii', 'SQL_ASCII'],
])('a database called %s, in %s, is refused with what to do', async (name, encoding) => {
  const databaseUrl = await makeDatabase(name, encoding)
  await expect(openDatabase({ databaseUrl })).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(
      new RegExp(
        `DATABASE_URL: the database ${name} has the encoding ${encoding}, .*encoding 'UTF8' template template0`,
      ),
    ),
  })
})

test('a database in UTF-8 is opened', async () => {
  const database = await openDatabase({ databaseUrl: await makeDatabase('unicode', 'UTF8') })
  expect(database.kind).toBe('postgres')
  await database.close()
})
