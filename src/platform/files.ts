import { createHash } from 'node:crypto'
import { access, glob, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { isDatabaseAway, isUndone } from './database-faults.ts'
import { requireRoom, spareBytes } from './disk-room.ts'

export type StoredFile = { key: string; sha256: string }

/** Where uploaded files are kept. Keys are made here and never hold anything a person typed. */
export type Files = {
  /** Stores bytes, or a stream of them as they come, for a company; nothing is left of a stream that breaks off. */
  put(companyId: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredFile>
  get(key: string): Promise<Uint8Array>
  /** Where the file lies on this machine's disk, for reading it in pieces; fails as `get` where it is not there. */
  locate(key: string): Promise<string>
  delete(key: string): Promise<void>
  /** Removes what was stored only in part and last written to before then: its process was killed. Answers how many. */
  sweepParts(before: Date): Promise<number>
}

/** What stores fail with where a file is not there. */
export function isFileGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** No room, or a disk that does not write or read for now. */
const passingFaults = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])

/** Whether it is the store that could not, for now, so that the same may be asked again. */
export function isStoreAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && passingFaults.has(at.code)) return true
  return false
}

/** The file of a record. Where it is not there, `findRecord` says whether it went with the record a moment ago; else it is lost. */
export async function getFileOf(
  files: Pick<Files, 'get'>,
  key: string,
  findRecord: () => Promise<unknown>,
): Promise<Uint8Array> {
  return files.get(key).catch(async (error: unknown) => {
    await findRecord()
    throw isFileGone(error) ? new AppError('file-gone', `${key} is not in the store`, { cause: error }) : error
  })
}

/**
 * Keeps a stored file only with what is made of it. Where the database went away while it was to keep that nobody knows
 * whether it was made: the file stays, for one that nothing speaks of does less harm than one that is missing.
 */
export async function deleteUnlessMade<Made>(
  files: Pick<Files, 'delete'>,
  key: string,
  making: Promise<Made>,
): Promise<Made> {
  return making.catch(async (error: unknown) => {
    if (!isDatabaseAway(error) || isUndone(error)) await files.delete(key).catch(() => undefined)
    throw error
  })
}

/** So much of a file is written before it is looked anew whether there is room. */
const writtenUnseen = 2 ** 20

export function createDiskFiles(dataDir: string, { spare = spareBytes } = {}): Files {
  const root = join(dataDir, 'files')
  const pathOf = (key: string) => {
    if (!/^[0-9a-f-]{36}\/[0-9a-f-]{36}$/.test(key)) throw new Error(`not a file key: ${key}`)
    return join(root, key)
  }
  return {
    async put(companyId, bytes) {
      const key = `${companyId}/${newId()}`
      const path = pathOf(key)
      const part = `${path}.part`
      const sha256 = createHash('sha256')
      let unseen = writtenUnseen
      async function* hashed() {
        for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
          if (unseen >= writtenUnseen) {
            await requireRoom(root, { spare })
            unseen = 0
          }
          unseen += chunk.length
          sha256.update(chunk)
          yield chunk
        }
      }
      await mkdir(dirname(path), { recursive: true })
      try {
        await writeFile(part, hashed(), { flush: true })
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      return { key, sha256: sha256.digest('hex') }
    },
    get: async (key) => new Uint8Array(await readFile(pathOf(key))),
    async locate(key) {
      const path = pathOf(key)
      await access(path)
      return path
    },
    delete: async (key) => rm(pathOf(key), { force: true }),
    async sweepParts(before) {
      let swept = 0
      for await (const part of glob('*/*.part', { cwd: root })) {
        // One that is gone meanwhile was stored whole.
        const found = await stat(join(root, part)).catch(() => null)
        if (!found || found.mtimeMs >= before.getTime()) continue
        await rm(join(root, part), { force: true })
        swept++
      }
      return swept
    },
  }
}
