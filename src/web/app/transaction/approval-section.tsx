import { type FormEvent, useId, useState } from 'react'
import * as m from '#messages'
import type { RunSummary } from '#posting/contract.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { InstantText } from '../../ui/date-text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { focusFirstField } from '../../ui/leave-focus.ts'
import { StateGlyph } from '../../ui/state-mark.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useDecideRun } from './use-run.ts'

type Waiting = { run: RunSummary; approval: NonNullable<RunSummary['approval']> }

/** A run that waits for another person's approval, with the buttons for who may decide; afterwards who decided. */
export function ApprovalSection({ run }: { run: RunSummary }) {
  const { approval } = run
  if (!approval) return null
  if (approval.state === 'waiting') return <WaitingForApproval run={run} approval={approval} />
  if (approval.by === null) return null
  return (
    <p className="flex flex-wrap gap-x-2 border-t border-rule bg-paper px-4 py-2.5 text-ink-2 wide:px-6">
      {approval.refusal === null
        ? m.posting_approved_by({ name: approval.by })
        : m.posting_refused_by({ name: approval.by, reason: approval.refusal })}
      {approval.at !== null && <InstantText instant={approval.at} />}
    </p>
  )
}

function WaitingForApproval({ run, approval }: Waiting) {
  const [isRefusing, setIsRefusing] = useState(false)
  const decide = useDecideRun(run.id)
  const { invoices } = run
  const who = approval.role === 'owner' ? m.posting_approval_who_owner() : m.posting_approval_who_admin()
  return (
    <section
      aria-labelledby="approval-title"
      className="grid grid-cols-[14px_minmax(0,1fr)] gap-x-2.5 gap-y-1 border-t border-rule bg-attention-soft px-4 py-4 wide:px-6 [--hole:var(--attention-soft)]"
    >
      <StateGlyph state="attention" className="mt-[3px]" />
      <h2 id="approval-title" className="font-strong text-attention">
        {approval.mayDecide ? m.posting_approval_yours_title() : m.posting_approval_others_title()}
      </h2>
      <p className="col-start-2 max-w-[64ch]">
        {approval.reason === 'template' ? m.posting_approval_asked_template() : m.posting_approval_asked_amount()}
      </p>
      {approval.mayDecide ? (
        <div className="col-start-2 flex flex-wrap gap-2 pt-2">
          <Button variant="primary" disabled={decide.isPending} onClick={() => decide.mutate({ isApproved: true })}>
            {invoices === 1 ? m.posting_approve_one() : m.posting_approve_many({ count: groupDigits(invoices) })}
          </Button>
          <Button disabled={decide.isPending} onClick={() => setIsRefusing(true)}>
            {m.posting_refuse()}
          </Button>
        </div>
      ) : (
        <p className="col-start-2 max-w-[64ch]">
          {approval.hindrance === 'approver-confirmed' ? m.posting_approval_you_confirmed() : who}
        </p>
      )}
      <RefuseDialog
        target={run.target}
        isOpen={isRefusing}
        isPending={decide.isPending}
        onOpenChange={setIsRefusing}
        onRefuse={(reason) => decide.mutate({ isApproved: false, reason }, { onSettled: () => setIsRefusing(false) })}
      />
    </section>
  )
}

type RefuseProps = {
  target: string
  isOpen: boolean
  isPending: boolean
  onOpenChange: (isOpen: boolean) => void
  onRefuse: (reason: string) => void
}

function RefuseDialog({ target, isOpen, isPending, onOpenChange, onRefuse }: RefuseProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const form = useId()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsMissing(reason.trim() === '')
    if (reason.trim() !== '') onRefuse(reason.trim())
    else focusFirstField(event.currentTarget)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={m.posting_refuse_title()}
      description={m.posting_refuse_text({ target })}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{m.shell_cancel()}</Button>
          <Button variant="danger" type="submit" form={form} disabled={isPending}>
            {m.posting_refuse()}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field
          label={m.posting_refuse_reason()}
          help={m.posting_refuse_reason_help()}
          error={isMissing ? m.posting_refuse_reason_missing() : null}
        >
          {(control) => (
            <TextInput
              {...control}
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
