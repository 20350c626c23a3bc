import { useState } from 'react'
import { z } from 'zod'
import type { GridColumn } from './row-columns.tsx'

const storageKey = 'radvis.review-columns'
/** Columns that a person switched from how they stand by themselves. */
const switched = z.record(z.string(), z.boolean())

function readSwitched(): Record<string, boolean> {
  try {
    return switched.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
  } catch {
    return {} // written by another version, or storage is closed
  }
}

/** Which columns this browser shows, kept from visit to visit. */
export function useColumns(all: readonly GridColumn[]) {
  const [choice, setChoice] = useState(readSwitched)
  const isShown = ({ id, isExtra, isFixed }: GridColumn) => isFixed === true || (choice[id] ?? !isExtra)
  return {
    shown: all.filter(isShown),
    choices: all
      .filter(({ isFixed }) => !isFixed)
      .map((column) => ({ id: column.id, name: column.name, isShown: isShown(column) })),
    toggle(id: string) {
      const column = all.find((one) => one.id === id)
      if (!column) return
      const next = { ...choice, [id]: !isShown(column) }
      setChoice(next)
      try {
        localStorage.setItem(storageKey, JSON.stringify(next))
      } catch {
        // storage is closed or full: the choice lasts as long as the page
      }
    },
  }
}
export type Columns = ReturnType<typeof useColumns>
