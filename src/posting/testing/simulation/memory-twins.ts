import { type TwinStore, twinsForMs } from '../../cancel-twins.ts'
import { sentAnew } from '../../rules.ts'
import { ofPosting } from '../../twin-store.ts'
import { type Kept, type KeptPosting, tell } from './memory-runs.ts'
import type { Operation } from './process-life.ts'

/** As twin-store.ts finds them. */
function isSentAnew({ now }: Kept, { steps: [create], invoiceNumber }: KeptPosting): boolean {
  if (create?.state !== 'done' || create.problem?.code !== sentAnew.code || invoiceNumber === null) return false
  return now() - (create.endedAt?.getTime() ?? 0) <= twinsForMs
}

export const hasTwins = (kept: Kept) => kept.postings.some((one) => isSentAnew(kept, one))

export function openTwins(kept: Kept, operation: Operation): TwinStore {
  return {
    listSentAnew: () =>
      operation(async () =>
        structuredClone(kept.postings)
          .filter((one) => isSentAnew(kept, one))
          .flatMap((one) => ofPosting(one, one.runCreatedAt)),
      ),
    tell: (posting, _twin, outcome) =>
      operation(async () => {
        tell(kept, `twin-${outcome}`, posting.runId, { posting: posting.id })
        const create = kept.postings.find(({ id }) => id === posting.id)?.steps[0]
        if (create && outcome === 'stands') create.problem = null
      }),
  }
}
