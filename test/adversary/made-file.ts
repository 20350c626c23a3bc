import type { SkipReason } from '../../src/templates/contract.ts'
import type { Happening } from './card-life.ts'
import type { Draw } from './draw.ts'
import type { Cell, Grid } from './write-files.ts'

export type Invoice = {
  merchant: string
  date: string
  /** Minor units of the account's currency; a refund is negative. */
  minor: number
  currency?: string
  foreign?: number
  vat?: number
  /** Its last four digits. */
  card?: string
}
/** What a row of the file must come out as; `orSkip` where it is the issuer's own fee, or money back on an account, which may also be asked about. */
export type Expected =
  | { is: 'invoice'; invoice: Invoice; orSkip?: boolean }
  | { is: 'skip'; reasons?: readonly SkipReason[] }

export type MadeFile = {
  note: string
  bytes: Uint8Array
  /** Of each row of the file that holds anything, in order. */
  expected: Expected[]
  currency?: string
  /** What the file leaves open may be asked for: rows may then be unreadable, never wrong. */
  mayAsk?: boolean
  /** Labels agree in every control sum; at least so many are there. */
  sums?: number
}
export type Layout = { name: string; format: RegExp; make: (draw: Draw, turn: number) => MadeFile }

export const noise: Expected = { is: 'skip' }
export const skip = (...reasons: SkipReason[]): Expected => ({ is: 'skip', ...(reasons.length > 0 && { reasons }) })

/** Pages since it was last emptied: what a spreadsheet program would show of them. */
export const pages: { grid: Grid; expected: Expected[] }[] = []

/** Rows with what is to be read of them. */
export function createPage() {
  const grid: Grid = []
  const expected: Expected[] = []
  pages.push({ grid, expected })
  return {
    grid,
    expected,
    row(cells: Cell[], is: Expected = noise) {
      grid.push(cells)
      if (cells.some((cell) => cell !== null && (typeof cell !== 'string' || cell.trim() !== ''))) expected.push(is)
    },
  }
}

export function invoiceOf(happening: Happening, more: Partial<Invoice> = {}): Expected {
  const { kind, merchant, date, minor, currency, foreign } = happening
  if (kind === 'payment') return skip('payment-to-card')
  if (kind === 'zero') return skip('zero-amount')
  if (kind === 'pending') return skip('pending')
  const invoice: Invoice = { merchant, date, minor, ...(currency !== 'SEK' && { currency, foreign }), ...more }
  return { is: 'invoice', invoice, ...(kind === 'fee' && { orSkip: true }) }
}

export function foreignUnits({ currency, foreign }: Happening): number {
  return currency === 'JPY' ? foreign : foreign / 100
}
