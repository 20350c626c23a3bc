import * as m from '#messages'
import { silentWhile } from '../../ui/button.tsx'
import { InstantText } from '../../ui/date-text.tsx'
import { useMerges, useUndoMerge } from './use-merges.ts'

/** The latest merge, while it can be undone. */
export function LastMerge() {
  const [last] = useMerges().data?.items ?? []
  const undo = useUndoMerge()
  if (!last) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 px-4 py-1 text-12 wrap-anywhere text-ink-3 wide:px-6">
      <InstantText instant={last.at} />
      {m.suppliers_merge_last({ names: last.names.join(', '), into: last.intoName })}
      <button type="button" className="link min-h-6" {...silentWhile(undo.isPending, () => undo.mutate(last.id))}>
        {m.suppliers_merge_undo()}
      </button>
    </p>
  )
}
