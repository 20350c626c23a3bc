import { useMutation } from '@tanstack/react-query'
import { authorizeAnswer } from '#connections/contract.ts'
import { api } from '../../api-client.ts'

/** Sends the person to the other side's consent, for one document of theirs where one is named. */
export function useConsent(connectorId: string): { consent(documentId: string | null): void; isLeaving: boolean } {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (documentId: string | null) =>
      api.post(`/connectors/${connectorId}/authorize`, { schema: authorizeAnswer, query: { documentId } }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  return { consent: mutate, isLeaving: isPending || isSuccess }
}
