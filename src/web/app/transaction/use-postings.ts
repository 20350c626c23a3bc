import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as m from '#messages'
import {
  type ChosenPostings,
  changedPostings,
  type PostingChoice,
  type RunSummary,
  refusalList,
} from '#posting/contract.ts'
import { ApiProblem, api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { problemText } from '../../problem-text.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { closeToast, showToast } from '../../ui/toasts.tsx'
import { retryableOf } from './run-status.ts'

/** Why invoices of the run stand still; read anew as their number changes. */
export function useRefusals(run: RunSummary) {
  return useQuery({
    queryKey: ['runs', run.id, 'refusals', run.rejected, run.phase],
    queryFn: ({ signal }) => api.get(`/runs/${run.id}/refusals`, { schema: refusalList, signal }),
    enabled: run.rejected > 0,
    placeholderData: (previous) => previous,
  })
}

/** Of how many refused invoices trying again can change anything. */
export function useRetryable(run: RunSummary): number {
  return retryableOf(run, useRefusals(run).data?.items)
}

/** What was told of a run's invoices last; closed when they are another matter. */
export const postingsToast = 'postings'

export type PostingsChange = { choice: PostingChoice; chosen: ChosenPostings; note?: string }

/** Sends invoices again, sends their rows back, or marks them; what came of it is told where it is not seen at once. */
export function useChangePostings(run: RunSummary) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ choice, chosen, note }: PostingsChange) =>
      api.post(`/runs/${run.id}/postings/${choice}`, {
        body: { ...chosen, ...(note !== undefined && { note }) },
        schema: changedPostings,
      }),
    onSuccess({ changed, left }, { choice }) {
      if (choice === 'return') tellReturned(run.importId, changed, left)
      else closeToast(postingsToast)
      if (choice === 'return') void queries.invalidateQueries({ queryKey: ['imports'] })
    },
    onError: (error) => showToast({ type: 'error', title: changeProblem(error), id: postingsToast }),
    // Refused, too: somebody else may have been faster.
    onSettled: () => queries.invalidateQueries({ queryKey: ['runs'] }),
  })
}

function tellReturned(importId: string, changed: number, left: number): void {
  showToast({
    type: 'info',
    title: changed === 1 ? m.posting_returned_one() : m.posting_returned_many({ count: groupDigits(changed) }),
    ...(left > 0 && {
      text: left === 1 ? m.posting_returned_left_one() : m.posting_returned_left({ count: groupDigits(left) }),
    }),
    link: { to: `/app/imports/${importId}?problem=sent-back`, label: m.posting_returned_go() },
    id: postingsToast,
  })
}

/** The particular reason where the answer names one. */
export function changeProblem(error: unknown): string {
  const [first] = error instanceof ApiProblem ? error.errors : []
  return first ? problemText(first) : problemTitle(error)
}
