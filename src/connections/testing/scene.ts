import { eq, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import type { MemberCompany } from '../describe-connection.ts'
import { connections as connectionsTable } from '../tables.ts'
import { createTestClock, openConnections, publicUrl } from './open-connections.ts'
import { createScriptedConnector } from './scripted-connector.ts'

/** A new company beside an accounting system of its own, and the steps a person takes with it. */
export async function createScene(database: OpenDatabase) {
  await database.db.delete(connectionsTable)
  const companyId = newId()
  const clock = createTestClock()
  const far = createScriptedConnector(() => clock.now().getTime())
  const companies: MemberCompany[] = []
  const membership = { isOver: false, askedOf: { userId: '', sessionId: '' } }
  const near = openConnections({
    ...{ database, clock, connector: far.connector, companies },
    isSignedInMember(person) {
      membership.askedOf = person
      return !membership.isOver
    },
  })
  let codes = 0

  async function startConsent(company = companyId) {
    const { body, headers } = await near.as(company).send('POST', '/connectors/fortnox/authorize')
    const url = new URL(body.url)
    return { state: url.searchParams.get('state') ?? '', url, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' }
  }

  async function callBack(query: Record<string, string>, headers = {}): Promise<Record<string, string>> {
    const answer = await near
      .as(null)
      .send('GET', `/connectors/fortnox/callback?${new URLSearchParams(query)}`, undefined, headers)
    const location = answer.headers.get('location') ?? ''
    if (answer.status !== 302 || !location.startsWith(`${publicUrl}/app/connectors?`))
      throw new Error(`answered ${answer.status} ${location}`)
    return Object.fromEntries(new URL(location).searchParams)
  }

  async function findConnection(company = companyId) {
    const connection = await near.connections.findConnection(company)
    if (!connection) throw new Error('there is no connection')
    return connection
  }

  async function connect(company = companyId) {
    const told = await callBack({ code: `code-${codes++}`, state: (await startConsent(company)).state })
    return { told, connection: await findConnection(company) }
  }

  async function readYears(connections = near.connections) {
    return (await connections.openSession(companyId, (await findConnection()).id)).listFinancialYears()
  }

  async function readRow() {
    const [row] = await database.db.select().from(connectionsTable).where(eq(connectionsTable.companyId, companyId))
    if (!row) throw new Error('there is no connection')
    return row
  }

  const listActivities = () =>
    withCompany(database.db, companyId, async (tx) => {
      const { rows } = (await tx.execute(sql`select type, activity from events order by at, id`)) as unknown as {
        rows: { type: string; activity: string }[]
      }
      return rows.map((event) => `${event.type} ${event.activity}`)
    })
  const readStatus = async () => (await near.as(companyId).send('GET', '/connectors')).body.items[0]

  return {
    companyId,
    /** That people are members of. */
    companies,
    membership,
    clock,
    far,
    near,
    startConsent,
    callBack,
    connect,
    findConnection,
    readYears,
    readRow,
    listActivities,
    readStatus,
  }
}
