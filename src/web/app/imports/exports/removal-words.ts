import type { ExportSummary } from '#exports/contract.ts'
import * as m from '#messages'

type Export = Pick<ExportSummary, 'state' | 'format'>

export const removeWord = ({ state }: Pick<Export, 'state'>) =>
  state === 'writing' ? m.exports_stop() : m.exports_delete()

/** What is gone with the export, and what is not. */
export function removalText({ state, format }: Export): string {
  if (state === 'writing') return m.exports_remove_text_writing()
  if (state === 'failed') return m.exports_remove_text_failed()
  return format === 'google-sheets' ? m.exports_remove_text_sheet() : m.exports_remove_text_file()
}
