import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Where changes are kept before the answer leaves, so that a killed sandbox reopens with all it has acknowledged. */
export type Journal = {
  append(entry: unknown): void
  clear(): void
  close(): void
}

export const forgetfulJournal: Journal = { append() {}, clear() {}, close() {} }

/** Opens the journal of a folder and hands every whole line to `replay`; a line torn by a crash is cut off. */
export function openJournal(folder: string, replay: (entry: unknown) => void): Journal {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'fortnox-sandbox.jsonl')
  const content = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const whole = content.lastIndexOf(0x0a) + 1
  for (const line of content.subarray(0, whole).toString('utf8').split('\n')) if (line !== '') replay(JSON.parse(line))
  const file = openSync(path, existsSync(path) ? 'r+' : 'w+')
  ftruncateSync(file, whole)
  let end = whole
  return {
    append(entry) {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`)
      end += writeSync(file, line, 0, line.length, end)
    },
    clear() {
      ftruncateSync(file, 0)
      end = 0
    },
    close() {
      closeSync(file)
    },
  }
}
