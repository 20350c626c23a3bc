import { mkdirSync } from 'node:fs'

/** Files of customers, letters and the key lie there: only who runs Radvis looks into one that it makes. One that is there is left as it is. */
export function makeDataFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}
