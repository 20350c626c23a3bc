import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ImportRowDetail, importSummary } from '#imports/contract.ts'
import { type VatType, vatTypes } from '#kernel/supplier-invoice.ts'
import * as m from '#messages'
import { mappedSupplier } from '#suppliers/contract.ts'
import { namesNobody } from '#suppliers/rules/names-nobody.ts'
import { vatTypeNames } from '#suppliers/rules/sheet-words.ts'
import { namesOtherCountry } from '#suppliers/rules/supplier-book.ts'
import { api } from '../../../api-client.ts'
import { problemTitle } from '../../../field-problems.ts'
import { readSession } from '../../../session.ts'
import { groupDigits } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusFaulty } from '../../../ui/leave-focus.ts'
import { Select } from '../../../ui/select.tsx'
import { StateGlyph } from '../../../ui/state-mark.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { AccountField } from '../../mappedsuppliers/account-field.tsx'
import { type Booking, shownBooking } from '../../mappedsuppliers/mapping-request.ts'
import { ProposedBooking } from '../../mappedsuppliers/proposed-booking.tsx'
import { SuggestionList } from '../../mappedsuppliers/suggestion-list.tsx'
import { SupplierPicker } from '../../mappedsuppliers/supplier-picker.tsx'
import { supplierProblems } from '../../mappedsuppliers/supplier-problem-text.ts'
import { useRemembered } from '../../mappedsuppliers/use-remembered.ts'
import { useDraft } from './row-drafts.ts'
import { useKeepImport, useUnmapped } from './use-import.ts'
import { useEdit } from './use-rows.ts'

type Chosen = { number: string; name: string }
type MapDraft = { chosen: Chosen | null; edited: Partial<Booking> }
/** All rows of a merchant, or of a supplier, are answered by the same form. */
export const mapKey = ({ supplierNumber, merchant }: Pick<ImportRowDetail, 'supplierNumber' | 'merchant'>) =>
  supplierNumber === null ? `merchant ${merchant}` : `supplier ${supplierNumber}`

/** Says who a merchant is and how its purchases are booked, in place; it is remembered for every later file. */
export function MapSupplier({
  importId,
  row,
  onMapped,
}: {
  importId: string
  row: ImportRowDetail
  onMapped: () => void
}) {
  const known =
    row.supplierNumber !== null && row.supplierName !== null
      ? { number: row.supplierNumber, name: row.supplierName }
      : null
  const [{ chosen, edited }, setDraft] = useDraft<MapDraft>(mapKey(row), { chosen: known, edited: {} })
  const setChosen = (next: Chosen | null) => setDraft((before) => ({ ...before, chosen: next }))
  const setEdited = (change: Partial<Booking>) =>
    setDraft((before) => ({ ...before, edited: { ...before.edited, ...change } }))
  const [isTried, setIsTried] = useState(false)
  const booking = shownBooking(edited, useRemembered(chosen?.number))
  const unmapped = useUnmapped(importId, known === null)
  const waiting = unmapped.data?.items.find(
    ({ spellings }) => row.normalised !== null && spellings.includes(row.normalised),
  )
  const save = useMapping(importId, row, waiting?.designations ?? [], () => {
    setDraft(() => null)
    onMapped()
  })
  const problems = supplierProblems(save.error, () => m.imports_map_supplier())

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    flushSync(() => setIsTried(true))
    if (!chosen || booking.vatType === null) focusFaulty(form)
    else save.mutate({ chosen, edited }, { onError: () => requestAnimationFrame(() => focusFaulty(form)) })
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-3.5 border-t border-rule-strong pt-3 pb-4">
      <h3 className="font-head">
        {known ? m.imports_map_title_supplier({ supplier: known.name }) : m.imports_map_title({ merchant: row.text })}
      </h3>
      {!known && <p className="text-12 text-ink-2">{m.imports_map_text()}</p>}
      {!known && (
        <Field
          label={m.imports_map_supplier()}
          error={
            isTried && !chosen
              ? m.shell_required_name({ name: m.imports_map_supplier() })
              : problems.get('supplierNumber')
          }
        >
          {(control) => (
            <SupplierPicker
              {...control}
              chosen={chosen}
              onChoose={setChosen}
              merchant={isOfNobody(row) ? null : row.merchant}
            />
          )}
        </Field>
      )}
      {!chosen && row.merchant !== null && (
        <SuggestionList merchant={row.merchant} suggestions={row.suggestions} onUse={setChosen} />
      )}
      {chosen && <ProposedBooking supplierNumber={chosen.number} booking={booking} onUse={setEdited} />}
      <AccountField
        value={booking.account}
        onChange={(account) => setEdited({ account })}
        help={m.imports_map_account_help()}
        problem={problems.get('account')}
      />
      <Field
        label={m.imports_map_vat_type()}
        error={isTried && booking.vatType === null ? m.shell_required_name({ name: m.imports_map_vat_type() }) : null}
      >
        {(control) => (
          <Select<VatType>
            {...control}
            value={booking.vatType}
            onChange={(vatType) => setEdited({ vatType })}
            placeholder={m.imports_map_vat_type_choose()}
            options={vatTypes.map((vatType) => ({ value: vatType, label: vatTypeNames[vatType]() }))}
          />
        )}
      </Field>
      {save.isError && problems.size === 0 && (
        <p role="alert" className="flex items-center gap-1.5 text-error">
          <StateGlyph state="error" />
          {problemTitle(save.error)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" disabled={save.isPending}>
          {m.imports_map_save()}
        </Button>
        {waiting && (
          <span className="text-12 text-ink-3">
            {isOfNobody(row)
              ? m.imports_map_nobody()
              : waiting.rows === 1
                ? m.imports_map_applies_one()
                : m.imports_map_applies({ rows: groupDigits(waiting.rows) })}
          </span>
        )}
      </div>
    </form>
  )
}

/** Its text tells how was paid and not to whom: what is said of the row is not said of its text. */
const isOfNobody = ({ supplierNumber, merchant }: Pick<ImportRowDetail, 'supplierNumber' | 'merchant'>) =>
  supplierNumber === null && merchant !== null && namesNobody(merchant)

/** `others`: what the same answer settles besides the row's own text. */
function useMapping(importId: string, row: ImportRowDetail, others: readonly string[], onMapped: () => void) {
  const queries = useQueryClient()
  const keep = useKeepImport(importId)
  const edit = useEdit(importId)
  return useMutation({
    mutationFn: async ({ chosen, edited }: { chosen: Chosen; edited: Partial<Booking> }) => {
      // A name of another country may stand among those: it waits for an answer of its own.
      const alike = others.filter((text) => !namesNobody(text) && !namesOtherCountry(row.merchant ?? '', text))
      const designations =
        row.supplierNumber === null && row.merchant !== null && !isOfNobody(row)
          ? [...new Set([row.merchant.slice(0, 200), ...alike])].map((text) => ({ match: 'exact', text }))
          : []
      const companyId = readSession()?.company?.id // for both calls, should the user go on to another meanwhile
      await api.put('/mapped-suppliers', {
        body: { supplierNumber: chosen.number, ...edited, designations },
        schema: mappedSupplier,
        companyId,
      })
      // As when it is written in the grid, which asks whether the text is always to mean the supplier.
      if (isOfNobody(row)) await edit.mutateAsync({ rowId: row.id, fields: { supplier: chosen.number } })
      await keep(await api.post(`/imports/${importId}/recheck`, { schema: importSummary, companyId }))
      return chosen
    },
    onSuccess: async ({ name }) => {
      if (!isOfNobody(row))
        showToast({
          type: 'success',
          title: m.imports_map_saved({ merchant: row.text, supplier: name }),
          id: 'supplier-changed', // that it was created is part of it
        })
      onMapped()
      await queries.invalidateQueries({ queryKey: ['mapped-suppliers'] })
    },
    meta: { isToldInPlace: true },
  })
}
