import * as m from '#messages'
import type { TargetField } from '#templates/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { targetFieldHelp, targetFieldName } from './target-fields.ts'

/** Before saving: which fields the template leaves empty. Null: nothing is asked. */
export function EmptyFieldsDialog({
  fields,
  isExport,
  onClose,
  onConfirm,
}: {
  fields: readonly TargetField[] | null
  /** Columns are written, not read. */
  isExport: boolean
  onClose: () => void
  onConfirm: () => void
}) {
  return (
    <Dialog
      isOpen={fields !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.templates_empty_fields_title()}
      description={isExport ? m.templates_empty_fields_text_export() : m.templates_empty_fields_text()}
      actions={
        <>
          <Button onClick={onClose}>{m.templates_empty_fields_back()}</Button>
          <Button variant="primary" onClick={onConfirm}>
            {m.templates_empty_fields_do()}
          </Button>
        </>
      }
    >
      <ul className="border-t border-rule">
        {fields?.map((field) => (
          <li
            key={field}
            className="grid gap-x-3 medium:grid-cols-[minmax(0,10rem)_minmax(0,1fr)] border-b border-rule py-1.5"
          >
            <span className="font-strong">{targetFieldName(field, isExport)}</span>
            {!isExport && <span className="text-12 text-ink-2">{targetFieldHelp(field)}</span>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
