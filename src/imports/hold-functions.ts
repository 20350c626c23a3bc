import type { ImportTotals } from './contract.ts'

/** Of one file. */
const mostRowsHeld = 20_000
const held: { functions: readonly unknown[] } = { functions: [] }
/**
 * What V8 has compiled for a function goes with the last function that it was compiled for. Those that rows are read by are
 * made anew for each file: while none of them lives, each of V8's great collections takes their code, and one in ten files is
 * read by code that is slow until it is compiled once more. So those of the last file of few rows are held; the functions of a
 * large one hold as much as it has purchases.
 */
export function holdFunctions({ read }: ImportTotals, functions: readonly unknown[]): void {
  if (read.count <= mostRowsHeld) held.functions = functions
}
