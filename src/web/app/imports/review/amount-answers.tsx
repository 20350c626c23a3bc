import type { ImportRow } from '#imports/contract.ts'
import * as m from '#messages'
import { typedAmount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { editProblemText } from './cell-editor.tsx'
import { useEdit } from './use-rows.ts'

/** Problems that a written amount answers: as it was read, or as money back. */
const asRead: ReadonlySet<string> = new Set(['allowance', 'booked-unclear', 'row-of-account', 'refund-or-purchase'])
const asRefund: ReadonlySet<string> = new Set(['refund-unclear', 'refund-or-payment', 'refund-or-purchase'])

type Asked = Pick<ImportRow, 'problems' | 'amount' | 'decision'>

/** What may be written as the amount of a row that is asked about, as a person would type it; null where it answers nothing. */
export function amountAnswers({ problems, amount, decision }: Asked): {
  include: string | null
  refund: string | null
} {
  const answers = (codes: ReadonlySet<string>) =>
    amount !== null && amount !== 0 && decision === null && problems.some(({ code }) => codes.has(code))
  return {
    include: answers(asRead) ? typedAmount(amount) : null,
    refund: answers(asRefund) ? typedAmount(-Math.abs(amount ?? 0)) : null,
  }
}

/** One press for what the problem asks to be written. */
export function AmountAnswers({ importId, row }: { importId: string; row: Asked & Pick<ImportRow, 'id'> }) {
  const edit = useEdit(importId)
  const { include, refund } = amountAnswers(row)
  const write = (total: string) => () =>
    edit.mutate(
      { rowId: row.id, fields: { total } },
      { onError: (error) => showToast({ type: 'error', id: 'cell-refused', title: editProblemText(error) }) },
    )
  return (
    <>
      {include !== null && (
        <Button onClick={write(include)} disabled={edit.isPending}>
          {m.imports_include_row()}
        </Button>
      )}
      {refund !== null && (
        <Button onClick={write(refund)} disabled={edit.isPending}>
          {m.imports_include_refund()}
        </Button>
      )}
    </>
  )
}
