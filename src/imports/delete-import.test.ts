import { expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'

test('a check that waits for an import has nothing to do once that is deleted', async () => {
  const database = await openTestDatabase()
  try {
    const near = openImports(database)
    const { id } = await near.read(csv('2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00;'))
    const recheck = near.imports.jobs.handlers.find(({ definition }) => definition.name === 'imports.recheck')!
    const check = () => recheck.run({ companyId: near.companyId, importId: id }, new AbortController().signal)
    await check()
    expect((await near.call('DELETE', `/imports/${id}`)).status).toBe(204)
    expect(await check()).toBeUndefined()
  } finally {
    await database.close()
  }
})
