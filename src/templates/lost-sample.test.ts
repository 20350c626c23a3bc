import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createActivity } from '#activity/index.ts'
import { newId } from '#kernel/ids.ts'
import { systemClock } from '#platform/clock.ts'
import { createDiskFiles } from '#platform/files.ts'
import { callAs } from '#platform/testing/call-as.ts'
import { openTestDatabase } from '../../test/database.ts'
import { createTemplates } from './index.ts'

const file = readFileSync(new URL('../../test/fixtures/samples/sebkort_transaktioner_multicard.xlsx', import.meta.url))
const fields = {
  ...{ name: 'Mitt kort', bank: 'SEB Kort', sourceSystem: 'file', targetSystem: 'fortnox' },
  ...{ resource: 'supplier-invoice', movement: 'import', granularity: 'row' },
}

test('a template whose sample is lost says so, with what to do, and not that it is a fault of ours', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'radvis-lost-sample-'))
  const database = await openTestDatabase()
  try {
    const { routes } = createTemplates({
      ...{ db: database.db, clock: systemClock, files: createDiskFiles(folder) },
      activity: createActivity({ db: database.db, clock: systemClock }),
      accounts: { firmOf: async () => null, hasClients: async () => false },
    })
    const who = { companyId: newId() }
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.append('file', new Blob([new Uint8Array(file)]), 'kort.xlsx')
    const { id } = (await callAs(who, routes, { method: 'POST', path: '/templates', body: form })).body
    rmSync(join(folder, 'files'), { recursive: true })
    for (const [method, path] of [
      ['GET', 'sample'],
      ['POST', 'duplicate'],
    ] as const)
      expect(await callAs(who, routes, { method, path: `/templates/${id}/${path}` })).toMatchObject({
        status: 410,
        body: { code: 'file-gone', errors: [{ path: 'file', code: 'sample-gone' }] },
      })
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
