import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import type { ImportRowDetail } from '#imports/contract.ts'
import { anywayCodes } from '#imports/rules/anyway-codes.ts'
import type { GatheredInvoices } from '#imports/rules/gathered-invoices.ts'
import * as m from '#messages'
import { vatTypeNames } from '#suppliers/rules/sheet-words.ts'
import { problemTitle } from '../../../field-problems.ts'
import { problemText } from '../../../problem-text.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { FactList, Panel, PanelBlock } from '../../../ui/panel.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import { percentOf, recognisedWhy } from '../../mappedsuppliers/recognition-text.ts'
import type { SentMark } from '../../transaction/sent-marks.ts'
import { AmountAnswers } from './amount-answers.tsx'
import { useChange } from './bulk-bar.tsx'
import { lacksDayBelowOne } from './bulk-choices.ts'
import { CreditBlock } from './credit-block.tsx'
import { EditRow } from './edit-row.tsx'
import { focusRows, isPurchase } from './grid-cells.ts'
import { InvoiceRows } from './invoice-rows.tsx'
import { MapSupplier, mapKey } from './map-supplier.tsx'
import { PostingTable } from './posting-table.tsx'
import { ProblemHelp } from './problem-help.tsx'
import { useHasDraft } from './row-drafts.ts'
import { Origins, Paid } from './row-origins.tsx'
import { draftFieldName, equalText, foreignText, mending, rateText, rowReason } from './row-texts.ts'
import { inSourceTitle, leftBehindText, type SourceSystem } from './source-words.ts'
import { useDecision, useRow } from './use-import.ts'

type Props = {
  importId: string
  rowId: number
  source: SourceSystem
  gathered: GatheredInvoices
  /** Given: the import is confirmed and nothing can be changed any more; whether its invoices are there. */
  sent: SentMark | null
  onStep: (step: 1 | -1) => void
  onNextWaiting: (own: number) => void
  onRow: (id: number) => void
  onClose: () => void
}

/** One row: as it stands in the file, where each value of the invoice came from, and the posting as it will be sent. */
export function RowPanel({ importId, rowId, source, gathered, sent, onStep, onNextWaiting, onRow, onClose }: Props) {
  const { data, error } = useRow(importId, rowId)
  const row = data?.id === rowId ? data : null
  useShortcuts((key) => {
    if (key !== 'Escape') return false
    focusRows()
    onClose()
    return true
  })
  const bar = (
    <>
      {row && (
        <StateMark state={row.state === 'ready' && sent ? sent.mark : row.state}>{wordFor(row.state, sent)}</StateMark>
      )}
      <span className="flex-1" />
      {row && <span className="mr-1.5 text-12 text-ink-3">{m.imports_panel_row({ row: String(row.number) })}</span>}
      <IconButton label={m.imports_panel_previous()} className="size-7 max-wide:size-10" onClick={() => onStep(-1)}>
        <ChevronUp size={16} strokeWidth={1.5} />
      </IconButton>
      <IconButton label={m.imports_panel_next()} className="size-7 max-wide:size-10" onClick={() => onStep(1)}>
        <ChevronDown size={16} strokeWidth={1.5} />
      </IconButton>
      <IconButton label={m.imports_panel_close()} className="size-7 max-wide:size-10" onClick={onClose}>
        <X size={16} strokeWidth={1.5} />
      </IconButton>
    </>
  )
  return (
    <div className="print:hidden wide:border-l wide:border-rule-strong wide:bg-paper">
      <Panel
        label={m.imports_panel_label({ row: String(row?.number ?? rowId) })}
        bar={bar}
        className="wide:sticky wide:top-top wide:border-l-0 wide:max-h-[calc(100dvh-var(--top)-72px)] wide:self-start wide:overflow-y-auto max-wide:fixed max-wide:inset-0 max-wide:top-[calc(var(--top)+var(--toast-room))] max-wide:z-30 max-wide:overflow-y-auto"
      >
        <div id="row-panel" tabIndex={-1} className="outline-none">
          {error && !row && <p className="text-error">{problemTitle(error)}</p>}
          {row ? (
            <RowFacts
              key={row.id}
              importId={importId}
              row={row}
              source={source}
              gathered={gathered}
              isSent={sent !== null}
              onNextWaiting={onNextWaiting}
              onRow={onRow}
            />
          ) : (
            !error && <SkeletonRows rows={6} columns="98px minmax(0,1fr)" />
          )}
        </div>
      </Panel>
    </div>
  )
}

function RowFacts({
  importId,
  row,
  source,
  gathered,
  isSent,
  onNextWaiting,
  onRow,
}: {
  importId: string
  row: ImportRowDetail
  source: SourceSystem
  gathered: GatheredInvoices
  isSent: boolean
  onNextWaiting: (own: number) => void
  onRow: (id: number) => void
}) {
  const [lit, setLit] = useState<string | null>(null)
  const [isMapping, setIsMapping] = useState(useHasDraft(mapKey(row)))
  const [timesMapped, setTimesMapped] = useState(0)
  // Only while this row is looked at: whoever has gone elsewhere meanwhile stays there.
  const goOn = useEffectEvent(() => {
    // An answer that leaves the same form to be filled in, such as a supplier without an account, is not the last.
    if (mending(row) !== 'mapping') onNextWaiting(row.id)
  })
  useEffect(() => {
    if (timesMapped > 0) goOn()
  }, [timesMapped])
  const mapsNow = !isSent && (mending(row) === 'mapping' || isMapping)
  return (
    <>
      <PanelTitle importId={importId} row={row} />
      <ProblemHelp importId={importId} row={row} isSent={isSent} />
      {isSent && row.state === 'attention' && <p className="pb-3 text-ink-2">{leftBehindText(source)}</p>}
      {!isSent && (
        <Actions
          importId={importId}
          row={row}
          canMap={!mapsNow && row.supplierNumber !== null}
          onMap={() => setIsMapping(true)}
        />
      )}
      {mapsNow && row.merchant !== null && (
        <MapSupplier
          importId={importId}
          row={row}
          onMapped={() => {
            setIsMapping(false)
            setTimesMapped(timesMapped + 1)
          }}
        />
      )}
      <CreditBlock importId={importId} row={row} isSent={isSent} />
      {!isSent && isPurchase(row) && <EditRow key={row.id} importId={importId} row={row} />}
      <PanelBlock
        title={inSourceTitle(source)}
        aside={
          row.sheet
            ? m.imports_panel_place({ sheet: row.sheet, row: String(row.number) })
            : m.imports_panel_row({ row: String(row.number) })
        }
      >
        <Cells cells={row.cells} rowNumber={row.number} lit={lit} />
      </PanelBlock>
      {row.fields.length > 0 && (
        <PanelBlock title={m.imports_panel_invoice()} aside={m.imports_panel_from()}>
          <FactList
            rows={row.fields.map((field) => ({
              name: draftFieldName(field.field),
              value: fieldValue(field, row),
              origin: <Origins origins={field.origins} onPoint={setLit} />,
            }))}
          />
        </PanelBlock>
      )}
      {row.accountRows.length > 0 && (
        <PanelBlock title={m.imports_panel_posting()} aside="SEK">
          <PostingTable rows={row.accountRows} isBalanced={row.isBalanced} />
        </PanelBlock>
      )}
      <InvoiceRows importId={importId} gathered={gathered} rowId={row.id} onRow={onRow} />
      {row.accountRows.length > 0 && <Paid row={row} onPoint={setLit} />}
      {row.request !== null && row.request !== undefined && (
        <PanelBlock>
          <details>
            <summary className="py-1 text-12 text-ink-2">{m.imports_panel_request()}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre tabIndex={0} className="raw mt-2 max-h-80 overflow-auto bg-sunk p-3 whitespace-pre-wrap">
              {JSON.stringify(row.request, null, 2)}
            </pre>
          </details>
        </PanelBlock>
      )}
    </>
  )
}

/** Where the same purchase was taken before: in another import, or in a run of this one. */
function Duplicate({ of, importId }: { of: NonNullable<ImportRowDetail['duplicateOf']>; importId: string }) {
  if (of.importId === importId) return <p className="col-span-2 mt-1 text-ink-2">{m.imports_sent_before()}</p>
  const { fileName, invoiceNumber } = of
  const row = String(of.row)
  return (
    <p className="col-span-2 mt-1 text-ink-2">
      {invoiceNumber
        ? m.imports_duplicate_long_invoice({ fileName, row, number: invoiceNumber })
        : m.imports_duplicate_long({ fileName, row })}{' '}
      <Link className="link" to={`/app/imports/${of.importId}`}>
        {m.imports_duplicate_open()}
      </Link>
    </p>
  )
}

function PanelTitle({ importId, row }: { importId: string; row: ImportRowDetail }) {
  const foreign = foreignText(row)
  const reason = rowReason(row)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 pb-2.5 [&>:is(p,ul)]:wrap-anywhere">
      <h2 className="truncate text-18 font-head tracking-[-0.012em]">{row.supplierName ?? row.text}</h2>
      <span className="text-right text-18 font-head">{row.amount !== null && <Amount minor={row.amount} />}</span>
      <span className="text-12 text-ink-3">
        {row.supplierNumber && m.imports_panel_supplier({ number: row.supplierNumber })}
      </span>
      <span className="figures text-right text-12 text-ink-3">{foreign}</span>
      {reason !== null && row.problems.length <= 1 && (
        <p
          className={cn(
            'col-span-2 mt-1',
            row.state === 'attention' && 'text-attention',
            row.state === 'duplicate' && 'text-duplicate',
          )}
        >
          {reason}
          {problemPlace(row)}
        </p>
      )}
      {row.recognised && (
        <p className="col-span-2 mt-1 text-12 text-ink-2">
          {recognisedWhy(row.recognised)}{' '}
          <span className="text-ink-3">
            {m.suppliers_confidence({ percent: percentOf(row.recognised.confidence) })}
          </span>
        </p>
      )}
      {row.duplicateOf && <Duplicate of={row.duplicateOf} importId={importId} />}
      {equalText(row) !== null && <p className="col-span-2 mt-1 text-ink-2">{equalText(row)}</p>}
      {row.problems.length > 1 && row.state !== 'ready' && (
        <ul className="col-span-2 mt-1 grid gap-0.5 text-attention">
          {row.problems.map((problem) => (
            <li key={`${problem.code}${problem.cell ?? ''}`}>
              {problemText(problem)}
              {problem.cell !== undefined && ` (${problem.cell})`}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Its word, where the mark's own does not say it. */
function wordFor(state: ImportRowDetail['state'], sent: Props['sent']): string | undefined {
  if (state !== 'ready') return undefined
  return sent === null ? m.imports_panel_ready() : sent.word
}

/** Where in the file, and what stands there. */
function problemPlace({ problems }: ImportRowDetail): string {
  const [problem] = problems
  if (!problem?.cell) return ''
  return problem.value ? ` (${problem.cell}: ${problem.value})` : ` (${problem.cell})`
}

function Actions({
  importId,
  row,
  canMap,
  onMap,
}: {
  importId: string
  row: ImportRowDetail
  canMap: boolean
  onMap: () => void
}) {
  const decide = useDecision(importId)
  const set = (decision: 'import-anyway' | 'leave-out' | null) => () => decide.mutate({ rowId: row.id, decision })
  const change = useChange(importId, { ids: [row.id] })
  const isLeftOut = row.decision === 'leave-out'
  if (!isPurchase(row)) return null
  return (
    <div className="flex flex-wrap gap-2 pb-3">
      {(row.state === 'duplicate' || mayBeAnother(row)) && row.decision === null && (
        <Button onClick={set('import-anyway')} disabled={decide.isPending}>
          {m.imports_import_anyway()}
        </Button>
      )}
      {lacksDayBelowOne(row) && row.decision === null && (
        <Button onClick={() => change.run({ dayAbove: true })} disabled={change.isPending}>
          {m.imports_bulk_day_above()}
        </Button>
      )}
      <AmountAnswers importId={importId} row={row} />
      {canMap && <Button onClick={onMap}>{m.imports_change_booking()}</Button>}
      {isLeftOut || row.decision === 'import-anyway' ? (
        <Button onClick={set(null)} disabled={decide.isPending}>
          {isLeftOut ? m.imports_take_back() : m.imports_not_anyway()}
        </Button>
      ) : (
        row.state !== 'duplicate' && (
          <Button onClick={set('leave-out')} disabled={decide.isPending}>
            {m.imports_leave_out()}
          </Button>
        )
      )}
    </div>
  )
}

const mayBeAnother = ({ problems }: ImportRowDetail) => problems.some(({ code }) => anywayCodes.has(code))

/** The row as the spreadsheet shows it; the cell that a pointed-at value came from is lit. */
function Cells({ cells, rowNumber, lit }: { cells: ImportRowDetail['cells']; rowNumber: number; lit: string | null }) {
  return (
    <div className="grid grid-cols-4 gap-x-3 gap-y-2">
      {cells.map(({ letter, value }) => {
        const isElsewhere = /\d$/.test(letter)
        const isLit = lit === (isElsewhere ? letter : `${letter}${rowNumber}`)
        return (
          <div
            key={letter}
            className={cn(
              'min-w-0',
              (isElsewhere || value.length > 34) && 'col-span-4',
              value.length > 11 && value.length <= 34 && 'col-span-2',
            )}
          >
            <span className="block text-11 text-ink-3">{letter}</span>
            <span className={cn('block wrap-anywhere text-12 whitespace-pre-wrap', isLit && 'bg-fir-soft text-fir')}>
              {value}
            </span>
          </div>
        )
      })}
    </div>
  )
}

function fieldValue({ field, value }: ImportRowDetail['fields'][number], row: ImportRowDetail) {
  if (field === 'supplier') return `${value} ${row.supplierName ?? ''}`
  if (field === 'invoiceDate' || field === 'dueDate' || field === 'paymentDate') return <DateText date={value} />
  if (field === 'vatType') return vatTypeNames[value as keyof typeof vatTypeNames]?.() ?? value
  if (field === 'currency') return <span className="figures">{value.split(' ').map(rateText).join(', ')}</span>
  if (field === 'total' || field === 'vat')
    return (
      <span className="figures kr">
        {rateText(value)
          .replace('-', '\u2212')
          .replace(/\B(?=(\d{3})+(?!\d))/g, '\u00a0')}
      </span>
    )
  return value
}
