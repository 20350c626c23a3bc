import { seededNumbers } from '#sandbox/seeded-numbers.ts'

/**
 * What goes wrong with a request. `…-before`: nothing is done; `…-after`: the work is done and its answer lost.
 * `later`: the connection is cut and the work done a while afterwards. `twice`: a proxy delivers it twice.
 */
export type FaultKind =
  | 'status-before'
  | 'status-after'
  | 'cut-before'
  | 'cut-after'
  | 'cut-in-answer'
  | 'truncated'
  | 'html-ok-before'
  | 'html-ok-after'
  | 'html-502'
  | 'later'
  | 'slow'
  | 'twice'
  | 'burst-429'
  | 'token-refused'
  | 'token-refused-twice'

export type FaultPlan = {
  rates: Partial<Record<FaultKind, number>>
  seed: number
  laterMs: number
  slowMs: number
} & TokenFaults
/** Of the token endpoint: not carried out, or carried out and the new tokens lost on their way. */
type TokenFaults = { tokenRefusals?: number; tokenLosses?: number }
export const statuses = [500, 502, 503, 504, 408]

/** Draws what goes wrong with one request after the other. */
export function openFaults() {
  let plan: FaultPlan = { rates: {}, seed: 1, laterMs: 2000, slowMs: 90_000 }
  let random = seededNumbers(1)
  let burst = 0
  let refusals = 0
  const struck: Partial<Record<FaultKind, number>> = {}
  return {
    struck,
    set(given: FaultPlan) {
      plan = given
      random = seededNumbers(given.seed)
      burst = 0
      refusals = 0
    },
    random: () => random(),
    get plan() {
      return plan
    },
    draw(method: string): FaultKind | null {
      if (burst > 0) {
        burst -= 1
        return 'burst-429'
      }
      if (refusals > 0) {
        refusals -= 1
        return 'token-refused'
      }
      let rest = random()
      for (const [kind, rate] of Object.entries(plan.rates) as [FaultKind, number][]) {
        rest -= rate
        if (rest >= 0) continue
        if (kind === 'twice' && method !== 'PUT' && method !== 'DELETE') return null
        if (kind === 'later' && method === 'GET') return null
        if (kind === 'burst-429') burst = Math.floor(random() * 4)
        if (kind === 'token-refused-twice') refusals = 1
        struck[kind] = (struck[kind] ?? 0) + 1
        return kind === 'token-refused-twice' ? 'token-refused' : kind
      }
      return null
    },
  }
}
