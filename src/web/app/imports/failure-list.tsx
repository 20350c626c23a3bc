import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as m from '#messages'
import { type MarkState, StateGlyph } from '../../ui/state-mark.tsx'

/** A title in a table's own words ends without a stop. */
export const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Where the connection is to be made again. */
export const ConnectLink = () => (
  <Link to="/app/connectors" className="link">
    {m.sources_open_connectors()}
  </Link>
)

type Failure = { id: string; text: string; mend: ReactNode; state?: MarkState }

/** What failed, in full, and what can be done about it: the table below has no room for it. Props: failures. */
export function FailureList({ failures }: { failures: readonly Failure[] }) {
  if (failures.length === 0) return null
  return (
    <ul className="grid gap-1 px-4 pb-3 wide:px-6">
      {failures.map(({ id, text, mend, state = 'error' }) => (
        <li key={id} className="flex items-start gap-2">
          <StateGlyph state={state} className="mt-[3px]" />
          <span className="min-w-0 break-words">
            {text} {mend}
          </span>
        </li>
      ))}
    </ul>
  )
}
