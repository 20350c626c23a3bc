import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import * as m from '#messages'
import { groupDigits } from './amount.tsx'
import { cn } from './class-names.ts'
import type { LedgerColumn, LedgerTableProps } from './ledger-row.tsx'

/** Some thirty sheets; more is for a file, not for paper. */
export const mostPrinted = 1000

type Props<Row> = Pick<LedgerTableProps<Row>, 'label' | 'rowKey' | 'rowNumber' | 'band' | 'isMuted'> & {
  columns: readonly LedgerColumn<Row>[]
  rows: readonly Row[]
  /** How many there are, where not all are at hand. */
  total?: number
  /** Said where not all are printed: where the others are. */
  elsewhere?: ReactNode
}

/** What a virtualised table is on paper: a real one, its head on each sheet, drawn only while it is printed. */
export function PrintTable<Row>(props: Props<Row>) {
  const { label, columns, rowKey, rowNumber, band, isMuted, elsewhere } = props
  if (!useIsPrinting()) return null
  const rows = props.rows.slice(0, mostPrinted)
  const all = Math.max(props.total ?? 0, props.rows.length)
  const printed = columns.filter(({ id }) => id !== 'actions')
  const span = printed.length + (rowNumber ? 1 : 0)
  return (
    // A sheet is as narrow as a phone, but has all columns: what a cell says of others there is not said twice.
    <div className="hidden px-4 print:block wide:px-6 [&_.wide\:hidden]:hidden [&_.max-wide\:hidden]:inline">
      {rows.length < all && (
        <p className="py-2 text-12">
          {m.shell_print_first({ shown: groupDigits(rows.length), all: groupDigits(all) })} {elsewhere}
        </p>
      )}
      <table aria-label={label} className="w-full border-collapse text-12 [&_.truncate]:whitespace-normal">
        <thead className="table-header-group border-b border-rule-strong text-left">
          <tr>
            {rowNumber && <th className="py-1 pr-3 text-right font-normal">{m.shell_table_row()}</th>}
            {printed.map(({ id, header, align }) => (
              <th key={id} className={cn('py-1 pr-3 font-normal last:pr-0', align === 'right' && 'text-right')}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const found = band?.(row)
            return (
              <tr
                key={rowKey(row)}
                className={cn('break-inside-avoid border-b border-rule align-top', isMuted?.(row) && 'text-ink-3')}
              >
                {found ? (
                  <td colSpan={span} className="py-1">
                    <span className="flex gap-3">
                      {found.left}
                      <span className="ml-auto flex gap-3">{found.right}</span>
                    </span>
                  </td>
                ) : (
                  <>
                    {rowNumber && <td className="figures py-1 pr-3 text-right text-ink-3">{rowNumber(row)}</td>}
                    {printed.map(({ id, cell, align }) => (
                      <td key={id} className={cn('py-1 pr-3 last:pr-0', align === 'right' && 'text-right')}>
                        {cell(row)}
                      </td>
                    ))}
                  </>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** From the moment in which the browser asks for what is to be printed until it has it. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true)) // the browser takes the page as it is when this returns
    const end = () => setIsPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
