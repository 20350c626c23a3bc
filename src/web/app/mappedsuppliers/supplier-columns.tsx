import { Pencil, Trash2 } from 'lucide-react'
import type { SupplierUse } from '#imports/merchant-contract.ts'
import * as m from '#messages'
import type { Designation, MappedSupplier } from '#suppliers/contract.ts'
import { vatTypeNames } from '#suppliers/rules/sheet-words.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { cn } from '../../ui/class-names.ts'
import { InstantText } from '../../ui/date-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { LedgerColumn } from '../../ui/ledger-table.tsx'
import { matchNames } from './match-names.ts'

/** As many as stand on one row; the rest are counted. The phone has room for one. */
const shownDesignations = 3

/** How often a supplier was found in files and when last, by number; undefined while that is asked. */
export type Use = ReadonlyMap<string, SupplierUse> | undefined
type Actions = {
  use: Use
  onEdit: (supplier: MappedSupplier) => void
  onRemove: (supplier: MappedSupplier) => void
}

export function supplierColumns({ use, onEdit, onRemove }: Actions): LedgerColumn<MappedSupplier>[] {
  return [
    {
      id: 'number',
      header: m.suppliers_column_number(),
      width: '88px',
      cell: ({ supplierNumber }) => <span className="figures">{supplierNumber}</span>,
      narrow: 'meta',
    },
    {
      id: 'name',
      header: m.suppliers_column_name(),
      width: 'minmax(150px, 1.4fr)',
      cell: ({ supplierName }) => <span className="truncate">{supplierName}</span>,
      narrow: 'title',
    },
    {
      id: 'designations',
      header: m.suppliers_column_designations(),
      width: 'minmax(150px, 2fr)',
      cell: ({ designations }) => <Designations designations={designations} />,
      narrow: 'text',
    },
    {
      id: 'account',
      header: m.suppliers_column_account(),
      width: '112px',
      cell: ({ account }) =>
        account === null ? (
          <span className="truncate text-ink-3">{m.suppliers_no_account()}</span>
        ) : (
          <span className="figures">{account}</span>
        ),
      narrow: 'amount',
    },
    {
      id: 'vat',
      header: m.suppliers_column_vat(),
      width: '176px',
      from: 800,
      cell: ({ vatType }) =>
        vatType === null ? (
          <span className="text-ink-3">{m.suppliers_no_vat()}</span>
        ) : (
          <span className="truncate">{vatTypeNames[vatType]()}</span>
        ),
    },
    {
      id: 'rows',
      header: m.suppliers_column_use(),
      width: '84px',
      from: 884,
      align: 'right',
      cell: ({ supplierNumber }) =>
        use && (
          <span className={cn('figures', !use.has(supplierNumber) && 'text-ink-3')}>
            {groupDigits(use.get(supplierNumber)?.rows ?? 0)}
          </span>
        ),
    },
    {
      id: 'last',
      header: m.suppliers_column_last(),
      width: '132px',
      from: 1016,
      cell: ({ supplierNumber }) => {
        const used = use?.get(supplierNumber)
        if (used) return <InstantText instant={used.lastUsed} />
        return use && <span className="text-ink-3">{m.suppliers_never_used()}</span>
      },
    },
    {
      id: 'actions',
      header: <span className="sr-only">{m.suppliers_actions()}</span>,
      width: '92px',
      align: 'right',
      cell: (supplier) => (
        <>
          <IconButton label={m.suppliers_edit_one({ name: supplier.supplierName })} onClick={() => onEdit(supplier)}>
            <Pencil size={16} strokeWidth={1.5} className="pointer-events-none" />
          </IconButton>
          <IconButton
            label={m.suppliers_designation_remove({ text: supplier.supplierName })}
            onClick={() => onRemove(supplier)}
          >
            <Trash2 size={16} strokeWidth={1.5} className="pointer-events-none" />
          </IconButton>
        </>
      ),
    },
  ]
}

function Designations({ designations }: { designations: readonly Designation[] }) {
  if (designations.length === 0) return <span className="text-ink-3">{m.suppliers_no_designations()}</span>
  const [first, ...others] = designations.slice(0, shownDesignations)
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {first && <DesignationTag designation={first} />}
      <span className="contents max-wide:hidden">
        {others.map((designation) => (
          <DesignationTag key={designation.id} designation={designation} />
        ))}
        <More count={designations.length - shownDesignations} />
      </span>
      <span className="wide:hidden">
        <More count={designations.length - 1} />
      </span>
    </span>
  )
}

function More({ count }: { count: number }) {
  return count > 0 && <span className="flex-none text-12 text-ink-3">+{count}</span>
}

/** A text of the file; how it is compared stands before it unless it is the whole name. */
function DesignationTag({ designation: { match, text } }: { designation: Designation }) {
  return (
    <span className="inline-flex min-w-0 items-baseline overflow-hidden gap-1 rounded-1 border border-rule bg-sunk px-1.5 text-12 leading-5">
      {match !== 'exact' && <span className="flex-none text-ink-3">{matchNames[match]()}</span>}
      <span className="truncate">{text}</span>
    </span>
  )
}
