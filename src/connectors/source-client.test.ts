import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createAirtableConnector } from './airtable/index.ts'
import { createGoogleSheetsConnector } from './google-sheets/index.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** A server that answers as it likes, and the methods and addresses that it was asked. */
async function answerWith(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const client = { clientId: 'radvis', clientSecret: 'secret' }
const sleep = async () => undefined

function connectorsAt(url: string) {
  const oauthAddresses = { authorize: `${url}/auth`, token: `${url}/token`, revoke: `${url}/revoke` }
  const google = { ...client, sheetsUrl: url, driveUrl: url, oauthAddresses, picksInConsent: true, sleep }
  return [
    createGoogleSheetsConnector(google),
    createAirtableConnector({ ...client, apiUrl: url, oauthUrl: url, sleep }),
  ]
}

function sessionsAt(url: string) {
  const access = {
    sharer: 'company',
    owner: 'person',
    accessToken: async () => 'token',
    pace: async () => () => undefined,
  }
  return connectorsAt(url).map((connector) => connector.openSession(access))
}

test('a redirect is not followed, neither with a token nor with our secret: it may lead anywhere, and is an outage', async () => {
  const elsewhere = await answerWith((_request, response) => response.end('{}'))
  const { url } = await answerWith((_request, response) =>
    response.writeHead(307, { location: `${elsewhere.url}/inside` }).end(),
  )
  for (const session of sessionsAt(url))
    await expect(session.listDocuments()).rejects.toMatchObject({ kind: 'unavailable', retry: 'safe', status: 307 })
  for (const connector of connectorsAt(url))
    await expect(connector.refreshTokens('refresh token')).rejects.toMatchObject({ kind: 'rejected', status: 307 })
  expect(elsewhere.asked).toEqual([])
})

test('an id of dots, which would be another address of the same API, is no document and not asked for', async () => {
  const { url, asked } = await answerWith((_request, response) => response.end('{}'))
  for (const session of sessionsAt(url))
    for (const documentId of ['.', '..'])
      await expect(session.listTables(documentId)).rejects.toMatchObject({ kind: 'not-found' })
  expect(asked).toEqual([])
})

test.each(['<!DOCTYPE html><title>Maintenance</title>', '', '{"bases":[{"id":"app'])(
  'what is no JSON (%j) is asked for again as any outage, and said to be one where it stays; JSON of another shape is not',
  async (text) => {
    let pages = 2
    const whole = { bases: [], files: [] }
    const { url, asked } = await answerWith((_request, response) =>
      response.end(pages-- > 0 ? text : JSON.stringify(whole)),
    )
    for (const session of sessionsAt(url)) {
      pages = 2
      expect(await session.listDocuments()).toEqual([])
      pages = 9
      await expect(session.listDocuments()).rejects.toMatchObject({ kind: 'unavailable', retry: 'safe' })
    }
    expect(asked).toHaveLength(14)
    const other = await answerWith((_request, response) => response.end('[]'))
    for (const session of sessionsAt(other.url))
      await expect(session.listDocuments()).rejects.toMatchObject({ kind: 'rejected', retry: 'never' })
    expect(other.asked).toHaveLength(2)
  },
)

test('an answer without end is read no further than memory allows, and not asked for again', async () => {
  const { url, asked } = await answerWith((_request, response) => {
    const piece = Buffer.alloc(2 ** 20, ' ')
    const go = () => {
      while (!response.destroyed) if (!response.write(piece)) return response.once('drain', go)
      return response
    }
    go()
  })
  for (const session of sessionsAt(url))
    await expect(session.listDocuments()).rejects.toMatchObject({ kind: 'rejected', serviceCode: 'answer-too-large' })
  expect(asked).toHaveLength(2)
})

test('a listing that leads back to where it has been comes to an end', async () => {
  const page = { bases: [], files: [], records: [], offset: 'same', nextPageToken: 'same' }
  const tables = [{ id: 'tbl', name: 'Kort', fields: [] }]
  const { url, asked } = await answerWith(({ url: path }, response) =>
    response.end(JSON.stringify(path?.endsWith('/tables') ? { tables } : page)),
  )
  const [google, airtable] = sessionsAt(url)
  const endless = { kind: 'unavailable', serviceMessage: 'the listing has no end' }
  await expect(google?.listDocuments()).rejects.toMatchObject(endless)
  await expect(airtable?.listDocuments()).rejects.toMatchObject(endless)
  const address = { documentId: 'app', tableId: 'tbl', viewId: null }
  await expect(airtable?.readRows(address)).rejects.toMatchObject(endless)
  expect(asked.length).toBeLessThan(10)
})

test('a token that is said to last for ever lasts a year', async () => {
  const { url } = await answerWith((_request, response) =>
    response.end(JSON.stringify({ access_token: 'a', refresh_token: 'b', expires_in: 1e300 })),
  )
  for (const connector of connectorsAt(url)) {
    const { expiresAt } = await connector.refreshTokens('refresh token')
    expect(new Date(expiresAt).getUTCFullYear() - new Date().getUTCFullYear()).toBeLessThan(2)
  }
})
