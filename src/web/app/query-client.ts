import {
  type Mutation,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { ApiProblem } from '../api-client.ts'
import { problemTitle, saysCompanyGone } from '../field-problems.ts'
import { showToast, toastsOf } from '../ui/toasts.tsx'
import { refreshAccount } from './refresh-account.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The component that asked tells what went wrong, as long as it is there. */
      isToldInPlace?: boolean
    }
  }
}

// A button is to be disabled before the second press of a double click comes: a timer would let that one through.
notifyManager.setScheduler(queueMicrotask)

type AnyMutation = Mutation<unknown, unknown, unknown>
type AnyOptions = NonNullable<Parameters<QueryClient['defaultMutationOptions']>[0]>
type Company = { id: string; name: string } | null

/**
 * The calls' cache of one company. The api-client already tries again; without a connection a call fails at once instead
 * of waiting for one, which nobody would be told. A failure that no component tells of is told in a toast.
 */
export function createQueryClient(company: Company = null): QueryClient {
  const watched = new Set<AnyMutation>()
  const mutationCache = new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      const { meta, options } = mutation as AnyMutation
      const isTold = meta?.isToldInPlace ? watched.has(mutation as AnyMutation) : options.onError !== undefined
      if (!isTold) toastsOf(company, () => showToast({ type: 'error', title: problemTitle(error) }))
      leaveWhereGone(error)
      // It may have been done all the same: everything in sight is looked at again.
      if (isOutcomeUnknown(error)) void client.invalidateQueries()
    },
  })
  mutationCache.subscribe(({ type, mutation }) => {
    if (type === 'observerAdded') watched.add(mutation)
    if (type === 'observerRemoved') watched.delete(mutation)
  })
  const client = new CompanyClient(company, {
    defaultOptions: {
      queries: { retry: false, staleTime: 15_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
    mutationCache,
    queryCache: new QueryCache({ onError: leaveWhereGone }),
  })
  return client
}

/** What its changes come to is told as that company's, also where the answer comes after going on to another. */
class CompanyClient extends QueryClient {
  readonly #company: Company

  constructor(company: Company, config: ConstructorParameters<typeof QueryClient>[0]) {
    super(config)
    this.#company = company
  }

  override defaultMutationOptions<T extends AnyOptions>(options?: T): T {
    const made = super.defaultMutationOptions<AnyOptions>(options) as T
    if (options?._defaulted) return made
    const asCompany = <Call extends (...given: never[]) => unknown>(call: Call) =>
      ((...given) => toastsOf(this.#company, () => call(...given))) as Call
    return {
      ...made,
      ...(made.onSuccess && { onSuccess: asCompany(made.onSuccess) }),
      ...(made.onError && { onError: asCompany(made.onError) }),
      ...(made.onSettled && { onSettled: asCompany(made.onSettled) }),
    }
  }
}

/** Goes on to another company of theirs. */
function leaveWhereGone(error: unknown): void {
  if (saysCompanyGone(error)) void refreshAccount()
}

export const isOutcomeUnknown = (error: unknown) =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 500)

/** Keeps what a change answered; a reading that is still under way began before it and must not take its place. */
export async function keepAnswer(queries: QueryClient, key: QueryKey, answer: unknown): Promise<void> {
  await queries.cancelQueries({ queryKey: key, exact: true })
  queries.setQueryData(key, answer)
}
