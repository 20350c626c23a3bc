import type { ExportSummary } from '#exports/contract.ts'
import * as m from '#messages'
import { problemText } from '../../../problem-text.ts'
import { sentence } from '../failure-list.tsx'

type Failed = ExportSummary & { problem: NonNullable<ExportSummary['problem']> }

/** Those that failed, wait for somebody, or are not whole, and have not been made since, newest first: each file or tab once. */
export function stillFailed(rows: readonly ExportSummary[]): Failed[] {
  const seen = new Set<string>()
  return rows.filter((one): one is Failed => {
    const isLatest = !seen.has(one.fileName)
    seen.add(one.fileName)
    return isLatest && one.problem !== null
  })
}

/** In an export the tab is chosen anew with each one. */
export function exportProblemText(problem: Failed['problem']): string {
  return sentence(problem.code === 'source-not-found' ? m.exports_tab_gone() : problemText(problem))
}

const texts = { writing: m.exports_waiting_text, done: m.exports_lacking_text, failed: m.exports_failed_text }

/** What is lacking, of a file that is written all the same, or why there is none, or none yet. */
export function exportFailureText({ state, fileName: name, problem }: Failed): string {
  return texts[state]({ name, problem: exportProblemText(problem) })
}
