import { createContext, useContext, useMemo, useState } from 'react'
import { useUnsaved } from '../../../unsaved-changes.ts'

type Drafts = {
  get(key: string): unknown
  /** Null: nothing is left to save. */
  keep(key: string, draft: unknown): void
}

/** Outside of an import nothing is kept. */
export const RowDrafts = createContext<Drafts>({ get: () => undefined, keep: () => undefined })

/** What was chosen or typed beside a row and not saved; whoever leaves the page is asked, whoever goes to another row is not. */
export function useRowDrafts(isSent: boolean): Drafts {
  const [count, setCount] = useState(0)
  useUnsaved(count > 0 && !isSent)
  return useMemo(() => createDrafts(setCount), [])
}

export function createDrafts(onCount: (count: number) => void): Drafts {
  const kept = new Map<string, unknown>()
  return {
    get: (key) => kept.get(key),
    keep(key, draft) {
      if (draft === null) kept.delete(key)
      else kept.set(key, draft)
      onCount(kept.size)
    },
  }
}

/** A form's draft: found again by whoever comes back to its row, and changed from what it is by then. */
export function useDraft<Draft extends object>(key: string, empty: Draft) {
  const drafts = useContext(RowDrafts)
  const kept = () => (drafts.get(key) as Draft | undefined) ?? empty
  const [draft, setDraft] = useState(kept)
  const change = (to: (before: Draft) => Draft | null) => {
    const next = to(kept())
    drafts.keep(key, next)
    setDraft(next ?? empty)
  }
  return [draft, change] as const
}

/** What is left to save once some of it is saved: what was written meanwhile. */
export function leftToSave<Draft extends object>(draft: Draft, saved: Partial<Draft>): Draft | null {
  const left = Object.entries(draft).filter(([field, text]) => saved[field as keyof Draft] !== text)
  return left.length > 0 ? (Object.fromEntries(left) as Draft) : null
}

export const useHasDraft = (key: string) => useContext(RowDrafts).get(key) !== undefined
