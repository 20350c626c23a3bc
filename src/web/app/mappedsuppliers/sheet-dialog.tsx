import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as m from '#messages'
import { type Designation, type SheetChange, type SheetPlan, sheetApplied, sheetPlan } from '#suppliers/contract.ts'
import { sheetFieldName, vatTypeNames } from '#suppliers/rules/sheet-words.ts'
import { api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { matchNames } from './match-names.ts'
import { supplierProblems, supplierProblemText } from './supplier-problem-text.ts'

/** As many of each kind as are shown; the rest are counted. */
const mostShown = 50

/** What an edited sheet would change, before it does. */
export function SheetDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const queries = useQueryClient()
  const plan = useQuery({
    queryKey: ['mapped-suppliers', 'sheet', file.name, file.lastModified, file.size],
    queryFn: () => api.ask('/mapped-suppliers/sheet', { body: formOf(file), schema: sheetPlan }),
    retry: false,
    gcTime: 0,
  })
  const save = useMutation({
    mutationFn: (fingerprint: string) =>
      api.post('/mapped-suppliers/sheet/confirm', { body: formOf(file, fingerprint), schema: sheetApplied }),
    onSuccess: (done) => {
      showToast({ type: 'success', title: m.suppliers_sheet_saved(done), id: 'supplier-changed' })
      void queries.invalidateQueries({ queryKey: ['mapped-suppliers'] })
    },
    // What it would do now is looked at again.
    onError: () => plan.refetch(),
    meta: { isToldInPlace: true },
  })
  const changes = plan.data ? plan.data.added.length + plan.data.changed.length + plan.data.removed.length : 0
  const failed = save.error ?? plan.error
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="w-[min(44rem,calc(100vw-2rem))]"
      title={m.suppliers_sheet_title({ file: file.name })}
      description={plan.isPending ? m.suppliers_sheet_reading() : changes > 0 ? m.suppliers_sheet_text() : undefined}
      actions={
        <>
          <Button onClick={onClose}>{plan.data && changes === 0 ? m.shell_close() : m.suppliers_cancel()}</Button>
          {changes > 0 && (
            <Button
              variant="primary"
              disabled={save.isPending}
              onClick={() => plan.data && save.mutate(plan.data.fingerprint, { onSuccess: onClose })}
            >
              {changes === 1
                ? m.suppliers_sheet_confirm_one()
                : m.suppliers_sheet_confirm_many({ count: String(changes) })}
            </Button>
          )}
        </>
      }
    >
      {failed && (
        <p role="alert" className="flex items-start gap-1.5 pb-3 text-error">
          <StateGlyph state="error" className="mt-0.5" />
          {[...supplierProblems(failed, () => file.name).values()][0] ?? problemTitle(failed)}
        </p>
      )}
      {plan.data && <Plan plan={plan.data} isEmpty={changes === 0} />}
    </Dialog>
  )
}

function formOf(file: File, fingerprint?: string): FormData {
  const form = new FormData()
  form.set('file', file)
  if (fingerprint) form.set('fingerprint', fingerprint)
  return form
}

function Plan({ plan, isEmpty }: { plan: SheetPlan; isEmpty: boolean }) {
  const { added, changed, removed, unchanged, untouched, refused } = plan
  return (
    <div className="grid gap-5">
      {isEmpty && refused.length === 0 && <p>{m.suppliers_sheet_nothing()}</p>}
      <Unread titles={plan.unread} />
      <Part
        title={m.suppliers_sheet_refused()}
        count={new Set(refused.map(({ row }) => row)).size}
        help={isEmpty ? m.suppliers_sheet_refused_only_help() : m.suppliers_sheet_refused_help()}
        rows={refused.map((problem, index) => ({
          key: `${problem.row}-${index}`,
          row: problem.row,
          name:
            problem.value === ''
              ? sheetFieldName(problem.column)
              : `${sheetFieldName(problem.column)}: ${problem.value}`,
          lines: [supplierProblemText(problem)],
        }))}
        mark={<StateGlyph state="attention" className="mt-0.5" />}
      />
      <Part
        title={m.suppliers_sheet_added()}
        rows={added.map((one) => ({
          key: one.supplierNumber,
          row: one.row,
          name: `${one.supplierNumber} ${one.supplierName}`,
          lines: describeChange({ row: one.row, before: { ...one, ...nothing }, after: one }),
        }))}
      />
      <Part
        title={m.suppliers_sheet_changed()}
        rows={changed.map((change) => ({
          key: change.after.supplierNumber,
          row: change.row,
          name: `${change.after.supplierNumber} ${change.after.supplierName}`,
          lines: describeChange(change),
        }))}
      />
      <Part
        title={m.suppliers_sheet_removed()}
        rows={removed.map((one) => ({
          key: one.supplierNumber,
          row: one.row,
          name: `${one.supplierNumber} ${one.supplierName}`,
          lines: [],
        }))}
      />
      <p className="flex flex-wrap gap-x-5 text-12 text-ink-3">
        <span>{`${m.suppliers_sheet_unchanged()}: ${unchanged}`}</span>
        <span>{`${m.suppliers_sheet_untouched()}: ${untouched}`}</span>
      </p>
    </div>
  )
}

/** What somebody wrote under a title that is not ours would else be missed by nobody. */
function Unread({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null
  return (
    <p className="flex items-start gap-1.5 wrap-anywhere">
      <StateGlyph state="attention" className="mt-0.5" />
      {m.suppliers_sheet_unread({ columns: titles.join(', ') })}
    </p>
  )
}

const nothing = { account: null, vatType: null, designations: [] }

type Line = { key: string; row: number; name: string; lines: string[] }

/** `count`: where one row may have several lines. */
type PartProps = { title: string; help?: string; rows: Line[]; count?: number; mark?: ReactNode }

function Part({ title, help, rows, count = rows.length, mark }: PartProps) {
  if (rows.length === 0) return null
  return (
    <section>
      <h3 className="flex items-baseline gap-2 border-b border-ink pb-1.5 font-head">
        {title} <span className="figures text-12 font-normal text-ink-3">{count}</span>
      </h3>
      {help && <p className="pt-1.5 text-12 text-ink-3">{help}</p>}
      <ul>
        {rows.slice(0, mostShown).map(({ key, row, name, lines }) => (
          <li key={key} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 border-b border-rule py-1.5">
            <span className="text-12 leading-5 text-ink-3">{m.suppliers_sheet_row({ row: String(row) })}</span>
            <div className="min-w-0">
              <p className="flex items-start gap-1.5 wrap-anywhere">
                {mark}
                {name}
              </p>
              {lines.map((line) => (
                <p key={line} className="text-12 wrap-anywhere text-ink-2">
                  {line}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {rows.length > mostShown && (
        <p className="pt-1.5 text-12 text-ink-3">
          {m.suppliers_sheet_more({ count: String(rows.length - mostShown) })}
        </p>
      )}
    </section>
  )
}

function describeChange({ before, after }: SheetChange): string[] {
  const lines: string[] = []
  const told = (what: string, from: string, to: string) => {
    if (from !== to) lines.push(m.suppliers_sheet_from_to({ what, from, to }))
  }
  const account = (value: number | null) => (value === null ? m.suppliers_sheet_none() : String(value))
  told(m.suppliers_column_account(), account(before.account), account(after.account))
  const vat = (value: SheetChange['after']['vatType']) =>
    value === null ? m.suppliers_no_vat() : vatTypeNames[value]()
  told(m.suppliers_column_vat(), vat(before.vatType), vat(after.vatType))
  const name = ({ match, text }: Pick<Designation, 'match' | 'text'>) => `${matchNames[match]().toLowerCase()} ${text}`
  const [had, has] = [before.designations.map(name), after.designations.map(name)]
  lines.push(...has.filter((text) => !had.includes(text)).map((text) => m.suppliers_sheet_text_added({ text })))
  lines.push(...had.filter((text) => !has.includes(text)).map((text) => m.suppliers_sheet_text_removed({ text })))
  return lines
}
