import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { createLog } from '#platform/log.ts'
import { startRiksbankSandbox } from '#sandbox/riksbank/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import { createRates, rateOn } from './index.ts'
import { exchangeRates } from './tables.ts'

let database: OpenDatabase
let riksbank: Awaited<ReturnType<typeof startRiksbankSandbox>>
beforeAll(async () => {
  database = await openTestDatabase()
  riksbank = await startRiksbankSandbox({ port: 0 })
})
afterAll(async () => {
  await riksbank.close()
  await database.close()
})

const log = createLog('silent')
const at = { time: new Date('2026-11-21T08:00:00Z') }
const clock = { now: () => at.time }
const open = (file: string | null = null, url = riksbank.url) =>
  createRates({ db: database.db, clock, log, file, source: { url, apiKey: null, fetch } })
/** The Riksbank as it answers at times. */
function answering(status: number) {
  const answers = {
    status,
    asked: [] as string[],
    until: Promise.resolve(),
    open: (file: string | null = null) =>
      createRates({ db: database.db, clock, log, file, source: { url: riksbank.url, apiKey: null, fetch: send } }),
  }
  const send: typeof fetch = async (url, init) => {
    answers.asked.push(String(url))
    await answers.until
    return answers.status === 200 ? fetch(url, init) : new Response('{}', { status: answers.status })
  }
  return answers
}

/** A server in the Riksbank's place, and the keys that it was shown. */
async function answerWith(answer: (response: ServerResponse) => void) {
  const keys: (string | undefined)[] = []
  const server = createServer(({ headers }, response) => {
    keys.push(headers['ocp-apim-subscription-key']?.toString())
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...{ keys, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    close: () => server.close().closeAllConnections(),
  }
}

describe('rates', () => {
  test('are asked for where we were told, and no redirect takes our key elsewhere', async () => {
    const elsewhere = await answerWith((response) => response.end('[]'))
    const riksbank = await answerWith((response) => response.writeHead(302, { location: elsewhere.url }).end())
    const source = { url: riksbank.url, apiKey: 'our key', fetch }
    await createRates({ db: database.db, clock, log, file: null, source }).load(['NOK'], '2026-10-01', '2026-10-02')
    expect([riksbank.keys, elsewhere.keys]).toEqual([['our key'], []])
    for (const server of [riksbank, elsewhere]) server.close()
  })

  test('without end are read no further than memory allows', async () => {
    const sent = { bytes: 0 }
    const endless = await answerWith((response) => {
      const piece = Buffer.alloc(2 ** 20, ' ')
      const go = () => {
        while (!response.destroyed && sent.bytes < 2 ** 28) {
          sent.bytes += piece.length
          if (!response.write(piece)) return response.once('drain', go)
        }
        return response.end('[]')
      }
      go()
    })
    await open(null, endless.url).load(['DKK'], '2026-10-01', '2026-10-02')
    expect(sent.bytes).toBeLessThan(2 ** 28)
    endless.close()
  })

  test('are asked for once, kept, and asked for again only where days are missing', async () => {
    const rates = open()
    const book = await rates.load(['EUR', 'SEK'], '2026-10-01', '2026-10-31')
    const friday = rateOn(book, 'EUR', '2026-10-30')
    expect(friday?.day).toBe('2026-10-30')
    expect(rateOn(book, 'EUR', '2026-10-31')).toEqual(friday) // a Saturday
    expect(riksbank.asked()).toEqual(['SEKEURPMI 2026-09-21 2026-10-31'])
    expect(await open().load(['EUR'], '2026-10-05', '2026-10-30')).not.toEqual({})
    expect(riksbank.asked()).toHaveLength(1)
    await open().load(['EUR'], '2026-10-05', '2027-01-31')
    expect(riksbank.asked().at(-1)).toBe('SEKEURPMI 2026-10-31 2026-11-21')
  })

  test('between the days of two imports are asked for, so that February does not cost what January did', async () => {
    const rates = open()
    await rates.load(['CHF'], '2026-01-05', '2026-01-30')
    await rates.load(['CHF'], '2026-03-02', '2026-03-31')
    const before = riksbank.asked().length
    const book = await rates.load(['CHF'], '2026-01-05', '2026-03-31')
    expect(rateOn(book, 'CHF', '2026-02-05')?.day).toBe('2026-02-05')
    expect(rateOn(book, 'CHF', '2026-02-15')?.day).toBe('2026-02-13') // a Sunday
    expect(riksbank.asked().slice(before)).toEqual(['SEKCHFPMI 2026-01-31 2026-02-19'])
  })

  test('that nobody gives are missing, and are asked for again after a while, not at every row', async () => {
    const rates = open()
    const before = riksbank.asked().length
    expect(rateOn(await rates.load(['XTS'], '2026-10-01', '2026-10-02'), 'XTS', '2026-10-02')).toBeNull()
    await rates.load(['XTS'], '2026-10-01', '2026-10-02')
    expect(riksbank.asked().length - before).toBe(1)
    at.time = new Date(at.time.getTime() + 31 * 60_000)
    await rates.load(['XTS'], '2026-10-01', '2026-10-02')
    expect(riksbank.asked().length - before).toBe(2)
    const away = open(null, 'http://127.0.0.1:9')
    expect(await away.load(['NOK'], '2026-10-01', '2026-10-02')).toEqual({})
  })

  test('of a file are taken before any that is asked for', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'rates-')), 'rates.csv')
    writeFileSync(file, 'Datum;USD\n2026-10-01;9,5\n2026-10-02;9,6\n')
    const before = riksbank.asked().length
    const book = await open(file).load(['USD'], '2026-10-02', '2026-10-02')
    expect(rateOn(book, 'USD', '2026-10-02')).toEqual({ rate: '9.6', day: '2026-10-02' })
    expect(riksbank.asked().length).toBe(before)
    expect(await database.db.select().from(exchangeRates)).toContainEqual({
      currency: 'USD',
      day: '2026-10-01',
      rate: '9.5',
    })
  })

  test('are not yesterday’s where nobody answered for the days since, and are asked for again soon', async () => {
    at.time = new Date('2026-11-21T08:00:00Z') // a Saturday
    await open().load(['GBP'], '2026-11-02', '2026-11-10')
    const answers = answering(429)
    const rates = answers.open()
    const onDay = async (day: string) => rateOn(await rates.load(['GBP'], '2026-11-02', '2026-11-21'), 'GBP', day)
    expect((await onDay('2026-11-10'))?.day).toBe('2026-11-10')
    expect(await onDay('2026-11-18')).toBeNull()
    expect(await onDay('2026-11-11')).toBeNull()
    expect(answers.asked).toHaveLength(1)
    at.time = new Date(at.time.getTime() + 6 * 60_000)
    answers.status = 200
    expect((await onDay('2026-11-18'))?.day).toBe('2026-11-18')
    expect((await onDay('2026-11-21'))?.day).toBe('2026-11-20')
  })

  test('of today are the last banking day’s until they are told, whether or not anybody answers', async () => {
    at.time = new Date('2026-11-23T08:00:00Z') // a Monday
    await open().load(['NOK'], '2026-11-16', '2026-11-22')
    const book = await answering(503).open().load(['NOK'], '2026-11-16', '2026-11-23')
    expect(rateOn(book, 'NOK', '2026-11-23')?.day).toBe('2026-11-20')
  })

  test('after the last day of a file are not its last for days on end where nobody else answers', async () => {
    at.time = new Date('2026-11-20T08:00:00Z')
    const file = join(mkdtempSync(join(tmpdir(), 'rates-')), 'rates.csv')
    writeFileSync(file, 'Datum;PLN\n2026-11-16;2,5\n2026-11-17;2,6\n')
    const book = await answering(503).open(file).load(['PLN'], '2026-11-16', '2026-11-20')
    expect(rateOn(book, 'PLN', '2026-11-17')).toEqual({ rate: '2.6', day: '2026-11-17' })
    expect(rateOn(book, 'PLN', '2026-11-19')).toBeNull()
  })

  test('that one import is asking for are there for another that needs them meanwhile', async () => {
    at.time = new Date('2026-11-21T08:00:00Z')
    await open().load(['CAD'], '2026-11-02', '2026-11-10')
    const answers = answering(200)
    const gate = Promise.withResolvers<void>()
    answers.until = gate.promise
    const rates = answers.open()
    const both = [1, 2].map(() => rates.load(['CAD'], '2026-11-02', '2026-11-21'))
    await expect.poll(() => answers.asked.length).toBe(1)
    // The other may still be looking at what is known.
    await sleep(500)
    gate.resolve()
    for (const book of await Promise.all(both)) expect(rateOn(book, 'CAD', '2026-11-18')?.day).toBe('2026-11-18')
    expect(answers.asked).toHaveLength(1)
  })
})
