import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { createDiskFiles, getFileOf, isStoreAway } from './files.ts'

const companyId = newId()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'radvis-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const kept = () => readdirSync(join(folder, 'files', companyId)).sort()
const age = (name: string, day: string) => utimes(join(folder, 'files', companyId, name), new Date(day), new Date(day))

/** A process that stores a file whose bytes never end. */
function receiveForever(): ChildProcess {
  const program = `
    const { createDiskFiles } = await import(${JSON.stringify(new URL('./files.ts', import.meta.url).href)})
    async function* endless() {
      for (;;) {
        yield new Uint8Array(1000)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    await createDiskFiles(${JSON.stringify(folder)}).put(${JSON.stringify(companyId)}, endless())`
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' })
}

test('what a killed process had stored in part is swept when it is old, and nothing else is', async () => {
  const files = createDiskFiles(folder)
  const { key } = await files.put(companyId, new TextEncoder().encode('Datum;Belopp'))
  const [whole] = kept()
  const receiver = receiveForever()
  await vi.waitFor(() => expect(kept()).toHaveLength(2), { timeout: 20_000 })
  receiver.kill('SIGKILL')
  await once(receiver, 'exit')
  const part = kept().find((name) => name !== whole)!
  expect(part).toMatch(/\.part$/)
  await age(whole!, '2026-11-01')
  await age(part, '2026-11-20')
  expect(await files.sweepParts(new Date('2026-11-20'))).toBe(0)
  expect(kept()).toHaveLength(2)
  expect(await files.sweepParts(new Date('2026-11-20T00:00:01Z'))).toBe(1)
  expect(kept()).toEqual([whole])
  expect(new TextDecoder().decode(await files.get(key))).toBe('Datum;Belopp')
})

test('where nothing was ever stored there is nothing to sweep', async () => {
  expect(await createDiskFiles(folder).sweepParts(new Date())).toBe(0)
})

test('the file of a record that stands is lost where it is not in the store, and is said to be', async () => {
  const files = createDiskFiles(folder)
  const { key } = await files.put(companyId, new Uint8Array(1))
  await files.delete(key)
  await expect(files.locate(key)).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(getFileOf(files, key, async () => 'the record')).rejects.toMatchObject({ code: 'file-gone' })
  await expect(getFileOf(files, key, () => Promise.reject(new Error('no record')))).rejects.toThrow('no record')
})

test('a file that would leave the disk without spare room is refused as the disk itself would, and leaves nothing', async () => {
  const files = createDiskFiles(folder, { spare: Number.MAX_SAFE_INTEGER })
  const refused = await files.put(companyId, new Uint8Array(10)).catch((error: unknown) => error)
  expect(isStoreAway(refused)).toBe(true)
  expect(kept()).toEqual([])
})
