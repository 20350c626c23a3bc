import * as m from '#messages'
import type { Designation } from '#suppliers/contract.ts'

/** How a text of the file is compared, in words. */
export const matchNames: Record<Designation['match'], () => string> = {
  exact: m.suppliers_match_exact,
  'starts-with': m.suppliers_match_starts_with,
  contains: m.suppliers_match_contains,
}
