import type { Decision, RowEdits } from '../contract.ts'

/** What a person said about a row. */
export type Standing = { decision: Decision | null; edits: RowEdits | null }

/**
 * How a row is to stand when a change is taken back that found it as `before` and left it as `after`: what was written
 * elsewhere in it since stays. Null where something that the change wrote is different by now: that is somebody's later word.
 */
export function takeBack(now: Standing, { before, after }: { before: Standing; after: Standing }): Standing | null {
  const edits: RowEdits = { ...now.edits }
  for (const field of Object.keys({ ...before.edits, ...after.edits }) as (keyof RowEdits)[]) {
    const [was, written, is] = [before.edits?.[field], after.edits?.[field], now.edits?.[field]]
    if (was === written || is === was) continue
    if (is !== written) return null
    if (was === undefined) delete edits[field]
    else edits[field] = was
  }
  const isDecided = before.decision !== after.decision && now.decision !== before.decision
  if (isDecided && now.decision !== after.decision) return null
  return {
    decision: isDecided ? before.decision : now.decision,
    edits: Object.keys(edits).length > 0 ? edits : null,
  }
}
