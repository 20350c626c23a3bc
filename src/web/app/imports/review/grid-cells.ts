import type { ReactNode } from 'react'
import type { ImportRow, RowOrder } from '#imports/contract.ts'
import type { Cell } from './held-cell.ts'

export type Marks = {
  has(id: number): boolean
  /** `isOther`: rows that are known not to be purchases, which a range leaves out. */
  toggle(id: number, isRange: boolean, isOther?: (id: number) => boolean): void
}
export type Bands = (row: ImportRow) => { left: ReactNode; right?: ReactNode } | null

export const cellId = ({ position, column }: Cell) => `cell-${position}-${column}`

/** Up, down, and back to the order of the file. */
export function nextOrder({ sort, isDown }: RowOrder, by: NonNullable<RowOrder['sort']>): RowOrder {
  if (sort !== by) return { sort: by, isDown: false }
  return isDown ? {} : { sort: by, isDown: true }
}

/** Rows that can be changed: purchases, those that could not be read, and those that were left out; not what is sent already. */
export function isPurchase({ state, decision, problems }: Pick<ImportRow, 'state' | 'decision' | 'problems'>): boolean {
  if (problems[0]?.code === 'posted-here') return false
  return state !== 'skipped' || decision !== null
}

/** Back to where the keyboard stood among the rows. */
export function focusRows(): void {
  const stops = document.querySelectorAll<HTMLElement>('#review [role="gridcell"][tabindex="0"]')
  stops.item(stops.length - 1)?.focus({ preventScroll: true }) // the first row can be tabbed to as well
}
