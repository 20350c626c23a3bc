import { type Made, type TwinnedStep, type TwinStore, twinsForMs } from '../../lane/cancel-twins.ts'
import { activityOf } from '../../lane/twin-store.ts'
import { madeBy, sentAnewOf } from '../../lane/twins-of.ts'
import { type StepView, sentAnew, twinStands } from '../../rules.ts'
import { type Kept, type KeptPosting, runOf, tell } from './memory-runs.ts'
import type { Operation } from './process-life.ts'

/** As twin-store.ts finds them. */
const recentOf = ({ postings, runs, now }: Kept) =>
  postings.filter(({ runId }) => {
    const finishedAt = runs.find(({ id }) => id === runId)?.finishedAt ?? null
    return finishedAt === null || now() - finishedAt.getTime() <= twinsForMs
  })

const stepsOf = (kept: Kept, isWanted: (step: StepView) => boolean) =>
  recentOf(kept).flatMap((posting) => {
    const { undoStartedAt } = runOf(kept, posting.runId)
    const { runCreatedAt } = posting
    return posting.steps.filter(isWanted).map(({ step }) => ({ posting, step, runCreatedAt, undoStartedAt }))
  })

const listSentAnew = (kept: Kept) =>
  stepsOf(kept, ({ state, problem }) => state === 'done' && problem?.code === sentAnew.code).flatMap(sentAnewOf)

const doneOf = (wanted: TwinnedStep, { steps }: KeptPosting) =>
  steps.filter(({ step, state }) => step === wanted && state === 'done')

const listMade = (kept: Kept): Made[] =>
  stepsOf(kept, ({ step, state }) => (step === 'create' || step === 'credit') && state === 'done')
    .map(({ posting, ...of }) => ({ ...of, posting: { ...posting, isRefund: posting.invoice.total < 0 } }))
    .flatMap(madeBy)

export const hasTwins = (kept: Kept) => listSentAnew(kept).length > 0

export function openTwins(kept: Kept, operation: Operation): TwinStore {
  return {
    listMade: () => operation(async () => listMade(kept)),
    noteAskedAgain: (step, ids) =>
      operation(async () => {
        for (const posting of kept.postings)
          if (ids.includes(posting.id)) for (const one of doneOf(step, posting)) one.problem ??= sentAnew
      }),
    listSentAnew: () => operation(async () => structuredClone(listSentAnew(kept))),
    tell: (posting, _twin, outcome) =>
      operation(async () => {
        tell(kept, activityOf[posting.step][outcome], posting.runId, { posting: posting.id })
        const steps = kept.postings.find(({ id }) => id === posting.id)?.steps ?? []
        for (const one of steps) if (one.step === posting.step && outcome !== 'cancelled') one.problem = twinStands
      }),
  }
}
