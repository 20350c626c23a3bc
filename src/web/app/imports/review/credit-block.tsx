import type { CreditOriginal, CreditTie, ImportRowDetail } from '#imports/contract.ts'
import * as m from '#messages'
import { formatAmount } from '../../../ui/amount.tsx'
import { Field } from '../../../ui/field.tsx'
import { PanelBlock } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { editProblemText } from './cell-editor.tsx'
import { useEdit } from './use-rows.ts'

const reasons: Record<CreditTie['reason'], () => string> = {
  chosen: m.imports_credit_chosen,
  'same-amount': m.imports_credit_same_amount,
  'latest-same-amount': m.imports_credit_latest_same_amount,
  'only-one': m.imports_credit_only_one,
}

const untied = 'none'

/** Which purchase a refund takes back and why; a person can name another one, or none. */
export function CreditBlock({ importId, row, isSent }: { importId: string; row: ImportRowDetail; isSent: boolean }) {
  const edit = useEdit(importId)
  const { credit } = row
  if (!credit) return null
  const { tie, candidates } = credit
  const isKnown = candidates.some(({ key }) => key === tie?.key)
  const listed = tie && !isKnown ? [tie, ...candidates] : candidates
  return (
    <PanelBlock title={m.imports_credit_title()}>
      <p className="pb-2 text-ink-2">{tie ? `${originalText(tie)}. ${reasons[tie.reason]()}` : noTieText(row)}</p>
      {!isSent && listed.length > 0 && (
        <Field label={m.imports_credit_label()} error={edit.error ? editProblemText(edit.error) : null}>
          {(control) => (
            <Select
              {...control}
              size="normal"
              value={tie?.key ?? untied}
              disabled={edit.isPending}
              onChange={(key) => edit.mutate({ rowId: row.id, fields: { creditOf: key === untied ? '' : key } })}
              options={[
                ...listed.map((one) => ({ value: one.key, label: originalText(one) })),
                { value: untied, label: m.imports_credit_none() },
              ]}
            />
          )}
        </Field>
      )}
    </PanelBlock>
  )
}

function noTieText({ credit, edits }: ImportRowDetail): string {
  if (edits.creditOf === '') return m.imports_credit_untied()
  return credit?.candidates.length ? m.imports_credit_several() : m.imports_credit_unknown()
}

/** `Faktura 4182 (1234-261005-16), 2026-10-05, 1 250,00`, or the row of the file that it is made of. */
function originalText({ number, invoiceNumber, row, file, date, currency, total }: CreditOriginal): string {
  const amount = currency === 'SEK' ? formatAmount(total) : `${currency} ${formatAmount(total, currency)}`
  const own = invoiceNumber ?? ''
  if (file !== null) return m.imports_credit_of_file({ row: String(row ?? ''), file, own, date, amount })
  return number === null
    ? m.imports_credit_of_row({ row: String(row ?? ''), own, date, amount })
    : m.imports_credit_of_invoice({ number, own, date, amount })
}
