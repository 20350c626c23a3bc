import { AppError } from '#kernel/errors.ts'
import type { FileEncoding } from '#kernel/file-encodings.ts'
import type { Files } from '#platform/files.ts'
import { readSpreadsheetInWorker, type Spreadsheet, SpreadsheetError } from '#spreadsheets/index.ts'

/** A sample is read again at every change of the mapping, so it stays small; imports take larger files. */
export const maxSampleBytes = 10 * 2 ** 20

/** Reads the bytes of a sample; what cannot be read is refused with the cause. */
export async function readSampleBytes(bytes: Uint8Array, encoding?: FileEncoding): Promise<Spreadsheet> {
  try {
    return await readSpreadsheetInWorker(bytes, { limits: { bytes: maxSampleBytes }, ...(encoding && { encoding }) })
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    const code = error.code === 'too-large' ? 'file-too-large' : 'file-unreadable'
    throw new AppError(code, 'the sample cannot be read', {
      cause: error,
      errors: [{ path: 'file', code: error.code, params: error.params }],
    })
  }
}

export type SampleReader = {
  read(key: string, encoding?: FileEncoding): Promise<Spreadsheet>
  forget(key: string): void
}

const keptSamples = 8

/** Remembers the samples last read: the mapping page reads the same one over and over. A stored file never changes. */
export function createSampleReader(files: Files): SampleReader {
  const kept = new Map<string, Promise<Spreadsheet>>()
  return {
    read(key, encoding) {
      const name = `${key} ${encoding ?? ''}`
      const reading = kept.get(name) ?? files.get(key).then((bytes) => readSampleBytes(bytes, encoding))
      kept.delete(name)
      kept.set(name, reading)
      reading.catch(() => kept.delete(name))
      const [oldest] = kept.keys()
      if (kept.size > keptSamples && oldest !== undefined) kept.delete(oldest)
      return reading
    },
    forget(key) {
      for (const name of kept.keys()) if (name.startsWith(`${key} `)) kept.delete(name)
    },
  }
}
