import { useEffect } from 'react'
import { readBuildFile } from '../build-file.ts'

/** One after the other, and after the page that was asked for. */
const everyMs = 1_000
/** No answer: Radvis is away, or the line is poor. */
const restMs = 15_000

/**
 * Fetches the code of every page beforehand: where it is asked for in vain, as while Radvis is away, the framework loads
 * the document anew, and what was on the page is gone for the browser's own word of it. For that reason the framework
 * itself is not asked to fetch it beforehand either (its PrefetchPageLinks loads anew too): it finds in the browser what
 * was fetched here.
 */
export function useKeptPages(): void {
  useEffect(() => {
    const left = new AbortController()
    void keepPages(left.signal, (page) => import(/* @vite-ignore */ page))
    return () => left.abort()
  }, [])
}

/** Until all of them are there, or the signed-in pages are left. Asked for in vain they may have moved to a newer build. */
export async function keepPages(signal: AbortSignal, keep: (page: string) => Promise<unknown>): Promise<void> {
  let pages: readonly string[] | null = null
  let wait = everyMs
  while (pages?.length !== 0) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    if (signal.aborted) return
    pages ??= (await readBuildFile())?.pages ?? null
    pages = pages && (await othersOnce(pages, keep))
    wait = pages ? everyMs : restMs
  }
}

/** Those that are left once the first is there; null when it could not be had. */
async function othersOnce([page, ...others]: readonly string[], keep: (page: string) => Promise<unknown>) {
  try {
    if (page !== undefined) await keep(page)
    return others
  } catch {
    return null
  }
}
