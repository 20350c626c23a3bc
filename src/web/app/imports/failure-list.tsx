import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as m from '#messages'
import { StateGlyph } from '../../ui/state-mark.tsx'

/** A title in a table's own words ends without a stop. */
export const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Where the connection is to be made again. */
export const ConnectLink = () => (
  <Link to="/app/connectors" className="link">
    {m.sources_open_connectors()}
  </Link>
)

/** What failed, in full, and what can be done about it: the table below has no room for it. Props: failures. */
export function FailureList({ failures }: { failures: readonly { id: string; text: string; mend: ReactNode }[] }) {
  if (failures.length === 0) return null
  return (
    <ul className="grid gap-1 px-4 pb-3 wide:px-6">
      {failures.map(({ id, text, mend }) => (
        <li key={id} className="flex items-start gap-2">
          <StateGlyph state="error" className="mt-[3px]" />
          <span className="min-w-0 break-words">
            {text} {mend}
          </span>
        </li>
      ))}
    </ul>
  )
}
