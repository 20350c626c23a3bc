import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as m from '#messages'
import { type Reach, watchReach } from '../reachability.ts'
import { closeToast, showToast } from '../ui/toasts.tsx'

const id = 'server-away'

/** Tells while Radvis cannot be reached; once it can, what is in sight is fetched anew, and with it what failed meanwhile. */
export function useServerAway(queries: QueryClient): void {
  useEffect(() => watchReach((reach) => followReach(reach, queries)), [queries])
}

export function followReach(reach: Reach, queries: QueryClient): void {
  if (reach === 'away') {
    showToast({ id, type: 'warn', title: m.shell_away_title(), text: m.shell_away_text() })
    return
  }
  closeToast(id)
  void queries.invalidateQueries()
}
