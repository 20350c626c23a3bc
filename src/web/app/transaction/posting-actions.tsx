import { useState } from 'react'
import * as m from '#messages'
import type { ChosenPostings, PostingChoice, RunSummary } from '#posting/contract.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { HandleDialog } from './handle-dialog.tsx'
import { useChangePostings } from './use-postings.ts'

type Props = {
  run: RunSummary
  chosen: ChosenPostings
  choices: readonly PostingChoice[]
  /** How many invoices each is about; how many of them can be sent back to the preview. */
  count: number
  returnable: number
}

/** What may be done about invoices that stand still: one, or all with the same reason. */
export function PostingActions({ run, chosen, choices, count, returnable }: Props) {
  const [isHandling, setIsHandling] = useState(false)
  const change = useChangePostings(run)
  const may = (choice: PostingChoice) => choices.includes(choice)
  const act = (choice: PostingChoice) => change.mutate({ choice, chosen })
  if (choices.length === 0) return null
  return (
    <div className="flex flex-wrap content-start gap-2">
      {may('retry') && (
        <Button disabled={change.isPending} onClick={() => act('retry')}>
          {count === 1 ? m.posting_again_this() : m.posting_again_these({ count: groupDigits(count) })}
        </Button>
      )}
      {may('pay-anew') && (
        <Button disabled={change.isPending} onClick={() => act('pay-anew')}>
          {count === 1 ? m.posting_pay_anew_one() : m.posting_pay_anew_many({ count: groupDigits(count) })}
        </Button>
      )}
      {may('return') && (
        <Button disabled={change.isPending} onClick={() => act('return')}>
          {returnable === 1 ? m.posting_return_one() : m.posting_return_many({ count: String(returnable) })}
        </Button>
      )}
      {may('handle') && (
        <Button disabled={change.isPending} onClick={() => setIsHandling(true)}>
          {count === 1 ? m.posting_handle_one() : m.posting_handle_many({ count: groupDigits(count) })}
        </Button>
      )}
      {may('unhandle') && (
        <Button disabled={change.isPending} onClick={() => act('unhandle')}>
          {m.posting_unhandle()}
        </Button>
      )}
      {may('handle') && (
        <HandleDialog
          target={run.target}
          count={count}
          isOpen={isHandling}
          isPending={change.isPending}
          onOpenChange={setIsHandling}
          onHandle={(note) =>
            change.mutate({ choice: 'handle', chosen, note }, { onSettled: () => setIsHandling(false) })
          }
        />
      )}
    </div>
  )
}
