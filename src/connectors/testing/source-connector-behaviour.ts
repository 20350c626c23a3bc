import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ConnectorError, type Tokens } from '../accounting-connector.ts'
import { createPacer, type Pacer } from '../pacer.ts'
import type { SourceAccess, SourceAddress, SourceConnector, SourceReading, SourceSession } from '../source-connector.ts'

/** A cell as a person would have typed it; null is left empty, `day` is a date. */
export type SeedCell = string | number | boolean | null | { day: string }

export type Stats = { requests: number; rateLimited: number; unauthorized: number; refreshes: number; faults: number }

/** A connector beside its sandbox, over HTTP. */
export type SourceStage = {
  connector: SourceConnector
  /** As connections/ gives it, of one process alone. */
  pace: SourceAccess['pace']
  /** A person allows us in; the redirect's code is exchanged for tokens. */
  consent(): Promise<Tokens>
  /** A document of one table that the person lets us open; the first row is its header. */
  seed(rows: SeedCell[][]): Promise<SourceAddress>
  /** Adds a row to it. */
  addRow(address: SourceAddress, cells: SeedCell[]): Promise<void>
  removeTable(address: SourceAddress): Promise<void>
  /** A fault plan of sandbox/fortnox/faults.ts. */
  setFaults(plan: unknown[]): Promise<void>
  revoke(): Promise<void>
  stats(): Promise<Stats>
  advance(seconds: number): void
  reset(): Promise<void>
  close(): Promise<void>
}

/** Waiting takes no time: whoever sleeps moves everybody's clock on. */
export function createHurriedTime() {
  let skippedMs = 0
  return {
    elapsed: () => performance.now() + skippedMs,
    now: () => Date.now() + skippedMs,
    async sleep(ms: number) {
      skippedMs += ms
      await new Promise((resolve) => setImmediate(resolve))
    },
    advance(seconds: number) {
      skippedMs += seconds * 1000
    },
  }
}

export function paceAlone({ elapsed, sleep }: ReturnType<typeof createHurriedTime>): SourceAccess['pace'] {
  const pacers = new Map<string, Pacer>()
  return (limit) => {
    const pacer = pacers.get(limit.of) ?? createPacer({ ...limit, now: elapsed, sleep })
    pacers.set(limit.of, pacer)
    return pacer.pace()
  }
}

const rows: SeedCell[][] = [
  ['Datum', 'Köpställe', 'Belopp', 'Klar'],
  [{ day: '2026-03-02' }, 'CIRCLE K', 842.5, true],
  [{ day: '2026-03-09' }, '=1+1', -39, false],
  [null, 'PRESSBYRÅN', 46035, true],
]

/** What each source must do, whatever it is: tried over HTTP against its sandbox, faults included. */
export function describeSourceConnector(
  name: string,
  open: () => Promise<SourceStage>,
  limits: { callsFor2500Rows: number },
): void {
  describe(`${name} as a source`, () => {
    let opened: SourceStage
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())
    beforeEach(() => opened.reset())
    const stageOf = () => opened
    describeDocuments(stageOf)
    describeManyRows(stageOf, limits)
    describeFaults(stageOf)
    describeTokens(stageOf)
  })
}

function describeDocuments(stageOf: () => SourceStage): void {
  test('reads rows with their kinds, header first', async () => {
    const stage = stageOf()
    const { session } = await signIn(stage)
    const reading = readingOf(await session.readRows(await stage.seed(rows)))
    expect(reading.extent).toBe('all')
    expect(reading.rows.map(({ number, cells, kinds }) => [number, cells, kinds])).toEqual([
      [1, ['Datum', 'Köpställe', 'Belopp', 'Klar'], 'tttt'],
      [2, ['2026-03-02', 'CIRCLE K', '842.5', 'TRUE'], 'dtnb'],
      [3, ['2026-03-09', '=1+1', '-39', 'FALSE'], 'dtnb'],
      [4, ['', 'PRESSBYRÅN', '46035', 'TRUE'], '_tnb'],
    ])
  })

  test('names whose account it is, its documents and their tables', async () => {
    const stage = stageOf()
    const { session } = await signIn(stage)
    const { documentId, tableId } = await stage.seed(rows)
    expect(await session.readOwner()).toMatchObject({ id: expect.any(String), name: expect.any(String) })
    expect(await session.listDocuments()).toContainEqual({ id: documentId, name: 'Prov' })
    expect(await session.readDocument(documentId)).toEqual({ id: documentId, name: 'Prov' })
    expect(await session.listTables(documentId)).toMatchObject([{ id: tableId, name: 'Köp' }])
  })

  test('does not find what is gone or was never shared', async () => {
    const stage = stageOf()
    const { session } = await signIn(stage)
    const address = await stage.seed(rows)
    const unknown = { ...address, documentId: `${address.documentId.slice(0, -3)}xyz` }
    for (const asked of [session.readRows(unknown), session.listTables(unknown.documentId)])
      await expect(asked).rejects.toMatchObject({ kind: 'not-found', retry: 'never' })
    await expect(session.readDocument(unknown.documentId)).rejects.toMatchObject({ kind: 'not-found' })
    await stage.removeTable(address)
    await expect(session.readRows(address)).rejects.toMatchObject({ kind: 'not-found', serviceCode: 'table-gone' })
  })
}

function describeManyRows(stageOf: () => SourceStage, { callsFor2500Rows }: { callsFor2500Rows: number }): void {
  test('reads thousands of rows whole, in few calls, and without breaking a quota', async () => {
    const stage = stageOf()
    const { session } = await signIn(stage)
    const many = Array.from({ length: 2500 }, (_, index): SeedCell[] => [
      { day: '2026-03-02' },
      `Köp ${index}`,
      index,
      true,
    ])
    const address = await stage.seed([...rows.slice(0, 1), ...many])
    const before = await stage.stats()
    const reading = readingOf(await session.readRows(address))
    expect(reading.rows.slice(1).map((row) => row.cells[1])).toEqual(many.map((cells) => cells[1]))
    expect(reading.rows.every((row, index) => row.number === index + 1)).toBe(true)
    expect(reading.calls).toBe((await stage.stats()).requests - before.requests)
    expect(reading.calls).toBeLessThanOrEqual(callsFor2500Rows)
    const counted = await stage.stats()
    const some = readingOf(await session.readRows(address, { most: 100 }))
    expect(some.rows.length).toBeGreaterThanOrEqual(100)
    expect(some.rows).toEqual(reading.rows.slice(0, some.rows.length))
    expect((await stage.stats()).requests - counted.requests).toBeLessThan(reading.calls)
    expect((await stage.stats()).rateLimited).toBe(0)
  })

  test('is spared what has not changed since, and told what has', async () => {
    const stage = stageOf()
    const { session } = await signIn(stage)
    const address = await stage.seed(rows)
    stage.advance(600)
    const { version } = await session.readRows(address)
    expect(await session.readRows(address, { since: version })).toMatchObject({ extent: 'unchanged' })
    stage.advance(600)
    await stage.addRow(address, [{ day: '2026-03-10' }, 'SJ', 195, false])
    const changed = readingOf(await session.readRows(address, { since: version }))
    expect(changed.rows[0]?.cells).toEqual(['Datum', 'Köpställe', 'Belopp', 'Klar'])
    expect(changed.rows.at(-1)?.cells).toEqual(['2026-03-10', 'SJ', '195', 'FALSE'])
    expect(changed.version).not.toBe(version)
  })
}

function describeFaults(stageOf: () => SourceStage): void {
  test.each([
    ['an outage', { kind: 'status', status: 503 }],
    ['a connection cut before', { kind: 'drop-before' }],
    ['a connection cut after', { kind: 'drop-after' }],
    ['a refusal for pace', { kind: 'too-many-requests' }],
  ])('gets over %s', async (_what, effect) => {
    const stage = stageOf()
    const { session } = await signIn(stage)
    const address = await stage.seed(rows)
    await stage.setFaults([{ effect, times: 2 }])
    expect(readingOf(await session.readRows(address)).rows).toHaveLength(4)
    expect((await stage.stats()).faults).toBe(2)
  })

  test('says that it is out of reach when it stays so', async () => {
    const stage = stageOf()
    const { session } = await signIn(stage)
    await stage.setFaults([{ effect: { kind: 'status', status: 500 } }])
    await expect(session.listDocuments()).rejects.toMatchObject({ kind: 'unavailable', retry: 'safe' })
  })

  test('has a refused token exchanged once, and gives up on the second', async () => {
    const stage = stageOf()
    const { session, refused } = await signIn(stage)
    const address = await stage.seed(rows)
    await stage.setFaults([{ effect: { kind: 'expired-token' }, times: 1 }])
    expect(readingOf(await session.readRows(address)).rows).toHaveLength(4)
    expect(refused()).toBe(1)
    await stage.setFaults([{ match: { path: '^/(v0|v4|drive)/' }, effect: { kind: 'expired-token' } }])
    await expect(session.readRows(address)).rejects.toMatchObject({ kind: 'unauthorized' })
  })
}

function describeTokens(stageOf: () => SourceStage): void {
  test('renews tokens until the consent is taken back', async () => {
    const stage = stageOf()
    const tokens = await stage.consent()
    expect(tokens.expiresAt).toBeGreaterThan(Date.now() + 3_000_000)
    const renewed = await stage.connector.refreshTokens(tokens.refreshToken)
    expect(renewed.accessToken).not.toBe(tokens.accessToken)
    await stage.revoke()
    await expect(stage.connector.refreshTokens(renewed.refreshToken)).rejects.toMatchObject({
      kind: 'grant-refused',
      serviceCode: 'invalid_grant',
    })
  })

  test('tells an outage of the token endpoint from a refusal', async () => {
    const stage = stageOf()
    const { refreshToken } = await stage.consent()
    await stage.setFaults([{ match: { path: '^.*token$' }, effect: { kind: 'status', status: 502 } }])
    await expect(stage.connector.refreshTokens(refreshToken)).rejects.toMatchObject({ kind: 'unavailable' })
  })
}

/** A line with tokens that are exchanged when refused; `refused` counts how often that was. */
export async function signIn(stage: SourceStage): Promise<{ session: SourceSession; refused: () => number }> {
  let tokens = await stage.consent()
  let count = 0
  const session = stage.connector.openSession({
    async accessToken({ refused } = {}) {
      if (refused !== undefined && refused === tokens.accessToken) {
        count++
        tokens = await stage.connector.refreshTokens(tokens.refreshToken)
      }
      return tokens.accessToken
    },
    sharer: 'company',
    owner: null,
    pace: stage.pace,
  })
  return { session, refused: () => count }
}

export function readingOf(reading: SourceReading) {
  if (reading.extent === 'unchanged') throw new ConnectorError('rejected', 'never', { serviceCode: 'unchanged' })
  return reading
}

export function onlyOne(connectors: readonly SourceConnector[]): SourceConnector {
  const [connector] = connectors
  if (!connector || connectors.length > 1) throw new Error(`there are ${connectors.length} connectors`)
  return connector
}

/** Calls a sandbox's control API. */
export function controlOf(url: string) {
  return (method: string, path: string, body?: unknown) =>
    fetch(`${url}/sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
}

/** What both stages do in the same way. */
export function stageControl(control: ReturnType<typeof controlOf>, user: string) {
  return {
    setFaults: async (plan: unknown[]) => void (await control('PUT', 'faults', plan)),
    revoke: async () => void (await control('POST', 'revoke', { user })),
    stats: async () => (await (await control('GET', 'stats')).json()) as Stats,
    reset: async () => void (await control('POST', 'reset', { everything: true })),
  }
}

/** Posts a sandbox's consent form as a person's browser would, and returns where that is sent. */
export async function answerConsent(
  authorizeUrl: string,
  answer: Record<string, string | readonly string[]>,
): Promise<URLSearchParams> {
  const url = new URL(authorizeUrl)
  const form = new URLSearchParams([...url.searchParams, ['decision', 'allow']])
  for (const [name, value] of Object.entries(answer))
    for (const one of typeof value === 'string' ? [value] : value) form.append(name, one)
  const response = await fetch(`${url.origin}${url.pathname}`, { method: 'POST', body: form, redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`consent answered ${response.status}`)
  return new URL(location).searchParams
}
