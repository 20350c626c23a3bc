import type { ReactNode } from 'react'
import * as m from '#messages'
import type { TargetField } from '#templates/contract.ts'
import type { DriftReason, TemplateDrift } from '#templates/sample-contract.ts'
import { cn } from '../../ui/class-names.ts'
import { OriginTag } from '../../ui/origin-tag.tsx'
import { type MarkState, StateGlyph } from '../../ui/state-mark.tsx'
import { targetFieldName } from './target-fields.ts'

const reasons: Record<DriftReason, () => string> = {
  place: m.templates_drift_by_place,
  name: m.templates_drift_by_name,
  meaning: m.templates_drift_by_meaning,
  content: m.templates_drift_by_content,
}

/** What became of each column that differs: renamed and why it is taken for that, gone, moved, new. */
export function DriftList({ drift }: { drift: TemplateDrift }) {
  return (
    <ul className="grid gap-1.5">
      {drift.sheets && <SheetLines sheets={drift.sheets} />}
      {drift.lostHeader && (
        <Line state="error" letters={[]}>
          <b className="font-strong">{m.templates_drift_header_lost({ names: drift.lostHeader.names })}</b>{' '}
          {likestText(drift.lostHeader)}
        </Line>
      )}
      {drift.renamed.map(({ column, letter, to, fields, reasons: marks }) => (
        <Line key={letter} state="attention" letters={letter === to.letter ? [letter] : [letter, to.letter]}>
          <b className="font-strong">{m.templates_drift_renamed({ column, to: to.column })}.</b> {fieldsText(fields)}{' '}
          {m.templates_drift_because({ reasons: marks.map((mark) => reasons[mark]()).join(', ') })}
        </Line>
      ))}
      {drift.gone.map(({ column, letter, fields }) => (
        <Line key={letter} state={fields.length > 0 ? 'error' : 'skipped'} letters={[letter]}>
          <b className="font-strong">{m.templates_drift_gone({ column })}.</b> {fieldsText(fields)}{' '}
          {fields.length > 0 && m.templates_drift_gone_note()}
        </Line>
      ))}
      {drift.moved
        .filter(({ fields }) => fields.length > 0)
        .map(({ column, letter, to, fields }) => (
          <Line key={letter} state="done" letters={[to.letter]}>
            {m.templates_drift_moved({ column, from: letter, to: to.letter })}. {fieldsText(fields)}{' '}
            {m.templates_drift_moved_note()}
          </Line>
        ))}
      {drift.added.map(({ column, letter }) => (
        <Line key={letter} state="skipped" letters={[letter]}>
          {m.templates_drift_added({ column })}. {m.templates_drift_no_fields()}
        </Line>
      ))}
    </ul>
  )
}

/** Chosen sheets that the file lacks, and the one that is taken for a renamed one. */
function SheetLines({ sheets: { lacking, renamed, found } }: { sheets: NonNullable<TemplateDrift['sheets']> }) {
  const there = found && m.templates_drift_sheet_found({ sheets: found })
  return (
    <>
      {renamed && (
        <Line state="attention" letters={[]}>
          <b className="font-strong">{m.templates_drift_sheet_renamed(renamed)}</b>{' '}
          {m.templates_drift_sheet_renamed_why()} {there}
        </Line>
      )}
      {lacking.map((sheet) => (
        <Line key={sheet} state="error" letters={[]}>
          <b className="font-strong">{m.templates_drift_sheet_lacking({ sheet })}</b> {there}{' '}
          {m.templates_drift_sheet_mend()}
        </Line>
      ))}
    </>
  )
}

function likestText({ sheet, row }: NonNullable<TemplateDrift['lostHeader']>): string {
  if (row === null) return m.templates_drift_header_choose()
  return sheet
    ? m.templates_drift_header_likest_sheet({ row: String(row), sheet })
    : m.templates_drift_header_likest({ row: String(row) })
}

function fieldsText(fields: readonly TargetField[]): string {
  return fields.length > 0
    ? m.templates_drift_fields({ fields: fields.map((field) => targetFieldName(field)).join(', ') })
    : m.templates_drift_no_fields()
}

function Line({ state, letters, children }: { state: MarkState; letters: readonly string[]; children: ReactNode }) {
  return (
    <li
      className={cn(
        'grid items-baseline gap-2.5',
        letters.length > 0
          ? 'grid-cols-[14px_1.75rem_minmax(0,1fr)] wide:grid-cols-[14px_3.5rem_minmax(0,1fr)]'
          : 'grid-cols-[14px_minmax(0,1fr)]',
      )}
    >
      <StateGlyph state={state} className="mt-[3px] self-start" />
      {letters.length > 0 && (
        <span className="flex flex-wrap items-baseline gap-1">
          {letters.map((letter) => (
            <OriginTag key={letter} kind="cell">
              {letter}
            </OriginTag>
          ))}
        </span>
      )}
      <p className="text-ink-2">{children}</p>
    </li>
  )
}

/** Whether what differs is worth a person's time: a sheet or the header lacks, a mapped column was renamed or is gone. New or moved ones are no matter. */
export function isTroubling({ gone, renamed, lostHeader, sheets }: TemplateDrift): boolean {
  return lostHeader !== null || sheets !== null || [...gone, ...renamed].some(({ fields }) => fields.length > 0)
}
