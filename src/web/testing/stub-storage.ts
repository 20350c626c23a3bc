import { vi } from 'vitest'

/** An empty localStorage and sessionStorage, until the globals are unstubbed. */
export function stubStorage(): void {
  vi.stubGlobal('localStorage', emptyStorage())
  stubTab()
}

/** A new tab: what the tabs share stays, its own is empty. */
export function stubTab(own: Storage = emptyStorage()): Storage {
  vi.stubGlobal('sessionStorage', own)
  return own
}

function emptyStorage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    key: (index: number) => [...items.keys()][index] ?? null,
    clear: () => items.clear(),
    get length() {
      return items.size
    },
  }
}
