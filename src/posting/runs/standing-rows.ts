import { sql } from 'drizzle-orm'
import { type CompanyDatabase, rowsOf } from '#platform/database.ts'
import type { AnyStep, StandingRows, StepState, UndoOutcome } from '../contract.ts'
import { isUndoStep } from '../steps/undo-plan.ts'
import { postingSteps, postings } from '../tables.ts'

/** `stands`: the steps in their order, each with its state, as `create done, bookkeep rejected`. */
type Alike = { stands: string; outcome: UndoOutcome | null; runs: [number, number][] }

/** How the rows of a run's import stand. A hundred thousand of them are a few lines, where nearly all stand alike. */
export async function listStandingRows(tx: CompanyDatabase, companyId: string, runId: string): Promise<StandingRows> {
  const rows = await rowsOf<Alike>(
    tx.execute(sql`
    with standing as (
      -- Looked up by key: the steps of a run that is new are taken for few, and would be joined by going through all.
      select unnest(p.row_ids) as id, p.undo_outcome as outcome, (
        select string_agg(s.step || ' ' || s.state, ', ' order by s.ordinal)
        from ${postingSteps} s where s.company_id = p.company_id and s.posting_id = p.id) as stands
      from ${postings} p where p.company_id = ${companyId}::uuid and p.run_id = ${runId}::uuid
    ), placed as (
      select id, stands, outcome, id - row_number() over (partition by stands, outcome order by id) as run from standing
    ), runs as (
      select stands, outcome, min(id) as first, count(*)::int as length from placed group by stands, outcome, run
    )
    select stands, outcome, jsonb_agg(jsonb_build_array(first, length) order by first) as runs
    from runs group by stands, outcome order by min(first)`),
  )
  const items = rows.map(({ stands, outcome, runs }) => {
    const steps = stands.split(', ').map((one) => {
      const [step, state] = one.split(' ') as [AnyStep, StepState]
      return { step, state }
    })
    return {
      steps: steps.flatMap(({ step, state }) => (isUndoStep(step) ? [] : [{ step, state }])),
      // What was seen to by hand is kept without a step.
      undo: outcome !== null || steps.some(({ step }) => isUndoStep(step)) ? { outcome } : null,
      rows: runs.flat(),
    }
  })
  return { items }
}
