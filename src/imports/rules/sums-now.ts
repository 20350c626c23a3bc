import type { ControlSum } from '#templates/contract.ts'
import type { ImportTotals } from '../contract.ts'

/**
 * Totals printed in the file beside what is counted now that rows were mended, by `moved` öre in all. Only those that were
 * compared with all rows follow: which part of the rows another total is of was said by the reading alone.
 */
export function sumsNow(sums: readonly ControlSum[], before: ImportTotals | null, moved: number): ControlSum[] {
  return sums.map((sum) => {
    if (moved === 0 || sum.counted !== before?.read.sum) return sum
    const counted = sum.counted + moved
    return { ...sum, counted, agrees: counted === sum.printed }
  })
}
