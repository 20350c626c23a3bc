import { type TwinStore, twinsForMs } from '../../cancel-twins.ts'
import { sentAnew } from '../../rules.ts'
import { activityOf, ofPosting } from '../../twin-store.ts'
import { type Kept, tell } from './memory-runs.ts'
import type { Operation } from './process-life.ts'

/** As twin-store.ts finds them. */
const listSentAnew = ({ postings, now }: Kept) =>
  postings.flatMap((posting) =>
    posting.steps
      .filter(({ state, problem }) => state === 'done' && problem?.code === sentAnew.code)
      .filter(({ endedAt }) => now() - (endedAt?.getTime() ?? 0) <= twinsForMs)
      .flatMap(({ step }) => ofPosting({ posting, step, runCreatedAt: posting.runCreatedAt })),
  )

export const hasTwins = (kept: Kept) => listSentAnew(kept).length > 0

export function openTwins(kept: Kept, operation: Operation): TwinStore {
  return {
    listSentAnew: () => operation(async () => structuredClone(listSentAnew(kept))),
    tell: (posting, _twin, outcome) =>
      operation(async () => {
        tell(kept, activityOf[posting.step][outcome], posting.runId, { posting: posting.id })
        const steps = kept.postings.find(({ id }) => id === posting.id)?.steps ?? []
        for (const one of steps) if (one.step === posting.step && outcome === 'stands') one.problem = null
      }),
  }
}
