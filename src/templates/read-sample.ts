import { AppError } from '#kernel/errors.ts'
import type { Files } from '#platform/files.ts'
import { readSpreadsheetInWorker, type Spreadsheet, SpreadsheetError } from '#spreadsheets/index.ts'

/** A sample is read again at every change of the mapping, so it stays small; imports take larger files. */
export const maxSampleBytes = 10 * 2 ** 20

/** Reads the bytes of a sample; what cannot be read is refused with the cause. */
export async function readSampleBytes(bytes: Uint8Array): Promise<Spreadsheet> {
  try {
    return await readSpreadsheetInWorker(bytes, { limits: { bytes: maxSampleBytes } })
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    const code = error.code === 'too-large' ? 'file-too-large' : 'file-unreadable'
    throw new AppError(code, 'the sample cannot be read', {
      cause: error,
      errors: [{ path: 'file', code: error.code, params: error.params }],
    })
  }
}

export type SampleReader = { read(key: string): Promise<Spreadsheet>; forget(key: string): void }

const keptSamples = 8

/** Remembers the samples last read: the mapping page reads the same one over and over. A stored file never changes. */
export function createSampleReader(files: Files): SampleReader {
  const kept = new Map<string, Promise<Spreadsheet>>()
  return {
    read(key) {
      const reading = kept.get(key) ?? files.get(key).then(readSampleBytes)
      kept.delete(key)
      kept.set(key, reading)
      reading.catch(() => kept.delete(key))
      const [oldest] = kept.keys()
      if (kept.size > keptSamples && oldest !== undefined) kept.delete(oldest)
      return reading
    },
    forget: (key) => void kept.delete(key),
  }
}
