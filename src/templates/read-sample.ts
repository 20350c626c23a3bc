import { AppError } from '#kernel/errors.ts'
import type { FileEncoding } from '#kernel/file-encodings.ts'
import type { Files } from '#platform/files.ts'
import {
  type ReadLimits,
  readLimits,
  readSpreadsheetInWorker,
  type Spreadsheet,
  SpreadsheetError,
} from '#spreadsheets/index.ts'
import { maxSampleMegabytes } from './contract.ts'

export type SampleLimits = Partial<ReadLimits>

/** Bytes that a sample may have, where any file may have so many. */
export function mostSampleBytes({ bytes = readLimits.bytes }: SampleLimits): number {
  return Math.min(maxSampleMegabytes * 2 ** 20, bytes)
}

/** Reads the bytes of a sample; what cannot be read is refused with the cause. */
export async function readSampleBytes(
  bytes: Uint8Array,
  given: SampleLimits,
  encoding?: FileEncoding,
): Promise<Spreadsheet> {
  try {
    return await readSpreadsheetInWorker(bytes, {
      limits: { ...given, bytes: mostSampleBytes(given) },
      ...(encoding && { encoding }),
    })
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
export function createSampleReader(files: Files, limits: SampleLimits): SampleReader {
  const kept = new Map<string, Promise<Spreadsheet>>()
  return {
    read(key, encoding) {
      const name = `${key} ${encoding ?? ''}`
      const reading = kept.get(name) ?? files.get(key).then((bytes) => readSampleBytes(bytes, limits, encoding))
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
