import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDiskFiles } from '#platform/files.ts'
import { openTestDatabase } from '../../test/database.ts'
import { openImports } from './testing/open-imports.ts'

test('the nightly job removes parts of files that nobody has written to for a day', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'radvis-parts-'))
  const database = await openTestDatabase()
  try {
    const files = createDiskFiles(folder)
    const { imports, companyId } = openImports(database, { files }) // where it is 2026-11-21, 08.00
    await files.put(companyId, new Uint8Array(1))
    const lyingThere = join(folder, 'files', companyId)
    for (const [name, at] of [
      ['old.part', '2026-11-20T07:59:59Z'],
      ['young.part', '2026-11-20T08:00:01Z'],
    ] as const) {
      writeFileSync(join(lyingThere, name), 'Datum;')
      await utimes(join(lyingThere, name), new Date(at), new Date(at))
    }
    const handler = imports.jobs.handlers.find(({ definition }) => definition.name === 'imports.sweep-parts')!
    expect(handler.definition.schedule).toMatch(/^\d+ \d+ \* \* \*$/)
    await handler.run({}, new AbortController().signal)
    const left = readdirSync(lyingThere)
    expect([left.length, left.includes('young.part'), left.includes('old.part')]).toEqual([2, true, false])
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
