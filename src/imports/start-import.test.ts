import { expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { octoberFile } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'

test('a file of which no import can be made is not kept', async () => {
  const database = await openTestDatabase()
  const { upload, stored } = openImports(database)
  const unfit = 'kort\0.csv' // PostgreSQL's texts hold all but this
  expect((await upload(octoberFile, unfit)).status).toBe(500)
  expect(stored.size).toBe(0)
  await database.close()
})
