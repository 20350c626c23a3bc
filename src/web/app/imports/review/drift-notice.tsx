import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type ImportSummary, importSummary } from '#imports/contract.ts'
import * as m from '#messages'
import type { TemplateDrift } from '#templates/sample-contract.ts'
import { api } from '../../../api-client.ts'
import { problemTitle } from '../../../field-problems.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { DriftList } from '../../template-mapping/drift-list.tsx'
import { shownDrift, useDrift } from './use-drift.ts'

/** Shown when the file's columns are not those of its template: what differs, and the mend that is proposed. */
export function DriftNotice({ record }: { record: ImportSummary }) {
  const client = useQueryClient()
  const { data } = useDrift(record)
  const mend = useMutation({
    mutationFn: (drift: TemplateDrift) =>
      api.post(`/imports/${record.id}/mend`, { body: { drift }, schema: importSummary }),
    onSuccess: async () => {
      showToast({ type: 'success', title: m.templates_drift_mended() })
      await client.invalidateQueries({ queryKey: ['imports'] })
      await client.invalidateQueries({ queryKey: ['templates'] })
    },
    onError: (error) => showToast({ type: 'error', title: problemTitle(error) }),
  })
  if (record.state !== 'checked' || !data) return null
  if (data.isTemplateChanged) return <TemplateChanged importId={record.id} />
  const drift = shownDrift(data)
  if (!drift) return null
  return (
    <section
      className="mx-4 my-4 border border-attention bg-sheet px-4 py-3 wide:mx-6"
      aria-label={m.templates_drift_title()}
    >
      <h2 className="pb-2 text-14 font-head">{m.templates_drift_title()}</h2>
      <DriftList drift={drift} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-3">
        {data.mayMend && (
          <Button disabled={mend.isPending} onClick={() => mend.mutate(drift)}>
            {mend.isPending ? m.templates_drift_mending() : m.templates_drift_mend()}
          </Button>
        )}
        <Button variant="quiet" asChild>
          <Link to={`/app/template/${data.templateId}/mapping`}>{m.templates_drift_open_template()}</Link>
        </Button>
        <p className="text-12 text-ink-3">
          {data.mayMend ? m.templates_drift_mend_text() : drift.canMend && m.templates_drift_shared()}
        </p>
      </div>
    </section>
  )
}

/** The rows are still as they were read before the template was changed. */
function TemplateChanged({ importId }: { importId: string }) {
  const client = useQueryClient()
  const read = useMutation({
    mutationFn: () => api.post(`/imports/${importId}/read-again`, { schema: importSummary }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['imports'] }),
    onError: (error) => showToast({ type: 'error', title: problemTitle(error) }),
  })
  return (
    <section
      className="mx-4 my-4 border border-attention bg-sheet px-4 py-3 wide:mx-6"
      aria-label={m.imports_template_changed()}
    >
      <h2 className="pb-2 text-14 font-head">{m.imports_template_changed()}</h2>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button disabled={read.isPending} onClick={() => read.mutate()}>
          {read.isPending ? m.imports_reading_again() : m.imports_read_again()}
        </Button>
        <p className="text-12 text-ink-3">{m.imports_read_again_text()}</p>
      </div>
    </section>
  )
}
