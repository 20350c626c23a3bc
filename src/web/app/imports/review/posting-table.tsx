import type { ImportRowDetail } from '#imports/contract.ts'
import * as m from '#messages'
import { Amount } from '../../../ui/amount.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import { Sum } from '../../../ui/sum.tsx'

/** The voucher rows of an invoice with both sums, double-ruled when they agree. Props: rows, isBalanced. */
export function PostingTable({ rows, isBalanced }: { rows: ImportRowDetail['accountRows']; isBalanced: boolean }) {
  const sum = (side: 'debit' | 'credit') => rows.reduce((total, row) => total + row[side], 0)
  return (
    <table className="w-full">
      <thead className="text-12 text-ink-3">
        <tr className="border-b border-rule-strong text-left *:pb-1 *:font-normal">
          <th scope="col" className="w-12">
            {m.imports_field_account()}
          </th>
          <th scope="col">{m.imports_panel_name()}</th>
          <th scope="col" className="w-24 text-right">
            {m.imports_panel_debit()}
          </th>
          <th scope="col" className="w-24 text-right">
            {m.imports_panel_credit()}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a posting have no identity but their place
          <tr key={position} className="border-b border-rule align-baseline *:py-1">
            <td className="figures">{row.account}</td>
            <td className="pr-2">{row.name}</td>
            <td className="text-right">{row.debit > 0 && <Amount minor={row.debit} />}</td>
            <td className="text-right">{row.credit > 0 && <Amount minor={row.credit} />}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="align-baseline *:pt-2">
          <td colSpan={2}>
            <StateMark state={isBalanced ? 'done' : 'error'}>
              {isBalanced ? m.imports_panel_balanced() : m.imports_panel_unbalanced()}
            </StateMark>
          </td>
          {(['debit', 'credit'] as const).map((side) => (
            <td key={side} className="text-right">
              <Sum minor={sum(side)} agrees={isBalanced} />
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}
