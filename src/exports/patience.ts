import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { isDatabaseAway, isStatementStopped } from '#platform/database-faults.ts'
import { isStoreAway } from '#platform/files.ts'
import type { ExportsDeps } from './neighbours.ts'
import { note, type Writing } from './note-progress.ts'
import type { ExportRecord } from './store.ts'

/** So long it is hoped that what is away comes back. */
export const longestWaitMs = 3_600_000
/** What took longer than this is not thrown away for a moment in which somebody was away; less is begun anew from the queue. */
const dearMs = 300_000
const pausesMs = [1000, 5000, 25_000, 60_000]

/** Nothing is wrong with the request: the other side or our database was away or busy, or our own disk has no room for the file. */
export function isPassing(error: unknown): boolean {
  if (isStoreAway(error) || isStatementStopped(error)) return true
  if (error instanceof AppError) return error.code === 'source-unavailable'
  return error instanceof ConnectorError && error.retry !== 'never'
}

/** What the page says of an export that waits: who is away. */
export function whoIsAwaited(error: unknown): NonNullable<ExportRecord['problem']> {
  if (error instanceof ConnectorError) return { code: 'awaits-accounting-system' }
  return { code: error instanceof AppError ? 'awaits-source' : 'awaits-store' }
}

/**
 * One step of an export that may have been read for hours: where somebody is away it is tried again here, for an hour at
 * most, as long as the export is there and ours. Each step is one that may be done twice.
 */
export async function patiently<Result>(
  deps: Pick<ExportsDeps, 'db' | 'clock' | 'log'>,
  writing: Writing,
  step: () => Promise<Result>,
): Promise<Result> {
  const { record, signal } = writing
  const now = () => deps.clock.now().getTime()
  let failedAt: number | null = null
  for (let tries = 0; ; tries++) {
    try {
      if (tries > 0) await note(deps, writing, { problem: null })
      return await step()
    } catch (error) {
      failedAt ??= now()
      const isDear = failedAt - (record.writingSince?.getTime() ?? failedAt) > dearMs
      const isOver = now() - failedAt > longestWaitMs
      if (!isDear || isOver || signal.aborted || !(isPassing(error) || isDatabaseAway(error))) throw error
      deps.log.info({ err: error, exportId: record.id }, 'an export waits where it is')
      // Where it is the database that is away nobody can be told.
      await note(deps, writing, { problem: whoIsAwaited(error) }).catch(() => undefined)
    }
    await sleep(pausesMs[tries] ?? pausesMs.at(-1), undefined, { signal })
  }
}
