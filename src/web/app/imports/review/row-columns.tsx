import type { EditField, ImportRow, ImportSummary, RowOrder } from '#imports/contract.ts'
import { isReverseCharged } from '#imports/rules/vat.ts'
import * as m from '#messages'
import { Amount, typedAmount } from '../../../ui/amount.tsx'
import { cn } from '../../../ui/class-names.ts'
import { DateText } from '../../../ui/date-text.tsx'
import type { LedgerColumn } from '../../../ui/ledger-table.tsx'
import { NarrowWord } from '../../../ui/narrow-word.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import { Sum } from '../../../ui/sum.tsx'
import type { SentMark } from '../../transaction/sent-marks.ts'
import { isBand, mending, rowReason } from './row-texts.ts'
import { type SourceSystem, textHead } from './source-words.ts'

type Sums = ImportSummary['controlSums']
type BandRow = Pick<ImportRow, 'sheet' | 'number' | 'section' | 'problems'>

/** The sum that the file prints for the section of a row; sheets have rows of the same numbers, and sections of the same names. */
export function sumsOfSections(
  rows: readonly BandRow[],
  controlSums: Sums,
): (row: BandRow) => Sums[number] | undefined {
  const sumOfRow = new Map(controlSums.map((sum) => [`${sum.sheet ?? ''}!${sum.cell.replace(/^[A-Z]+/, '')}`, sum]))
  const sumAt = ({ sheet, number }: BandRow) => sumOfRow.get(`${sheet}!${number}`) ?? sumOfRow.get(`!${number}`)
  const sectionOf = ({ sheet, section }: BandRow) => `${sheet}!${section}`
  const sumOfSection = new Map(
    rows.flatMap((row) => {
      const sum = row.problems[0]?.code === 'printed-total' ? sumAt(row) : undefined
      return sum && row.section ? [[sectionOf(row), sum] as const] : []
    }),
  )
  return (row) =>
    row.section !== null && row.problems[0]?.code === 'heading' ? sumOfSection.get(sectionOf(row)) : undefined
}

/** Card and holder as they stand in the file, with the sum that the file prints for them. */
export function createBands(rows: readonly ImportRow[], controlSums: Sums) {
  const sumOf = sumsOfSections(rows, controlSums)
  return (row: ImportRow) => {
    if (!isBand(row)) return null
    const sum = sumOf(row)
    return {
      left: <SectionName text={row.text} />,
      ...(sum && {
        right: (
          <>
            <span className="text-ink-3">{m.imports_section_sum()}</span>
            <Sum minor={sum.printed} agrees={sum.agrees} />
          </>
        ),
      }),
    }
  }
}

/** `5254 12•• •••• 1234  Karin Ekdahl` of what stands as `525412******1234 Karin Ekdahl` in the file. */
function SectionName({ text }: { text: string }) {
  const [, card, holder] = /^([\d*•xX]*[*•]{3,}\d{3,5})\s+(.+)$/.exec(text) ?? []
  if (!card) return <b className="truncate font-strong">{text}</b>
  return (
    <>
      <b className="figures font-strong">{card.replace(/[*xX]/g, '•').replace(/(.{4})(?=.)/g, '$1\u00a0')}</b>
      <span className="truncate">{holder}</span>
    </>
  )
}

/** A column of the grid; with `edit` its cells can be written in, beginning with `text`. */
export type GridColumn = LedgerColumn<ImportRow> & {
  name: string
  edit?: { field: EditField; text: (row: ImportRow) => string }
  sort?: RowOrder['sort']
  /** Every row is known by it: it cannot be hidden. */
  isFixed?: true
  /** Shown only where a person asks for it. */
  isExtra?: true
}

type Look = {
  onSelect: (row: ImportRow) => void
  /** How a row is marked that was confirmed as ready; null: none was. */
  sent: ((rowId: number) => SentMark) | null
  /** Which of the invoices that gather rows each row belongs to. */
  places: ReadonlyMap<number, number>
  source?: SourceSystem
  /** The file has several sheets: a row's number alone does not say where it stands. */
  hasSheets?: boolean
  /** How wide the grid is. */
  width: number
}

/** The columns there are; of those with `from` the grid has room for some. */
export function rowColumns(look: Look): GridColumn[] {
  const { sent, width, hasSheets = false } = look
  // With the panel beside them on a small screen, the supplier and the amount go before the words of the state.
  const isTight = width < (sent === null ? 460 : 500)
  const columns = allColumns(look, isTight).filter(({ id }) => hasSheets || id !== 'sheet')
  // How far an invoice came takes more words than how a row stands.
  const stateWidth = isTight ? '40px' : sent === null ? '112px' : '176px'
  const added = sent === null ? 32 : 64 // beside the rows that can be marked stand the boxes for it
  const sheet = columns.findIndex(({ id }) => id === 'sheet')
  return columns.map((one, place) => {
    if (one.id === 'state') return { ...one, width: stateWidth }
    const afterSheet = sheet !== -1 && place > sheet ? sheetWidth : 0
    return one.from === undefined ? one : { ...one, from: one.from + added + afterSheet }
  })
}

const sheetWidth = 90

/** `from`: so wide is a grid without boxes that has room for it beside those that matter more. */
function allColumns({ onSelect, sent, places, source = 'file', hasSheets }: Look, isTight: boolean): GridColumn[] {
  return [
    {
      id: 'state',
      sort: 'state',
      isFixed: true,
      name: m.imports_head_state(),
      header: isTight ? (
        <span className="sr-only print:not-sr-only">{m.imports_head_state()}</span>
      ) : (
        m.imports_head_state()
      ),
      width: '112px',
      cell: ({ id, state }) => {
        const { mark, word } = sent !== null && state === 'ready' ? sent(id) : { mark: state }
        return (
          <StateMark state={mark} hidesWordWhenNarrow hidesWord={isTight}>
            {word}
          </StateMark>
        )
      },
      narrow: 'mark',
    },
    sheetColumn(),
    {
      id: 'date',
      sort: 'date',
      name: m.imports_head_date(),
      edit: { field: 'invoiceDate', text: ({ date }) => date ?? '' },
      header: m.imports_head_date(),
      width: '92px',
      from: 506,
      cell: ({ date }) => date && <DateText date={date} />,
    },
    {
      id: 'text',
      sort: 'text',
      name: textHead(source),
      edit: { field: 'merchant', text: ({ merchant }) => merchant ?? '' },
      header: textHead(source),
      width: 'minmax(104px, 1fr)',
      from: 610,
      cell: (row) => <TextCell row={row} sent={sent} hasSheet={hasSheets} />,
      narrow: 'text',
    },
    {
      id: 'supplier',
      sort: 'supplier',
      isFixed: true,
      name: m.imports_head_supplier(),
      edit: { field: 'supplier', text: ({ supplierName }) => supplierName ?? '' },
      header: m.imports_head_supplier(),
      width: isTight ? 'minmax(104px, 1fr)' : 'minmax(150px, 1.1fr)',
      cell: (row) => (
        <SupplierCell row={row} invoice={places.get(row.id) ?? null} isSent={sent !== null} onSelect={onSelect} />
      ),
      narrow: 'title',
    },
    {
      id: 'section',
      name: m.imports_head_section(),
      header: m.imports_head_section(),
      width: 'minmax(90px, 0.7fr)',
      from: 860,
      isExtra: true,
      cell: ({ section, state }) => state !== 'skipped' && <span className="truncate text-ink-2">{section}</span>,
    },
    {
      id: 'number',
      name: m.imports_head_supplier_number(),
      header: m.imports_head_supplier_number(),
      width: '80px',
      from: 930,
      isExtra: true,
      cell: ({ supplierNumber, state }) => state !== 'skipped' && <span className="figures">{supplierNumber}</span>,
    },
    {
      id: 'account',
      sort: 'account',
      name: m.imports_head_account(),
      edit: { field: 'account', text: ({ account }) => String(account ?? '') },
      header: m.imports_head_account(),
      width: '66px',
      from: 676,
      cell: ({ account, state }) => state !== 'skipped' && <span className="figures">{account}</span>,
      narrow: 'meta',
    },
    {
      id: 'vat',
      sort: 'vat',
      name: m.imports_head_vat(),
      edit: { field: 'vat', text: ({ vat }) => typedAmount(vat) },
      header: m.imports_head_vat(),
      width: '80px',
      from: 756,
      align: 'right',
      cell: VatCell,
    },
    {
      id: 'amount',
      sort: 'amount',
      isFixed: true,
      name: m.imports_head_amount(),
      edit: { field: 'total', text: ({ amount }) => typedAmount(amount) },
      header: m.imports_head_amount(),
      width: '108px',
      align: 'right',
      cell: AmountCell,
      narrow: 'amount',
    },
  ]
}

const sheetColumn = (): GridColumn => ({
  id: 'sheet',
  name: m.imports_file_sheet(),
  header: m.imports_file_sheet(),
  width: `minmax(${sheetWidth}px, 0.7fr)`,
  from: 504,
  cell: ({ sheet }) => (
    <span className="truncate text-ink-2" title={sheet}>
      {sheet}
    </span>
  ),
})

type TextProps = { row: ImportRow; sent: Look['sent']; hasSheet: boolean | undefined }

/** On the phone it also says in which sheet the row stands, and what has become of an invoice that did not go all the way, which its mark alone does not. */
function TextCell({ row: { id, state, text, sheet }, sent, hasSheet }: TextProps) {
  const told = state === 'ready' ? sent?.(id) : null
  return (
    <span className="truncate">
      {told && told.mark !== 'done' && <NarrowWord>{told.word}</NarrowWord>}
      {hasSheet && <NarrowWord>{sheet}</NarrowWord>}
      <span className="raw">{text}</span>
    </span>
  )
}

/** The supplier; where the row needs somebody, what is needed stands in its place and is the way to mend it, until the rest is sent. */
function SupplierCell({
  row,
  invoice,
  isSent,
  onSelect,
}: {
  row: ImportRow
  invoice: number | null
  isSent: boolean
  onSelect: (row: ImportRow) => void
}) {
  const reason = rowReason(row)
  if (row.state === 'attention' && reason !== null) {
    return (
      <button
        type="button"
        tabIndex={-1} // the cell has the focus, and Enter there writes or opens
        aria-label={`${reason}: ${row.text}`}
        onClick={() => onSelect(row)}
        className={cn(
          'min-h-6 max-w-full truncate text-left font-strong text-attention underline decoration-1 underline-offset-3',
          (isSent || mending(row) === null) && 'no-underline',
        )}
      >
        {reason}
      </button>
    )
  }
  if (reason !== null)
    return <span className={cn('truncate', row.state === 'duplicate' && 'text-duplicate')}>{reason}</span>
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="truncate">{row.supplierName}</span>
      {invoice !== null && (
        <span className="figures flex-none rounded-1 bg-fir-soft px-1.5 text-11 text-fir">
          {m.imports_invoice_place({ place: String(invoice) })}
        </span>
      )}
      {(row.occurrence ?? 1) > 1 && (
        <span className="flex-none rounded-1 bg-sunk px-1.5 text-11 text-ink-2">
          {m.imports_nth_equal({ n: String(row.occurrence) })}
        </span>
      )}
      {row.isCredit && (
        <span className="flex-none rounded-1 bg-sunk px-1.5 text-11 text-ink-2">{m.imports_credit()}</span>
      )}
    </span>
  )
}

function VatCell({ vat, vatType, state }: ImportRow) {
  if (state === 'skipped') return null
  if (vat !== null) return <Amount minor={vat} />
  return vatType !== null && isReverseCharged(vatType) ? (
    <span className="text-ink-3">{m.imports_reverse_short()}</span>
  ) : null
}

function AmountCell({ amount, state }: ImportRow) {
  if (amount === null) return state === 'skipped' ? null : <Amount minor={null} />
  return <Amount minor={amount} className={cn(state === 'ready' && 'font-strong')} />
}
