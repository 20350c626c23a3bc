import { MutationCache, QueryClient } from '@tanstack/react-query'
import { problemTitle } from '../field-problems.ts'
import { showToast } from '../ui/toasts.tsx'

/** The calls' cache of one company. The api-client already tries again; a mutation that handles no error itself tells it in a toast. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 15_000 } },
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.options.onError) showToast({ type: 'error', title: problemTitle(error) })
      },
    }),
  })
}
