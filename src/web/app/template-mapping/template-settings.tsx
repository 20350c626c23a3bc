import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as m from '#messages'
import {
  fileEndings,
  type Granularity,
  maxSampleMegabytes,
  type Template,
  template as templateSchema,
} from '#templates/contract.ts'
import { api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useGoOn } from '../go-on.ts'
import { TooFewApprovers, useApprovalRule } from '../settings/approval-section.tsx'
import { granularityName, granularityOptions } from '../template-overview/granularities.ts'

/** What is beside the mapping: how rows become invoices, and the file it is tried on. Of a firm's template: a copy. */
export function TemplateSettings({ template }: { template: Template }) {
  const [isOpen, setIsOpen] = useState(false)
  const goOn = useGoOn()
  const { id } = template
  const open = (copied: Template) => goOn(`/app/template/${copied.id}/mapping`)
  const copy = useChange(
    () => api.post(`/templates/${id}/duplicate`, { schema: templateSchema }),
    (copied) => showToast({ type: 'success', title: m.templates_duplicated({ name: copied.name }) }),
  )
  const group = useChange(
    (granularity: Granularity) => api.patch(`/templates/${id}`, { body: { granularity }, schema: templateSchema }),
    (changed) =>
      showToast({
        type: 'success',
        title: m.templates_granularity_changed({ granularity: granularityName(changed) }),
      }),
  )
  const approval = useChange(
    (needsApproval: boolean) => api.patch(`/templates/${id}`, { body: { needsApproval }, schema: templateSchema }),
    ({ needsApproval }) =>
      showToast({
        type: 'success',
        title: needsApproval ? m.templates_approval_on() : m.templates_approval_off(),
      }),
  )
  const rule = useApprovalRule().data
  const mayDemand = useSession()?.company?.role !== 'full'
  const replace = useChange(
    (file: File) => {
      const form = new FormData()
      form.set('file', file)
      return api.put(`/templates/${id}/sample`, { body: form, schema: templateSchema })
    },
    ({ sampleFileName }) => {
      setIsOpen(false)
      showToast({ type: 'success', title: m.templates_replaced_sample({ file: sampleFileName }) })
    },
  )
  if (template.sharedBy) {
    return (
      <Button
        variant="primary"
        disabled={copy.isPending || copy.isSuccess}
        onClick={() => copy.mutate(undefined, { onSuccess: open })}
      >
        {m.templates_copy_to_own()}
      </Button>
    )
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{m.templates_settings_open()}</Button>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={m.templates_settings_open()}>
        <div className="grid gap-5">
          {template.movement === 'import' && (
            <>
              <RadioGroup
                label={m.templates_field_granularity()}
                value={group.isPending ? group.variables : template.granularity}
                onChange={(granularity) => group.mutate(granularity)}
                options={granularityOptions(template)}
              />
              <p className="text-12 text-ink-2">{m.templates_granularity_wait()}</p>
              <Switch
                checked={approval.isPending ? approval.variables : template.needsApproval}
                onChange={(needsApproval) => approval.mutate(needsApproval)}
                disabled={!mayDemand}
                label={m.templates_approval_label()}
                help={mayDemand ? m.templates_approval_help() : m.templates_approval_not_allowed()}
              />
            </>
          )}
          {template.needsApproval && rule && <TooFewApprovers page={rule} approver={rule.approver} />}
          <div className="grid gap-1.5">
            <h3 className="font-strong">{m.templates_replace_sample()}</h3>
            <FileDrop
              accept={fileEndings}
              maxMegabytes={maxSampleMegabytes}
              file={null}
              label={m.templates_file_drop()}
              help={m.templates_file_help({ limit: String(maxSampleMegabytes) })}
              error={replace.error ? problemTitle(replace.error) : null}
              disabled={replace.isPending}
              onFile={(file) => replace.mutate(file)}
            />
          </div>
        </div>
      </Dialog>
    </>
  )
}

/** A change of the template after which the page reads it anew. */
function useChange<Given = void>(change: (given: Given) => Promise<Template>, onDone: (changed: Template) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    // One after the other, as they were asked for.
    scope: { id: 'template' },
    onSuccess: async (changed) => {
      onDone(changed)
      await client.invalidateQueries({ queryKey: ['templates'] })
    },
    onError: (error) => showToast({ type: 'error', title: problemTitle(error) }),
  })
}
