import { startTransition, useOptimistic, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { addressNow, useGoTo } from './use-address.ts'

/** What a step in the history remembers: which search the row was opened over. */
const opening = z.object({ rowOpenedOver: z.string() })
type Opening = z.infer<typeof opening>
export type Step = 'back' | { search: URLSearchParams; replace: boolean; state: Opening | null }

/**
 * The open row of a list stands in the address (`row`). Where it covers the page (below `coversBelow`), opening it is a
 * step of its own in the history, so that Back closes it and does not leave the page.
 */
export function useOpenRow(coversBelow: string): { row: string | null; open: (row: string | null) => void } {
  const [search] = useSearchParams()
  const { state, key } = useLocation()
  const navigate = useNavigate()
  const goTo = useGoTo()
  const leaving = useRef<string | null>(null)
  const isCovering = () => !matchMedia(`(min-width: ${coversBelow})`).matches
  // The address follows a moment later: a key that is held down goes on from the row that it has come to.
  const [at, setAt] = useOptimistic({ search, opened: opening.safeParse(state).data ?? null })
  return {
    row: at.search.get('row'),
    open(row) {
      const step = stepTo(addressNow(), row, at.opened, isCovering())
      if (step !== 'back') {
        startTransition(async () => {
          setAt({ search: step.search, opened: step.state })
          await goTo(step.search, { replace: step.replace, state: step.state })
        })
        return
      }
      if (leaving.current === key) return // a second press would leave the page
      leaving.current = key
      void navigate(-1)
    },
  }
}

/** How the address comes to show another row, or none (null). */
export function stepTo(before: URLSearchParams, row: string | null, opened: Opening | null, isCovering: boolean): Step {
  const search = new URLSearchParams(before)
  search.delete('row')
  if (row === null) {
    return opened?.rowOpenedOver === search.toString() ? 'back' : { search, replace: true, state: null }
  }
  const over = search.toString()
  search.set('row', row)
  const isFirst = !before.has('row')
  if (isFirst) return { search, replace: !isCovering, state: isCovering ? { rowOpenedOver: over } : null }
  return { search, replace: true, state: opened }
}
