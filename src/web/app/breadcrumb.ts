import { useEffect, useSyncExternalStore } from 'react'

let current: string | null = null
const listeners = new Set<() => void>()

function change(text: string | null): void {
  current = text
  for (const listener of listeners) listener()
}

/** A page says what it shows of its navigation entry (`SEB Kort, oktober 2026`); it stands last in the breadcrumb and first in the window's title. */
export function useBreadcrumb(text: string | null): void {
  useEffect(() => {
    change(text)
    return () => change(null)
  }, [text])
}

export function useCurrentBreadcrumb(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
    () => null,
  )
}
