import { problemTitle } from './field-problems.ts'

/** Why a list to choose from is not there; it is asked for anew when it is opened again. */
export type ListFailure = { text: string; retry: () => void }

type Asked = { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown }

/** Null where the list is there, or on its way. */
export function listFailure({ data, error, isFetching, refetch }: Asked): ListFailure | null {
  if (!error || data !== undefined || isFetching) return null
  return { text: problemTitle(error), retry: () => void refetch() }
}
