import type { TokenKeeperDeps } from '#connections/keep-tokens.ts'
import { type AccountingSession, ConnectorError } from '#connectors/accounting-connector.ts'
import type { LaneStore } from '../../lane/lane.ts'
import type { UndoPlan } from '../../steps/undo-plan.ts'
import { type StorePlant, storePlants } from './memory-runs.ts'
import type { Memory } from './memory-store.ts'

/** Faults put into the lane on purpose, to prove that the simulation finds them. */
export const plants = [
  'look-up-sees-nothing',
  'no-intent',
  'late-is-not-looked-for',
  'twins-stay',
  'asked-again-stays',
  'wide-pace',
  'pace-of-its-own',
  'lease-for-everybody',
  'outlives-its-lease',
  'event-before-outcome',
  'unknown-is-refused',
  'undo-pays-not-back',
  'refresh-for-everybody',
  'refresh-after-sleep',
  'tokens-not-saved',
  'outage-ends-connection',
  ...storePlants,
] as const
export type Plant = (typeof plants)[number]

export function spoilSession(session: AccountingSession, plant: Plant): AccountingSession {
  if (plant === 'look-up-sees-nothing') return { ...session, findByReference: async () => [] }
  if (plant !== 'unknown-is-refused') return session
  return {
    ...session,
    createSupplierInvoice: (invoice) =>
      session.createSupplierInvoice(invoice).catch((error: unknown) => {
        throw error instanceof ConnectorError && error.kind === 'unknown'
          ? new ConnectorError('rejected', 'never')
          : error
      }),
  }
}

export function spoilStore<Store extends LaneStore>(store: Store, plant: Plant, memory: Memory): Store {
  if (plant === 'no-intent') return { ...store, markSent: async () => true }
  // As if nothing had been sent of what was looked for in vain by another lane, or before its run was checked.
  if (plant === 'late-is-not-looked-for')
    return {
      ...store,
      listOpen: async (limit, except) =>
        (await store.listOpen(limit, except)).map((posting) => ({
          ...posting,
          steps: posting.steps.map((step) => (step.state === 'waiting' ? { ...step, sentAt: null } : step)),
        })),
    }
  if (plant === 'undo-pays-not-back')
    return {
      ...store,
      finishStep(posting, step, { numbers, plan }) {
        const steps = plan?.steps.filter((one) => one !== 'pay-back' && one !== 'bookkeep-pay-back')
        return store.finishStep(posting, step, { numbers, ...(plan && { plan: { ...plan, steps } as UndoPlan }) })
      },
    }
  if (plant !== 'event-before-outcome') return store
  return {
    ...store,
    markSent: async (posting, step) => {
      memory.events.push({ activity: 'done', run: posting.runId, posting: posting.id, step: '', ordinal: step.ordinal })
      return store.markSent(posting, step)
    },
    finishStep: async (posting, step, outcome) => {
      const isKept = await store.finishStep(posting, step, outcome)
      if (isKept) memory.events.pop()
      return isKept
    },
  }
}

type TokenDeps = Omit<TokenKeeperDeps, 'system'> & { system: ReturnType<TokenKeeperDeps['system']> }

export function spoilTokens(deps: TokenDeps, plant: Plant): TokenDeps {
  const { store, system } = deps
  if (plant === 'refresh-for-everybody') return { ...deps, store: { ...store, takeLease: async (row) => row } }
  if (plant === 'tokens-not-saved') return { ...deps, store: { ...store, save: async () => true } }
  // The wait for the lease is measured by a clock that stands still.
  if (plant === 'refresh-after-sleep') {
    const since = deps.clock.now()
    return { ...deps, clock: { now: () => since } }
  }
  if (plant !== 'outage-ends-connection') return deps
  const refreshTokens = (token: string) =>
    system.refreshTokens(token).catch((error: unknown) => {
      throw error instanceof ConnectorError && error.kind !== 'grant-refused'
        ? new ConnectorError('grant-refused', 'never')
        : error
    })
  return { ...deps, system: { ...system, refreshTokens } }
}

export const storePlantOf = (plant: Plant | null): StorePlant | null => storePlants.find((one) => one === plant) ?? null
