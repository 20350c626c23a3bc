import { type FormEvent, useId, useState } from 'react'
import { type EditField, editFields, type ImportRowDetail } from '#imports/contract.ts'
import { vatTypes } from '#kernel/supplier-invoice.ts'
import * as m from '#messages'
import { vatTypeNames } from '#suppliers/rules/sheet-words.ts'
import { ApiProblem } from '../../../api-client.ts'
import { typedAmount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { Choices, editProblemText } from './cell-editor.tsx'
import { leftToSave, useDraft, useHasDraft } from './row-drafts.ts'
import { typedProblemText } from './typed-problem-text.ts'
import { useEdit } from './use-rows.ts'

/** Which purchase a refund takes back has a place of its own (credit-block.tsx). */
type FormField = Exclude<EditField, 'creditOf'>
const formFields = editFields.filter((field): field is FormField => field !== 'creditOf')

const labels: Record<FormField, () => string> = {
  invoiceDate: m.problems_field_invoice_date,
  merchant: m.problems_field_merchant,
  supplier: m.problems_field_supplier,
  account: m.problems_field_account,
  vatType: m.imports_map_vat_type,
  vat: m.problems_field_vat_amount,
  persons: m.problems_field_persons,
  total: m.problems_field_total,
  currency: m.problems_field_currency,
  foreignAmount: m.problems_field_foreign_amount,
  costCenter: m.problems_field_cost_center,
  project: m.problems_field_project,
  dueDate: m.problems_field_due_date,
  paymentDate: m.problems_field_payment_date,
  comments: m.problems_field_comments,
}

const editKey = ({ id }: ImportRowDetail) => `row ${id}`

/** Every field of the row that can be written by hand, also on the phone; what is emptied stands as in the file again. */
export function EditRow({ importId, row }: { importId: string; row: ImportRowDetail }) {
  const [isOpen, setIsOpen] = useState(useHasDraft(editKey(row)))
  return (
    <details
      className="border-t border-rule py-1"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="py-1.5 text-12 text-ink-2">{m.imports_edit_title()}</summary>
      {isOpen && <EditForm importId={importId} row={row} />}
    </details>
  )
}

function EditForm({ importId, row }: { importId: string; row: ImportRowDetail }) {
  const edit = useEdit(importId)
  const id = useId()
  const [written, setWritten] = useDraft<Partial<Record<EditField, string>>>(editKey(row), {})
  const errors = edit.error instanceof ApiProblem ? edit.error.errors : []
  const errorOf = (field: EditField) => {
    const found = errors.find(({ path }) => path === `fields.${field}`)
    return found ? typedProblemText(found) : null
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fields = Object.fromEntries(
      Object.entries(written).map(([field, text]) => [field, text.trim() === '' ? null : text.trim()]),
    )
    // Also where the person has gone on to another row by then: what is saved is not asked about.
    edit.mutateAsync({ rowId: row.id, fields }).then(
      () => setWritten((now) => leftToSave(now, written)),
      () => undefined, // told under the fields
    )
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 pt-3 pb-2">
      {formFields.map((field) => (
        <Field key={field} label={labels[field]()} error={errorOf(field)}>
          {(control) =>
            field === 'vatType' ? (
              <Select
                {...control}
                value={written.vatType ?? row.vatType}
                onChange={(vatType) => setWritten((before) => ({ ...before, vatType }))}
                placeholder={m.imports_map_vat_type_choose()}
                options={vatTypes.map((vatType) => ({ value: vatType, label: vatTypeNames[vatType]() }))}
              />
            ) : (
              <>
                <TextInput
                  {...control}
                  size="normal"
                  list={`${id}-${field}`}
                  value={written[field] ?? textOf(field, row)}
                  onChange={(event) => setWritten((before) => ({ ...before, [field]: event.target.value }))}
                />
                <Choices id={`${id}-${field}`} field={field} q={written[field] ?? ''} />
              </>
            )
          }
        </Field>
      ))}
      {edit.isError && errors.length === 0 && (
        <p role="alert" className="text-error">
          {editProblemText(edit.error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={edit.isPending || Object.keys(written).length === 0}>
          {m.imports_edit_save()}
        </Button>
        {Object.keys(row.edits).length > 0 && (
          <Button
            disabled={edit.isPending}
            onClick={() =>
              edit.mutate({
                rowId: row.id,
                fields: Object.fromEntries(Object.keys(row.edits).map((field) => [field, null])),
              })
            }
          >
            {m.imports_edit_undo_field()}
          </Button>
        )}
      </div>
    </form>
  )
}

const isAmount = (field: EditField) => field === 'total' || field === 'vat' || field === 'foreignAmount'

/** What the field holds now, as a person would type it. */
function textOf(field: EditField, row: ImportRowDetail): string {
  const edited = row.edits[field]
  if (edited !== undefined && field !== 'supplier') return isAmount(field) ? edited.replace('.', ',') : edited
  switch (field) {
    case 'invoiceDate':
      return row.date ?? ''
    case 'merchant':
      return row.merchant ?? ''
    case 'supplier':
      return row.supplierNumber ?? ''
    case 'account':
      return String(row.account ?? '')
    case 'total':
      return typedAmount(row.amount)
    case 'vat':
      return typedAmount(row.vat)
    case 'currency':
      return row.currency ?? ''
    case 'foreignAmount':
      return row.currency === null || row.currency === 'SEK'
        ? ''
        : (row.fields.find((one) => one.field === 'total')?.value ?? '').replace('.', ',')
    default:
      return row.fields.find((one) => one.field === field)?.value ?? ''
  }
}
