import { useState } from 'react'
import * as m from '#messages'
import type { HeaderChoice } from '#templates/rules/layout/choose-header.ts'
import type { SheetLines } from '#templates/rules/layout/sheet-lines.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/class-names.ts'
import { Select } from '../../ui/select.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { type EncodingChoice, useLines } from './use-mapping.ts'

/** The sheet as it is, line by line: the user says which one is the header, or that there is none. */
export function HeaderChooser({
  templateId,
  encoding,
  current,
  isBusy,
  onChoose,
  onCancel,
}: {
  templateId: string
  encoding: EncodingChoice | null
  current: HeaderChoice | null
  isBusy: boolean
  onChoose: (header: HeaderChoice) => void
  onCancel: (() => void) | null
}) {
  const [sheet, setSheet] = useState(current?.sheet ?? 1)
  const [row, setRow] = useState(current?.row === 'none' ? null : (current?.row ?? null))
  const lines = useLines(templateId, encoding, sheet)
  useShortcuts((key) => {
    if (key !== 'Escape' || !onCancel) return false
    onCancel()
    return true
  })
  const pages = lines.data?.pages ?? []
  const sheets = pages[0]?.sheets ?? []
  const all = pages.flatMap((page) => page.lines)
  return (
    <section className="border-y border-rule-strong bg-paper" aria-labelledby="header-chooser-title">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 px-4 pt-4 pb-3 wide:px-6">
        <div>
          <h2 id="header-chooser-title" className="text-14 font-head">
            {m.templates_header_title()}
          </h2>
          <p className="max-w-prose text-ink-2">{m.templates_header_text()}</p>
        </div>
        {sheets.length > 1 && (
          <SheetSelect
            sheets={sheets}
            sheet={sheet}
            onChange={(place) => {
              setSheet(place)
              setRow(null)
            }}
          />
        )}
      </div>
      {lines.isPending && <SkeletonRows />}
      {lines.isError && <p className="px-4 pb-4 text-error wide:px-6">{m.templates_header_failed()}</p>}
      {lines.data && all.length === 0 && <p className="px-4 pb-4 text-ink-2 wide:px-6">{m.templates_header_empty()}</p>}
      {all.length > 0 && <Lines lines={all} row={row} onRow={setRow} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 wide:px-6">
        <Button
          variant="primary"
          disabled={row === null || isBusy}
          onClick={() => row !== null && onChoose({ sheet, row })}
        >
          {row === null ? m.templates_header_use_none() : m.templates_header_use({ row: String(row) })}
        </Button>
        <Button disabled={isBusy || all.length === 0} onClick={() => onChoose({ sheet, row: 'none' })}>
          {m.templates_header_none()}
        </Button>
        {lines.hasNextPage && (
          <Button variant="quiet" disabled={lines.isFetchingNextPage} onClick={() => void lines.fetchNextPage()}>
            {m.templates_header_more()}
          </Button>
        )}
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {m.templates_header_cancel()}
          </Button>
        )}
        <p className="text-12 text-ink-3">{m.templates_header_none_help()}</p>
      </div>
    </section>
  )
}

function SheetSelect({
  sheets,
  sheet,
  onChange,
}: {
  sheets: readonly string[]
  sheet: number
  onChange: (place: number) => void
}) {
  return (
    <Select
      aria-label={m.templates_header_sheet()}
      size="normal"
      className="w-56"
      value={String(sheet)}
      onChange={(place) => onChange(Number(place))}
      options={sheets.map((name, index) => ({
        value: String(index + 1),
        label: name || m.templates_header_sheet_unnamed({ number: String(index + 1) }),
      }))}
    />
  )
}

/** Each line is a choice: one stop for Tab, arrow keys go from line to line, a click anywhere on the line takes it. */
function Lines({
  lines,
  row,
  onRow,
}: {
  lines: SheetLines['lines']
  row: number | null
  onRow: (row: number) => void
}) {
  const width = Math.max(...lines.map(({ cells }) => cells.length))
  return (
    <fieldset className="max-h-[26rem] min-w-0 overflow-auto border-y border-rule">
      <legend className="sr-only">{m.templates_header_lines()}</legend>
      <table className="w-full border-collapse text-12">
        <tbody>
          {lines.map(({ number, cells }) => (
            <tr
              key={number}
              className={cn('raw cursor-pointer hover:bg-sheet', number === row && 'bg-fir-soft hover:bg-fir-soft')}
              onClick={() => onRow(number)}
            >
              <td className="figures margin-line-r h-[26px] w-gutter border-b border-b-rule px-2 whitespace-nowrap text-ink-3">
                <label className="flex items-center justify-end gap-2">
                  <input
                    type="radio"
                    name="header-row"
                    className="accent-fir"
                    checked={number === row}
                    onChange={() => onRow(number)}
                    aria-label={m.templates_header_row({
                      row: String(number),
                      cells: cells.filter((cell) => cell.trim() !== '').join(', '),
                    })}
                  />
                  {number}
                </label>
              </td>
              {Array.from({ length: width }, (_, column) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  key={column}
                  className="h-[26px] max-w-60 truncate border-r border-b border-rule px-2.5 whitespace-nowrap last:border-r-0"
                >
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  )
}
