import * as m from '#messages'
import type { FieldSource, TargetField, TemplateMapping } from '#templates/contract.ts'
import { columnsOfSource } from '#templates/rules/mapping/columns-of-source.ts'
import type { TemplateSample } from '#templates/sample-contract.ts'
import { cn } from '../../ui/class-names.ts'
import { beginToasts } from '../../ui/toast-room.ts'
import { refKey, refLabel, type SourceColumn } from './source-text.ts'
import { targetFieldName } from './target-fields.ts'

const cell =
  'h-[26px] max-w-60 truncate border-r border-b border-rule px-2.5 text-left font-normal whitespace-nowrap last:border-r-0'

/** The file as it is: letters, headings, what each column becomes, and some rows. The row looked at is marked. */
export function SourceSheet({
  sample,
  mapping,
  isExport,
  rowNumber,
  onRow,
}: {
  sample: TemplateSample
  mapping: TemplateMapping
  /** Columns are written, not read. */
  isExport: boolean
  rowNumber: number | null
  onRow: (number: number) => void
}) {
  const { columns } = sample
  const rows = shownRows(sample.rows, rowNumber)
  return (
    <section
      ref={beginToasts}
      className="overflow-x-auto border-y border-rule-strong bg-paper"
      aria-label={m.templates_sheet_label()}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
      tabIndex={0}
    >
      <table className="w-full border-collapse text-12">
        <thead>
          <tr className="text-11 text-ink-3">
            <NumberCell />
            {columns.map((column) => (
              <th key={refKey(column.ref)} scope="col" className={cn(cell, 'h-5', isFigures(column) && 'text-right')}>
                {column.letter || m.templates_sheet_carried()}
              </th>
            ))}
          </tr>
          <tr>
            <NumberCell number={sample.headerRow} />
            {columns.map((column) => (
              <th
                key={refKey(column.ref)}
                scope="col"
                className={cn(cell, 'font-head', isFigures(column) && 'text-right')}
              >
                {refLabel(column.ref, columns)}
              </th>
            ))}
          </tr>
          <tr className="bg-sheet">
            <NumberCell />
            {columns.map((column) => (
              <UseCell key={refKey(column.ref)} column={column} sample={sample} mapping={mapping} isExport={isExport} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.number}
              className={cn('raw', row.number === rowNumber && 'bg-fir-soft')}
              onClick={() => onRow(row.number)}
              aria-current={row.number === rowNumber || undefined}
            >
              <NumberCell number={row.number} />
              {columns.map((column) => (
                <td key={refKey(column.ref)} className={cn(cell, isFigures(column) && 'figures text-right')}>
                  {column.ref.kind === 'column' ? row.cells[column.ref.index] : row.carried[column.ref.name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function NumberCell({ number }: { number?: number | null }) {
  return <td className="figures margin-line-r w-gutter border-b border-b-rule px-2 text-right text-ink-3">{number}</td>
}

/** Figures stand right; for looks only, so the first values will do. */
function isFigures({ samples }: SourceColumn): boolean {
  return (
    samples.length > 0 &&
    samples.every((sample) => /^[-\u2212(]?\d[\d .,'\u00a0\u202f]*\)?(?: ?(?:kr|SEK|€))?$/.test(sample))
  )
}

/** Which fields a column fills, which it could, or that nothing is taken from it. */
function UseCell({
  column,
  sample,
  mapping,
  isExport,
}: {
  column: SourceColumn
  sample: TemplateSample
  mapping: TemplateMapping
  isExport: boolean
}) {
  const used = (Object.entries(mapping.fields) as [TargetField, FieldSource | undefined][])
    .filter(([, source]) => source && takesFrom(source, column))
    .map(([field]) => targetFieldName(field, isExport))
  const offered = sample.suggestions
    .filter(({ field, source }) => !mapping.fields[field] && takesFrom(source, column))
    .map(({ field }) => targetFieldName(field, isExport))
  const text =
    used.length > 0
      ? used.join(', ')
      : offered.length > 0
        ? m.templates_sheet_suggested({ field: offered.join(', ') })
        : m.templates_sheet_unused()
  return (
    <td
      className={cn(
        cell,
        'h-7 border-b-rule-strong',
        isFigures(column) && 'text-right',
        used.length > 0 ? 'text-fir' : offered.length > 0 ? 'text-attention' : 'text-ink-3',
      )}
    >
      {text}
    </td>
  )
}

function takesFrom(source: FieldSource, column: SourceColumn): boolean {
  return columnsOfSource(source).some((ref) => refKey(ref) === refKey(column.ref))
}

/** Three rows, the one looked at among them. */
function shownRows(rows: TemplateSample['rows'], rowNumber: number | null): TemplateSample['rows'] {
  const position = Math.max(
    0,
    rows.findIndex(({ number }) => number === rowNumber),
  )
  const start = Math.max(0, Math.min(position - 1, rows.length - 3))
  return rows.slice(start, start + 3)
}
