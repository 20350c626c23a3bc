import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import * as m from '#messages'
import type { TargetField } from '#templates/contract.ts'
import type { MappingPreview } from '#templates/sample-contract.ts'
import { problemText } from '../../problem-text.ts'
import { Amount, formatAmount, groupDigits } from '../../ui/amount.tsx'
import { cn } from '../../ui/class-names.ts'
import { DateText } from '../../ui/date-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { OriginTag } from '../../ui/origin-tag.tsx'
import { FactList, Panel } from '../../ui/panel.tsx'
import { type MarkState, StateGlyph, StateMark } from '../../ui/state-mark.tsx'
import { cellOfSum } from '../cell-of-sum.ts'
import { fieldValueText, targetFieldName } from './target-fields.ts'

export type PreviewRow = MappingPreview['rows'][number]
type Props = {
  preview: MappingPreview | undefined
  isFailed: boolean
  /** What is missing before rows can be read. */
  missing: string | null
  row: PreviewRow | null
  onRow: (number: number) => void
  onStep: (by: 1 | -1) => void
}

/** How the file reads now: the row looked at, the first rows, and whether it all adds up. */
export function PreviewPanel({ preview, isFailed, missing, row, onRow, onStep }: Props) {
  const position = preview?.rows.findIndex(({ number }) => number === row?.number) ?? -1
  const bar = (
    <>
      <h2 className="flex-1 font-strong">{m.templates_preview_title()}</h2>
      {row && (
        <span className="figures mr-1.5 text-12 text-ink-3">
          {m.templates_preview_row({ row: String(row.number) })}
        </span>
      )}
      <IconButton label={m.templates_preview_previous()} disabled={position <= 0} onClick={() => onStep(-1)}>
        <ChevronUp size={16} strokeWidth={1.5} />
      </IconButton>
      <IconButton
        label={m.templates_preview_next()}
        disabled={!preview || position >= preview.rows.length - 1}
        onClick={() => onStep(1)}
      >
        <ChevronDown size={16} strokeWidth={1.5} />
      </IconButton>
    </>
  )
  return (
    <Panel
      label={m.templates_preview_title()}
      bar={bar}
      className="wide:sticky wide:top-top wide:max-h-[calc(100vh-var(--top))] wide:overflow-y-auto wide:border-l-0"
    >
      {isFailed && <Note state="error">{m.templates_preview_failed()}</Note>}
      {missing !== null ? (
        <Note state="attention">{missing}</Note>
      ) : row ? (
        <RowSheet row={row} />
      ) : (
        !isFailed && <p className="text-ink-2">{m.templates_preview_none()}</p>
      )}
      {preview && missing === null && (
        <>
          <FirstRows preview={preview} selected={row?.number ?? null} onRow={onRow} />
          <Tried preview={preview} />
        </>
      )}
    </Panel>
  )
}

function RowSheet({ row }: { row: PreviewRow }) {
  const isInvoice = row.outcome === 'purchase' || row.outcome === 'refund'
  const isForeign = row.foreignAmount !== null && row.currency !== null
  return (
    <div className="-mx-1.5 border border-rule-strong bg-sheet px-3.5 pt-3 pb-2.5 [--hole:var(--sheet)]">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-rule pb-2.5">
        <p className="text-18 font-head break-words">{row.merchant}</p>
        <p className="text-right text-18 font-head">
          {isForeign && row.amountSek === null ? (
            <Amount minor={row.foreignAmount} currency={row.currency ?? 'SEK'} />
          ) : (
            <Amount minor={row.amountSek} />
          )}
        </p>
        <p className="text-12 text-ink-2">{row.outcome === 'refund' && m.templates_preview_credit()}</p>
        <p className="text-right text-12 text-ink-2">
          {isForeign && row.amountSek !== null && <Amount minor={row.foreignAmount} currency={row.currency ?? 'SEK'} />}
        </p>
      </div>
      {isInvoice ? (
        <FactList rows={row.fields.filter(({ field }) => field !== 'merchant' && field !== 'total').map(fact)} />
      ) : (
        <WhyNot row={row} />
      )}
    </div>
  )
}

function fact({ field, value, cells, isByTemplate }: PreviewRow['fields'][number]): {
  name: string
  value: ReactNode
  origin?: ReactNode
} {
  const tags = cells.map((cell) => (
    <OriginTag key={cell} kind="cell">
      {cell}
    </OriginTag>
  ))
  return {
    name: targetFieldName(field),
    value: isDate(field) ? (
      <DateText date={value} />
    ) : (
      <span className="tabular-nums">{fieldValueText(field, value, isByTemplate)}</span>
    ),
    ...((cells.length > 0 || isByTemplate) && {
      origin: (
        <>
          {tags}
          {isByTemplate && <OriginTag kind="rule">{m.templates_origin_template()}</OriginTag>}
        </>
      ),
    }),
  }
}

function isDate(field: TargetField): boolean {
  return field === 'invoiceDate' || field === 'dueDate' || field === 'paymentDate'
}

function WhyNot({ row }: { row: PreviewRow }) {
  if (row.reason !== null) {
    return (
      <p className="flex flex-wrap items-baseline gap-x-3 pt-2.5">
        <StateMark state="skipped">{m.templates_preview_skipped()}</StateMark>
        <span className="text-ink-2">{problemText({ code: row.reason, params: row.params })}</span>
      </p>
    )
  }
  return (
    <ul className="grid gap-1.5 pt-2.5">
      {row.problems.map((problem) => (
        <li key={`${problem.code} ${problem.cell}`} className="grid grid-cols-[14px_minmax(0,1fr)] gap-2.5">
          <StateGlyph state="error" className="mt-0.5" />
          <span>
            {problemText({ code: problem.code, params: problem.params })}
            {problem.cell && (
              <span className="text-ink-2">
                {' '}
                <OriginTag kind="cell">{problem.cell}</OriginTag> {problem.value}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

const marks: Record<PreviewRow['outcome'], MarkState> = {
  purchase: 'ready',
  refund: 'ready',
  skipped: 'skipped',
  unreadable: 'error',
}
const words: Record<PreviewRow['outcome'], () => string> = {
  purchase: m.templates_state_ready,
  refund: m.templates_preview_credit,
  skipped: m.templates_preview_skipped,
  unreadable: m.templates_preview_unreadable,
}
const shownRows = 8

function FirstRows({
  preview,
  selected,
  onRow,
}: {
  preview: MappingPreview
  selected: number | null
  onRow: (number: number) => void
}) {
  return (
    <section className="pt-4">
      <h3 className="border-b border-rule-strong pb-1.5 text-12 font-head">{m.templates_preview_first()}</h3>
      <ul>
        {preview.rows.slice(0, shownRows).map((row) => (
          <li key={`${row.sheet} ${row.number}`} className="border-b border-rule">
            <button
              type="button"
              onClick={() => onRow(row.number)}
              aria-current={row.number === selected || undefined}
              className={cn(
                'grid min-h-row w-full grid-cols-[1.75rem_14px_5.25rem_minmax(0,1fr)_auto] items-center gap-2 text-left hover:bg-sheet focus-visible:-outline-offset-2',
                row.number === selected && 'bg-fir-soft',
                row.outcome === 'skipped' && 'text-ink-3',
              )}
            >
              <span className="figures text-right text-12 text-ink-3">{row.number}</span>
              <span>
                <StateGlyph state={marks[row.outcome]} />
                <span className="sr-only">{words[row.outcome]()}</span>
              </span>
              <DateText date={row.invoiceDate} />
              <span className="truncate">
                {row.reason ? problemText({ code: row.reason, params: row.params }) : row.merchant}
              </span>
              <Amount
                minor={row.amountSek ?? row.foreignAmount}
                currency={row.amountSek === null ? (row.currency ?? 'SEK') : 'SEK'}
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tried({ preview }: { preview: MappingPreview }) {
  const { purchases, refunds, skipped, unreadable } = preview.totals
  const agreeing = preview.controlSums.filter(({ agrees }) => agrees)
  const differing = preview.controlSums.filter(({ agrees }) => !agrees)
  return (
    <div className="divide-y divide-rule pt-3">
      <Note state={unreadable.count > 0 ? 'attention' : 'done'}>
        {m.templates_tried({
          purchases: groupDigits(purchases.count),
          refunds: groupDigits(refunds.count),
          skipped: groupDigits(skipped.count),
        })}{' '}
        {unreadable.count > 0 && m.templates_tried_unreadable({ count: groupDigits(unreadable.count) })}
      </Note>
      {preview.warnings.map((warning) => (
        <Note key={warning.code + JSON.stringify(warning.params)} state="attention">
          {problemText({ code: warning.code, params: warning.params })}
        </Note>
      ))}
      {agreeing.length > 0 && (
        <Note state="done">{m.templates_sums_agree({ cells: agreeing.map(cellOfSum).join(', ') })}</Note>
      )}
      {differing.map((sum) => (
        <Note key={cellOfSum(sum)} state="attention">
          {m.templates_sum_differs({
            label: sum.label || m.templates_sum_unnamed(),
            cell: cellOfSum(sum),
            printed: formatAmount(sum.printed),
            counted: formatAmount(sum.counted),
          })}
        </Note>
      ))}
    </div>
  )
}

function Note({ state, children }: { state: MarkState; children: ReactNode }) {
  return (
    <div
      className="grid grid-cols-[14px_minmax(0,1fr)] gap-2.5 py-2.5 text-ink-2"
      role={state === 'error' ? 'alert' : undefined}
    >
      <StateGlyph state={state} className="mt-[3px]" />
      <p>{children}</p>
    </div>
  )
}
