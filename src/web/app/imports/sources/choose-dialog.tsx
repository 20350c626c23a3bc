import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import * as m from '#messages'
import { type TemplateSource, templateSource } from '#sources/contract.ts'
import { api } from '../../../api-client.ts'
import { problemTitle } from '../../../field-problems.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { chosenBefore, missingInSource } from '../../template-overview/chosen-source.ts'
import { SourceFields } from '../../template-overview/source-fields.tsx'

/** Another tab, table or view for a template's rows. */
export function ChooseDialog({ source, onClose }: { source: TemplateSource; onClose: () => void }) {
  const { templateId, templateName: name, connectorId } = source
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(() => chosenBefore(source))
  const [fault, setFault] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: () => api.put(`/template-sources/${templateId}`, { body: chosen, schema: templateSource }),
    onSuccess: ({ tableName: table }) => {
      showToast({ type: 'success', id: 'source-chosen', title: m.sources_chosen({ name, table }) })
      void queries.invalidateQueries({ queryKey: ['template-sources'] })
    },
    meta: { isToldInPlace: true },
  })
  const form = useId()
  function submit(event: FormEvent) {
    event.preventDefault()
    const missing = missingInSource(connectorId, chosen)
    setFault(missing)
    if (missing === null) save.mutate(undefined, { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.sources_choose_title({ name })}
      description={m.sources_choose_text()}
      actions={
        <>
          <Button onClick={onClose}>{m.shell_cancel()}</Button>
          <Button variant="primary" type="submit" form={form} disabled={save.isPending}>
            {m.sources_choose_save()}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        <SourceFields
          connectorId={connectorId}
          chosen={chosen}
          error={fault}
          link=""
          onLeave={onClose}
          onChange={(next) => {
            setFault(null)
            setChosen(next)
          }}
        />
        {save.isError && (
          <p role="alert" className="text-error">
            {problemTitle(save.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
