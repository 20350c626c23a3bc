import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untilHearing } from '../../test/database.ts'
import { startPostgres } from '../../test/postgres.ts'
import { type CompanyDatabase, executePrepared, openDatabase, readCompany, together, withCompany } from './database.ts'
import { isDatabaseAway } from './database-faults.ts'
import { deleteUnlessMade } from './files.ts'
import { openNotices } from './notices.ts'

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

test.each([
  ['nobody listens', 'postgres://postgres:postgres@127.0.0.1:1/postgres', 'ECONNREFUSED'],
  ['there is no such database', null, 'database "nowhere" does not exist'],
])('where %s the setting is named, and no password told', async (_, address, reason) => {
  const databaseUrl = address ?? server.url.replace(/postgres$/, 'nowhere')
  const refused = await openDatabase({ databaseUrl }).catch((error: Error) => error.message)
  expect(refused).toMatch(/DATABASE_URL: the database cannot be opened/)
  expect(refused).toContain(reason)
  expect(refused).not.toContain('postgres:postgres')
})

test('a database in UTF-8 is opened', async () => {
  const database = await openDatabase({ databaseUrl: await makeDatabase('unicode', 'UTF8') })
  expect(database.kind).toBe('postgres')
  await database.close()
})

describe("a company's transaction", () => {
  const companyId = '01890000-0000-7000-8000-000000000001'
  let database: Awaited<ReturnType<typeof openDatabase>>

  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: await makeDatabase('companies', 'UTF8') })
    await database.db.execute(sql`create role radvis_company`)
    await database.db.execute(sql`create table notes (text text primary key)`)
    await database.db.execute(sql`grant all on notes to radvis_company`)
  })
  afterAll(() => database.close())

  type Work = (tx: Pick<CompanyDatabase, 'execute'>) => Promise<void>
  const note = (tx: Pick<CompanyDatabase, 'execute'>, text: string) =>
    tx.execute(sql`insert into notes values (${text})`)
  const notes = async () => {
    const { rows } = (await database.db.execute(sql`select text from notes order by text`)) as unknown as pg.QueryResult
    return rows.map(({ text }) => text)
  }

  test('shows one company to all that it asks for, what is asked for at once too', async () => {
    const asked = sql`select current_user as role, current_setting('app.company_id') as company`
    const answers = await withCompany(database.db, companyId, (tx) => together(tx.execute(asked), tx.execute(asked)))
    for (const { rows } of answers as unknown as pg.QueryResult[])
      expect(rows).toEqual([{ role: 'radvis_company', company: companyId }])
  })

  test('carries out once what is given back as drizzle makes it, alone and with others', async () => {
    await database.db.execute(sql`create table counted (n serial)`)
    await database.db.execute(sql`grant all on counted, counted_n_seq to radvis_company`)
    const count = (tx: Pick<CompanyDatabase, 'execute'>) => tx.execute(sql`insert into counted default values`)
    await withCompany(database.db, companyId, count)
    await withCompany(database.db, companyId, (tx) => together(count(tx), count(tx)))
    const { rows } = (await database.db.execute(sql`select n from counted`)) as unknown as pg.QueryResult
    expect(rows).toHaveLength(3)
  })

  test('asks for nothing any more when it has failed: it would run outside, for every company', async () => {
    const late = Promise.withResolvers<unknown>()
    const failing = withCompany(database.db, companyId, async (tx) => {
      await note(tx, 'first')
      void tx
        .execute(sql`select pg_sleep(0.2)`)
        .then(() => note(tx, 'late'))
        .then(late.resolve, late.reject)
      throw new Error('it failed')
    })
    await Promise.all([
      expect(failing).rejects.toThrow('it failed'),
      expect(late.promise).rejects.toMatchObject({ cause: { message: 'the transaction is over' } }),
    ])
    expect(await notes()).toEqual([])
  })

  test('of what goes together one failure takes all back, and is told', async () => {
    const failing = withCompany(database.db, companyId, (tx) =>
      together(
        note(tx, 'kept?').then(() => note(tx, 'kept too?')),
        tx.execute(sql`select 1 / 0`),
      ),
    )
    await expect(failing).rejects.toMatchObject({ cause: { message: 'division by zero' } })
    expect(await notes()).toEqual([])
  })

  test('reads as of one instant where that is asked for', async () => {
    const read = async (tx: CompanyDatabase) =>
      ((await tx.execute(sql`select text from notes`)) as unknown as pg.QueryResult).rowCount
    const readTwice = async (tx: CompanyDatabase) => {
      const before = await read(tx)
      await withCompany(database.db, companyId, (other) => note(other, `beside ${before}`))
      return [before, await read(tx)]
    }
    expect(await withCompany(database.db, companyId, readTwice)).toEqual([0, 1])
    expect(await withCompany(database.db, companyId, readTwice, { isSnapshot: true })).toEqual([1, 1])
    await database.db.execute(sql`delete from notes`)
  })

  test.each([
    ["a company's", (work: Work) => withCompany(database.db, companyId, work)],
    ['any other', (work: Work) => database.db.transaction(work)],
  ])(
    '%s that loses its connection while it waits for something else fails, and the process lives',
    async (_whose, run) => {
      const uncaught: unknown[] = []
      const hear = (error: unknown) => uncaught.push(error)
      process.on('uncaughtExceptionMonitor', hear)
      const failing = run(async (tx) => {
        await note(tx, 'lost')
        const { rows } = (await tx.execute(sql`select pg_backend_pid() as pid`)) as unknown as pg.QueryResult
        await database.promptDb.execute(sql`select pg_terminate_backend(${rows[0].pid}::int)`)
        await new Promise((resolve) => setTimeout(resolve, 200))
      })
      await expect(failing).rejects.toThrow()
      process.off('uncaughtExceptionMonitor', hear)
      expect(uncaught).toEqual([])
      expect(await notes()).toEqual([])
    },
  )

  test('takes a prepared statement apart once, and looks up by index in a table that was short when it was planned', async () => {
    const one = await openDatabase({ databaseUrl: await makeDatabase('prepared', 'UTF8'), poolSize: 1 })
    await one.db.execute(sql`create table notes (text text primary key)`)
    await one.db.execute(sql`grant all on notes to radvis_company`)
    await one.db.execute(sql`insert into notes values ('short')`)
    await one.db.execute(sql`vacuum analyze notes`)
    const find = (text: string) =>
      withCompany(one.db, companyId, (tx) => executePrepared(tx, sql`select text from notes where text = ${text}`), {
        looksUp: true,
      })
    for (let time = 0; time < 10; time++) expect(await find('there')).toMatchObject({ rows: [] })
    await one.db.execute(sql`insert into notes select 'there' || n from generate_series(1, 5000) n`)
    expect(await find('there7')).toMatchObject({ rows: [{ text: 'there7' }] })
    const prepared = (await one.db.execute(
      sql`select name, generic_plans > 5 as "isPlannedOnce" from pg_prepared_statements where statement like '%from notes%'`,
    )) as unknown as pg.QueryResult<{ name: string }>
    expect(prepared.rows).toEqual([{ name: expect.any(String), isPlannedOnce: true }])
    const plan = await withCompany(one.db, companyId, (tx) =>
      tx.execute(sql.raw(`explain execute ${prepared.rows[0]?.name}('there7')`)),
    )
    expect(JSON.stringify(plan)).toMatch(/Index.*Scan/)
    await one.close()
  })

  test('what is asked for first leaves first, though what follows it is prepared', async () => {
    const inTurn = async (tx: CompanyDatabase) => {
      const note = sql`set_config('app.note', 'left first', true)`
      const noting = async () => await tx.select({ note }).from(sql`(values (1)) as one`) // as a row is locked
      const reading = async () => await executePrepared(tx, sql`select current_setting('app.note', true) as note`)
      return (await together(noting(), reading()))[1]
    }
    const options = { looksUp: true }
    expect(await withCompany(database.db, companyId, inTurn, options)).toMatchObject({ rows: [{ note: 'left first' }] })
  })

  describe('for looking up', () => {
    type Seen = { company: string; process: number; begun: string }
    const seen = sql`select current_setting('app.company_id') as company, pg_backend_pid() as process, now()::text as begun`
    const look = async (tx: Pick<CompanyDatabase, 'execute'>) => {
      const { rows } = (await tx.execute(seen)) as unknown as pg.QueryResult<Seen>
      return rows[0]
    }
    const other = '01890000-0000-7000-8000-000000000002'

    test('takes what is looked up for a company at once into one, and each company into its own', async () => {
      const asked = [companyId, companyId, other, companyId]
      const answers = await Promise.all(asked.map((company) => readCompany(database.db, company, look)))
      expect(answers.map((answer) => answer?.company)).toEqual(asked)
      const begun = new Set(answers.map((answer) => `${answer?.process} ${answer?.begun}`))
      expect(begun.size).toBe(2)
    })

    test('has its answer when it is there, and waits for nobody that looks up more in the same one', async () => {
      const slow = readCompany(database.db, companyId, async (tx) => {
        await look(tx)
        await tx.execute(sql`select pg_sleep(0.3)`)
        return 'slow'
      })
      const quick = readCompany(database.db, companyId, look).then(() => 'quick')
      expect(await Promise.race([slow, quick])).toBe('quick')
      await slow
    })

    test('sees what was written before it was asked, though another has begun', async () => {
      const first = readCompany(database.db, companyId, async (tx) => {
        await look(tx)
        await withCompany(database.db, companyId, (writing) => note(writing, 'just now'))
        return await readCompany(database.db, companyId, (again) => again.execute(sql`select text from notes`))
      })
      expect(await first).toMatchObject({ rows: [{ text: 'just now' }] })
      await database.db.execute(sql`delete from notes`)
    })

    test('writes nothing', async () => {
      const writing = readCompany(database.db, companyId, (tx) => note(tx, 'by the way'))
      const refused = await writing.then(() => null).catch((error: Error) => error)
      expect(refused?.message).toMatch(/may not write/)
      expect(isDatabaseAway(refused)).toBe(false) // else it would be tried for ever
      expect(await notes()).toEqual([])
    })

    test('where what another asked for fails, is done anew by itself', async () => {
      const one = await openDatabase({ databaseUrl: await makeDatabase('looked_up', 'UTF8'), poolSize: 1 })
      const failing = (tx: Pick<CompanyDatabase, 'execute'>) => tx.execute(sql`select 1 / 0`)
      const works = [look, failing, async (tx: CompanyDatabase) => [await look(tx), await look(tx)].length]
      const [before, failed, after] = await Promise.allSettled(
        works.map((work) => readCompany<unknown>(one.db, companyId, work)),
      )
      expect(before).toMatchObject({ status: 'fulfilled', value: { company: companyId } })
      expect(failed).toMatchObject({ status: 'rejected', reason: { cause: { message: 'division by zero' } } })
      expect(after).toMatchObject({ status: 'fulfilled', value: 2 })
      expect(await readCompany(one.db, companyId, look)).toMatchObject({ company: companyId }) // its connection came back
      await one.close()
    })

    test('fails with what the database says where it cannot be begun', async () => {
      const nowhere = await openDatabase({ databaseUrl: await makeDatabase('closed', 'UTF8') })
      await nowhere.close()
      const asked = [look, look].map((work) => readCompany(nowhere.db, companyId, work))
      for (const one of await Promise.allSettled(asked)) expect(one.status).toBe('rejected')
    })
  })

  describe('whose server goes away', () => {
    async function makeWith(work: Work) {
      const deleted: string[] = []
      const files = { delete: async (key: string) => void deleted.push(key) }
      const making = withCompany(database.db, companyId, work)
      const error = await deleteUnlessMade(files, 'the file', making).catch((failure: unknown) => failure)
      expect(isDatabaseAway(error)).toBe(true)
      expect(await notes()).toEqual([])
      return deleted
    }

    test('before its end was asked for has made nothing: the file for it is not kept', async () => {
      const deleted = await makeWith(async (tx) => {
        const { rows } = (await tx.execute(sql`select pg_backend_pid() as pid`)) as unknown as pg.QueryResult
        await database.db.execute(sql`select pg_terminate_backend(${rows[0].pid}::int)`)
        await note(tx, 'never')
      })
      expect(deleted).toEqual(['the file'])
    })

    test('when its end was asked for may have made what it was for: the file stays', async () => {
      await database.db.execute(sql`
        create function go_away() returns trigger language plpgsql security definer as
          $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`)
      await database.db.execute(sql`
        create constraint trigger go_away after insert on notes deferrable initially deferred
          for each row execute function go_away()`)
      expect(await makeWith(async (tx) => void (await note(tx, 'perhaps')))).toEqual([])
      await database.db.execute(sql`drop function go_away cascade`)
    })
  })

  test('does nothing where it cannot be entered', async () => {
    await expect(withCompany(database.db, '\u0000', (tx) => note(tx, 'outside'))).rejects.toThrow()
    expect(await notes()).toEqual([])
  })
})

test('the server looks whether whoever is connected is still there, and ends what stands still in a transaction', async () => {
  const database = await openDatabase({ databaseUrl: server.url })
  const names = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count']
  for (const db of [database.db, database.promptDb]) {
    const { rows } = (await db.execute(sql`
      select array_agg(current_setting(name)) as set from unnest(string_to_array(${names.join()}, ',')) as name`)) as unknown as {
      rows: object[]
    }
    expect(rows).toEqual([{ set: ['20', '10', '3'] }])
    const idle = await db.execute(sql`select current_setting('idle_in_transaction_session_timeout') as most`)
    expect(idle).toMatchObject({ rows: [{ most: '1min' }] })
  }
  expect(database.isSilent()).toBe(false)
  await database.close()
})

describe('a server that ends sessions in which nothing is asked', () => {
  let admin: pg.Client
  beforeAll(async () => {
    admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
  })
  afterAll(() => admin.end())

  test('keeps ours, the ear for notices too', async () => {
    const databaseUrl = await makeDatabase('idle', 'UTF8')
    await admin.query(`alter database idle set idle_session_timeout = '200ms'`)
    const database = await openDatabase({ databaseUrl })
    const notices = openNotices(database.driver)
    await untilHearing(notices, database)
    await database.promptDb.execute(sql`select 1`)
    const sessions = async () =>
      (await admin.query<{ pid: number }>(`select pid from pg_stat_activity where datname = 'idle' order by pid`)).rows
    const before = await sessions()
    await admin.query('select pg_sleep(0.6)')
    expect([before.length > 2, await sessions()]).toEqual([true, before])
    await notices.close()
    await database.close()
  })

  test('and one whose sessions an operator ends: notices are heard again, though nobody has asked for more', async () => {
    const databaseUrl = await makeDatabase('ended', 'UTF8')
    const database = await openDatabase({ databaseUrl })
    const notices = openNotices(database.driver)
    await untilHearing(notices, database)
    let told = 0
    notices.onTold('paces', () => {
      told++
    })
    await admin.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where query = 'listen radvis' and datname = 'ended'`,
    )
    await expect
      .poll(async () => {
        await database.db.transaction((tx) => notices.tell(tx, 'paces'))
        return told
      })
      .toBeGreaterThan(0)
    await notices.close()
    await database.close()
  })
})
