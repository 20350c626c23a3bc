import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { nothingSeen } from './rules/source-changes.ts'
import { keepSeen, readSeen } from './seen-rows.ts'

const stored = new Map<string, Uint8Array>()
const files = {
  async put(_companyId: string, bytes: Uint8Array | AsyncIterable<Uint8Array>) {
    const key = newId()
    stored.set(key, bytes instanceof Uint8Array ? bytes : new Uint8Array(await buffer(bytes)))
    return { key, sha256: '' }
  },
  get: async (key: string) => stored.get(key) ?? new Uint8Array(),
}
const many = (count: number) => Array.from({ length: count }, (_, index) => `å${index}`)

test('what was seen comes back as it was kept, in parts that hold up nobody', async () => {
  const seen = {
    columns: [{ kind: 'column' as const, name: 'Belopp', occurrence: 0, index: 2 }],
    names: { byId: { fld1: 'Belopp' }, header: ['Datum', 'Text', 'Belopp'] },
    contents: Object.fromEntries(many(9000).map((content, index) => [content, (index % 3) + 1])),
    origins: Object.fromEntries(
      many(2001).map((content, row) => [content, { keys: ['a', 'b'], places: [['import', row]] as const }]),
    ),
    records: Object.fromEntries(many(4001).map((record) => [record, `content of ${record}`])),
  }
  const key = await keepSeen(files, newId(), seen)
  expect(await readSeen(files, key)).toEqual(seen)
  expect(new TextDecoder().decode(stored.get(key)).split('\n')).toHaveLength(12)
})
test('nothing seen is nothing, kept or not', async () => {
  expect(await readSeen(files, await keepSeen(files, newId(), nothingSeen))).toEqual(nothingSeen)
  expect(await readSeen(files, null)).toEqual(nothingSeen)
})
