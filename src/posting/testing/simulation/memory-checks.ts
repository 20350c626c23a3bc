import type { CheckStore } from '../../lane/check-runs.ts'
import type { LaneStore } from '../../lane/lane.ts'
import { nextAction } from '../../rules.ts'
import { isAnyOf, isOpen, isUnended, type KeptRun, type Lane, postingsOf, runOf } from './memory-runs.ts'

/** due-runs.ts, by the process's own clock. */
export function isDue({ kept, clock }: Pick<Lane, 'kept' | 'clock'>, { phase, checkedAt }: KeptRun): boolean {
  return phase === 'posting' && (checkedAt === null || checkedAt.getTime() < clock() - kept.checkHoldsMs)
}

/** checked-store.ts */
export function openChecks(lane: Lane): CheckStore & Pick<LaneStore, 'listMet'> {
  const { kept, operation, holds } = lane
  return {
    listDue: () =>
      operation(async () =>
        kept.runs.filter((run) => isDue(lane, run) && isUnended(run) && isReady(lane, run)).map((run) => ({ ...run })),
      ),
    listWaiting: ({ id, createdAt }, after) =>
      operation(async () => {
        const all = postingsOf(kept, id)
        const found = structuredClone(after < 0 ? all : []).filter(isOpen)
        const postings = found.flatMap((one) => {
          const action = nextAction(one.steps)
          return action.kind === 'send' ? [{ ...one, runCreatedAt: createdAt, next: action.step }] : []
        })
        return { postings, last: found.length === 0 ? null : all.length }
      }),
    markChecked: ({ id }, at) =>
      operation(async () => {
        const run = runOf(kept, id)
        if (holds() && !isToBeLookedUp(lane, run)) run.checkedAt = at
      }),
    listMet: async () => [],
  }
}

const stepsOf = ({ kept }: Lane, { id }: KeptRun) => postingsOf(kept, id).flatMap((one) => one.steps)
const isToBeLookedUp = (lane: Lane, run: KeptRun) => stepsOf(lane, run).some((step) => isAnyOf(step, 'sent', 'unknown'))
const isReady = (lane: Lane, run: KeptRun) =>
  stepsOf(lane, run).some((step) => isAnyOf(step, 'waiting')) && !isToBeLookedUp(lane, run)
