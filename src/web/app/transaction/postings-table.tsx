import * as m from '#messages'
import type { PostingRow } from '#posting/contract.ts'
import { problemTitle } from '../../field-problems.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type LedgerColumn, LedgerTable } from '../../ui/ledger-table.tsx'
import { StateGlyph, StateMark } from '../../ui/state-mark.tsx'
import { stepProblemText } from './posting-problem-text.ts'
import { postingState, stepMarks } from './posting-state.ts'

type Props = {
  rows: readonly PostingRow[]
  target: string
  isLoading: boolean
  error: Error | null
  selected: string | null
  onSelect: (row: PostingRow) => void
  onEndReached: () => void
  onShowAll: () => void
  onRetry: () => void
}

/** The invoices of a run: left of the margin line their row in the file, right of it what became of them. */
export function PostingsTable({ rows, target, isLoading, error, selected, ...on }: Props) {
  if (error && rows.length === 0)
    return (
      <EmptyState
        title={m.posting_load_failed()}
        lines={[problemTitle(error)]}
        actions={<Button onClick={on.onRetry}>{m.shell_retry()}</Button>}
      />
    )
  return (
    <LedgerTable
      label={m.posting_rows_label()}
      columns={columns(target)}
      rows={rows}
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
  )
}

/** Made anew for each language. */
function columns(target: string): LedgerColumn<PostingRow>[] {
  return [
    {
      id: 'state',
      header: m.posting_head_state(),
      width: '176px',
      cell: (row) => {
        const { mark, word } = postingState(row)
        return (
          <StateMark state={mark} hidesWordWhenNarrow>
            {word}
          </StateMark>
        )
      },
      narrow: 'mark',
    },
    {
      id: 'supplier',
      header: m.posting_head_supplier(),
      width: 'minmax(130px, 1fr)',
      cell: ({ supplierName }) => <span className="truncate">{supplierName}</span>,
      narrow: 'title',
    },
    {
      id: 'text',
      header: m.posting_head_text(),
      width: 'minmax(110px, 1.2fr)',
      cell: (row) => <TextCell row={row} target={target} />,
      narrow: 'text',
    },
    { id: 'steps', header: m.posting_head_steps(), width: '92px', cell: ({ steps }) => <StepMarks steps={steps} /> },
    {
      id: 'invoice',
      header: m.posting_head_invoice(),
      width: '76px',
      cell: ({ invoiceNumber }) => <span className="figures">{invoiceNumber ?? '–'}</span>,
      narrow: 'meta',
    },
    {
      id: 'voucher',
      header: m.posting_head_voucher(),
      width: '80px',
      cell: ({ voucher }) => <span className="figures">{voucher ?? '–'}</span>,
    },
    {
      id: 'amount',
      header: m.posting_head_amount(),
      width: '112px',
      align: 'right',
      cell: ({ amount }) => <Amount minor={amount} />,
      narrow: 'amount',
    },
  ]
}

/** The text in the file; where something is the matter, that stands in its place. */
function TextCell({ row, target }: { row: PostingRow; target: string }) {
  const troubled = row.steps.find((step) => stepProblemText(step, target) !== null)
  if (!troubled) return <span className="raw truncate">{row.text}</span>
  return (
    <span className={troubled.state === 'rejected' ? 'truncate text-error' : 'truncate text-ink-2'}>
      {stepProblemText(troubled, target)}
    </span>
  )
}

function StepMarks({ steps }: { steps: PostingRow['steps'] }) {
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <span className="flex gap-1">
      {steps.map(({ step, state }) => (
        <StateGlyph key={step} state={stepMarks[state]} />
      ))}
      <span className="sr-only">{m.posting_steps_done({ done: String(done), total: String(steps.length) })}</span>
    </span>
  )
}
