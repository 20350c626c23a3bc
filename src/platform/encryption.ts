import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Seals secrets at rest. `about` binds a sealed text to its owner, so that it cannot be moved to another row. */
export type Encryption = {
  seal(plain: string, about: string): string
  open(sealed: string, about: string): string
  derive(purpose: string): string
}

const algorithm = 'aes-256-gcm'

/** `keysBefore`: what was sealed with one of these can still be opened; everything new is sealed with `secretKey`. */
export function createEncryption(secretKey: string, keysBefore: readonly string[] = []): Encryption {
  const key = deriveFrom(secretKey, atRest)
  const keys = [key, ...keysBefore.map((before) => deriveFrom(before, atRest))]
  return {
    seal(plain, about) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed, about) {
      let failure: unknown
      for (const one of keys) {
        try {
          return openWith(one, sealed, about)
        } catch (error) {
          failure ??= error
        }
      }
      throw failure
    },
    derive: (purpose) => deriveFrom(secretKey, purpose).toString('base64url'),
  }
}

const atRest = 'tokens at rest'

function deriveFrom(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'radvis', purpose, 32))
}

/** Throws where another key sealed it, or something was changed. */
function openWith(key: Buffer, sealed: string, about: string): string {
  const bytes = Buffer.from(sealed.slice('v1.'.length), 'base64url')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(about))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** The key of this installation: the configured one, or one made once and kept in the data folder, readable by its owner only. */
export function loadSecretKey(configured: string | undefined, dataDir: string): string {
  if (configured) return configured
  const path = join(dataDir, 'secret.key')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  mkdirSync(dataDir, { recursive: true })
  const made = randomBytes(48).toString('base64url')
  writeFileSync(path, `${made}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(path, 0o600)
  return made
}
