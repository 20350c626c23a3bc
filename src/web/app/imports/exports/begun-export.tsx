import { useMutation } from '@tanstack/react-query'
import type { ExportSummary } from '#exports/contract.ts'
import * as m from '#messages'
import { api } from '../../../api-client.ts'
import { bringIntoView } from '../../../ui/bring-into-view.ts'
import { Button } from '../../../ui/button.tsx'
import { StateGlyph } from '../../../ui/state-mark.tsx'
import { ExportState, invoicesText } from './export-state.tsx'
import { useSheetAddress } from './sheet-address.ts'

/** What has become of the export that was asked for just now: the list of them lies below the window of a phone. */
export function BegunExport({ one }: { one: ExportSummary }) {
  const { id, state, format, fileName } = one
  const download = useMutation({ mutationFn: () => api.download(`/exports/${id}/file`) })
  const sheet = useSheetAddress(one)
  const hasFile = state === 'done' && format !== 'google-sheets'
  return (
    <div ref={bringIntoView} className="flex scroll-mb-4 flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="flex min-w-0 items-start gap-1.5">
        {state === 'done' ? <StateGlyph state="done" className="mt-0.5" /> : <ExportState {...one} isInTable={false} />}
        <span className="wrap-anywhere">{state === 'done' ? doneText(one) : fileName}</span>
      </p>
      {hasFile && (
        <Button
          ref={bringIntoView}
          className="scroll-mb-4"
          disabled={download.isPending}
          onClick={() => download.mutate()}
        >
          {m.exports_download()}
        </Button>
      )}
      {sheet !== null && (
        <Button asChild ref={bringIntoView} className="scroll-mb-4">
          <a href={sheet} target="_blank" rel="noreferrer">
            {m.exports_open_sheet()}
          </a>
        </Button>
      )}
    </div>
  )
}

const doneText = ({ fileName: name, invoices }: ExportSummary) =>
  invoices === 0 ? m.exports_begun_none({ name }) : m.exports_begun_done({ name, invoices: invoicesText(invoices) })
