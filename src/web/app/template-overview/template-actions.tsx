import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '#messages'
import { type Template, template as templateSchema } from '#templates/contract.ts'
import { api } from '../../api-client.ts'
import { faultText } from '../../problem-text.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** What is asked before it is done, and of which template. */
export type AskedOfTemplate = { what: 'rename' | 'delete'; template: Template }

/** What can be done to a template besides mapping it. */
export function TemplateActions({ template, onAsk }: { template: Template; onAsk: (asked: AskedOfTemplate) => void }) {
  const navigate = useNavigate()
  const duplicate = useTemplateChange(
    () => api.post(`/templates/${template.id}/duplicate`, { schema: templateSchema }),
    ({ name }) => m.templates_duplicated({ name }),
  )
  const save = useMutation({
    mutationFn: () => api.download(`/templates/${template.id}/export`),
    onError: (error) => showToast({ type: 'error', title: faultText(error) }),
  })
  const share = useTemplateChange(
    () =>
      api.put(`/templates/${template.id}/shared`, {
        body: { isShared: !template.isShared },
        schema: templateSchema,
      }),
    ({ name, isShared }) => (isShared ? m.templates_shared({ name }) : m.templates_unshared({ name })),
  )
  const company = useSession()?.company
  const canShare = company?.role !== 'full' && (template.isShared || company?.isFirm === true)
  const ownEntries: MenuEntry[] = [
    { kind: 'action', label: m.templates_rename(), onSelect: () => onAsk({ what: 'rename', template }) },
    ...(canShare
      ? [
          {
            kind: 'action' as const,
            label: template.isShared ? m.templates_unshare() : m.templates_share(),
            isDisabled: share.isPending,
            onSelect: () => share.mutate(),
          },
        ]
      : []),
    { kind: 'line' },
    {
      kind: 'action',
      label: m.templates_delete(),
      isDanger: true,
      onSelect: () => onAsk({ what: 'delete', template }),
    },
  ]
  return (
    <Menu
      trigger={
        <IconButton label={m.templates_actions_for({ name: template.name })} withTooltip={false}>
          <Ellipsis size={16} strokeWidth={1.5} />
        </IconButton>
      }
      entries={[
        {
          kind: 'action',
          label: m.templates_open(),
          onSelect: () => void navigate(`/app/template/${template.id}/mapping`),
        },
        {
          kind: 'action',
          label: template.sharedBy ? m.templates_copy_to_own() : m.templates_duplicate(),
          isDisabled: duplicate.isPending,
          onSelect: () => duplicate.mutate(),
        },
        {
          kind: 'action',
          label: m.templates_export_file(),
          isDisabled: save.isPending,
          onSelect: () => save.mutate(),
        },
        ...(template.sharedBy ? [] : ownEntries),
      ]}
    />
  )
}

/** A change after which the list is read again and a toast tells what happened. */
function useTemplateChange<Answer, Given = void>(
  change: (given: Given) => Promise<Answer>,
  told: (answer: Answer) => string,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (answer) => {
      showToast({ type: 'success', title: told(answer) })
      await client.invalidateQueries({ queryKey: ['templates'] })
    },
    onError: (error) => showToast({ type: 'error', title: faultText(error) }),
  })
}

/** Beside the list: its rows are drawn anew where the window turns as narrow as a phone, and what is typed would go with them. */
export function TemplateDialog({ asked, onClose }: { asked: AskedOfTemplate; onClose: () => void }) {
  const Asked = asked.what === 'rename' ? RenameDialog : DeleteDialog
  return <Asked template={asked.template} onClose={onClose} />
}

type DialogProps = { template: Template; onClose: () => void }

function RenameDialog({ template, onClose }: DialogProps) {
  const [name, setName] = useState(template.name)
  const rename = useTemplateChange(
    (wanted: string) => api.patch(`/templates/${template.id}`, { body: { name: wanted }, schema: templateSchema }),
    (changed) => m.templates_renamed({ name: changed.name }),
  )
  const isEmpty = name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty) rename.mutate(name.trim(), { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.templates_rename_title()}
      actions={
        <>
          <Button onClick={onClose}>{m.templates_cancel()}</Button>
          <Button variant="primary" type="submit" form="rename-template" disabled={rename.isPending}>
            {m.templates_rename_do()}
          </Button>
        </>
      }
    >
      <form id="rename-template" onSubmit={submit}>
        <Field
          label={m.templates_field_name()}
          error={isEmpty ? m.shell_required_name({ name: m.templates_field_name() }) : null}
        >
          {(control) => (
            <TextInput {...control} value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

function DeleteDialog({ template, onClose }: DialogProps) {
  const { id, name, sourceSystem, movement } = template
  const isFetched = movement === 'import' && sourceSystem !== 'file'
  const remove = useTemplateChange(
    () => api.delete(`/templates/${id}`),
    () => m.templates_deleted({ name }),
  )
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.templates_delete_title({ name })}
      description={isFetched ? m.templates_delete_text_fetched() : m.templates_delete_text()}
      actions={
        <>
          <Button onClick={onClose}>{m.templates_cancel()}</Button>
          <Button
            variant="danger"
            disabled={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
          >
            {m.templates_delete_do()}
          </Button>
        </>
      }
    />
  )
}
