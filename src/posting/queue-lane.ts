import type { CompanyDatabase } from '#platform/database.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { Notices } from '#platform/notices.ts'
import { runLaneJob } from './jobs.ts'

export type QueueLaneDeps = { jobs: () => Jobs; notices: Pick<Notices, 'tell'> }
type LaneOf = { companyId: string; connectionId: string }

/** Queues a lane for what a person lets go on. One that is at work already is told: it may have to be checked first. */
export async function queueLane(
  { jobs, notices }: QueueLaneDeps,
  tx: CompanyDatabase,
  { companyId, connectionId }: LaneOf,
): Promise<void> {
  await jobs().enqueue(tx, runLaneJob, { companyId, connectionId }, { key: connectionId })
  await notices.tell(tx, topicOf({ connectionId }))
}

/** Calls when somebody lets something of the connection go on, until the returned function is called. */
export const hearAsked = (
  { notices }: { notices: Pick<Notices, 'onTold'> },
  of: Pick<LaneOf, 'connectionId'>,
  asked: () => void,
) => notices.onTold(topicOf(of), asked)

const topicOf = ({ connectionId }: Pick<LaneOf, 'connectionId'>) => `lane ${connectionId}`
