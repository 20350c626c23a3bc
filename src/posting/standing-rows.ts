import { sql } from 'drizzle-orm'
import type { CompanyDatabase } from '#platform/database.ts'
import type { AnyStep, StandingRows, StepState, UndoOutcome } from './contract.ts'
import { postingSteps, postings } from './tables.ts'
import { isUndoStep } from './undo-plan.ts'

type Alike = { steps: { step: AnyStep; state: StepState }[]; outcome: UndoOutcome | null; runs: [number, number][] }

/** How the rows of a run's import stand. A hundred thousand of them are a few lines, where nearly all stand alike. */
export async function listStandingRows(tx: CompanyDatabase, companyId: string, runId: string): Promise<StandingRows> {
  const { rows } = (await tx.execute(sql`
    with standing as (
      select p.row_ids, p.undo_outcome as outcome, jsonb_agg(jsonb_build_object('step', s.step, 'state', s.state) order by s.ordinal) as steps
      from ${postings} p join ${postingSteps} s on s.company_id = p.company_id and s.posting_id = p.id
      where p.company_id = ${companyId}::uuid and p.run_id = ${runId}::uuid
      group by p.id, p.row_ids, p.undo_outcome
    ), placed as (
      select id, steps, outcome, id - row_number() over (partition by steps, outcome order by id) as run
      from standing, unnest(row_ids) as id
    ), runs as (
      select steps, outcome, min(id) as first, count(*)::int as length from placed group by steps, outcome, run
    )
    select steps, outcome, jsonb_agg(jsonb_build_array(first, length) order by first) as runs
    from runs group by steps, outcome order by min(first)`)) as unknown as { rows: Alike[] }
  const items = rows.map(({ steps, outcome, runs }) => ({
    steps: steps.flatMap(({ step, state }) => (isUndoStep(step) ? [] : [{ step, state }])),
    // What was seen to by hand is kept without a step.
    undo: outcome !== null || steps.some(({ step }) => isUndoStep(step)) ? { outcome } : null,
    rows: runs.flat(),
  }))
  return { items }
}
