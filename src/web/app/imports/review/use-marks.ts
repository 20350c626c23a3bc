import { useRef, useState } from 'react'
import type { Places } from './use-rows.ts'

/** What one change may name by id; more rows than this are marked as a whole. */
const mostByHand = 10_000

/** The rows that are marked: one by one, from the last one marked to this, or all that fit the filter. */
export function useMarks(places: Places, filter: string) {
  const [marked, setMarked] = useState<{ of: string; ids: ReadonlySet<number> | 'all' }>({ of: filter, ids: new Set() })
  const [isMarking, setIsMarking] = useState(false)
  const last = useRef<number | null>(null)
  // Another filter shows other rows: marks that nobody sees are none.
  const ids = marked.of === filter ? marked.ids : new Set<number>()
  const isAll = ids === 'all'
  return {
    /** On the phone: a touch marks. */
    isMarking,
    toggleMarking() {
      if (isMarking) setMarked({ of: filter, ids: new Set() })
      setIsMarking(!isMarking)
    },
    isAll,
    ids: isAll ? [] : [...ids],
    count: isAll ? Number.POSITIVE_INFINITY : ids.size,
    has: (id: number) => isAll || ids.has(id),
    toggle(id: number, isRange: boolean, isOther: (id: number) => boolean = () => false) {
      const next = new Set(isAll ? [] : ids)
      const from = isRange && last.current !== null ? places.positionOf(last.current) : null
      if (from === null) {
        if (!next.delete(id)) next.add(id)
      } else {
        const to = places.positionOf(id)
        const begin = Math.min(from, to)
        for (let at = begin; at <= Math.max(from, to) && at < begin + mostByHand; at++) {
          const one = places.idAt(at)
          if (one !== null && !isOther(one)) next.add(one)
        }
      }
      last.current = id
      setMarked({ of: filter, ids: next })
    },
    markAll: () => setMarked({ of: filter, ids: 'all' }),
    clear: () => setMarked({ of: filter, ids: new Set() }),
  }
}
