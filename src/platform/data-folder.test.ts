import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeDataFolder } from './data-folder.ts'

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
