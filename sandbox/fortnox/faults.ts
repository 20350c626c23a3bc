import { z } from 'zod'
import { seededNumbers } from '../seeded-numbers.ts'

/**
 * What can be made to go wrong, set over HTTP. A path that begins with ^ is a regular expression, any other a prefix;
 * a fault is tried on each request it matches, in the order of the plan, and the first that strikes is the one.
 */
export const faultPlan = z.array(
  z.strictObject({
    match: z
      .strictObject({ method: z.string().optional(), path: z.string().optional(), tenant: z.string().optional() })
      .default({}),
    /** Strikes only the n-th matching request, counted from 1. */
    nth: z.int().positive().optional(),
    /** Strikes each n-th matching request. */
    every: z.int().positive().optional(),
    /** Strikes by chance; the same seed gives the same sequence. */
    probability: z.number().min(0).max(1).optional(),
    seed: z.int().default(1),
    /** Strikes at most so many times. */
    times: z.int().positive().optional(),
    effect: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('latency'), ms: z.number().nonnegative() }),
      z.strictObject({ kind: z.literal('drop-before') }),
      z.strictObject({ kind: z.literal('drop-after') }),
      /** Something on the way sends it twice; the first answer comes back. */
      z.strictObject({ kind: z.literal('twice') }),
      z.strictObject({
        kind: z.literal('status'),
        status: z.int().min(400).max(599),
        commit: z.boolean().default(false),
      }),
      z.strictObject({ kind: z.literal('too-many-requests'), retryAfter: z.number().nonnegative().optional() }),
      z.strictObject({ kind: z.literal('expired-token') }),
    ]),
  }),
)

export type Fault = z.output<typeof faultPlan>[number]
export type FaultEffect = Fault['effect']
type Armed = { fault: Fault; path: RegExp | undefined; matched: number; struck: number; random: () => number }

export function createFaults() {
  let armed: Armed[] = []
  return {
    set(plan: Fault[]) {
      armed = plan.map((fault) => ({
        fault,
        path: fault.match.path?.startsWith('^') ? new RegExp(fault.match.path) : undefined,
        matched: 0,
        struck: 0,
        random: seededNumbers(fault.seed),
      }))
    },
    /** The effect that strikes this request, if any. */
    strike(method: string, path: string, tenant: string | undefined): FaultEffect | undefined {
      return armed.find((one) => isMatch(one, method, path, tenant) && strikes(one))?.fault.effect
    },
    list: () => armed.map(({ fault, matched, struck }) => ({ ...fault, matched, struck })),
  }
}

export type Faults = ReturnType<typeof createFaults>

function isMatch(
  { fault: { match }, path: pattern }: Armed,
  method: string,
  path: string,
  tenant: string | undefined,
): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false
  if (match.tenant !== undefined && match.tenant !== tenant) return false
  return pattern?.test(path) ?? path.startsWith(match.path ?? '')
}

function strikes(one: Armed): boolean {
  const { fault } = one
  one.matched += 1
  const isDue =
    (fault.nth === undefined || one.matched === fault.nth) &&
    (fault.every === undefined || one.matched % fault.every === 0) &&
    (fault.probability === undefined || one.random() < fault.probability) &&
    (fault.times === undefined || one.struck < fault.times)
  if (isDue) one.struck += 1
  return isDue
}
