import * as m from '#messages'
import { cn } from './class-names.ts'

const widths = ['70%', '52%', '64%', '46%', '58%', '40%', '66%', '50%']

/** Rows that are on their way, in the real columns, shown after 150 ms. Props: rows (how many), columns (a grid-template-columns; default number, date, text, amount), className. */
export function SkeletonRows({
  rows = 8,
  columns = 'var(--gutter) 90px minmax(0,1fr) 90px',
  className,
}: {
  rows?: number
  columns?: string
  className?: string
}) {
  const cells = splitTracks(columns)
  return (
    <div role="status" className={cn('overflow-x-clip after-150ms', className)}>
      <span className="sr-only">{m.shell_loading()}</span>
      {numbered(rows).map((row) => (
        <div
          key={row}
          aria-hidden="true"
          className="grid h-row items-center gap-4 border-b border-rule"
          style={{ gridTemplateColumns: columns }}
        >
          {numbered(cells.length).map((cell) => (
            <span
              key={cell}
              className={cn('h-2 rounded-1 bg-rule', (cell === 0 || cell === cells.length - 1) && 'justify-self-end')}
              style={{ width: cell === 0 ? '18px' : cells[cell]?.includes('fr') ? widths[row % widths.length] : '72%' }}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** `44px minmax(0, 1fr) auto` as its three tracks. */
function splitTracks(columns: string): string[] {
  return columns.match(/[^\s(]+(?:\([^)]*\)+)?/g) ?? []
}

function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, position) => position)
}
