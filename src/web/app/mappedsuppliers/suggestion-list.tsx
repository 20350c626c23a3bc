import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as m from '#messages'
import { declinedSuggestion, type Supplier, type SupplierSuggestion } from '#suppliers/contract.ts'
import { api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { percentOf, suggestionReason } from './recognition-text.ts'

type Props = {
  merchant: string
  suggestions: readonly SupplierSuggestion[]
  onUse: (chosen: Pick<Supplier, 'number' | 'name'>) => void
}

/** Suppliers that a merchant resembles, each with why and how sure; never chosen without a click, and never again once declined. */
export function SuggestionList({ merchant, suggestions, onUse }: Props) {
  const [declined, setDeclined] = useState<readonly string[]>([])
  const decline = useDecline(merchant)
  const set = (suggestion: SupplierSuggestion, isDeclined: boolean) => {
    const { supplierNumber } = suggestion
    decline.mutate(
      { supplierNumber, isDeclined },
      {
        onSuccess: () =>
          setDeclined((before) => [
            ...before.filter((one) => one !== supplierNumber),
            ...(isDeclined ? [supplierNumber] : []),
          ]),
      },
    )
  }
  return suggestions.map((suggestion) => {
    const { supplierNumber, supplierName, confidence } = suggestion
    const isDeclined = declined.includes(supplierNumber)
    return (
      <div
        key={supplierNumber}
        className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border border-dashed border-edge px-2.5 py-1.5"
      >
        {isDeclined ? (
          <p role="status" className="min-w-40 flex-1 text-12 text-ink-2">
            {m.suppliers_declined({ name: supplierName })}
          </p>
        ) : (
          <span className="min-w-40 flex-1">
            <span className="block">
              {supplierName} <span className="figures text-12 text-ink-3">{supplierNumber}</span>
            </span>
            <span className="block text-12 text-ink-2">
              {suggestionReason(suggestion)}{' '}
              <span className="figures whitespace-nowrap text-ink-3">
                {m.suppliers_confidence({ percent: percentOf(confidence) })}
              </span>
            </span>
          </span>
        )}
        {isDeclined ? (
          <Button variant="quiet" disabled={decline.isPending} onClick={() => set(suggestion, false)}>
            {m.suppliers_decline_undo()}
          </Button>
        ) : (
          <span className="ml-auto flex gap-2">
            <Button
              variant="quiet"
              disabled={decline.isPending}
              aria-label={m.suppliers_decline_one({ name: supplierName })}
              onClick={() => set(suggestion, true)}
            >
              {m.suppliers_decline()}
            </Button>
            <Button
              aria-label={m.suppliers_use_one({ name: supplierName })}
              onClick={() => onUse({ number: supplierNumber, name: supplierName })}
            >
              {m.suppliers_use_suggestion()}
            </Button>
          </span>
        )}
      </div>
    )
  })
}

function useDecline(merchant: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ supplierNumber, isDeclined }: { supplierNumber: string; isDeclined: boolean }) => {
      const pair = { merchant: merchant.slice(0, 500), supplierNumber }
      return isDeclined
        ? api.put('/declined-suggestions', { body: pair, schema: declinedSuggestion })
        : api.delete('/declined-suggestions', { query: pair, schema: declinedSuggestion })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['mapped-suppliers', 'waiting'] }),
    onError: (error) => showToast({ type: 'error', id: 'decline', title: problemTitle(error) }),
  })
}
