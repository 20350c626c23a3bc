import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { authorizeAnswer } from '#connections/contract.ts'
import { api } from '../../api-client.ts'

/** Sends the person to the other side's consent, for one document of theirs where one is named; unless they have gone elsewhere before the answer. */
export function useConsent(connectorId: string): { consent(documentId: string | null): void; isLeaving: boolean } {
  const { mutate, reset, isPending, isSuccess } = useMutation({
    mutationFn: (documentId: string | null) =>
      api.post(`/connectors/${connectorId}/authorize`, { schema: authorizeAnswer, query: { documentId } }),
  })
  // Who comes back by the browser's button may find the page as it was left.
  useEffect(() => {
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [reset])
  const consent = (documentId: string | null) =>
    mutate(documentId, { onSuccess: ({ url }) => window.location.assign(url) })
  return { consent, isLeaving: isPending || isSuccess }
}
