import { useState } from 'react'
import * as m from '#messages'
import type { MappedSupplier } from '#suppliers/contract.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import type { Use } from './supplier-columns.tsx'
import { useMerge } from './use-merges.ts'

type Props = { suppliers: readonly MappedSupplier[]; use: Use; onClose: () => void; onDone: () => void }

/** Which of several stays; the one found most often is proposed. */
export function MergeDialog({ suppliers, use, onClose, onDone }: Props) {
  const rowsOf = (supplier: MappedSupplier) => use?.get(supplier.supplierNumber)?.rows ?? 0
  const [kept, setKept] = useState(() => suppliers.toSorted((a, b) => rowsOf(b) - rowsOf(a))[0]?.id ?? '')
  const merge = useMerge()
  const applies = suppliers
    .filter(({ id }) => id !== kept)
    .reduce((total, { supplierNumber }) => total + (use?.get(supplierNumber)?.openRows ?? 0), 0)
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.suppliers_merge_title({ count: groupDigits(suppliers.length) })}
      description={m.suppliers_merge_text()}
      actions={
        <>
          <Button onClick={onClose}>{m.suppliers_cancel()}</Button>
          <Button
            variant="primary"
            disabled={merge.isPending}
            onClick={() => {
              const into = suppliers.find(({ id }) => id === kept)
              if (into) merge.mutate({ into, others: suppliers.filter((one) => one !== into) }, { onSuccess: onDone })
            }}
          >
            {m.suppliers_merge()}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={m.suppliers_merge_keep()}
        value={kept}
        onChange={setKept}
        options={suppliers.map((supplier) => {
          const rows = rowsOf(supplier)
          const texts = supplier.designations.map(({ text }) => text).join(', ')
          const found =
            rows === 1 ? m.suppliers_merge_rows_one() : m.suppliers_merge_rows_many({ rows: groupDigits(rows) })
          return {
            value: supplier.id,
            label: `${supplier.supplierNumber} ${supplier.supplierName}`,
            help: [found, texts].filter(Boolean).join(' · '),
          }
        })}
      />
      {use && (
        <p role="status" className="mt-3 text-ink-2">
          {appliesText(applies)}
        </p>
      )}
    </Dialog>
  )
}

function appliesText(rows: number): string {
  if (rows === 0) return m.suppliers_merge_applies_none()
  return rows === 1 ? m.suppliers_merge_applies_one() : m.suppliers_merge_applies_many({ rows: groupDigits(rows) })
}
