import { hash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '#kernel/ids.ts'

/** Where uploaded files are kept. Keys are made here and never hold anything a person typed. */
export type Files = {
  /** Stores bytes for a company and returns the key to read them by. */
  put(companyId: string, bytes: Uint8Array): Promise<{ key: string; sha256: string }>
  get(key: string): Promise<Uint8Array>
  /** Where the file lies on this machine's disk, for reading it in pieces. */
  locate(key: string): Promise<string>
  delete(key: string): Promise<void>
}

export function createDiskFiles(dataDir: string): Files {
  const root = join(dataDir, 'files')
  const pathOf = (key: string) => {
    if (!/^[0-9a-f-]{36}\/[0-9a-f-]{36}$/.test(key)) throw new Error(`not a file key: ${key}`)
    return join(root, key)
  }
  return {
    async put(companyId, bytes) {
      const key = `${companyId}/${newId()}`
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const written = writeFile(`${path}.part`, bytes, { flush: true })
      const sha256 = hash('sha256', bytes)
      await written
      await rename(`${path}.part`, path)
      return { key, sha256 }
    },
    get: async (key) => new Uint8Array(await readFile(pathOf(key))),
    locate: async (key) => pathOf(key),
    delete: async (key) => rm(pathOf(key), { force: true }),
  }
}
