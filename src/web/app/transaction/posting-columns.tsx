import * as m from '#messages'
import type { PostingRow } from '#posting/contract.ts'
import { Amount } from '../../ui/amount.tsx'
import { DateText } from '../../ui/date-text.tsx'
import type { LedgerColumn } from '../../ui/ledger-table.tsx'
import { NarrowWord } from '../../ui/narrow-word.tsx'
import { StateGlyph, StateMark } from '../../ui/state-mark.tsx'
import { type SourceSystem, textHead } from '../imports/review/source-words.ts'
import { postingState, stepMarks, troubleOf } from './posting-state.ts'
import { undoState } from './undo-texts.ts'

/** The accounting system, and where the rows came from. */
export type PostingWords = { target: string; source: SourceSystem }

/** Made anew for each language. */
export function postingColumns({ target, source }: PostingWords): LedgerColumn<PostingRow>[] {
  const figures = (text: string | null) => <span className="figures">{text ?? '–'}</span>
  return [
    { id: 'state', header: m.posting_head_state(), width: '176px', cell: StateCell, narrow: 'mark' },
    {
      ...{ id: 'date', header: m.posting_head_date(), width: '96px', from: 916 },
      cell: ({ invoiceDate }) => <DateText date={invoiceDate} />,
    },
    {
      ...{ id: 'supplier', header: m.posting_head_supplier(), width: 'minmax(130px, 1fr)', narrow: 'title' },
      cell: ({ supplierName }) => <span className="truncate">{supplierName}</span>,
    },
    {
      ...{ id: 'text', header: textHead(source), width: 'minmax(110px, 1.2fr)', narrow: 'text' },
      cell: (row) => <TextCell row={row} target={target} />,
    },
    {
      ...{ id: 'steps', header: m.posting_head_steps(), width: '92px', from: 664 },
      cell: ({ steps }) => <StepMarks steps={steps} />,
    },
    {
      ...{ id: 'invoice', header: m.posting_head_invoice(), width: '76px', from: 740, narrow: 'meta' },
      cell: ({ invoiceNumber }) => figures(invoiceNumber),
    },
    {
      ...{ id: 'voucher', header: m.posting_head_voucher(), width: '80px', from: 900 },
      cell: ({ voucher }) => figures(voucher),
    },
    {
      ...{ id: 'payment', header: m.posting_head_payment(), width: '84px', from: 1000 },
      cell: ({ paymentNumber }) => figures(paymentNumber),
    },
    {
      ...{ id: 'amount', header: m.posting_head_amount(), width: '112px', align: 'right', narrow: 'amount' },
      cell: ({ amount }) => <Amount minor={amount} />,
    },
  ]
}

function StateCell(row: PostingRow) {
  const { mark, word } = postingState(row)
  return (
    <StateMark state={mark} hidesWordWhenNarrow>
      {word}
    </StateMark>
  )
}

/** The row's own text; where something is the matter, that stands in its place. On the phone it also says that the invoice is taken back, which its mark alone does not. */
function TextCell({ row, target }: { row: PostingRow; target: string }) {
  const trouble = troubleOf(row, target)
  if (!trouble)
    return (
      <span className="truncate">
        {row.undo && <NarrowWord>{undoState(row.undo).word}</NarrowWord>}
        <span className="raw">{row.text}</span>
      </span>
    )
  return <span className={trouble.isRefused ? 'truncate text-error' : 'truncate text-ink-2'}>{trouble.text}</span>
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
