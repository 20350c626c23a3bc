import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder, makeDataFolder } from './data-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'radvis-data-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const modeOf = (path: string) => statSync(path).mode & 0o777

test('the data folder is made for its owner alone', () => {
  const path = join(folder, 'var', 'radvis')
  makeDataFolder(path)
  expect([modeOf(path), modeOf(join(folder, 'var'))]).toEqual([0o700, 0o700])
})
test('one that is there keeps who may look into it', () => {
  const path = join(folder, 'data')
  mkdirSync(path)
  chmodSync(path, 0o750)
  makeDataFolder(path)
  expect(modeOf(path)).toBe(0o750)
})

test('what is no folder is told as the setting that it comes from', () => {
  const path = join(folder, 'file')
  writeFileSync(path, '')
  expect(() => makeDataFolder(path)).toThrow(/DATA_DIR: .*file is no folder that Radvis may write in/)
})

test('a folder that is locked is not locked again until it is let go of, and who waits for it says so once', async () => {
  const said: string[] = []
  const log = { warn: (_about: object, text: string) => void said.push(text) } as never
  const first = await lockDataFolder(folder, { log })
  await expect(lockDataFolder(folder, { waitMs: 300, log })).rejects.toThrow('Radvis runs on')
  const second = lockDataFolder(folder, { waitMs: 5000, log })
  await new Promise((resolve) => setTimeout(resolve, 250))
  first.release()
  const { release } = await second
  release()
  expect(said).toEqual(Array(2).fill(expect.stringContaining('waiting for it to end')))
})
test('a folder that cannot be locked is told as such', async () => {
  mkdirSync(join(folder, 'database.lock'))
  await expect(lockDataFolder(folder, { waitMs: 0 })).rejects.toThrow(/database\.lock cannot be locked/)
})
