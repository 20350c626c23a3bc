import * as m from '#messages'
import { type Params, text } from './problem-params.ts'

/** Of what rows are fetched from: a spreadsheet at Google, a base at Airtable. */
export const sourceProblemTexts: Record<string, (p: Params) => string> = {
  'source-not-found': () => m.problems_source_gone(),
  'source-not-a-sheet': () => m.problems_source_not_a_sheet(),
  'source-in-bin': () => m.problems_source_in_bin(),
  'source-access-missing': () => m.problems_source_not_shared(),
  'source-unavailable': () => m.problems_source_unavailable(),
  'source-token-refused': () => m.problems_source_token_refused(),
  'source-too-wide': (p) => m.problems_source_too_wide({ limit: text(p.limit) }),
  'source-read-only': () => m.problems_source_read_only(),
  'source-protected': () => m.problems_source_protected(),
  'already-fetching': () => m.problems_already_fetching(),
  'source-formulas-failed': () => m.problems_source_formulas_failed(),
  'fetching-failed': () => m.problems_fetching_failed(),
  'source-rows-changed': (p) =>
    p.rows === 1 ? m.problems_source_rows_changed_one() : m.problems_source_rows_changed({ rows: text(p.rows) }),
  'source-refused': (p) => m.problems_source_refused({ name: text(p.name), message: text(p.message) }),
  'source-own-rows-gone': (p) =>
    p.rows === 1
      ? m.problems_source_own_rows_gone_one({ which: text(p.which) })
      : m.problems_source_own_rows_gone({ rows: text(p.rows), which: text(p.which) }),
  'source-rows-gone': (p) => {
    const gone = p.rows === 1 ? m.problems_source_rows_gone_one() : m.problems_source_rows_gone({ rows: text(p.rows) })
    return p.which === undefined ? gone : `${gone} ${m.problems_source_rows_gone_which({ which: text(p.which) })}`
  },
}
