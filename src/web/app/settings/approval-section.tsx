import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { isAtLeast } from '#kernel/roles.ts'
import * as m from '#messages'
import { type ApprovalRule, type ApprovalRulePage, type ApproverRole, approvalRulePage } from '#posting/contract.ts'
import { api } from '../../api-client.ts'
import { useSession } from '../../session.ts'
import { formatAmount, readTypedAmount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusFirstField } from '../../ui/leave-focus.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { isChangedByAnother, OvertakenNotice, useEditedCopy } from '../edited-copy.tsx'
import { keepAnswer } from '../query-client.ts'
import { changeProblem } from '../transaction/use-postings.ts'

/** When what one person confirmed waits for another; for the whole company, whatever it is connected to. */
export function ApprovalSection() {
  const { data } = useApprovalRule()
  return data ? <ApprovalForm page={data} /> : null
}

export function useApprovalRule() {
  return useQuery({
    queryKey: ['approval-rule'],
    queryFn: ({ signal }) => api.get('/approval-rule', { schema: approvalRulePage, signal }),
  })
}

function ApprovalForm({ page }: { page: ApprovalRulePage }) {
  const copy = useEditedCopy(typedRule(page))
  const { isOn, amount, approver } = copy.value
  const change = (changes: Partial<TypedRule>) => copy.change((before) => ({ ...before, ...changes }))
  const [error, setError] = useState<string | null>(null)
  const save = useSave(copy.settle)
  const mayAsk = useMayAsk()
  // Nobody changes a rule that asks for a role above their own, or makes it ask for one.
  const mayChange = mayAsk('admin') && mayAsk(page.approver)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { fromAmount } = readRule(copy.value)
    const isUnreadable = isOn && fromAmount === null
    setError(isUnreadable ? m.connections_approval_amount_unreadable() : null)
    if (isUnreadable) {
      focusFirstField(event.currentTarget)
      return
    }
    save.mutate({ sent: copy.value, before: readRule(copy.base) })
  }
  return (
    <form className="max-w-[46rem] pt-10" onSubmit={submit}>
      <SectionHeader title={m.connections_approval_title()} />
      <div className="grid gap-5 pt-4">
        <p className="max-w-[64ch] text-ink-2">{m.connections_approval_intro()}</p>
        <Switch
          checked={isOn}
          onChange={(isOn) => change({ isOn })}
          disabled={!mayChange}
          label={m.connections_approval_amount_switch()}
          help={m.connections_approval_amount_help()}
        />
        {isOn && (
          <Field label={m.connections_approval_amount_label()} error={error}>
            {(control) => (
              <TextInput
                {...control}
                value={amount}
                inputMode="decimal"
                disabled={!mayChange}
                onChange={(event) => change({ amount: event.target.value })}
                className="wide:w-52"
              />
            )}
          </Field>
        )}
        <ApproverChoice approver={approver} mayChange={mayChange} onChange={(approver) => change({ approver })} />
        <TooFewApprovers page={page} approver={approver} />
        <OvertakenNotice copy={copy} />
        {mayChange ? (
          <div className="flex max-wide:*:flex-1">
            <Button type="submit" size="large" disabled={save.isPending}>
              {m.connections_approval_save()}
            </Button>
          </div>
        ) : (
          <p className="text-ink-2">
            {mayAsk('admin') ? m.problems_approval_owner_only() : m.connections_approval_not_allowed()}
          </p>
        )}
      </div>
    </form>
  )
}

type ApproverChoiceProps = { approver: ApproverRole; mayChange: boolean; onChange: (approver: ApproverRole) => void }

function ApproverChoice({ approver, mayChange, onChange }: ApproverChoiceProps) {
  const isAbove = !useMayAsk()('owner')
  return (
    <RadioGroup
      label={m.connections_approval_who()}
      value={approver}
      onChange={onChange}
      options={[
        { value: 'admin', label: m.connections_approval_who_admin(), isDisabled: !mayChange },
        {
          value: 'owner',
          label: m.connections_approval_who_owner(),
          isDisabled: !mayChange || isAbove,
          ...(mayChange && isAbove && { help: m.problems_approval_owner_only() }),
        },
      ]}
    />
  )
}

function useMayAsk(): (approver: ApproverRole) => boolean {
  const role = useSession()?.company?.role
  return (approver) => role !== undefined && isAtLeast(role, approver)
}

/** The rule as it stands in the form's fields. */
type TypedRule = { isOn: boolean; amount: string; approver: ApproverRole }

function typedRule({ fromAmount, approver }: ApprovalRule): TypedRule {
  return { isOn: fromAmount !== null, amount: fromAmount === null ? '' : formatAmount(fromAmount), approver }
}

function readRule({ isOn, amount, approver }: TypedRule): ApprovalRule {
  return { fromAmount: isOn ? readAmount(amount) : null, approver }
}

/** Nobody approves what they confirmed: with one person of the role, what that person confirms waits for ever. */
export function TooFewApprovers({ page, approver }: { page: ApprovalRulePage; approver: ApproverRole }) {
  const mayInvite = useMayAsk()(approver)
  if (page.people[approver] > 1) return null
  return (
    <div role="status">
      <StateMark state="attention" wraps>
        {approver === 'owner' ? m.connections_approval_alone_owner() : m.connections_approval_alone_admin()}{' '}
        {mayInvite && (
          <Link to="/app/users" className="link">
            {m.connections_approval_invite()}
          </Link>
        )}
      </StateMark>
    </div>
  )
}

/** In öre; null where it is no amount above nothing. */
function readAmount(typed: string): number | null {
  const minor = readTypedAmount(typed)
  return minor !== null && minor > 0 ? minor : null
}

/** `settle` comes before the answer is kept: what was sent would else be told as somebody else's change of it. */
function useSave(settle: (sent: TypedRule) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ sent, before }: { sent: TypedRule; before: ApprovalRule }) =>
      api.put('/approval-rule', { body: { ...readRule(sent), before }, schema: approvalRulePage }),
    onSuccess: (saved, { sent }) => {
      settle(sent)
      showToast({ type: 'success', id: 'approval-saved', title: m.connections_approval_saved() })
      return keepAnswer(queries, ['approval-rule'], saved)
    },
    onError: async (error) => {
      showToast({ type: 'error', id: 'approval-saved', title: changeProblem(error) })
      if (isChangedByAnother(error)) await queries.invalidateQueries({ queryKey: ['approval-rule'] })
    },
  })
}
