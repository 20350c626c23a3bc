import * as m from '#messages'
import type { PostingRow } from '#posting/contract.ts'
import { problemTitle } from '../../field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LedgerTable } from '../../ui/ledger-table.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { type PostingWords, postingColumns } from './posting-columns.tsx'

type Props = {
  rows: readonly PostingRow[]
  /** How many there are in all, fetched or not. */
  total: number
  words: PostingWords
  isLoading: boolean
  error: Error | null
  selected: string | null
  onSelect: (row: PostingRow) => void
  onEndReached: () => void
  onShowAll: () => void
  onRetry: () => void
}

/** The invoices of a run: left of the margin line their row in the file, right of it what became of them. */
export function PostingsTable({ rows, total, words, isLoading, error, selected, ...on }: Props) {
  if (error && rows.length === 0)
    return <LoadFailed title={m.posting_load_failed()} error={error} onRetry={on.onRetry} />
  return (
    <>
      <LedgerTable
        label={m.posting_rows_label()}
        columns={postingColumns(words)}
        rows={rows}
        total={total}
        rowKey={({ id }) => id}
        rowNumber={({ rowNumber }) => rowNumber}
        selectedKey={selected}
        onSelect={on.onSelect}
        onOpen={(row) => {
          on.onSelect(row)
          document.getElementById('posting-panel')?.focus()
        }}
        onEndReached={on.onEndReached}
        isLoading={isLoading}
        empty={
          <EmptyState
            title={m.posting_none_here_title()}
            lines={[m.posting_none_here_text()]}
            actions={<Button onClick={on.onShowAll}>{m.posting_show_all()}</Button>}
          />
        }
      />
      {error && (
        <p role="alert" className="flex items-center gap-3 px-4 py-3 text-error">
          {problemTitle(error)}
          <Button onClick={on.onRetry}>{m.shell_retry()}</Button>
        </p>
      )}
    </>
  )
}
