import { tmpdir } from 'node:os'
import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import type { Database } from './database.ts'
import { isDiskFull } from './database-faults.ts'
import { requireRoomInDatabase } from './disk-room.ts'

/** As one that is opened there, which would take seconds. */
const embedded = (dataDir?: string) =>
  ({ $client: Object.assign(Object.create(PGlite.prototype), { dataDir }) }) as unknown as Database
const moreThanAnyDisk = 2 ** 60

test('an embedded database in a folder refuses what its disk has no room for as a server does, and one in memory nothing', async () => {
  await requireRoomInDatabase(embedded(tmpdir()))
  await expect(requireRoomInDatabase(embedded(tmpdir()), moreThanAnyDisk)).rejects.toSatisfy(isDiskFull)
  await requireRoomInDatabase(embedded(), moreThanAnyDisk)
})
