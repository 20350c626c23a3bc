import { describe, expect, test } from 'vitest'
import { openGoogleStage } from '../testing/google-stage.ts'
import { signIn } from '../testing/source-connector-behaviour.ts'

describe('a tab that changes while it is written in portions', () => {
  const documentId = '1Kalkyl0000000000000000000000000000000000003'
  const address = { documentId, tableId: '0', viewId: null }
  const rows = Array.from({ length: 30_000 }, (_, index) => [`Köp nummer ${index}`, index / 100, 'Östersund'])
  type Rows = unknown[][]

  /** `change` happens right before the second portion and each other one after it, `times` times in all. */
  async function writeWhile(change: (now: Rows) => Rows, times: number, below = rows.length) {
    let portions = 0
    let changes = 0
    const read = async () => {
      const { tabs } = (await (await stage.control('GET', `documents/${documentId}`)).json()) as {
        tabs: { rows: Rows }[]
      }
      return (tabs[0]?.rows ?? []).filter((cells) => cells.length > 0)
    }
    // The rows below keep the grid its size.
    const put = (found: Rows) =>
      stage.putDocument(documentId, [{ sheetId: 0, title: 'Ut', rows: [...found, ...Array(below).fill([])] }])
    const stage = await openGoogleStage({
      async fetch(input, init) {
        const isSecond = String(input).includes('batchUpdate') && ++portions % 2 === 0
        if (isSecond && ++changes <= times) await put(change(await read()))
        return fetch(input, init)
      },
    })
    await put([])
    const { session } = await signIn(stage)
    await stage.pick(documentId)
    const writing = session.writeRows(address, rows).then(read).finally(stage.close)
    return { writing, changes: () => changes }
  }

  test.each<[string, (now: Rows) => Rows]>([
    ['inserted above', (now) => [['Ny'], ...now]],
    ['deleted', (now) => now.slice(2)],
    ['sorted', (now) => now.toReversed()],
  ])('holds every row once in the end, though rows were %s meanwhile', async (_what, change) => {
    const { writing, changes } = await writeWhile(change, 1)
    expect(await writing).toEqual(rows)
    expect(changes()).toBeGreaterThan(0)
  })
  test('holds every row once in the end, though the grid was cut short meanwhile', async () => {
    const { writing } = await writeWhile((now) => now.slice(0, 10), 1, 0)
    expect(await writing).toEqual(rows)
  })
  test('every time is not told as written', async () => {
    const { writing } = await writeWhile((now) => [['Ny'], ...now], 99)
    await expect(writing).rejects.toMatchObject({ kind: 'unavailable', retry: 'safe' })
  })
})
