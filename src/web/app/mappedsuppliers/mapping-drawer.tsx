import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { WaitingMerchant } from '#imports/merchant-contract.ts'
import { type VatType, vatTypes } from '#kernel/supplier-invoice.ts'
import * as m from '#messages'
import { type MappedSupplier, mappedSupplier, type Supplier } from '#suppliers/contract.ts'
import { vatTypeNames } from '#suppliers/rules/sheet-words.ts'
import { api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { focusFaulty } from '../../ui/leave-focus.ts'
import { Select } from '../../ui/select.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { mayLeave, useUnsaved } from '../../unsaved-changes.ts'
import { none } from '../settings/account-choices.ts'
import { AccountField } from './account-field.tsx'
import { DesignationFields, newDesignation } from './designation-fields.tsx'
import { type Booking, changedMapping, type MappingDraft, newMapping, shownBooking } from './mapping-request.ts'
import { ProposedBooking } from './proposed-booking.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { SupplierPicker } from './supplier-picker.tsx'
import { supplierProblems } from './supplier-problem-text.ts'
import { useRemembered } from './use-remembered.ts'

type Props = {
  /** null: one that is to be mapped. */
  supplier: MappedSupplier | null
  /** The merchant of waiting rows that a supplier is to be said for. */
  merchant?: WaitingMerchant | undefined
  onClose: () => void
  onRemove: (supplier: MappedSupplier) => void
}
type ChosenSupplier = Pick<Supplier, 'number' | 'name'>

/** How one supplier is recognised and booked. */
export function MappingDrawer({ supplier, merchant, onClose, onRemove }: Props) {
  const formId = useId()
  const [chosen, setChosen] = useState<ChosenSupplier | null>(null)
  const [isTried, setIsTried] = useState(false)
  const [begun] = useState<MappingDraft>(() => ({
    edited: {},
    designations:
      supplier?.designations.map((one) => ({ ...one, key: one.id })) ??
      (merchant?.designations ?? ['']).map((text) => ({ ...newDesignation(), text })),
  }))
  const [draft, setDraft] = useState(begun)
  const remembered = useRemembered(chosen?.number)
  const booking = shownBooking(draft.edited, supplier ?? remembered)
  const setEdited = (change: Partial<Booking>) => setDraft({ ...draft, edited: { ...draft.edited, ...change } })
  const save = useSave(supplier)
  // Saved it closes: nothing is to be asked about then.
  useUnsaved(!save.isSuccess && (chosen !== null || isChanged(supplier, begun, draft)))
  const problems = supplierProblems(save.error, nameOfField)
  const supplierProblem =
    isTried && !supplier && !chosen
      ? m.shell_required_name({ name: m.suppliers_supplier_field() })
      : problems.get('supplierNumber')

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    flushSync(() => setIsTried(true))
    const number = supplier?.supplierNumber ?? chosen?.number
    if (number === undefined) focusFaulty(form)
    else {
      const onError = () => requestAnimationFrame(() => focusFaulty(form))
      save.mutate({ number, draft }, { onSuccess: onClose, onError })
    }
  }

  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => !isOpen && void mayLeave().then((leaves) => leaves && onClose())}
      title={supplier ? supplier.supplierName : merchant ? m.suppliers_map_title() : m.suppliers_add_title()}
      {...(merchant && {
        description: appliesText(merchant),
      })}
      {...(supplier && { description: `${m.suppliers_column_number()} ${supplier.supplierNumber}` })}
      actions={
        <>
          <Button type="submit" form={formId} variant="primary" disabled={save.isPending}>
            {m.suppliers_save()}
          </Button>
          <Button onClick={onClose}>{m.suppliers_cancel()}</Button>
          {supplier && (
            <Button variant="danger" className="ml-auto" onClick={() => onRemove(supplier)}>
              {m.suppliers_remove()}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5 px-5 py-4">
        {!supplier && (
          <Field label={m.suppliers_supplier_field()} error={supplierProblem}>
            {(control) => (
              <SupplierPicker {...control} chosen={chosen} onChoose={setChosen} merchant={merchant?.merchant} />
            )}
          </Field>
        )}
        {!chosen && merchant && (
          <SuggestionList merchant={merchant.merchant} suggestions={merchant.suggestions} onUse={setChosen} />
        )}
        <DesignationFields
          designations={draft.designations}
          onChange={(designations) => setDraft({ ...draft, designations })}
          problemAt={(position) => problems.get(`designations.${position}.text`)}
        />
        {(supplier?.supplierNumber ?? chosen?.number) !== undefined && (
          <ProposedBooking
            supplierNumber={supplier?.supplierNumber ?? chosen?.number ?? ''}
            booking={booking}
            onUse={setEdited}
          />
        )}
        <AccountField
          value={booking.account}
          onChange={(account) => setEdited({ account })}
          help={m.suppliers_account_help()}
          problem={problems.get('account')}
        />
        <VatField value={booking.vatType} onChange={(vatType) => setEdited({ vatType })} />
        {save.isError && problems.size === 0 && (
          <p role="alert" className="flex items-center gap-1.5 text-error">
            <StateGlyph state="error" />
            {problemTitle(save.error)}
          </p>
        )}
      </form>
    </Sheet>
  )
}

function isChanged(supplier: MappedSupplier | null, begun: MappingDraft, draft: MappingDraft): boolean {
  return supplier ? Object.keys(changedMapping(supplier, draft)).length > 0 : hashKey([draft]) !== hashKey([begun])
}

function appliesText({ merchant, rows }: WaitingMerchant): string {
  return rows === 1
    ? m.suppliers_map_applies_one({ merchant })
    : m.suppliers_map_applies({ merchant, rows: groupDigits(rows) })
}

function useSave(supplier: MappedSupplier | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ number, draft }: { number: string; draft: MappingDraft }) => {
      const schema = mappedSupplier
      const remembers = true // a text that names nobody was told of under it
      return supplier
        ? api.patch(`/mapped-suppliers/${supplier.id}`, {
            body: { ...changedMapping(supplier, draft), remembers },
            schema,
          })
        : api.put('/mapped-suppliers', { body: { ...newMapping(number, draft), remembers }, schema })
    },
    onSuccess: ({ supplierName }) => {
      const title = m.suppliers_saved({ name: supplierName })
      showToast({ type: 'success', title, text: m.suppliers_saved_text(), id: 'supplier-changed' })
      void queries.invalidateQueries({ queryKey: ['mapped-suppliers'] })
    },
    meta: { isToldInPlace: true },
  })
}

function nameOfField(path: string): string {
  if (path === 'account') return m.suppliers_account_field()
  return path.startsWith('designations') ? m.suppliers_designation_text() : m.suppliers_supplier_field()
}

function VatField({ value, onChange }: { value: VatType | null; onChange: (vatType: VatType | null) => void }) {
  return (
    <Field label={m.suppliers_vat_field()} help={m.suppliers_vat_help()}>
      {(control) => (
        <Select<VatType | typeof none>
          {...control}
          value={value ?? none}
          onChange={(chosen) => onChange(chosen === none ? null : chosen)}
          options={[
            { value: none, label: m.suppliers_vat_none() },
            ...vatTypes.map((vatType) => ({ value: vatType, label: vatTypeNames[vatType]() })),
          ]}
        />
      )}
    </Field>
  )
}
