import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ImportSummary } from '#imports/contract.ts'
import * as m from '#messages'
import { type ApprovalForecast, approvalForecast } from '#posting/contract.ts'
import { api } from '../../../api-client.ts'
import { formatAmount, groupDigits } from '../../../ui/amount.tsx'
import { StateGlyph } from '../../../ui/state-mark.tsx'

type Need = NonNullable<ApprovalForecast['need']>

/** Not under the import's key: when it has been confirmed there is nothing to foresee. */
export const forecastKey = (importId: string) => ['approval-forecast', importId]

/** Whether confirming now would wait for somebody; asked anew each time the question is, since rows and the rule change. */
export function useForecast({ id, invoices, fingerprint }: ImportSummary) {
  return useQuery({
    queryKey: [...forecastKey(id), fingerprint],
    queryFn: ({ signal }) => api.get(`/imports/${id}/approval`, { schema: approvalForecast, signal }),
    placeholderData: (previous) => previous,
    enabled: invoices > 0,
    staleTime: 0,
    gcTime: 0,
  })
}

/** What confirming does with so many invoices. */
export function confirmLabel(invoices: number, need: Need | null): string {
  if (invoices === 0) return m.imports_foot_nothing()
  const count = groupDigits(invoices)
  if (need) return invoices === 1 ? m.imports_confirm_approve_one() : m.imports_confirm_approve({ invoices: count })
  return invoices === 1 ? m.imports_foot_create_one() : m.imports_foot_create({ invoices: count })
}

/** Why the run will wait, and for whom. */
export function AwaitedApproval({ need }: { need: Need }) {
  return (
    <div className="mt-4 grid grid-cols-[14px_minmax(0,1fr)] gap-x-2.5 gap-y-1 rounded-2 bg-attention-soft px-3 py-2.5 [--hole:var(--attention-soft)]">
      <StateGlyph state="attention" className="mt-[3px]" />
      <p className="font-strong text-attention">{m.imports_confirm_approve_title()}</p>
      <p className="col-start-2">{reasonText(need)}</p>
      <p className="col-start-2">{approverText(need)}</p>
      {need.approvers.length === 0 && (
        <Link to="/app/users" className="link col-start-2">
          {m.connections_approval_invite()}
        </Link>
      )}
    </div>
  )
}

function reasonText({ reason, fromAmount, largest }: Need): string {
  if (reason === 'template' || fromAmount === null) return m.imports_confirm_approve_template()
  return m.imports_confirm_approve_amount({ largest: formatAmount(largest), limit: formatAmount(fromAmount) })
}

const mostNames = 3

/** The first few by name: a large company has many. */
export function approverText({ approvers, role }: Pick<Need, 'approvers' | 'role'>): string {
  if (approvers.length === 0)
    return role === 'owner' ? m.imports_confirm_approve_nobody_owner() : m.imports_confirm_approve_nobody_admin()
  if (approvers.length > mostNames) {
    const names = approvers.slice(0, mostNames - 1).join(', ')
    return m.imports_confirm_approve_who_many({ names, count: String(approvers.length - mostNames + 1) })
  }
  const last = approvers.at(-1) ?? ''
  const others = approvers.slice(0, -1).join(', ')
  return m.imports_confirm_approve_who({
    names: others === '' ? last : m.imports_confirm_approve_or({ first: others, last }),
  })
}
