import type { ImportRow } from '#imports/contract.ts'
import { type Asked, answeredAmount } from '#imports/rules/asked-amounts.ts'
import * as m from '#messages'
import { typedAmount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { editProblemText } from './cell-editor.tsx'
import { useEdit } from './use-rows.ts'

/** One press for what the problem asks to be written. */
export function AmountAnswers({ importId, row }: { importId: string; row: Asked & Pick<ImportRow, 'id'> }) {
  const edit = useEdit(importId)
  const include = answeredAmount(row, 'as-read')
  const refund = answeredAmount(row, 'as-refund')
  const write = (total: number) => () =>
    edit.mutate(
      { rowId: row.id, fields: { total: typedAmount(total) } },
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
