import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import * as m from '#messages'
import { isAway, type Reach, watchReach } from '../reachability.ts'
import { closeToast, showToast } from '../ui/toasts.tsx'

const id = 'server-away'

/** Tells while Radvis cannot be reached; once it can, what is in sight is fetched anew, and with it what failed meanwhile. */
export function useServerAway(queries: QueryClient): void {
  useEffect(() => watchReach((reach) => followReach(reach, queries)), [queries])
}

export function followReach(reach: Reach, queries: QueryClient): void {
  if (reach === 'away') {
    showToast({ id, type: 'warn', isOfState: true, title: awayTitle(), text: m.shell_away_text() })
    return
  }
  closeToast(id)
  void queries.invalidateQueries()
}

export const useIsAway = () => useSyncExternalStore(watchReach, isAway)

/** What a browser without a line knows by itself; one with a line knows only that no answer came. */
export const awayTitle = () => (navigator.onLine === false ? m.shell_offline_title() : m.shell_away_title())
