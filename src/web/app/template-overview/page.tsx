import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import * as m from '#messages'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LedgerTable } from '../../ui/ledger-table.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { useTemplates } from '../use-templates.ts'
import { NewTemplateDialog } from './new-template-dialog.tsx'
import { ReadTemplateFile } from './read-template-file.tsx'
import { type AskedOfTemplate, TemplateDialog } from './template-actions.tsx'
import { templateColumns } from './template-columns.tsx'

export function meta() {
  return [{ title: `${m.templates_title()} – Radvis` }]
}

export default function TemplateOverviewPage() {
  const navigate = useNavigate()
  const wanted = useSearchParams()[0].get('new')
  const [isCreating, setIsCreating] = useState(wanted !== null)
  const [selected, setSelected] = useState<string | null>(null)
  const [asked, setAsked] = useState<AskedOfTemplate | null>(null)
  const templates = useTemplates()
  const rows = templates.data?.items ?? []
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      {m.templates_new()}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={m.templates_title()}
        meta={[m.templates_intro()]}
        actions={
          <>
            <ReadTemplateFile />
            {rows.length > 0 && create}
          </>
        }
      />
      {templates.isError && !templates.data ? (
        <LoadFailed title={m.templates_load_failed()} error={templates.error} onRetry={templates.refetch} />
      ) : (
        <LedgerTable
          label={m.templates_title()}
          columns={templateColumns(setAsked)}
          rows={rows}
          rowKey={({ id }) => id}
          selectedKey={selected}
          onSelect={({ id }) => setSelected(id)}
          onOpen={({ id }) => void navigate(`/app/template/${id}/mapping`)}
          isLoading={templates.isPending}
          empty={<EmptyState title={m.templates_empty_title()} lines={[m.templates_empty_text()]} actions={create} />}
        />
      )}
      {asked && <TemplateDialog asked={asked} onClose={() => setAsked(null)} />}
      {isCreating && (
        <NewTemplateDialog movement={wanted === 'export' ? 'export' : 'import'} onClose={() => setIsCreating(false)} />
      )}
    </>
  )
}
