import { type Made, type TwinnedStep, type TwinStore, twinsForMs } from '../../cancel-twins.ts'
import { sentAnew, twinStands } from '../../rules.ts'
import { activityOf, ofPosting } from '../../twin-store.ts'
import { type Kept, type KeptPosting, tell } from './memory-runs.ts'
import type { Operation } from './process-life.ts'

/** As twin-store.ts finds them. */
const recentOf = ({ postings, runs, now }: Kept) =>
  postings.filter(({ runId }) => {
    const finishedAt = runs.find(({ id }) => id === runId)?.finishedAt ?? null
    return finishedAt === null || now() - finishedAt.getTime() <= twinsForMs
  })

const listSentAnew = (kept: Kept) =>
  recentOf(kept).flatMap((posting) =>
    posting.steps
      .filter(({ state, problem }) => state === 'done' && problem?.code === sentAnew.code)
      .flatMap(({ step }) => ofPosting({ posting, step, runCreatedAt: posting.runCreatedAt })),
  )

const doneOf = (wanted: TwinnedStep, { steps }: KeptPosting) =>
  steps.filter(({ step, state }) => step === wanted && state === 'done')

const listMade = (kept: Kept): Made[] =>
  recentOf(kept).flatMap((posting) => {
    const { id, reference, runCreatedAt, invoiceNumber, payment, paymentNumber } = posting
    const isMade = doneOf('create', posting).length > 0
    if (!isMade || invoiceNumber === null) return []
    return [{ id, reference, runCreatedAt, invoiceNumber, payment, paymentNumber }]
  })

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
        for (const one of steps) if (one.step === posting.step && outcome === 'stands') one.problem = twinStands
      }),
  }
}
