import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemWords } from './problem-words.ts'
import { createReadingThreads } from './read-in-thread.ts'
import { madeUpCheck, madeUpRequest, storesNothing, warmReading } from './warm-reading.ts'

test('a thread that says nothing for longer than it may is ended, and it is told what to do', async () => {
  const read = createReadingThreads({ seconds: 0.001 }) // starting one takes longer
  const problem = { code: 'timed-out', params: { seconds: 0.001 } }
  await expect(warmReading(read)).rejects.toMatchObject(problem)
  await expect(warmReading(read)).rejects.toMatchObject(problem) // the ended one is not asked again
  expect(problemWords({ ...problem, params: { seconds: 8 } }, 'sv')).toMatch(/8 sekunder.*CSV/)
  expect(problemWords({ ...problem, params: { seconds: 8 } }, 'en')).toMatch(/8 seconds.*CSV/)
})

describe('what rows are checked with may come late', () => {
  const read = createReadingThreads()
  const never = Promise.withResolvers<never>().promise
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'radvis-thread-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const fileOf = async (text: string) => {
    const path = join(folder, 'rows.csv')
    await writeFile(path, text)
    return { ...madeUpRequest, path }
  }
  const rows =
    'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp\r\n2026-03-02;2026-03-02;BUTIK AB;Umeå;SEK;0;125,50\r\n'

  test('the rows wait for it', async () => {
    const stored: Uint8Array[] = []
    const store = async (bytes: Uint8Array) => void stored.push(bytes.slice())
    const late = Promise.withResolvers<typeof madeUpCheck & { isFirst: boolean }>()
    const reading = read(await fileOf(rows), late.promise, { ...storesNothing, store })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(stored).toEqual([])
    late.resolve({ ...madeUpCheck, isFirst: true })
    expect(await reading).toMatchObject({ purchases: 1, numbered: 0, supplierRows: { 0: 1 } })
    expect(stored).toHaveLength(1)
  })

  test('a file that cannot be read is told without it', async () => {
    await expect(read(await fileOf('%PDF-1.7'), never, storesNothing)).rejects.toMatchObject({
      name: 'SpreadsheetError',
    })
  })

  test('where it cannot be had the reading ends with the reason', async () => {
    const away = new Error('the accounting system is away')
    await expect(read(await fileOf(rows), Promise.reject(away), storesNothing)).rejects.toBe(away)
  })
})
